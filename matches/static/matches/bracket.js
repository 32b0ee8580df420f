// A bracket is whole without this. With it, pointing at "loser of W12" shows where W12 is, and at a player where
// else that one plays; the chip of the round on a phone's screen is marked, and on a larger one the canvas is
// dragged and made smaller or larger.
(() => {
  const live = document.getElementById("live");
  const STEPS = 1.25;
  // What stays free above and below where all of it fits, in pixels.
  const EDGE = 32;
  const LEAST = 0.2;

  // Where a reference leads.
  let pointed = null;
  const target = (hash) => (hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null);
  const reference = (from) => from?.closest?.(".slot a[href*='#']");
  // The one under the pointer, else the one that has the focus.
  const point = (from) => {
    const link = reference(from) ?? reference(document.activeElement);
    pointed?.classList.remove("pointed");
    pointed = link ? target(link.hash) : null;
    pointed?.classList.add("pointed");
  };
  // All seats of the player under the pointer; the link to the match lies above them.
  let shownWay = null;
  const way = (entry) => {
    if (entry === shownWay) return;
    shownWay = entry;
    for (const seat of live.querySelectorAll(".seat.same")) seat.classList.remove("same");
    if (entry) for (const seat of live.querySelectorAll(`.seat[data-entry="${entry}"]`)) seat.classList.add("same");
  };
  const seatAt = (x, y) => document.elementsFromPoint(x, y).find((each) => each.matches(".seat[data-entry]"));
  live.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") way(seatAt(event.clientX, event.clientY)?.dataset.entry ?? null);
  });
  live.addEventListener("pointerover", ({ target: from }) => point(from));
  live.addEventListener("pointerleave", () => {
    point(null);
    way(null);
  });
  live.addEventListener("focusin", ({ target: from }) => point(from));
  live.addEventListener("focusout", () => setTimeout(point));

  // A match that is in another piece of a large bracket: the server knows in which.
  const seek = () => {
    const asked = new URLSearchParams(location.search);
    const key = decodeURIComponent(location.hash.slice(1));
    if (!/-?R\d+-M\d+$/.test(key) || target(location.hash) || asked.get("match") === key) return;
    if (document.querySelector(".pieces")) location.replace(`?match=${encodeURIComponent(key)}${location.hash}`);
  };
  seek();

  // Which round is on the screen.
  const mark = () => {
    const round = target(location.hash)?.closest(".round");
    for (const chip of document.querySelectorAll(".round-tabs a")) {
      const shown = round ? chip.hash === `#${round.id}` : chip.matches(".current");
      chip.classList.toggle("chosen", Boolean(round) && shown);
      if (shown) chip.parentElement.scrollTo({ left: chip.offsetLeft - 60 });
    }
  };
  window.addEventListener("hashchange", mark);
  mark();

  // How large the canvas is. Morphing the page takes the style away, so it is given again.
  let size = 1;
  const resize = (to) => {
    size = Math.min(2, Math.max(LEAST, to));
    for (const canvas of document.querySelectorAll(".canvas")) canvas.style.zoom = size === 1 ? "" : size;
  };
  const fit = () => {
    resize(1);
    const whole = [...document.querySelectorAll(".canvas")].map((canvas) =>
      Math.min(canvas.parentElement.clientWidth / canvas.scrollWidth, (window.innerHeight - EDGE) / canvas.scrollHeight),
    );
    resize(Math.min(1, ...whole));
  };
  const acts = { fit, smaller: () => resize(size / STEPS), larger: () => resize(size * STEPS) };
  const offer = () => {
    for (const buttons of document.querySelectorAll(".zoom")) buttons.hidden = false;
    if (size !== 1) resize(size);
  };
  live.addEventListener("click", ({ target: from }) => acts[from.closest("[data-zoom]")?.dataset.zoom]?.());
  for (const done of ["htmx:afterSettle", "repainted"]) {
    live.addEventListener(done, () => {
      offer();
      mark();
    });
  }
  offer();

  // Dragging what is wider than the screen; a click that ends a drag is none.
  let drag = null;
  live.addEventListener("pointerdown", ({ target: from, pointerType, button, clientX, clientY }) => {
    const bracket = from.closest(".bracket");
    if (!bracket || pointerType !== "mouse" || button !== 0 || from.closest("a, button")) return;
    drag = { bracket, left: bracket.scrollLeft + clientX, top: window.scrollY + clientY };
  });
  window.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (drag === null) return;
    drag.bracket.classList.add("dragged");
    drag.bracket.scrollLeft = drag.left - clientX;
    window.scrollTo({ top: drag.top - clientY, behavior: "instant" });
  });
  window.addEventListener("pointerup", () => {
    drag?.bracket.classList.remove("dragged");
    drag = null;
  });
})();
