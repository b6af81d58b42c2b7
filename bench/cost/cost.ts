/** What every policy would have cost on transcripts, call by call, recalls included, and how much of what calls quote it shows. */
import { basename } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { judgePolicy, type PolicyTrial, type Terms } from "@clewline/try/judge.js";
import { makeClientRule, makeOracle, oracleName } from "@clewline/try/limits.js";
import { makeTerms, type Preparation, replayPolicy } from "@clewline/try/preparation.js";
import type { ReplayedLane } from "@clewline/try/replay.js";
import { simulateRule } from "@clewline/try/simulate.js";
import { sum } from "@clewline/try/sums.js";
import { readTranscript } from "@clewline/try/try.js";
import { listFiles } from "../files-at.js";
import { describeMachine } from "../machine.js";
import type { Cell, Report, Table } from "../report.js";
import { drawCosts, type Sent } from "./draw-costs.js";
import { curve, plainRules } from "./rivals.js";
import { type PriceTable, priceTables } from "./tables.js";

export interface CostOptions {
  /** Transcripts, or folders of them; each has tables of its own, so that files for tuning stand apart from others. */
  readonly data: readonly string[];
  /** Policies by parts of their names; all of them if empty. */
  readonly only: readonly string[];
  readonly say: (what: string) => void;
}

/** One file under everything that it was tried with, at one table of prices. */
export interface Tried {
  /** The data that the file was named by. */
  readonly set: string;
  readonly file: string;
  readonly paid: number | null;
  readonly trials: readonly PolicyTrial[];
}

/** Fewer calls to a lane tell nothing of policies that act on long histories. */
const leastCalls = 100;

export async function measureCost({ data, only, say }: CostOptions): Promise<Report> {
  const isWanted = (name: string) => only.length === 0 || only.some((part) => name.includes(part));
  const listed = await Promise.all(
    data.map(async (path) => (await listFiles(path)).map((file) => ({ file, set: basename(path) }))),
  );
  const byTable = new Map<string, Tried[]>(["paid", ...priceTables.map(({ name }) => name)].map((name) => [name, []]));
  const long: Sent[] = [];
  for (const { file, set } of listed.flat()) {
    const prepared = await readPrepared(file);
    if (prepared === null) continue;
    const isLong = Math.max(...prepared.lanes.map(({ calls }) => calls.length)) >= leastCalls;
    say(`${basename(file)}, ${sum(prepared.lanes.map(({ calls }) => calls.length))} calls`);
    const own = isLong ? [...Object.values(presets), ...curve] : [balanced];
    const sender = makeSender(
      prepared,
      own.filter(({ name }) => isWanted(name)),
      say,
    );
    const paid = await sender(null);
    byTable.get("paid")?.push(judgeSent({ set, file: basename(file) }, paid));
    if (!isLong) continue;
    long.push({ file: basename(file), ...paid });
    for (const table of priceTables)
      byTable.get(table.name)?.push(judgeSent({ set, file: basename(file) }, await sender(table)));
  }
  const all = byTable.get("paid") ?? [];
  const isLong = ({ file }: Tried) => long.some((each) => each.file === file);
  const sets = [...new Set(all.map(({ set }) => set))];
  const tables = sets.flatMap((set) => {
    const inSet = (tried: readonly Tried[] = []) => tried.filter((each) => each.set === set);
    const own = new Map([...byTable].map(([name, tried]) => [name, inSet(tried).filter(isLong)]));
    return [
      compareRivals(set, own),
      ...[...own].map(([name, tried]) => makeSumTable(`${set}: long files together, ${name}`, tried)),
      makeFileTable(`${set}: long files one by one, at the prices that were paid`, own.get("paid") ?? []),
      makeFileTable(
        `${set}: short files`,
        inSet(all).filter((each) => !isLong(each)),
      ),
    ];
  });
  const filled = tables.filter(({ rows }) => rows.length > 0);
  return { bench: "cost", machine: describeMachine(), tables: filled, how, plots: drawCosts(long, all.filter(isLong)) };
}

/** Null for a file that holds no call of a model. */
async function readPrepared(file: string): Promise<Preparation | null> {
  try {
    return await readTranscript(file);
  } catch (error) {
    if (error instanceof ClewError && error.code === "import/bad") return null;
    throw error;
  }
}

export interface SentCalls {
  readonly prepared: Preparation;
  readonly terms: Terms;
  readonly sent: readonly { readonly name: string; readonly lanes: readonly ReplayedLane[] }[];
}

/** What does not go by prices is sent once, and priced anew for each table. The curve is drawn for what was paid alone. */
function makeSender(prepared: Preparation, policies: readonly Policy[], say: CostOptions["say"]) {
  const kept = new Map<string, readonly ReplayedLane[]>();
  return async (table: PriceTable | null): Promise<SentCalls> => {
    const terms = makeTerms(prepared, table === null ? {} : { prices: table.prices, long: table.long });
    const sent: { readonly name: string; readonly lanes: readonly ReplayedLane[] }[] = [];
    for (const rule of [...plainRules, makeClientRule(prepared), makeOracle(prepared, terms)])
      sent.push({ name: rule.name, lanes: simulateRule(prepared, rule, terms) });
    for (const policy of policies) {
      if (table !== null && curve.includes(policy)) continue;
      const isPriced = policy.missCost < Number.POSITIVE_INFINITY;
      const known = isPriced ? undefined : kept.get(policy.name);
      if (known === undefined) say(`  ${policy.name}${table === null ? "" : `, ${table.name}`}`);
      const lanes = known ?? (await replayPolicy(prepared, policy, terms));
      kept.set(policy.name, lanes);
      sent.push({ name: policy.name, lanes });
    }
    return { prepared, terms, sent };
  };
}

