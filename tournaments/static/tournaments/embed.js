// For pages of other sites: puts a frame into each <div data-golden-point="ADDRESS"></div>, as high as what is
// in it. No cookies, no names of its own; load it as often as you like.
(() => {
  const frames = new Map();
  const fill = (place) => {
    if (place.dataset.filled) return;
    place.dataset.filled = "yes";
    const address = new URL(place.dataset.goldenPoint);
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = place.dataset.title || "Golden Point";
    frame.loading = "lazy";
    Object.assign(frame.style, { border: "0", width: "100%", height: place.dataset.height || "480px" });
    place.append(frame);
    frames.set(frame, address.origin);
  };
  window.addEventListener("message", ({ data, origin, source }) => {
    for (const [frame, from] of frames) {
      const height = Number(data?.goldenPointHeight);
      if (frame.contentWindow === source && from === origin && height > 0) frame.style.height = `${Math.min(height, 20000)}px`;
    }
  });
  const fillAll = () => document.querySelectorAll("[data-golden-point]").forEach(fill);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fillAll);
  fillAll();
})();
