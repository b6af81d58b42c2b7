/** How well estimates of requests agree with the counters that providers left in transcripts. */
import { basename } from "node:path";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { importFile } from "@clewline/clewline/compose/import/import-file.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { ClewError } from "@clewline/core/errors.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import { estimateAnchoredTokens } from "@clewline/core/model/anchored-tokens.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { readLaneHistories } from "@clewline/try/history.js";
import { sum } from "@clewline/try/sums.js";
import { listFiles } from "../files-at.js";
import { describeMachine } from "../machine.js";
import { type Cell, checkAtLeast, checkAtMost, type Report, type Table, verdictColumns } from "../report.js";
import { type CountedCall, listCountedCalls, type SkipReason } from "./calls.js";
import { applyFactor } from "./estimate.js";

export interface TokensOptions {
  /** Transcripts, or folders of them. */
  readonly data: readonly string[];
  readonly say: (what: string) => void;
}

/** The estimate of a request, and its actual size. */
interface Guess {
  readonly file: string;
  readonly predicted: Tokens;
  readonly counted: Tokens;
}

/** The part of the other files' calls that a file's reserve covers. */
const reserveShare = 0.995;
const reserveStep: Tokens = 250;
/** In a shorter tail, framing would distort the ratio. */
const longTail: Tokens = 1_500;

export async function measureTokens({ data, say }: TokensOptions): Promise<Report> {
  const read: CallCollection = { calls: [], skipped: [], files: [] };
  for (const path of (await Promise.all(data.map(listFiles))).flat()) {
    say(basename(path));
    await readInto(read, path, say);
  }
  const { calls } = read;
  if (calls.length === 0) throw makeMissingCallsError(data);
  const guesses = calls.map((call) => estimateAnchored(call, 0));
  const reserved = calls.map((call) => estimateAnchored(call, computeReserve(call, calls)));
  const unanchored = calls.flatMap((call) => estimateWhole(call) ?? []);
  const tables = [
    makeTargetTable(reserved),
    makeGuessTable("Last count, and the estimate of what came since", guesses),
    makeGuessTable(
      "The same with a reserve for what the program adds unseen, taken from its other files",
      reserved,
      (file) => {
        const call = calls.find((each) => each.file === file);
        return call === undefined ? 0 : computeReserve(call, calls);
      },
    ),
    makeGuessTable("Estimate of the whole request, with no count but that of its model's first call", unanchored),
    makeUnseenTable(calls),
    makeModelTable(calls),
    ...makeDataTables(read),
  ];
  return { bench: "tokens", machine: describeMachine(), tables };
}

interface CallCollection {
  readonly calls: CountedCall[];
  readonly skipped: SkipReason[];
  readonly files: { readonly file: string; readonly format: string; readonly lanes: number; readonly calls: number }[];
}

async function readInto(read: CallCollection, path: string, say: (what: string) => void): Promise<void> {
  const store = makeMemoryStore({ hash: sha256 });
  const engine = await makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);
  const file = basename(path);
  try {
    const { format } = await importFile(engine, path);
    const lanes = (await readLaneHistories({ ...engine, store }, null)).filter(({ calls }) =>
      calls.some(({ usage }) => usage !== null),
    );
    if (lanes.length === 0) return say(`left out: ${file} holds no counters`);
    const found = lanes.map((lane) => listCountedCalls(lane, file, format));
    read.calls.push(...found.flatMap(({ calls }) => calls));
    read.skipped.push(...found.flatMap(({ skipped }) => skipped));
    read.files.push({ file, format, lanes: lanes.length, calls: sum(lanes.map(({ calls }) => calls.length)) });
  } catch (error) {
    if (!(error instanceof ClewError) || error.code !== "import/unknown-format") throw error;
    say(`left out: ${error.message}`);
  }
}

function makeMissingCallsError(data: readonly string[]): ClewError {
  return new ClewError("import/bad", `There are no two calls with counters in ${data.join(", ")}`, {
    hint: "Give transcripts of a program that keeps the provider's usage, such as ~/.claude/projects/NAME",
  });
}

function estimateAnchored({ file, model, before, tail, counted }: CountedCall, reserve: Tokens): Guess {
  const added = applyFactor(findModelFacts(model).factor, tail);
  return { file, counted, predicted: estimateAnchoredTokens(before, 0, added) + reserve };
}

function estimateWhole({ file, model, whole: known, counted }: CountedCall): Guess | null {
  if (known === null) return null;
  return { file, counted, predicted: known.unseen + applyFactor(findModelFacts(model).factor, known.shown) };
}

