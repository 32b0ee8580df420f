// The clocks of a recorded match: what the service says they show, and what has passed since. While acts wait
// to be sent, the device goes by its own time.
//
// const clock = recordClock(boxes, words); clock.set(server, received); clock.act(turn); clock.show()
window.recordClock = (boxes, name, said) => {
  let face = null;
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  const spent = (now) => Math.max(0, now - face.since - face.delay);
  const left = (side) => face.left[side] - (face.running === side ? spent(Date.now()) : 0);
  const written = (milliseconds) => {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const show = () => {
    for (const [side, box] of boxes.entries()) {
      box.hidden = face === null;
      if (face === null) continue;
      const rest = left(side);
      const free = face.running === side ? face.delay - (Date.now() - face.since) : 0;
      box.querySelector("b").textContent = written(rest);
      box.querySelector("small").textContent = free > 0 ? `+${Math.ceil(free / 1000)}` : "";
      box.classList.toggle("runs", face.running === side);
      box.classList.toggle("over", rest <= 0);
      if (rest <= 0) box.title = said(side);
    }
  };
  setInterval(show, 250);
  return {
    show,
    set(clock, received) {
      if (clock === null) face = null;
      else {
        const running = clock.running === null ? null : Number(clock.running === "two");
        face = { left: [clock.left.one, clock.left.two], delay: clock.delay, running, since: received - clock.taken };
      }
      localStorage.removeItem(name);
      show();
    },
    // Of acts that wait: what the clocks showed when they were made.
    keepOwn(clock, received) {
      this.set(clock, received);
      face = face && (stored() ?? face);
      show();
    },
    act(turn) {
      if (face === null || turn === face.running) return;
      const now = Date.now();
      if (face.running !== null) face.left[face.running] -= spent(now);
      Object.assign(face, { running: turn, since: now });
      localStorage.setItem(name, JSON.stringify(face));
      show();
    },
  };
};
