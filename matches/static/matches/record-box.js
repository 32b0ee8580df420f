// Keeps what a device has done until the service has it, through reloads and without a connection; sends it in
// order, each act known by its key so that it is written once.
//
// const box = recordBox({ name, send, look, changed }); box.add(action, numbers)
// box.fault: the act that the referee cannot take, with why; box.others: what another device wrote first.
window.recordBox = ({ name, state, send, look, changed }) => {
  const SOON = 1500;
  const LATE = 20_000;
  const key = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const read = (item) => {
    try {
      return JSON.parse(localStorage.getItem(item));
    } catch {
      return null;
    }
  };
  let device = read("golden-device");
  if (!device) {
    device = `${navigator.maxTouchPoints > 0 ? "touch" : "desk"}-${key().slice(0, 6)}`;
    localStorage.setItem("golden-device", JSON.stringify(device));
  }

  const box = { server: state, acts: state.acts, pending: [], fault: null, others: null, blocked: "", online: true, received: Date.now() };
  const stored = read(name);
  if (stored) {
    if (stored.server.last > state.last) Object.assign(box, { server: stored.server, acts: stored.acts, received: stored.received });
    const known = new Set(box.acts.map((act) => act.key));
    box.pending = stored.pending.filter((act) => !known.has(act.key));
  }
  let sending = false;
  let wait = SOON;
  let timer = 0;

  const keep = () => {
    const { server, acts, pending, received } = box;
    localStorage.setItem(name, JSON.stringify({ server, acts, pending, received }));
    changed();
  };
  const take = (answer) => {
    const known = new Set(box.acts.map((act) => act.key));
    box.acts = [...box.acts, ...answer.acts.filter((act) => !known.has(act.key))];
    const written = new Set(box.acts.map((act) => act.key));
    box.pending = box.pending.filter((act) => !written.has(act.key));
    box.server = answer;
    box.received = Date.now();
    box.online = true;
    wait = SOON;
  };
  const alike = (one, two) => one.action === two.action && String(one.numbers) === String(two.numbers);
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, LATE);
  };
  // Another device was first: what both have done is done once, and only what differs is asked about.
  const meet = async () => {
    const { status, body } = await look(box.server.last);
    if (status !== 200) return;
    const known = new Set(box.acts.map((act) => act.key));
    const theirs = body.acts.filter((act) => !known.has(act.key) && !box.pending.some((own) => own.key === act.key));
    take(body);
    let same = 0;
    while (same < theirs.length && same < box.pending.length && alike(theirs[same], box.pending[same])) same += 1;
    box.pending = box.pending.slice(same);
    if (same < theirs.length && box.pending.length > 0) box.others = theirs.slice(same);
  };
  const refuse = async (problem, sent) => {
    if (problem.code === "recording_moved") return meet();
    if (problem.code === "act_impossible" && problem.number > 1) {
      // What comes before it stands by itself.
      const { status, body } = await send(body_of(sent.slice(0, problem.number - 1)));
      if (status === 200) take(body);
      else return later();
    }
    if (problem.code === "act_impossible") box.fault = problem;
    else box.blocked = problem.detail ?? String(problem.code);
  };
  const body_of = (acts) => ({
    after: box.server.last,
    device,
    acts: acts.map((act) => ({
      key: act.key,
      action: act.action,
      numbers: act.numbers,
      ago: Math.max(0, Date.now() - act.at),
    })),
  });
  const flush = async () => {
    clearTimeout(timer);
    if (sending || box.pending.length === 0 || box.fault || box.others || box.blocked) return;
    sending = true;
    const sent = box.pending.slice(0, 400);
    let again = false;
    try {
      const { status, body } = await send(body_of(sent));
      if (status === 200) take(body);
      else if (status === 409) await refuse(body, sent);
      else if (status === 401) box.blocked = "log_in";
      else if (status === 400) box.blocked = String(body?.code);
      else again = true;
      box.online = !again;
    } catch {
      box.online = false;
      again = true;
    }
    sending = false;
    keep();
    if (again) later();
    else if (box.pending.length > 0) flush();
  };

  return Object.assign(box, {
    flush,
    keep,
    isSending: () => sending,
    add(action, numbers = []) {
      box.pending.push({ key: key(), action, numbers, at: Date.now() });
      keep();
      flush();
    },
    // The act that was refused is another one, or none; what came after it follows.
    putRight(numbers) {
      box.fault = null;
      if (numbers) box.pending[0] = { ...box.pending[0], key: key(), numbers };
      else box.pending.shift();
      keep();
      flush();
    },
    discard() {
      Object.assign(box, { fault: null, others: null, pending: [] });
      keep();
    },
    goOn() {
      box.others = null;
      keep();
      flush();
    },
    // What others have written since, if nothing of one's own waits.
    async refresh() {
      if (sending || box.pending.length > 0) return flush();
      try {
        const { status, body } = await look(box.server.last);
        if (status === 200 && body.last >= box.server.last && box.pending.length === 0) {
          take(body);
          keep();
        }
      } catch {
        box.online = false;
        changed();
      }
    },
  });
};
