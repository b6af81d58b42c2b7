/** Which tasks are run: every pair of kind, agent, window, price and host, and more until there are enough. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import { manners } from "./agent.js";
import { makeTask } from "./make-task.js";
import type { Setting } from "./play.js";
import { makePriceTable, reads, writes } from "./prices.js";
import { type Task, type TaskKind, taskKinds } from "./task.js";

const hosts = ["library", "gateway"] as const;

const factors = {
  kind: taskKinds,
  manner: manners,
  window: [16_000, 32_000, 64_000, 128_000, 200_000, 1_000_000],
  read: reads,
  write: writes,
  isBound: [false, true],
  host: hosts,
  /** How much of the window all pieces would take. */
  fill: [0.15, 0.4, 0.8, 1.5],
  pause: [0, 3, 30],
  batch: [1, 4],
} as const;

type Factors = { readonly [Name in keyof typeof factors]: (typeof factors)[Name][number] };

export interface TaskCase {
  readonly name: string;
  readonly host: Factors["host"];
  readonly setting: Setting & { readonly task: Task };
}

export interface CasePlan {
  readonly seed: number;
  readonly count: number;
  /** Characters of one task at most. */
  readonly size: number;
  /** Pieces of one task at most. */
  readonly pieces: number;
  /** All if not given. */
  readonly kinds?: readonly TaskKind[];
}

const names = Object.keys(factors) as readonly (keyof Factors)[];
/** Of so many draws the one with most new pairs is taken. */
const drawsEach = 30;

export function drawCases({ seed, count, size, pieces, kinds = taskKinds }: CasePlan): readonly TaskCase[] {
  const random = makeRandom(seed);
  const covered = new Set<string>();
  const rows = Array.from({ length: count }, () => {
    const drawn = Array.from({ length: drawsEach }, () => drawFactors(random, kinds));
    const news = drawn.map((each) => listPairs(each).filter((pair) => !covered.has(pair)).length);
    const row = drawn[news.indexOf(Math.max(...news))] ?? drawFactors(random, kinds);
    for (const pair of listPairs(row)) covered.add(pair);
    return row;
  });
  const missing = kinds === taskKinds ? listAllPairs().filter(({ name }) => !covered.has(name)) : [];
  const others = missing.map(({ values }) => ({ ...drawFactors(random, kinds), ...values }));
  return [...rows, ...others].map((row, place) => makeCase(row, seed * 10_000 + place, { size, pieces }));
}

/** Pairs of values that no case has. */
export function countUncovered(cases: readonly TaskCase[]): number {
  const covered = new Set(cases.flatMap(({ name }) => listPairs(JSON.parse(name.slice(name.indexOf("{"))) as Factors)));
  return listAllPairs().filter(({ name }) => !covered.has(name)).length;
}

function listAllPairs(): readonly { readonly name: string; readonly values: Partial<Factors> }[] {
  return names.flatMap((first, place) =>
    names
      .slice(place + 1)
      .flatMap((second) =>
        factors[first].flatMap((a) =>
          factors[second].map((b) => ({ name: `${first} ${a} ${second} ${b}`, values: { [first]: a, [second]: b } })),
        ),
      ),
  );
}

function drawFactors(random: Random, kinds: readonly TaskKind[]): Factors {
  const drawn = names.map((name) => [name, random.pickOne<unknown>(name === "kind" ? kinds : factors[name])]);
  return Object.fromEntries(drawn) as unknown as Factors;
}

function listPairs(row: Factors): readonly string[] {
  return names.flatMap((first, place) =>
    names.slice(place + 1).map((second) => `${first} ${row[first]} ${second} ${row[second]}`),
  );
}

/** By a tokenizer that the engine's estimates know nothing of. */
export function measureDensity(pieces: Task["pieces"]): number {
  const text = pieces.map((piece) => piece.text.slice(0, countedOfPiece)).join("\n");
  return text.length / Math.max(1, encode(text).length);
}

const countedOfPiece = 4_000;

function makeCase(row: Factors, seed: number, { size, pieces }: Pick<CasePlan, "size" | "pieces">): TaskCase {
  const random = makeRandom(seed);
  const whole = Math.min(size, row.fill * row.window * 4);
  const count = 4 + random.pickNumber(pieces - 3);
  const task = makeTask({ ...row, seed, size: whole, count });
  const prices = makePriceTable(row.read, row.write, row.isBound);
  const charactersPerToken = measureDensity(task.pieces);
  const setting = { task, manner: row.manner, window: row.window, prices, charactersPerToken };
  return { name: `${seed} ${JSON.stringify(row)}`, host: row.host, setting };
}
