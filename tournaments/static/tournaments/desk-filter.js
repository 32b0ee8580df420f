// Narrows a list while a name is typed. What stands in data-key is folded as names are looked for; the server
// reads the same letters once more on Enter, and knows kana and readings that this does not.
(() => {
  const live = document.getElementById("live");
  const box = () => live.querySelector("[data-filter] input:not([type=hidden])");
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = () => [...live.querySelectorAll("[data-key]")];

  const narrow = () => {
    const words = fold(box()?.value ?? "").split(/\s+/).filter(Boolean);
    const fits = (row) => {
      const names = ` ${row.dataset.key} ${fold(row.textContent)}`;
      return words.every((word) => names.includes(` ${word}`));
    };
    const found = rows().filter(fits);
    for (const row of rows()) row.hidden = found.length > 0 && !found.includes(row);
    return words.length ? found : [];
  };

  live.addEventListener("input", (event) => {
    if (event.target === box()) narrow();
  });
  // Letters typed at once, before the box has the focus or after a tap on a name, are meant for it.
  document.addEventListener("keydown", (event) => {
    const types = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (types && !event.target.closest?.("input, textarea, select")) box()?.focus();
  });
  // The form is on its way by then: the next name can be typed.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-filter]")) return;
    if (narrow().filter((row) => !row.classList.contains("here")).length === 1) box().value = "";
    else box().select();
  });
  new MutationObserver(narrow).observe(live, { childList: true, subtree: true });
})();
