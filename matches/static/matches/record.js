// A match recorded by taps: dice by two taps, checkers by taps or drags where only legal steps are lit, as far
// as the service has sent them ahead; without a connection what is tapped is taken, and looked at later.
(() => {
  const root = document.getElementById("record");
  if (!root) return;
  const device = JSON.parse(document.getElementById("record-device").textContent);
  const { words, names, bottom } = device;
  const SIDES = ["one", "two"];
  const FACES = [1, 2, 3, 4, 5, 6];
  const SHOWN = 30;
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const fill = (text, places = {}) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);
  const side = (name) => (name === null ? null : SIDES.indexOf(name));
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? root.dataset.csrf;

  const answered = async (response) => {
    if (response.redirected || !(response.headers.get("Content-Type") ?? "").includes("json")) {
      return { status: response.redirected || response.status === 403 ? 401 : response.status, body: null };
    }
    return { status: response.status, body: await response.json() };
  };
  const send = async (body) =>
    answered(
      await fetch(root.dataset.acts, {
        method: "POST",
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
        body: JSON.stringify(body),
      }),
    );
  const look = async (after) => answered(await fetch(`${root.dataset.state}?after=${after}`, { credentials: "same-origin" }));

  const match = window.recordMatch(device.board, device.anew);
  const clockName = `golden-clock-${device.match}-${device.login}`;
  let draft = { of: "", steps: [], byHand: false };
  let picked = [null, null];
  let box = null;

  // -- What there is to see: the service's word, or what the acts on this device make of it.

  const isKnown = () => box.pending.length === 0 || box.fault !== null;
  const standing = () => match.standing(isKnown() ? box.acts : [...box.acts, ...box.pending]);
  const fromService = ({ boards, dice, cube, owner, offered, offered_by, resigned, resigned_by, on_roll, game, game_over, results }) => ({
    boards: [boards.one, boards.two],
    dice,
    cube,
    owner: side(owner),
    offered,
    offeredBy: side(offered_by),
    resigned,
    resignedBy: side(resigned_by),
    onRoll: side(on_roll),
    game,
    gameOver: game_over,
    winner: results,
  });
  const view = () => {
    const { server } = box;
    const state = isKnown() ? fromService(server) : match.stateOf(standing());
    return { ...state, hasCube: device.cube, crawford: server.crawford && state.game === server.game };
  };
  const phase = (state) => {
    const { server } = box;
    if (server.reported) return "reported";
    if (box.blocked) return "blocked";
    if (isKnown() && server.misfit > 0) return "misfit";
    if (isKnown() && server.over) return "match_over";
    if (state.gameOver) return "game_over";
    if (state.onRoll === null) return "open";
    if (state.resigned !== null) return "resigned";
    if (state.offered !== null) return "offer";
    return state.dice ? "play" : "roll";
  };

  // -- The tree of legal steps, as far as it covers what lies on the board.

  const rollOf = (dice) => `${Math.max(...dice)}${Math.min(...dice)}`;
  const treeRoot = (state) => {
    const { ahead } = box.server;
    if (!ahead || !state.dice) return null;
    const behind = isKnown() ? 0 : box.pending.length;
    const covered = behind === 0 || (behind === 1 && ["open", "roll"].includes(box.pending[0].action));
    return covered ? (ahead.rolls[rollOf(state.dice)] ?? null) : null;
  };
  const optionsAt = (number) => {
    const node = box.server.ahead.nodes[number];
    const found = [];
    for (let at = 0; at < node.length; at += 4) {
      const [start, end, die, next] = node.slice(at, at + 4);
      found.push({ start, end, die, next });
    }
    return found;
  };
  const nodeOf = (number, steps) => {
    let at = number;
    for (const step of steps) {
      const next = optionsAt(at).find((each) => each.start === step.start && each.end === step.end && each.die === step.die);
      if (next === undefined) return null;
      at = next.next;
    }
    return at;
  };
  const freeMoves = (state, boards) => {
    const [one, two] = state.dice;
    const left = one === two ? [one, one, one, one] : [one, two];
    for (const step of draft.steps) left.splice(left.indexOf(step.die), 1);
    const found = [];
    for (const die of new Set(left)) {
      for (let start = 25; start > 0; start -= 1) {
        if (boards[state.onRoll][start] > 0) found.push({ start, end: Math.max(0, start - die), die });
      }
    }
    return found;
  };
  const inHand = (state) => {
    const boards = state.boards.map((own) => [...own]);
    for (const { start, end } of draft.steps) match.step(boards, state.onRoll, start, end);
    return boards;
  };

  // -- What is done.

  const commit = (action, numbers = []) => {
    picked = [null, null];
    box.add(action, numbers);
    clock.act(match.turnOf(view()));
  };
  const done = () => {
    const numbers = draft.steps.flatMap(({ start, end }) => [start, end]);
    draft = { of: "", steps: [], byHand: false };
    if (box.fault) box.putRight(numbers);
    else commit("play", numbers);
  };
  const stepped = (move) => {
    draft.steps.push(move);
    show();
  };
  const stepBack = () => {
    draft.steps.pop();
    draft.byHand = true;
    show();
  };
  const takeBack = (count) => {
    draft = { of: "", steps: [], byHand: false };
    commit("take_back", [count]);
  };

  // -- Words.

  const place = (point) => (point === 0 ? words.off : point === 25 ? words.bar : point);
  const playText = (numbers) =>
    match
      .pairs(numbers)
      .map(([start, end]) => `${place(start)}/${place(end)}`)
      .join(" ") || words.cannot_move;
  const said = ({ action, numbers }) => {
    if (action === "play") return playText(numbers);
    if (action === "roll") return numbers.join("-");
    if (action === "open") return `${words.open_act} ${numbers.join("-")}`;
    return words[`${action}_act`] ?? action;
  };
  const listed = (acts) => acts.map(said).join(", ");

  // -- Buttons.

  const button = (text, act, kind = "") => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = kind.startsWith("die") ? kind : `button ${kind}`;
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  const worded = (name) => part("words").querySelector(`[data-word="${name}"]`).textContent;
  const row = (label, at, act, title = "") => {
    const made = document.createElement("div");
    made.className = "record-dice";
    made.setAttribute("role", "group");
    if (title) {
      const said = document.createElement("small");
      said.textContent = title;
      made.append(said);
    }
    for (const face of FACES) {
      const key = button(String(face), () => act(at, face), picked[at] === face ? "die chosen" : "die");
      key.setAttribute("aria-label", fill(label, { number: face }));
      key.setAttribute("aria-pressed", String(picked[at] === face));
      made.append(key);
    }
    return made;
  };
  const pick = (action) => (at, face) => {
    picked[at] = picked[at] === face ? null : face;
    if (picked.includes(null)) return show();
    const dice = picked;
    if (action === "open" && dice[0] === dice[1]) {
      picked = [null, null];
      return show(words.opened_equal);
    }
    return commit(action, dice);
  };
  const mayDouble = (state) => {
    if (isKnown()) return box.server.can.includes("double");
    return device.cube && !state.crawford && standing().length > 2 && [null, state.onRoll].includes(state.owner);
  };
  const keys = {
    open: () => [
      row(fill(words.die_of, { name: names[0], number: "{number}" }), 0, pick("open"), names[0]),
      row(fill(words.die_of, { name: names[1], number: "{number}" }), 1, pick("open"), names[1]),
    ],
    roll: (state) => [
      row(words.first_die, 0, pick("roll")),
      row(words.second_die, 1, pick("roll")),
      ...(mayDouble(state) ? [button(worded("double"), () => commit("double"), "quiet")] : []),
    ],
    play: (state, node) => [
      ...(draft.steps.length > 0 ? [button(worded("step_back"), stepBack, "quiet")] : []),
      ...(node === null || box.server.ahead.nodes[node].length === 0
        ? [button(draft.steps.length > 0 ? worded("done") : worded("cannot_move"), done, "brass")]
        : []),
    ],
    offer: () => [
      button(worded("take"), () => commit("take"), "brass"),
      button(worded("pass"), () => commit("pass"), "quiet"),
    ],
    resigned: () => [
      button(worded("accept"), () => commit("accept"), "brass"),
      button(worded("decline"), () => commit("decline"), "quiet"),
    ],
    game_over: () => [button(worded("next_game"), () => commit("next_game"), "brass")],
    misfit: () => [button(worded("take_back"), () => commit("take_back", [box.server.misfit]), "brass")],
    match_over: () => [],
    reported: () => [],
    blocked: () => [],
  };

  const lineOf = (state, now, node) => {
    const name = names[state.onRoll ?? 0];
    const dice = state.dice?.join("-");
    const won = box.server.winner;
    switch (now) {
      case "play":
        if (draft.steps.length > 0 && node !== null && box.server.ahead.nodes[node].length === 0) return fill(words.done, { name, dice });
        if (node !== null && draft.steps.length === 0 && box.server.ahead.nodes[node].length === 0) return fill(words.stuck, { name, dice });
        return fill(words.play, { name, dice });
      case "offer":
        return fill(words.offer, { name: names[state.offeredBy], other: names[1 - state.offeredBy], cube: state.offered });
      case "resigned": {
        const what = words[["", "single", "gammon", "backgammon"][state.resigned / state.cube]];
        return fill(words.resigned, { name: names[state.resignedBy], other: names[1 - state.resignedBy], what });
      }
      case "match_over":
        return fill(words.match_won, { name: names[side(won)] });
      case "misfit":
        return fill(words.misfit, { count: box.server.misfit });
      case "blocked":
        return box.blocked === "log_in" ? words.log_in : fill(words.refused, { detail: box.blocked });
      default:
        return fill(words[now], { name });
    }
  };
  const troubles = () => {
    const shown = [];
    if (box.fault) {
      const why = document.createElement("p");
      why.textContent = fill(words.wrong, { detail: box.fault.detail });
      shown.push(why);
      if (box.fault.legal.length > 0) {
        const legal = document.createElement("p");
        legal.textContent = fill(words.put_right, { count: box.pending.length - 1 });
        shown.push(legal);
      }
      shown.push(button(words.leave_out, () => box.putRight(null), "quiet"), button(words.discard, () => box.discard(), "quiet"));
    } else if (box.others) {
      const why = document.createElement("p");
      why.textContent = fill(words.other_first, { theirs: listed(box.others), ours: listed(box.pending) });
      shown.push(why, button(words.keep_theirs, () => box.discard(), ""), button(words.add_mine, () => box.goOn(), "quiet"));
    }
    return shown;
  };

  const history = (acts) =>
    acts
      .slice(-SHOWN)
      .reverse()
      .map((act, at) => {
        const item = document.createElement("li");
        const line = document.createElement("div");
        const text = document.createElement("span");
        text.textContent = said(act);
        line.append(text, button(words.back_to, () => takeBack(at + 1), "quiet small"));
        item.append(line);
        return item;
      });

  const netLine = () => {
    if (box.pending.length === 0) return words.saved;
    if (box.fault || box.others || box.blocked) return "";
    if (box.online) return words.sending;
    return fill(words.unsent, { count: box.pending.length });
  };

  // -- All of it, drawn anew.

  const board = window.recordBoard(part("board").querySelector("svg"), part("layer"), device.board, bottom, stepped);
  const clock = window.recordClock(
    SIDES.map((_, at) => root.querySelector(`[data-clock="${at}"]`)),
    clockName,
    (at) => fill(words.out_of_time, { name: names[at] }),
  );

  const forced = (root_) => {
    let node = nodeOf(root_, draft.steps);
    while (!draft.byHand && node !== null) {
      const options = optionsAt(node);
      if (new Set(options.map(({ start, end }) => `${start}/${end}`)).size !== 1) break;
      // A checker that is held when the answer comes is put down by its hand: the next tap would move it on.
      if (options[0].start === board.taken()) break;
      draft.steps.push(options[0]);
      node = options[0].next;
    }
  };

  const show = (line = "") => {
    const state = view();
    const now = phase(state);
    const acts = standing();
    const of = `${acts.length} ${state.dice} ${box.fault?.key}`;
    if (draft.of !== of) draft = { of, steps: [], byHand: false };
    let moves = [];
    let node = null;
    const plays = now === "play" && device.may && !box.others && (!box.fault || box.fault.legal.length > 0);
    if (plays) {
      const from = treeRoot(state);
      if (from !== null) {
        if (nodeOf(from, draft.steps) === null) draft.steps = [];
        forced(from);
        node = nodeOf(from, draft.steps);
        moves = node === null ? [] : optionsAt(node);
      } else {
        moves = freeMoves(state, inHand(state));
      }
    }
    board.paint({ ...state, boards: now === "play" ? inHand(state) : state.boards }, moves);
    part("line").textContent = line || lineOf(state, now, node);
    const free = plays && treeRoot(state) === null;
    part("unchecked").hidden = !free || box.online;
    part("net").textContent = netLine();
    part("net").classList.toggle("away", !box.online && box.pending.length > 0);
    const held = !device.may || box.others || (box.fault && !plays);
    part("keys").replaceChildren(...(held ? [] : keys[now](state, node)));
    part("keys").dataset.phase = now;
    part("trouble").replaceChildren(...troubles());
    part("trouble").hidden = !box.fault && !box.others;
    part("report").hidden = now !== "match_over" || !device.may;
    part("back").hidden = held || (box.fault && draft.steps.length === 0) || acts.length === 0 || ["reported", "blocked", "misfit"].includes(now);
    part("several").replaceChildren(...history(acts));
    part("resign").hidden = !(isKnown() && box.server.can.includes("resign") && draft.steps.length === 0);
    for (const name of ["pause", "resume"]) part(name).hidden = !(isKnown() && box.server.timed && box.server.can.includes(name));
    const turn = match.turnOf(state);
    for (const at of [0, 1]) {
      const shown = root.querySelector(`[data-side="${at}"]`);
      shown.classList.toggle("turn", turn === at);
      shown.querySelector("[data-points]").textContent = Math.min(box.server.score[SIDES[at]], box.server.length);
      const own = now === "play" ? inHand(state)[at] : state.boards[at];
      shown.querySelector("[data-pips]").textContent = own.slice(0, 26).reduce((sum, count, point) => sum + count * point, 0);
    }
    const crawford = state.crawford ? ` · ${words.crawford}` : "";
    part("game").textContent = `${fill(words.game, { number: state.game })}${crawford}`;
    root.dataset.last = box.server.last;
    root.dataset.pending = box.pending.length;
    root.dataset.phase = now;
    root.dataset.done = acts.length;
    root.dataset.draft = draft.steps.map(({ start, end }) => `${start}/${end}`).join(" ");
  };

  const changed = () => {
    if (box === null) return;
    if (box.pending.length === 0) clock.set(box.server.clock, box.received);
    show();
  };
  box = window.recordBox({ name: `golden-record-${device.match}-${device.login}`, state: device.state, send, look, changed });
  clock.keepOwn(box.server.clock, box.received);
  if (box.pending.length === 0) clock.set(box.server.clock, box.received);

  part("back").addEventListener("click", () => (draft.steps.length > 0 ? stepBack() : takeBack(1)));
  for (const each of part("resign").querySelectorAll("[data-wins]")) {
    each.addEventListener("click", () => {
      part("resign").closest("details")?.removeAttribute("open");
      commit("resign", [Number(each.dataset.wins)]);
    });
  }
  for (const name of ["pause", "resume"]) part(name).addEventListener("click", () => commit(name));
  window.addEventListener("online", () => box.flush());
  document.addEventListener("visibilitychange", () => document.hidden || box.refresh());

  // What other devices write comes as it is written.
  let stream = null;
  const follow = () => {
    if (stream !== null || document.hidden) return;
    stream = new EventSource(`/events/match-${device.match}/`);
    for (const kind of ["changed", "repaint"]) stream.addEventListener(kind, () => box.refresh());
  };
  const leave = () => {
    stream?.close();
    stream = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : follow()));
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", follow);
  follow();

  // The page and what it loads, for a reload without a connection.
  if ("serviceWorker" in navigator && window.caches) {
    const parts = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((each) => each.src || each.href);
    navigator.serviceWorker
      .register("/matches/record-worker.js", { scope: "/matches/" })
      .then(() => caches.open("golden-record-1"))
      .then((cache) => cache.addAll([location.pathname, ...parts]))
      .catch(() => {});
  }
  root.classList.add("ready");
  show();
  box.flush();
})();
