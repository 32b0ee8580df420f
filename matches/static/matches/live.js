// Keeps an open page up to date. The server says "changed", and htmx asks for the live part again, or it sends
// what has changed; only what differs is altered, so that nothing jumps. While the stream is away the page asks
// every half minute. A hidden page lets go of its stream: browsers allow six connections to a server, and a
// director has more tabs than that.
(() => {
  const POLL_MS = 30_000;
  const AGAIN_MS = 500;
  const live = document.getElementById("live");
  let stream = null;
  let version = live.dataset.version;

  const refresh = ({ lastEventId } = {}) => {
    version = lastEventId || version;
    htmx.trigger(live, "changed");
  };
  // What differs comes with the event where all who look at the page see the same: region by region, each in a
  // task of its own, between which the page answers and is drawn.
  let painting = Promise.resolve();
  const repaint = ({ data, lastEventId }) => {
    version = lastEventId;
    const paint = async () => {
      for (const [name, html] of Object.entries(JSON.parse(data).regions)) {
        // All of the page was asked for meanwhile, and is no older.
        if (Number(lastEventId) <= swapped) return;
        const region = document.getElementById(name);
        if (region === null) return refresh();
        if (region === live) alterWithin(live, parsed(html));
        else alter(region, parsed(html).firstElementChild);
        await nextTask();
      }
      if (live.querySelector("[hx-get], [hx-post]")) htmx.process(live);
      live.dispatchEvent(new Event("repainted"));
    };
    painting = painting.then(paint).catch(refresh);
  };
  // An answer that is older than what the page was told of since it asked lacks what came between.
  let swapped = 0;
  live.addEventListener("htmx:beforeSwap", (event) => {
    const of = Number(event.detail.xhr.getResponseHeader("X-Live-Topic")?.split(" ").at(-1));
    if (of && of < Number(version)) {
      event.detail.shouldSwap = false;
      setTimeout(refresh, AGAIN_MS);
    } else swapped = of || swapped;
  });
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

  // Most of a part is as it was: what differs is looked for from above, and that alone is morphed.
  const parsed = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  };
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  const names = (node) => Array.from(node.children, ({ id }) => id);
  const hasText = (node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const isAlike = (node, renewed) =>
    node.childElementCount > 0 &&
    node.childElementCount === renewed.childElementCount &&
    node.cloneNode().isEqualNode(renewed.cloneNode()) &&
    !hasText(node) &&
    !hasText(renewed);
  // Rows that have changed places are moved; false where they are not the same rows.
  const arrange = (node, renewed) => {
    const [were, are] = [names(node), names(renewed)];
    if (were.every((name, at) => name === are[at])) return true;
    const rows = new Map(Array.from(node.children, (child) => [child.id, child]));
    if (rows.size !== are.length || rows.has("") || !are.every((name) => rows.has(name))) return false;
    let next = node.firstElementChild;
    for (const name of are) {
      const row = rows.get(name);
      if (row === next?.nextElementSibling) {
        node.append(next);
        next = row;
      }
      if (row === next) next = row.nextElementSibling;
      else node.insertBefore(row, next);
    }
    return true;
  };
  const alterChildren = (node, renewed) => {
    if (!isAlike(node, renewed) || !arrange(node, renewed)) return false;
    // What is morphed is taken out of where it was.
    const pairs = [...renewed.children];
    [...node.children].forEach((child, at) => alter(child, pairs[at]));
    return true;
  };
  const alter = (node, renewed) => {
    if (isSame(node, renewed)) return;
    if (node.matches("[data-written]") || !alterChildren(node, renewed)) Idiomorph.morph(node, renewed, { morphStyle: "outerHTML" });
  };
  const alterWithin = (node, content) => {
    const renewed = node.cloneNode();
    renewed.append(content);
    if (!alterChildren(node, renewed)) Idiomorph.morph(node, renewed.children, { morphStyle: "innerHTML" });
  };
  htmx.defineExtension("alter", {
    isInlineSwap: (style) => style === "alter",
    handleSwap: (style, target, content) => {
      if (style !== "alter") return false;
      alterWithin(target, content);
      return [target];
    },
  });

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
