// Tells the page around the frame how high all of it is.
(() => {
  if (window.parent === window) return;
  const tell = () => {
    window.parent.postMessage({ goldenPointHeight: document.body.scrollHeight }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
})();
