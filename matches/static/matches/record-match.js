// A recorded match as acts make it: what lies where and whose turn it is. There are no rules here: an act is
// taken as it was tapped, and the referee looks at it. Sides are 0 and 1; points are each side's own.
//
// const match = recordMatch(board, anew); match.standing(acts); match.stateOf(standing)
window.recordMatch = (board, anew) => {
  const OFF = 0;
  const BAR = 25;
  // Behind the bar of a variant that pins: which points hold a checker of the side.
  const PINNED = BAR;
  const CLOCK = ["pause", "resume"];

  const fresh = (game) => ({
    game,
    boards: [[...board.start], [...board.start]],
    onRoll: null,
    dice: null,
    cube: 1,
    owner: null,
    offered: null,
    offeredBy: null,
    resigned: null,
    resignedBy: null,
    gameOver: false,
    winner: null,
  });

  // What a step does to the boards of both, which are changed.
  const step = (boards, side, start, end) => {
    const own = boards[side];
    const other = boards[1 - side];
    own[start] -= 1;
    own[end] += 1;
    const met = board.facing[end];
    if (board.pins) {
      if (own[start] === 0) other[PINNED + board.facing[start]] = 0;
      if (end !== OFF && other[met] === 1) other[PINNED + met] = 1;
    }
    if (end === OFF || !board.hits) return;
    if (other[met] === 1) {
      other[met] = 0;
      other[BAR] += 1;
    }
  };
  const pairs = (numbers) => numbers.filter((_, at) => at % 2 === 0).map((start, at) => [start, numbers[2 * at + 1]]);
  const endGame = (state, winner) => Object.assign(state, { gameOver: true, winner, dice: null });

  const DONE = {
    open(state, [one, two]) {
      if (one === two) return;
      state.onRoll = one > two ? 0 : 1;
      if (!anew) state.dice = [one, two];
    },
    roll(state, dice) {
      state.dice = [...dice];
    },
    play(state, numbers) {
      const side = state.onRoll;
      for (const [start, end] of pairs(numbers)) step(state.boards, side, start, end);
      state.dice = null;
      state.onRoll = 1 - side;
      if (state.boards[side].slice(1, BAR + 1).every((count) => count === 0)) endGame(state, side);
    },
    double(state) {
      state.offered = 2 * state.cube;
      state.offeredBy = state.onRoll;
    },
    take(state) {
      Object.assign(state, { cube: state.offered, owner: 1 - state.offeredBy, offered: null, offeredBy: null });
    },
    pass(state) {
      const winner = state.offeredBy;
      Object.assign(state, { offered: null, offeredBy: null });
      endGame(state, winner);
    },
    resign(state, [wins]) {
      state.resigned = wins * state.cube;
      state.resignedBy = state.onRoll;
    },
    accept(state) {
      const winner = 1 - state.resignedBy;
      Object.assign(state, { resigned: null, resignedBy: null });
      endGame(state, winner);
    },
    decline(state) {
      Object.assign(state, { resigned: null, resignedBy: null });
    },
    next_game(state) {
      Object.assign(state, fresh(state.game + 1));
    },
  };

  return {
    step,
    pairs,
    // The acts that are not taken back.
    standing(acts) {
      const found = [];
      for (const act of acts) {
        if (act.action === "take_back") found.length = Math.max(0, found.length - act.numbers[0]);
        else if (!CLOCK.includes(act.action)) found.push(act);
      }
      return found;
    },
    stateOf(standing) {
      const state = fresh(1);
      for (const { action, numbers } of standing) DONE[action]?.(state, numbers);
      return state;
    },
    // Whose clock runs.
    turnOf(state) {
      if (state.gameOver) return null;
      if (state.resigned !== null) return 1 - state.resignedBy;
      return state.offered === null ? state.onRoll : 1 - state.offeredBy;
    },
  };
};
