// Keeps an open page up to date. The server says "changed"; htmx then asks for the live part again and
// idiomorph alters only what differs, so that nothing jumps. While the stream is away the page asks every
// half minute. A hidden page lets go of its stream: browsers allow six connections to a server, and a
// director has more tabs than that.
(() => {
  const POLL_MS = 30_000;
  const live = document.getElementById("live");
  let stream = null;
  let version = live.dataset.version;

  const refresh = ({ lastEventId } = {}) => {
    version = lastEventId || version;
    htmx.trigger(live, "changed");
  };
  // What differs comes with the event where all who look at the page see the same: region by region.
  const repaint = ({ data, lastEventId }) => {
    version = lastEventId;
    for (const [name, html] of Object.entries(JSON.parse(data).regions)) {
      const region = document.getElementById(name);
      if (region === null) return htmx.trigger(live, "changed");
      Idiomorph.morph(region, html, { morphStyle: name === "live" ? "innerHTML" : "outerHTML" });
      htmx.process(document.getElementById(name));
    }
  };
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
    // What has changed since the page was shown comes at once, and nothing if that is all there is.
    const page = "painted" in live.dataset ? `&page=${encodeURIComponent(location.pathname)}` : "";
    stream = new EventSource(`${live.dataset.events}?since=${version}${page}`);
    stream.onopen = show;
    stream.onerror = show;
    stream.addEventListener("changed", refresh);
    // There are too many streams: the browser asks for one again by itself, after a while.
    stream.addEventListener("refused", refresh);
    stream.addEventListener("repaint", repaint);
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

  // What a visitor is typing is not written over, nor is a form that one has begun to fill in, whatever has
  // the focus, and though it is not offered any more. One that is as it was before is renewed with the page.
  const chosenFirst = (field) => Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  const isWritten = (field) => {
    if (field.options) return field.selectedIndex !== chosenFirst(field);
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    return "defaultValue" in field && field.value !== field.defaultValue;
  };
  live.addEventListener("input", ({ target: { form } }) => {
    if (form && !form.matches("[data-slip]")) form.toggleAttribute("data-written", [...form.elements].some(isWritten));
  });
  const holdsWritten = (node) => node.matches?.("[data-written]") || node.querySelector?.("[data-written]");
  Idiomorph.defaults.ignoreActiveValue = true;
  // Of a large event's page most is as it was: that is passed over whole, but for fields, which are renewed.
  const isSame = (node, renewed) => node.isEqualNode(renewed) && !node.querySelector?.("input, select, textarea");
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (node, renewed) =>
    !node.matches?.("[data-written]") && !isSame(node, renewed);
  Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => !holdsWritten(node);
  // The focus stays where it is. htmx would give it to what a page begins with, each time it is renewed: the
  // rest of a word would be typed there, and a phone would show its keyboard.
  let focused = null;
  live.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement;
  });
  live.addEventListener("htmx:afterSettle", () => {
    if (focused === null || document.activeElement === focused) return;
    if (focused !== document.body && focused.isConnected) focused.focus({ preventScroll: true });
    else document.activeElement.blur();
    focused = null;
  });
  // What a visitor has unfolded stays unfolded.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => name !== "open";
  open();
})();
