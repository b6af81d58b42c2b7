/**
 * The chat whose reads from the cache are counted: sizes and pauses, and no words. It is published as
 * test/fixtures/cache-chat.json, so that others can play it; `CLEW_WRITE=1` writes that file anew, for `npm run format` to lay out.
 */

export interface CacheChat {
  /** Characters of the instructions. */
  readonly instructions: number;
  readonly turns: readonly ChatTurn[];
}

export interface ChatTurn {
  /** Seconds since the answer before. */
  readonly gap: number;
  /** None for the main lane. */
  readonly topic?: string;
  /** Messages that nobody answers, before the one that is: characters of each. */
  readonly observed?: readonly number[];
  /** How many messages back the one is that it replies to. */
  readonly replies?: number;
  /** Characters of the message. */
  readonly message: number;
  readonly steps: readonly ChatStep[];
  /** Characters of the answer. */
  readonly answer: number;
}

/** Calls that are made at once. */
interface ChatStep {
  /** Seconds until all results are there. */
  readonly seconds: number;
  /** Characters of each result. */
  readonly results: readonly number[];
}

const turnCount = 200;
/** Turns with more blocks than a mark looks back at: calls in one step, many steps, messages of others. */
const wide = new Map([
  [17, 24],
  [58, 21],
  [96, 32],
  [139, 12],
  [177, 28],
]);
const deep = new Map([
  [41, 12],
  [122, 9],
]);
const crowded = new Map([
  [33, 26],
  [150, 30],
]);

export function cacheChat(): CacheChat {
  const draw = drawing(20_261_115);
  return { instructions: 5_000, turns: Array.from({ length: turnCount }, (_, number) => turnOf(draw, number)) };
}

function turnOf(draw: Draw, number: number): ChatTurn {
  const gap = gapOf(draw);
  const topic = draw.unit() < 0.15 ? draw.one(["plants", "tickets"]) : null;
  const observed = Array.from({ length: crowded.get(number) ?? (draw.unit() < 0.12 ? draw.whole(1, 4) : 0) }, () =>
    draw.size(90, 0.8, 600),
  );
  const replies = draw.unit() < 0.1 ? draw.whole(2, 60) : null;
  return {
    gap,
    ...(topic === null ? {} : { topic }),
    ...(observed.length === 0 ? {} : { observed }),
    ...(replies === null ? {} : { replies }),
    message: draw.size(140, 1, 6_000),
    steps: stepsOf(draw, number),
    answer: draw.size(400, 0.8, 4_000),
  };
}

/** Most people answer within a minute or two; some come back after lunch, some the next day. */
function gapOf(draw: Draw): number {
  const kind = draw.unit();
  if (kind < 0.8) return draw.size(50, 0.9, 290);
  if (kind < 0.9) return draw.whole(600, 3_600);
  return kind < 0.98 ? draw.whole(3_600, 12 * 3_600) : draw.whole(24 * 3_600, 48 * 3_600);
}

function stepsOf(draw: Draw, number: number): readonly ChatStep[] {
  const step = (calls: number): ChatStep => ({
    seconds: draw.size(4, 1, 100),
    results: Array.from({ length: calls }, () => draw.size(600, 1.2, 16_000)),
  });
  const usual = draw.unit() < 0.25 ? draw.whole(1, 3) : 0;
  const many = deep.get(number) ?? usual;
  const steps = Array.from({ length: many }, () => step(draw.unit() < 0.25 ? draw.whole(2, 4) : 1));
  const calls = wide.get(number);
  return calls === undefined ? steps : [step(calls), ...steps.slice(0, 1)];
}

type Draw = ReturnType<typeof drawing>;

/** Numbers that look random and are the same every time. */
function drawing(seed: number) {
  let state = seed;
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(unit() * (most - least + 1));
  return {
    unit,
    whole,
    one: <Value>(values: readonly Value[]) => values[whole(0, values.length - 1)] as Value,
    /** Around a middle, sometimes many times as much, as sizes and pauses are. */
    size: (middle: number, spread: number, most: number) => {
      const normal = Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
      return Math.max(1, Math.min(most, Math.round(middle * Math.exp(spread * normal))));
    },
  };
}
