// The clocks of recorded matches on a wall: asked for every few seconds while the event may have any, and going
// on by themselves in between. What nobody has answered for a while is not known, and not shown.
(() => {
  const ASKED_EVERY = 4000;
  const KNOWN_FOR = 30_000;
  const live = document.getElementById("live");
  let clocks = {};
  let since = -KNOWN_FOR;

  const boxes = () => live.querySelectorAll(".left[data-match]");
  const left = (clock, side) => {
    const taken = clock.taken + performance.now() - since;
    return clock.left[side] - (clock.running === side ? Math.max(0, taken - clock.delay) : 0);
  };
  const written = (milliseconds) => {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const show = () => {
    const known = performance.now() - since < KNOWN_FOR;
    for (const box of boxes()) {
      const clock = known ? clocks[box.dataset.match] : undefined;
      const side = Number(box.dataset.side);
      box.hidden = clock === undefined;
      if (clock === undefined) continue;
      const rest = left(clock, side);
      const text = written(rest);
      if (box.textContent !== text) box.textContent = text;
      box.classList.toggle("runs", clock.running === side);
      box.classList.toggle("over", rest <= 0);
    }
  };
  const ask = async () => {
    if (boxes().length === 0) return;
    try {
      const answer = await fetch(live.dataset.clocks, { cache: "no-store" });
      if (!answer.ok) return;
      ({ clocks } = await answer.json());
      since = performance.now();
      show();
    } catch {
      // Another time.
    }
  };

  live.addEventListener("htmx:afterSettle", show);
  setInterval(show, 500);
  setInterval(ask, ASKED_EVERY);
  ask();
})();