function judgeSent(named: Pick<Tried, "set" | "file">, { prepared, terms, sent }: SentCalls): Tried {
  const full = judgePolicy("full history", prepared.whole, terms, true);
  const others = sent.map(({ name, lanes }) => judgePolicy(name, lanes, terms, false));
  const paid = prepared.fit === null ? null : (prepared.paid?.dollars ?? null);
  return { ...named, paid, trials: [full, ...others] };
}

const columns = [
  "policy",
  "of paid",
  "of full history",
  "of it recalls",
  "values shown",
  "far",
  "recalls",
  "largest view",
  "rewritten",
  "too big",
];

function makeSumTable(title: string, tried: readonly Tried[]): Table {
  const names = tried[0]?.trials.map(({ name }) => name) ?? [];
  return { title, columns, rows: names.map((_name, place) => makeRow(tried, place)) };
}

/** At each table of prices: the cheapest of all others that show at least as much as the default does. */
function compareRivals(set: string, byTable: ReadonlyMap<string, readonly Tried[]>): Table {
  const rows = [...byTable].flatMap(([name, tried]): readonly (readonly Cell[])[] => {
    const sums = (tried[0]?.trials ?? []).map((trial, place) => ({ name: trial.name, ...sumTrials(tried, place) }));
    const own = sums.find((each) => each.name === balanced.name);
    const full = sums[0]?.dollars ?? 0;
    if (own === undefined) return [];
    const others = sums.filter(
      (each) => !each.name.startsWith(balanced.name) && each.name !== oracleName && each.shown >= own.shown,
    );
    const limit = sums.find((each) => each.name === oracleName)?.dollars ?? 0;
    const best = others.reduce((least, each) => (each.dollars < least.dollars ? each : least), others[0] ?? own);
    const parts = [own.shown / own.all, own.dollars / full, best.name, best.shown / best.all, best.dollars / full];
    return [[name, ...parts, own.dollars / best.dollars, limit === 0 ? null : own.dollars / limit]];
  });
  const title = `${set}: beside the cheapest that shows at least as much, long files together`;
  const heads = [
    "prices",
    "balanced shows",
    "of full history",
    "cheapest other",
    "shows",
    "of full history",
    "balanced costs",
    "of the oracle",
  ];
  return { title, columns: heads, rows };
}

function sumTrials(tried: readonly Tried[], place: number) {
  const own = tried.flatMap(({ trials }) => trials[place] ?? []);
  return {
    own,
    dollars: sum(own.map((each) => each.dollars)),
    all: sum(own.map(({ quotes }) => quotes.all)),
    shown: sum(own.map(({ quotes }) => quotes.shown)),
    far: { all: sum(own.map(({ quotes }) => quotes.far.all)), shown: sum(own.map(({ quotes }) => quotes.far.shown)) },
  };
}

function makeFileTable(title: string, tried: readonly Tried[]): Table {
  const rows = tried.flatMap((each) => each.trials.map((_trial, place) => [each.file, ...makeRow([each], place)]));
  return { title, columns: ["file", ...columns], rows };
}

function makeRow(tried: readonly Tried[], place: number): readonly Cell[] {
  const { own, dollars, all, shown, far } = sumTrials(tried, place);
  const isPaid = tried.every(({ paid }) => paid !== null);
  return [
    own[0]?.name ?? "",
    isPaid ? dollars / sum(tried.map(({ paid }) => paid ?? 0)) : null,
    dollars / sum(tried.map(({ trials }) => trials[0]?.dollars ?? 0)),
    sum(own.map(({ recalls }) => recalls.dollars)) / dollars,
    all === 0 ? null : shown / all,
    far.all === 0 ? null : far.shown / far.all,
    sum(own.map(({ recalls }) => recalls.count)),
    Math.max(...own.map(({ largest }) => largest)),
    sum(own.map(({ compactions }) => compactions)),
    sum(own.map(({ tooSmall }) => tooSmall)),
  ];
}

const how = `Every call of a transcript is sent again: its view is made from the entries before it, and priced as a provider with a
prefix cache charges it, by the pauses between the recorded calls. The measure is that of \`clew try\` (docs/try.md): a value that a call or an answer needs is shown if its
view has it with the line that it stood in; for each entry with one that is not, once in a turn, a recall is charged that reads the view and writes the whole text. "Far" are
values last seen 40 entries before. The oracle knows all needs: its price is the limit, and one below it means that values were missing. "Of paid" compares with what
the provider counted; with other prices than those that were paid it
compares amounts of different tables. Policies are sent by the engine. The plain rules are simulated entry by entry: at a threshold the oldest entries leave for a
summary of 2,000 tokens until seven tenths of it are taken; batch clearing makes stubs of old results at half of the room; truncation shows the
ends of results over 2,000 tokens from the beginning. The room of all of them is the window that the program used.
`;
