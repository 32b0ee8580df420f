// Steps through a replay: all boards of a game come in one answer, and are shown one by one. Without it each
// step is a link. The address names what is shown, so it can be sent on.
(() => {
  const replay = document.querySelector(".replay");
  if (!replay) return;
  const SECONDS = 1.6;
  const stage = document.getElementById("moment");
  const remarks = document.getElementById("remarks");
  const playing = replay.querySelector("[data-play]");
  const games = new Map();
  const state = {
    game: Number(replay.dataset.game),
    move: Number(replay.dataset.move),
    count: Number(replay.dataset.games),
  };
  let timer = 0;

  const address = (game, move) => `?game=${game}&move=${move}&bottom=${replay.dataset.bottom}`;
  const load = (game) => {
    if (!games.has(game)) {
      const asked = replay.dataset.boards.replace(/0\/$/, `${game}/`);
      games.set(
        game,
        fetch(`${asked}?bottom=${replay.dataset.bottom}`, { credentials: "same-origin" })
          .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
          .then((text) => {
            const held = document.createElement("template");
            held.innerHTML = text;
            return [...held.content.querySelectorAll(".drawn")];
          })
          .catch((error) => {
            games.delete(game);
            throw error;
          }),
      );
    }
    return games.get(game);
  };

  const mark = () => {
    for (const link of replay.querySelectorAll(".turns a")) {
      if (Number(link.dataset.move) === state.move) {
        link.setAttribute("aria-current", "true");
        link.scrollIntoView({ block: "nearest" });
      } else {
        link.removeAttribute("aria-current");
      }
    }
    const turned = replay.querySelector("[data-turn-board]");
    const other = replay.dataset.bottom === "two" ? "one" : "two";
    turned.href = `?game=${state.game}&move=${state.move}&bottom=${other}`;
  };

  const show = async (move) => {
    const boards = await load(state.game);
    state.move = Math.max(1, Math.min(move, boards.length));
    const drawn = boards[state.move - 1].cloneNode(true);
    stage.replaceChildren(...drawn.querySelector(".moment").childNodes);
    remarks.replaceChildren(...drawn.querySelector(".remarks").childNodes);
    history.replaceState(null, "", address(state.game, state.move));
    mark();
    if (boards.length - state.move < 8 && state.game < state.count) load(state.game + 1).catch(() => {});
  };

  // Another game has another list of turns: that is another page.
  const open = (game, move) => location.assign(address(game, move));

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    playing.setAttribute("aria-pressed", "false");
  };
  const step = async (way) => {
    const boards = await load(state.game);
    const move = state.move + way;
    if (move >= 1 && move <= boards.length) return show(move);
    if (way > 0 && state.game < state.count) return open(state.game + 1, 1);
    if (way < 0 && state.game > 1) return open(state.game - 1, 99999);
    return stop();
  };
  const play = () => {
    timer = setTimeout(async () => {
      const boards = await load(state.game);
      if (state.move >= boards.length) return stop();
      await show(state.move + 1);
      if (timer) play();
    }, SECONDS * 1000);
    playing.setAttribute("aria-pressed", "true");
  };
  const ways = {
    first: () => show(1),
    back: () => step(-1),
    on: () => step(1),
    last: () => show(Infinity),
    toggle: () => (timer ? stop() : play()),
    "game-before": () => state.game > 1 && open(state.game - 1, 1),
    "game-after": () => state.game < state.count && open(state.game + 1, 1),
  };
  const keys = {
    ArrowLeft: "back",
    ArrowRight: "on",
    Home: "first",
    End: "last",
    PageUp: "game-before",
    PageDown: "game-after",
    " ": "toggle",
  };
  // Where the boards do not come, the links lead to the same places.
  const go = (way, otherwise) => Promise.resolve(ways[way]()).catch(() => otherwise && location.assign(otherwise));

  replay.addEventListener("click", (event) => {
    const control = event.target.closest("[data-step], .turns a, [data-play]");
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (control.dataset.play !== undefined) return ways.toggle();
    stop();
    if (control.dataset.step) return go(control.dataset.step, control.href);
    return show(Number(control.dataset.move)).catch(() => location.assign(control.href));
  });
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, summary")) return;
    // The list of turns, and whatever scrolls, keep the keys that scroll it; a button keeps its own.
    if (event.key === " " && event.target.closest("a, button")) return;
    event.preventDefault();
    if (way !== "toggle") stop();
    go(way);
  });

  playing.hidden = false;
  replay.querySelector(".keys").hidden = false;
  mark();
  load(state.game).catch(() => {});
})();
