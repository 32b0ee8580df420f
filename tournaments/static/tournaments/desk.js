// The results of the control desk. What is typed into the line is read by the server, which says what it
// takes it for before Enter. A line that was entered is kept in this browser until the server has answered
// it: without a connection it waits and is sent again. Entering the same twice changes nothing.
(() => {
  const live = document.getElementById("live");
  const desk = () => document.getElementById("desk");
  const box = () => document.getElementById("slip");
  const csrf = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

  // -- What the server shows takes the place of what is shown; the focus and what is being typed stay.

  // How the desk is looked at, as the forms of it send it.
  const view = () => {
    const fields = [...live.querySelectorAll("form.slip input[type=hidden]")];
    return Object.fromEntries(fields.filter((field) => field.name !== "csrfmiddlewaretoken").map((field) => [field.name, field.value]));
  };

  let shown = 0;
  const show = (html) => {
    const typed = box()?.value;
    const at = document.activeElement?.id;
    shown += 1;
    for (const form of live.querySelectorAll("[data-written]")) form.removeAttribute("data-written");
    Idiomorph.morph(live, html, { morphStyle: "innerHTML", ignoreActiveValue: true });
    if (typed && box() && at !== "slip") box().value = typed;
    const { show: through, open, score } = view();
    const query = new URLSearchParams(Object.entries({ show: through, open, score }).filter(([, value]) => value));
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
    const wanted = live.querySelector("[autofocus]");
    if (wanted) wanted.focus();
  };

  const fetchView = async (address) => {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (answer.ok) show(await answer.text());
    else location.assign(address);
  };

  // The page fetched anew is looked at as it was. What the server said meanwhile to something that was entered
  // is newer, and is not written over.
  let shownWhenAsked = 0;
  document.body.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.path !== location.pathname) return;
    shownWhenAsked = shown;
    Object.assign(event.detail.parameters, view());
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== live || shownWhenAsked === shown) return;
    event.detail.shouldSwap = false;
    setTimeout(() => htmx.trigger(live, "changed"));
  });

  // -- Lines that wait to be answered

  const KEY = `lines of ${location.pathname}`;
  const waiting = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");
  const keep = (lines) => (lines.length ? localStorage.setItem(KEY, JSON.stringify(lines)) : localStorage.removeItem(KEY));
  let sending = false;

  const say = (text) => {
    const said = document.getElementById("said");
    if (said) said.textContent = text;
  };

  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      for (let lines = waiting(); lines.length; lines = waiting()) {
        const sent = new URLSearchParams(lines[0].fields);
        const form = live.querySelector("form.slip [name=kept]");
        if (form) sent.set("kept", form.value);
        sent.set("csrfmiddlewaretoken", csrf());
        const answer = await fetch(lines[0].address, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
        if (answer.status >= 500 || answer.status === 429) throw new Error(answer.statusText);
        keep(waiting().slice(1));
        const page = await answer.text();
        if (answer.status === 200 || answer.status === 422) {
          const newer = box()?.value;
          show(page);
          if (newer && box()) box().value = newer;
          mark();
        } else {
          location.reload();
        }
      }
    } catch {
      say(desk().dataset.notSent);
      desk().classList.add("not-sent");
      setTimeout(send, 2000);
      sending = false;
      return;
    }
    desk()?.classList.remove("not-sent");
    sending = false;
  };

  const enter = (form) => {
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken").map(([k, v]) => [k, String(v)]);
    keep([...waiting(), { address: form.action, fields }]);
    send();
  };

  // -- Before Enter: what the line is taken for, and the row that it is of

  let asked = 0;
  const mark = (key) => {
    const row = key ? live.querySelector(`tr[data-key="${key}"]`) : live.querySelector("tr.marked");
    for (const each of live.querySelectorAll("tr.meant")) if (each !== row) each.classList.remove("meant");
    row?.classList.add("meant");
    row?.scrollIntoView({ block: "nearest" });
  };
  const read = async () => {
    const line = box().value;
    const mine = ++asked;
    const query = new URLSearchParams({ line, marked: live.querySelector("form.slip [name=marked]")?.value ?? "" });
    const answer = await fetch(`${desk().dataset.reading}?${query}`).catch(() => null);
    if (!answer?.ok || mine !== asked || box()?.value !== line) return;
    const reading = document.getElementById("reading");
    reading.innerHTML = await answer.text();
    const way = reading.querySelector("[data-way]")?.dataset.way ?? "";
    document.getElementById("line").className = `line ${way}`;
    mark(reading.querySelector("[data-key]")?.dataset.key);
  };
  let soon;
  live.addEventListener("input", (event) => {
    if (event.target.id !== "slip") return;
    clearTimeout(soon);
    soon = setTimeout(read, 60);
  });

  live.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-slip]")) {
      event.preventDefault();
      if (form.matches(".slip") && !box().value.trim()) return;
      enter(form);
      if (form.matches(".slip")) {
        box().value = "";
        asked += 1;
        document.getElementById("line").className = "line";
      }
      box().focus();
    } else if (form.matches("[data-live-form]")) {
      event.preventDefault();
      const sent = new FormData(form, event.submitter);
      fetch(form.action, { method: "POST", body: new URLSearchParams(sent), headers: { "HX-Request": "true" } })
        .then(async (answer) => {
          if (answer.status !== 200 && answer.status !== 422) return location.reload();
          show(await answer.text());
          if (answer.ok && !live.querySelector("[data-escape]")) box()?.focus();
        })
        .catch(() => say(desk().dataset.notSent));
    }
  });

  live.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-live-link]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    fetchView(link.href);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      const typing = document.activeElement?.matches?.("input, textarea") && document.activeElement.value;
      if (typing || !box()) return;
      event.preventDefault();
      box().value = "u";
      box().form.requestSubmit();
    }
    if (event.key === "Escape") live.querySelector("[data-escape]")?.click();
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.id === "slip") {
      const rows = [...live.querySelectorAll("tr[data-key]:has(input)")];
      const now = rows.findIndex((row) => row.classList.contains("marked"));
      const next = rows[now + (event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      rows[now]?.classList.remove("marked");
      next.classList.add("marked");
      for (const field of live.querySelectorAll("[name=marked]")) field.value = next.dataset.key;
      mark();
      read();
    }
  });

  if (box()) {
    box().focus({ preventScroll: true });
    send();
  }
})();
