// Keeps an open page up to date. The server says "changed"; htmx then asks for the live part again and
// idiomorph alters only what differs, so that nothing jumps. While the stream is away the page asks every
// half minute. A hidden page lets go of its stream: browsers allow six connections to a server, and a
// director has more tabs than that.
(() => {
  const POLL_MS = 30_000;
  const live = document.getElementById("live");
  let stream = null;

  const refresh = () => htmx.trigger(live, "changed");
  const isOpen = () => stream !== null && stream.readyState === EventSource.OPEN;
  const show = () => {
    document.body.dataset.live = isOpen() ? "on" : "off";
  };
  const close = () => {
    stream?.close();
    stream = null;
  };
  const open = () => {
    if (stream !== null || document.hidden) return;
    stream = new EventSource(live.dataset.events);
    stream.onopen = show;
    stream.onerror = show;
    stream.addEventListener("changed", refresh);
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  setInterval(() => {
    if (document.hidden || isOpen()) return;
    refresh();
    if (stream?.readyState === EventSource.CLOSED) {
      close();
      open();
    }
    show();
  }, POLL_MS);

  // What a visitor is typing is not written over.
  Idiomorph.defaults.ignoreActiveValue = true;
  // What a visitor has unfolded stays unfolded.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => name !== "open";
  open();
})();
