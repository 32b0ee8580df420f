// Names that are looked for while they are typed: a combobox as the ARIA practices describe it. `.combo` has an
// input and says, as data-source, who answers {"groups": [{"title", "hits": [{number, name, detail, address}]}]}.
// In a form the one chosen is sent beside the text (PlayerField); in the head of the page it is gone to.
(() => {
  const WAIT_MS = 120;
  let combos = 0;

  const made = (tag, said = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(said)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };

  const enhance = (combo) => {
    if (combo.dataset.ready !== undefined || !combo.dataset.source) return;
    combo.dataset.ready = "";
    const input = combo.querySelector("input");
    const list = made("ul", { role: "listbox", id: `combo-${++combos}`, "aria-label": combo.dataset.list });
    const said = made("span", { role: "status", class: "unseen" });
    const field = (part) => combo.querySelector(`input[type=hidden][name="${CSS.escape(input.name)}-${part}"]`);
    const leads = combo.dataset.leads !== undefined;
    let options = [];
    let at = -1;
    let asked = "";
    let timer = 0;
    let asking = null;

    list.hidden = true;
    combo.append(list, said);
    const roles = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false" };
    for (const [name, value] of Object.entries({ ...roles, "aria-controls": list.id })) input.setAttribute(name, value);

    const mark = () => {
      options.forEach((option, place) => option.row.setAttribute("aria-selected", String(place === at)));
      if (at < 0) {
        input.removeAttribute("aria-activedescendant");
      } else {
        input.setAttribute("aria-activedescendant", options[at].row.id);
        options[at].row.scrollIntoView({ block: "nearest" });
      }
    };
    const open = (shown) => {
      list.hidden = !shown;
      input.setAttribute("aria-expanded", String(shown));
      if (!shown) at = -1;
      mark();
    };
    const close = () => {
      clearTimeout(timer);
      asking?.abort();
      open(false);
    };
    const add = (parent, hit, name) => {
      const row = made("li", { role: "option", id: `${list.id}-${options.length}` });
      row.append(made("span", {}, name), made("small", {}, hit.detail || ""));
      parent.append(row);
      options.push({ row, hit });
    };
    const show = (groups, text) => {
      list.replaceChildren();
      options = [];
      groups.forEach((group, place) => {
        let parent = list;
        if (group.title) {
          const title = made("li", { role: "presentation", class: "group", id: `${list.id}-of-${place}` }, group.title);
          parent = made("ul", { role: "group", "aria-labelledby": title.id });
          const holder = made("li", { role: "presentation" });
          holder.append(parent);
          list.append(title, holder);
        }
        for (const hit of group.hits) add(parent, hit, hit.name);
      });
      const found = options.length;
      if (combo.dataset.new) add(list, { number: "new", name: text }, `${combo.dataset.new} ${text}`);
      said.textContent = found ? combo.dataset.count.replace("{count}", found) : combo.dataset.none;
      asked = text;
      at = leads || !options.length ? -1 : 0;
      open(options.length > 0);
    };
    const ask = async (text) => {
      asking = new AbortController();
      const query = new URLSearchParams({ q: text });
      if (combo.dataset.club) query.set("club", combo.dataset.club);
      const source = combo.dataset.source;
      try {
        const answer = await fetch(source + (source.includes("?") ? "&" : "?") + query, { signal: asking.signal });
        if (answer.ok) show((await answer.json()).groups, text);
      } catch (error) {
        if (error.name !== "AbortError") close();
      }
    };
    const choose = (hit) => {
      close();
      if (leads) {
        location.assign(hit.address);
        return;
      }
      input.value = hit.name;
      combo.querySelector("[data-offered]")?.remove();
      const chosen = field("chosen") || made("input", { type: "hidden", name: `${input.name}-chosen` });
      combo.append(chosen);
      chosen.value = hit.number;
      field("asked").value = hit.name;
      input.dispatchEvent(new CustomEvent("chosen", { bubbles: true, detail: hit }));
      if (combo.dataset.submits !== undefined) input.form.requestSubmit();
    };

    input.addEventListener("input", () => {
      clearTimeout(timer);
      asking?.abort();
      const text = input.value.trim();
      if (text) timer = setTimeout(ask, WAIT_MS, text);
      else close();
    });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && list.hidden && input.value.trim()) {
        event.preventDefault();
        ask(input.value.trim());
      } else if (step && options.length) {
        event.preventDefault();
        at = at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length;
        mark();
      } else if (event.key === "Enter" && !list.hidden && at >= 0 && asked === input.value.trim()) {
        event.preventDefault();
        choose(options[at].hit);
      } else if (event.key === "Enter") {
        close();
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        event.stopPropagation();
        close();
      }
    });
    list.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const option = options.find(({ row }) => row.contains(event.target));
      if (option && event.button === 0) choose(option.hit);
    });
    input.addEventListener("blur", close);
  };

  const enhanceAll = () => document.querySelectorAll(".combo").forEach(enhance);
  enhanceAll();
  // Parts of a page that are fetched anew bring their own.
  document.addEventListener("htmx:load", enhanceAll);
})();
