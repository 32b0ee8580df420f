// Buttons that copy what stands in a field; without this, or where a page may not, one marks and copies it.
(() => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copies]")) {
    const word = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copies);
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = word; }, 2000);
    });
  }
})();
