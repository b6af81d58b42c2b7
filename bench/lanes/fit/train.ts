import type { Example } from "./examples.js";

/** One weight for each column. */
export interface FittedWeights {
  readonly conversation: Float64Array;
  readonly start: Float64Array;
  readonly line: Float64Array;
}

/** Chosen by leaving out each fifth of the training chats in turn. */
const settings = { orders: 2, rounds: 6, step: 0.07, shrink: 0.001, sharpen: 1.2, towardsStart: 0.25 };

/** Columns of a sum that are nearly certain teach nothing. */
const leastError = 0.001;
const averagedEach = 200;

/**
 * Two models by stochastic gradient with adaptive steps, the second half of the rounds averaged: the log-likelihood of
 * the right conversation, as the sum over its lines, among all and a new one; and that of the right line within the
 * right conversation. The order of the examples moves single weights, so that several orders are averaged.
 */
export function fitWeights(examples: readonly Example[], columns: { answer: number; start: number }): FittedWeights {
  const fits = Array.from({ length: settings.orders }, (_, order) => fitInOrder(examples, columns, order + 1));
  const average = (name: keyof FittedWeights) =>
    new Float64Array(fits[0]?.[name].length ?? 0).map(
      (_, column) => fits.reduce((sum, fit) => sum + (fit[name][column] ?? 0), 0) / fits.length,
    );
  const perStart = examples[0]?.start.length ?? 1;
  const lift = settings.towardsStart / perStart;
  return {
    conversation: average("conversation").map((weight) => weight * settings.sharpen),
    start: average("start").map((weight) => (weight + lift) * settings.sharpen),
    line: average("line"),
  };
}

function fitInOrder(
  examples: readonly Example[],
  columns: { answer: number; start: number },
  seed: number,
): FittedWeights {
  const [conversation, line] = [new Averaged(columns.answer), new Averaged(columns.answer)];
  const start = new Averaged(columns.start);
  const draw = makeRandom(seed);
  for (let round = 0; round < settings.rounds; round += 1) {
    for (const [place, example] of shuffle(examples, draw).entries()) {
      teachConversation(example, conversation, start);
      if (!example.begins) teachLine(example, line);
      if (round < settings.rounds / 2 || place % averagedEach !== 0) continue;
      for (const each of [conversation, start, line]) each.remember();
    }
  }
  return { conversation: conversation.mean(), start: start.mean(), line: line.mean() };
}

function teachConversation({ rows, start, near, begins }: Example, weights: Averaged, starts: Averaged): void {
  const chances = spread([...rows.map((row) => weights.sum(row, row.length)), starts.sum(start, start.length)]);
  const errors = findErrors(chances, (index) => (begins ? index === rows.length : near[index] === true));
  for (const [index, row] of rows.entries()) weights.teach(row, row.length, errors[index] ?? 0);
  starts.teach(start, start.length, errors.at(-1) ?? 0);
}

function teachLine({ rows, near, right, ownSigns }: Example, weights: Averaged): void {
  const places = [...rows.keys()].filter((index) => near[index]);
  const scores = places.map((place) => weights.sum(rows[place] ?? new Int16Array(), ownSigns));
  const errors = findErrors(spread(scores), (index) => right[places[index] ?? -1] === true);
  for (const [index, place] of places.entries()) {
    weights.teach(rows[place] ?? new Int16Array(), ownSigns, errors[index] ?? 0);
  }
}

/** How much too likely each choice is, if the right ones may share their part as they do. */
function findErrors(chances: readonly number[], right: (index: number) => boolean): readonly number[] {
  const shared = chances.reduce((sum, chance, index) => sum + (right(index) ? chance : 0), 0) || 1;
  return chances.map((chance, index) => chance - (right(index) ? chance / shared : 0));
}

function spread(scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - highest));
  const sum = odds.reduce((total, each) => total + each, 0);
  return odds.map((each) => each / sum);
}

class Averaged {
  readonly #weights: Float64Array;
  readonly #squares: Float64Array;
  readonly #sums: Float64Array;
  #times = 0;

  constructor(columns: number) {
    this.#weights = new Float64Array(columns);
    this.#squares = new Float64Array(columns);
    this.#sums = new Float64Array(columns);
  }

  sum(columns: Int16Array, count: number): number {
    let sum = 0;
    for (let place = 0; place < count; place += 1) sum += this.#weights[columns[place] ?? 0] ?? 0;
    return sum;
  }

  teach(columns: Int16Array, count: number, error: number): void {
    if (Math.abs(error) < leastError) return;
    for (let place = 0; place < count; place += 1) {
      const column = columns[place] ?? 0;
      const weight = this.#weights[column] ?? 0;
      const slope = error + settings.shrink * weight;
      const squares = (this.#squares[column] ?? 0) + slope * slope;
      this.#squares[column] = squares;
      this.#weights[column] = weight - (settings.step * slope) / (Math.sqrt(squares) + 1e-6);
    }
  }

  remember(): void {
    this.#times += 1;
    for (const [column, weight] of this.#weights.entries()) this.#sums[column] = (this.#sums[column] ?? 0) + weight;
  }

  mean(): Float64Array {
    return this.#sums.map((sum) => sum / Math.max(1, this.#times));
  }
}

function shuffle<Each>(all: readonly Each[], draw: () => number): readonly Each[] {
  return all
    .map((each) => ({ each, key: draw() }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
}

/** The same numbers in every run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
