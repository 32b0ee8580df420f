// Draws checkers, dice and the cube on a bare board, and lays over it what is tapped (taps.js).
//
// const shown = recordBoard(svg, layer, board, bottom, play); shown.paint(state, moves)
window.recordBoard = (svg, layer, board, bottom, play) => {
  const SVG = "http://www.w3.org/2000/svg";
  const OFF = 0;
  const BAR = 25;
  // Side 0 has the light checkers, wherever it sits.
  const SHADES = ["light", "dark"];
  const drawn = document.createElementNS(SVG, "g");
  svg.append(drawn);
  layer.dataset.radius = board.radius;
  layer.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
  const taps = window.boardTaps(layer, play);
  const endOf = (side) => (side === bottom ? 0 : 1);

  const shape = (name, ink, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    if (ink) {
      made.setAttribute("class", ink);
      for (const [key, value] of Object.entries(board.inks[ink] ?? {})) made.setAttribute(key, value);
    }
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const add = (...shapes) => drawn.append(...shapes);

  const checker = (shade, [cx, cy]) => {
    add(shape("circle", `board-${shade}`, { cx, cy, r: board.radius }));
    if (shade === "dark") add(shape("circle", "board-ring", { cx, cy, r: board.ring }));
  };
  // A pinned checker lies below those of the other side.
  const pinned = (boards, side, point) =>
    point !== BAR && board.pins ? boards[1 - side][BAR + board.facing[point]] : 0;
  const stack = (boards, side, point) => {
    const count = boards[side][point];
    const { spots } = board.ends[endOf(side)][point];
    const first = pinned(boards, side, point);
    const room = spots.length - first;
    for (let level = 0; level < Math.min(count, room); level += 1) checker(SHADES[side], spots[first + level]);
    if (count <= room) return;
    const [x, y] = spots.at(-1);
    add(
      shape("circle", `board-${SHADES[side]}`, { cx: x, cy: y, r: board.radius }),
      shape("text", `board-${SHADES[side]}-count`, { x, y: y + 7, "font-size": 20, "font-weight": 700 }, count),
    );
  };
  const off = (boards, side, owner) => {
    const end = endOf(side);
    const x = board.tray[end] - board.off.width / 2;
    for (let nth = 0; nth < boards[side][OFF]; nth += 1) {
      const depth = board.edge + (owner === side ? board.cube + 7 : 0) + nth * board.off.pitch;
      const y = end === 1 ? depth : board.height - depth - board.off.height;
      const { width, height } = board.off;
      add(shape("rect", `board-${SHADES[side]}-off`, { x, y, width, height, rx: 2.5 }));
    }
  };
  const die = (side, x, number) => {
    const { size, spot, spots } = board.die;
    add(shape("rect", `board-${SHADES[side]}-die`, { x: x - size / 2, y: board.middle - size / 2, width: size, height: size, rx: 7 }));
    for (const [across, down] of board.spots[number] ?? []) {
      add(shape("circle", `board-${SHADES[side]}-spot`, { cx: x + across * spots, cy: board.middle + down * spots, r: spot }));
    }
  };
  const cube = ({ cube: value, owner, offered, offeredBy, crawford }) => {
    let x = board.tray[0];
    let y = board.middle;
    if (offered !== null) x = board.dice[endOf(offeredBy)];
    else if (owner !== null) {
      x = board.tray[endOf(owner)];
      const depth = board.edge + board.cube / 2;
      y = endOf(owner) === 1 ? depth : board.height - depth;
    }
    const face = offered ?? (crawford ? "Cr" : value === 1 ? 64 : value);
    add(
      shape("rect", "board-cube", { x: x - board.cube / 2, y: y - board.cube / 2, width: board.cube, height: board.cube, rx: 7 }),
      shape("text", "board-cube-face", { x, y: y + 8, "font-size": 21, "font-weight": 700 }, face),
    );
  };

  // What is the same as before stays, and a checker that was taken up stays taken.
  let laid = "";
  const lay = (state, moves) => {
    const now = JSON.stringify([state.boards, state.onRoll, moves.map(({ start, end, die }) => [start, end, die])]);
    if (now === laid) return;
    laid = now;
    const places = board.ends[endOf(state.onRoll ?? bottom)];
    const rects = places.map(({ at, size }, point) =>
      shape("rect", "", { "data-place": point, x: at[0], y: at[1], width: size[0], height: size[1] }),
    );
    const starts = [...new Set(moves.map((move) => move.start))];
    const ends = [...new Set(moves.map((move) => move.end))];
    const own = state.boards[state.onRoll ?? bottom];
    const circle = (name, point, [cx, cy]) => shape("circle", "", { [`data-${name}`]: point, cx, cy, r: board.radius });
    const top = (point, more) => places[point].spots[Math.min(Math.max(own[point] - 1 + more, 0), places[point].spots.length - 1)];
    layer.replaceChildren(
      ...rects,
      ...starts.map((point) => circle("from", point, top(point, 0))),
      ...ends.map((point) => circle("to", point, top(point, 1))),
    );
    taps.offer(moves);
  };

  return {
    taken: taps.taken,
    paint(state, moves) {
      drawn.replaceChildren();
      for (const side of [0, 1]) {
        off(state.boards, side, state.owner);
        for (let point = 1; point <= BAR; point += 1) stack(state.boards, side, point);
      }
      if (state.dice && state.onRoll !== null) {
        const middle = board.dice[endOf(state.onRoll)];
        die(state.onRoll, middle - board.die.pitch / 2, state.dice[0]);
        die(state.onRoll, middle + board.die.pitch / 2, state.dice[1]);
      }
      if (state.hasCube) cube(state);
      lay(state, moves);
    },
  };
};
