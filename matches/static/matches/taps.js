// Checkers are moved on a layer over a drawn board: a tap takes one, a tap puts it down; or it is dragged. The
// layer has a rectangle for each place (data-place) and circles that show where a checker may be taken
// (data-from) and put (data-to). What may be moved is told; there are no rules here.
//
// const taps = boardTaps(layer, play); taps.offer([{ start: 13, end: 8, ... }, ...]);  play(move) is told one.
window.boardTaps = (layer, play) => {
  const FAR = 6;
  const SVG = "http://www.w3.org/2000/svg";
  let moves = [];
  let taken = null;
  let drag = null;

  const marks = (name, places) => {
    for (const mark of layer.querySelectorAll(`[data-${name}]`)) {
      mark.classList.toggle("shown", places.includes(Number(mark.dataset[name])));
    }
  };
  const show = () => {
    marks("from", taken === null ? moves.map((move) => move.start) : [taken]);
    marks("to", moves.filter((move) => move.start === taken).map((move) => move.end));
    for (const place of layer.querySelectorAll("[data-place]")) {
      place.classList.toggle("source", moves.some((move) => move.start === Number(place.dataset.place)));
    }
  };
  const take = (place) => {
    taken = place;
    show();
  };
  const placeAt = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    return found && layer.contains(found) ? Number(found.dataset.place) : null;
  };
  const put = (end) => {
    const move = moves.find((each) => each.start === taken && each.end === end);
    if (move === undefined) return false;
    moves = [];
    take(null);
    play(move);
    return true;
  };
  const tap = (place) => {
    if (taken !== null && put(place)) return;
    const from = moves.filter((move) => move.start === place);
    if (place === taken || from.length === 0) return take(null);
    take(place);
    // Two dice may carry a checker to the same place, when it is borne off.
    if (from.every((move) => move.end === from[0].end)) put(from[0].end);
  };
  const spot = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const carry = (event) => {
    if (drag.ghost === null) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      take(drag.place);
      drag.ghost = document.createElementNS(SVG, "circle");
      drag.ghost.setAttribute("r", layer.dataset.radius);
      drag.ghost.setAttribute("class", "ghost");
      layer.append(drag.ghost);
    }
    const [x, y] = spot(event);
    drag.ghost.setAttribute("cx", x);
    drag.ghost.setAttribute("cy", y);
  };

  layer.addEventListener("pointerdown", (event) => {
    const place = placeAt(event);
    if (place === null || event.button > 0) return;
    event.preventDefault();
    if (!moves.some((move) => move.start === place)) return tap(place);
    drag = { place, x: event.clientX, y: event.clientY, ghost: null };
    layer.setPointerCapture(event.pointerId);
  });
  layer.addEventListener("pointermove", (event) => drag && carry(event));
  layer.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { place, ghost } = drag;
    drag = null;
    ghost?.remove();
    if (ghost === null) return tap(place);
    if (!put(placeAt(event))) take(null);
  });
  layer.addEventListener("pointercancel", () => {
    drag?.ghost?.remove();
    drag = null;
    take(null);
  });

  return {
    // The place of the checker that was taken up, or null.
    taken: () => taken,
    offer(offered) {
      moves = offered;
      // What was taken up stays taken, if it may still be moved.
      take(offered.some((move) => move.start === taken) ? taken : null);
    },
  };
};
