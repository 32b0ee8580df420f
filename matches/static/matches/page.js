// What every page has: the reader's time zone for the server, "/" goes to the search, Escape and a click
// elsewhere close what was unfolded, sheets open, a page is printed, files are
// dropped, steppers step.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.split("; ").includes(`time_zone=${zone}`)) {
    document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  }

  const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
  const unfolded = () => document.querySelectorAll("details.mine[open], details.term[open]");

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !typing(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const search = document.querySelector(".search input");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
    if (event.key !== "Escape") return;
    for (const each of unfolded()) {
      each.open = false;
      each.querySelector("summary").focus();
    }
  });

  document.addEventListener("click", (event) => {
    for (const each of unfolded()) if (!each.contains(event.target)) each.open = false;
    const opener = event.target.closest("[data-opens]");
    if (opener) {
      const sheet = document.getElementById(opener.dataset.opens);
      if (sheet) {
        event.preventDefault();
        sheet.showModal();
      }
    }
    if (event.target.closest("[data-prints]")) window.print();
    if (event.target.closest("[data-closes]")) {
      event.preventDefault();
      event.target.closest("dialog").close();
    }
    const step = event.target.closest(".stepper button");
    if (step) {
      const box = step.parentElement.querySelector("input");
      const [least, most] = [Number(box.min || 0), Number(box.max || Infinity)];
      box.value = Math.min(most, Math.max(least, Number(box.value || 0) + Number(step.dataset.by)));
      box.dispatchEvent(new Event("input", { bubbles: true }));
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });

  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      const drop = event.target.closest?.(".drop");
      if (drop) drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    });
  }
  document.addEventListener("change", (event) => {
    const name = event.target.closest(".drop")?.querySelector("[data-file]");
    if (name && event.target.files?.[0]) name.textContent = event.target.files[0].name;
  });

  // Buttons that copy what stands in a field; where a page may not, one marks and copies it.
  const offerCopies = () => {
    for (const button of document.querySelectorAll("[data-copies][hidden]")) button.hidden = !navigator.clipboard;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const word = button.textContent;
    const field = document.getElementById(button.dataset.copies);
    field.select();
    await navigator.clipboard.writeText(field.value);
    if (word === button.dataset.done) return;
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = word;
    }, 2000);
  });
  document.addEventListener("htmx:afterSettle", offerCopies);
  offerCopies();
})();
