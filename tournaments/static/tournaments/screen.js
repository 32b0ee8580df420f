// A screen on a wall: one view after another, each for as long as it says, and a clock. An address that ends
// in a view, such as #standings-1, stays there; the arrow keys turn. What the views show is kept up to date by
// live.js; without a script they stand below each other.
(() => {
  const MINUTE = 60_000;
  const RENEWED_AFTER = 180 * MINUTE;
  const live = document.getElementById("live");
  const began = Date.now();
  let at = location.hash.slice(1);
  let timer = 0;

  const views = () => [...live.querySelectorAll(".view")];
  const place = (shown) => Math.max(0, shown.findIndex((view) => view.id === at));
  const show = () => {
    const shown = views();
    const now = place(shown);
    at = shown[now].id;
    shown.forEach((view, number) => view.classList.toggle("on", number === now));
    live.querySelectorAll(".dots li").forEach((dot, number) => dot.classList.toggle("on", number === now));
  };
  const plan = () => {
    clearTimeout(timer);
    if (location.hash) return;
    const shown = views();
    timer = setTimeout(() => turn(1), 1000 * Number(shown[place(shown)].dataset.seconds));
  };
  const turn = (by) => {
    const shown = views();
    at = shown[(place(shown) + by + shown.length) % shown.length].id;
    show();
    plan();
    renew();
  };

  const tick = () => {
    const clock = live.querySelector(".clock");
    const form = { hour: "2-digit", minute: "2-digit", timeZone: clock.dataset.zone };
    clock.textContent = new Intl.DateTimeFormat("en-GB", form).format(new Date());
  };

  // A page that stays for days is asked for anew now and then: only while the service answers, so that there
  // is always something to see.
  const renew = async () => {
    if (Date.now() - began < RENEWED_AFTER) return;
    try {
      const { ok } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
      if (ok) location.reload();
    } catch {
      // Another time.
    }
  };

  // Screens that sleep show nothing.
  const stayAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };

  document.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight") turn(1);
    if (key === "ArrowLeft") turn(-1);
  });
  document.addEventListener("visibilitychange", stayAwake);
  live.addEventListener("htmx:afterSettle", () => {
    show();
    tick();
  });
  live.classList.add("cycling");
  show();
  plan();
  tick();
  setInterval(tick, 5000);
  stayAwake();
})();
