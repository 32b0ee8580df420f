// The score pad: the button says the sentence that it sends, and waits until there is one.
(() => {
  const fill = (words, places) => words.replace(/\{(\w+)\}/g, (_, name) => places[name]);

  for (const pad of document.querySelectorAll("form.pad")) {
    const { length, askWinner, askPoints, report } = pad.dataset;
    const lines = pad.querySelector(".lines");
    const send = pad.querySelector("button");
    const question = pad.querySelector("[data-ask]");
    const asked = question.textContent;
    const sides = [...pad.querySelectorAll("[name=winner]")];

    const show = () => {
      const winner = sides.findIndex((side) => side.checked);
      const loser = pad.elements.loser.value;
      const ready = winner >= 0 && loser !== "" && Number(loser) < Number(length) && Number(loser) >= 0;
      const of = winner < 0 ? "" : fill(askPoints, { loser: sides[1 - winner].dataset.name });
      question.textContent = of || asked;
      for (const [side, points] of pad.querySelectorAll("[data-points]").entries()) {
        const won = side === winner;
        points.textContent = winner < 0 ? "–" : won ? length : loser || "–";
        for (const each of [points, pad.querySelector(`[data-side="${side}"]`)]) each.classList.toggle("won", won);
      }
      send.disabled = !ready;
      send.textContent = ready
        ? fill(report, { winner: sides[winner].dataset.name, points: `${length}–${Number(loser)}` })
        : of || askWinner;
    };

    lines.hidden = false;
    pad.addEventListener("input", show);
    // A page that the reader comes back to keeps what was chosen.
    window.addEventListener("pageshow", show);
    show();
  }
})();
