// A solo game without waiting for pages: a tap on the board presses the button of that move, a key the button
// that names it, and what the computer does is shown before it is the player's turn again.
(() => {
  const SHOWN_FOR = 1300;
  const ASKED_AGAIN = 3000;
  const STILL = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let timer = 0;

  const root = () => document.getElementById("solo");

  const playScenes = () => {
    const scenes = [...root().querySelectorAll("[data-scene]")];
    const stage = root().querySelector(".solo-stage");
    if (scenes.length === 0 || stage === null) return;
    const step = () => {
      clearTimeout(timer);
      stage.querySelector(".solo-scene")?.remove();
      const scene = scenes.shift();
      stage.classList.toggle("busy", scene !== undefined);
      if (scene === undefined) return;
      const shown = document.createElement("div");
      shown.className = "solo-scene";
      shown.append(...scene.cloneNode(true).childNodes);
      shown.addEventListener("click", step);
      stage.append(shown);
      timer = setTimeout(step, SHOWN_FOR);
    };
    if (!STILL) step();
  };

  const prepare = () => {
    const layer = root()?.querySelector(".taps");
    if (layer) {
      const buttons = [...root().querySelectorAll("[data-step]")];
      const moves = buttons.map((button) => {
        const [start, end] = button.dataset.step.split(" ").map(Number);
        return { start, end, button };
      });
      window.boardTaps(layer, (move) => move.button.click()).offer(moves);
    }
    if (root()) playScenes();
    // A computer that has not answered is asked again.
    const asks = root()?.querySelector('[name="act"][value="wait"]');
    if (asks) setTimeout(() => asks.isConnected && asks.click(), ASKED_AGAIN);
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
    const button = root()?.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  const failed = () => {
    const said = root()?.querySelector("[data-failed]");
    if (!said) return;
    said.hidden = false;
    // What was done is not lost: the same sent again is done once.
    prepare();
  };
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:responseError", failed);
  // What was refused comes with the game as it stands.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if ([409, 422].includes(detail.xhr.status)) {
      detail.shouldSwap = true;
      detail.isError = false;
    }
  });
  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