/** What would have covered nearly all calls in the other files of the same program; a file has no say in its own. */
function computeReserve({ file, format }: CountedCall, all: readonly CountedCall[]): Tokens {
  const others = all.filter((each) => each.format === format && each.file !== file);
  const missing = others.map((each) => estimateAnchored(each, 0)).map(({ counted, predicted }) => counted - predicted);
  return Math.max(0, Math.ceil(percentile(missing, reserveShare) / reserveStep) * reserveStep);
}

function makeTargetTable(guesses: readonly Guess[]): Table {
  const rows = [
    checkAtLeast("calls for which the figure holds, in percent", computePercentHeld(guesses), 99),
    checkAtMost("how far it is above the count on average, in percent", 100 * mean(guesses.map(computeExcess)), 15),
  ];
  return {
    title: "Targets: last count, the estimate of what came since, and the reserve",
    columns: verdictColumns,
    rows,
  };
}

function makeGuessTable(title: string, guesses: readonly Guess[], reserve?: (file: string) => Tokens): Table {
  const files = [...new Set(guesses.map(({ file }) => file))];
  const row = (name: string, some: readonly Guess[], reserved: Cell): readonly Cell[] => [
    name,
    some.length,
    computePercentHeld(some),
    100 * mean(some.map(computeExcess)),
    100 * percentile(some.map(computeExcess), 0.5),
    100 * percentile(some.map(computeExcess), 0.99),
    Math.max(0, ...some.map(({ counted, predicted }) => counted - predicted)),
    ...(reserve === undefined ? [] : [reserved]),
  ];
  return {
    title,
    columns: [
      ...["file", "calls", "holds, %", "above on average, %", "p50, %", "p99, %", "most missing"],
      ...(reserve === undefined ? [] : ["reserve"]),
    ],
    rows: [
      row("all", guesses, null),
      ...files.map((file) =>
        row(
          file,
          guesses.filter((each) => each.file === file),
          reserve?.(file) ?? null,
        ),
      ),
    ],
  };
}

/** What an unanchored estimate has to guess: how much of a request no transcript shows. */
function makeUnseenTable(calls: readonly CountedCall[]): Table {
  const files = [...new Set(calls.map(({ file }) => file))];
  const rows = files.flatMap((file) => {
    const [first] = calls.filter((call) => call.file === file && call.whole !== null);
    return first?.whole == null ? [] : [[file, first.whole.unseen, first.counted]];
  });
  return {
    title: "Instructions and tools, which no transcript shows",
    columns: ["file", "unseen tokens", "second call"],
    rows,
  };
}

/** The factors in the table of models, compared with those from the counts. */
function makeModelTable(calls: readonly CountedCall[]): Table {
  const models = [...new Set(calls.map(({ model }) => model))].sort();
  const rows = models.map((model): readonly Cell[] => {
    const tails = calls.filter((call) => call.model === model && call.tail.words > 0);
    const ratio = ({ counted, before, tail }: CountedCall) => (counted - before - tail.framing) / tail.words;
    const long = tails.filter(({ tail }) => tail.words >= longTail).map(ratio);
    const share = (part: number) => (long.length === 0 ? null : percentile(long, part));
    return [model, tails.length, long.length, share(0.5), share(0.9), share(0.95), findModelFacts(model).factor];
  });
  return {
    title: `Tokens of the model for one of the estimate, in tails of at least ${longTail.toLocaleString("en-US")} tokens`,
    columns: ["model", "tails", "long ones", "p50", "p90", "p95", "factor in the table"],
    rows,
  };
}

function makeDataTables({ files, skipped }: CallCollection): readonly Table[] {
  const reasons = [...new Set(skipped)].sort();
  return [
    {
      title: "Data",
      columns: ["file", "format", "lanes", "calls"],
      rows: files.map(({ file, format, lanes, calls }) => [file, format, lanes, calls]),
    },
    {
      title: "Calls that were not compared",
      columns: ["why", "calls"],
      rows: reasons.map((why) => [why, skipped.filter((each) => each === why).length]),
    },
  ];
}

function computePercentHeld(guesses: readonly Guess[]): number {
  return (100 * guesses.filter(({ predicted, counted }) => predicted >= counted).length) / guesses.length;
}

function computeExcess({ predicted, counted }: Guess): number {
  return predicted / counted - 1;
}

function mean(figures: readonly number[]): number {
  return figures.length === 0 ? 0 : sum(figures) / figures.length;
}

/** The smallest figure that this part of all does not exceed; 0 for none. */
function percentile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
