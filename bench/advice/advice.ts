/** Whether `clew usage --advise` prices the largest cost of a transcript as its calls say, priced once more in another way. */
import { basename } from "node:path";
import type { Advice } from "../../src/core/model/advice/advise.js";
import { findModelFacts } from "../../src/core/model/facts/find-facts.js";
import { countSentTokens } from "../../src/core/model/prices.js";
import { readAccount } from "../../src/core/model/read-account.js";
import { reportUsage } from "../../src/engine/read/usage-report.js";
import type { LaneHistory } from "../../src/try/history.js";
import type { Preparation } from "../../src/try/preparation.js";
import { sum } from "../../src/try/sums.js";
import { readTranscript } from "../../src/try/try.js";
import { listFiles } from "../files-at.js";
import { describeMachine } from "../machine.js";
import type { Report } from "../report.js";

interface AdviceOptions {
  /** Transcripts whose calls have counters, or folders of them. */
  readonly data: readonly string[];
  readonly say: (what: string) => void;
}

export async function measureAdvice({ data, say }: AdviceOptions): Promise<Report> {
  const rows: (string | number | null)[][] = [];
  for (const file of (await Promise.all(data.map(listFiles))).flat()) {
    say(basename(file));
    const prepared = await readTranscript(file);
    const { advice = [] } = await reportUsage(prepared.engine, { advise: true });
    const [largest] = advice;
    if (largest === undefined) continue;
    const again = priceAgain(prepared, largest);
    const name = `${largest.kind}${largest.of === null ? "" : ` of ${largest.of}`}`;
    rows.push([basename(file), name, largest.dollars, again, again === null ? null : largest.dollars / again]);
  }
  const columns = ["file", "largest cost", "dollars", "priced again", "ratio"];
  return { bench: "advice", machine: describeMachine(), tables: [{ title: "The largest cost", columns, rows }], how };
}

/** Null for breaks, which are read off the counters themselves. */
function priceAgain(prepared: Preparation, { kind, of }: Advice): number | null {
  const { lanes, whole, fit } = prepared;
  const each = (price: (lane: LaneHistory, sizes: readonly number[], index: number) => number) =>
    sum(
      lanes.flatMap((lane, place) =>
        lane.calls.map((_call, index) => price(lane, whole[place]?.sizes ?? [], index) / 1_000_000),
      ),
    );
  switch (kind) {
    case "results":
      return each((lane, sizes, index) => {
        const { call, facts } = readCall(lane, index);
        const sentBefore = lane.calls[index - 1]?.after ?? 0;
        const places = lane.entries.flatMap(({ seq }) => (seq > (call?.since ?? 0) && seq <= sentBefore ? [seq] : []));
        const old = places.filter((seq) => isOf(lane, seq, of));
        const tokens = sum(old.map((seq) => (sizes[seq] ?? 0) - (sizes[seq - 1] ?? 0)));
        return facts === null ? 0 : tokens * (fit?.factor ?? 1) * facts.read * facts.input;
      });
    case "instructions":
      return each((lane, _sizes, index) => {
        const { facts } = readCall(lane, index);
        return facts === null ? 0 : Math.max(0, (fit?.around ?? 0) - 10_000) * facts.read * facts.input;
      });
    case "window":
      return each((lane, _sizes, index) => {
        const { facts, sent } = readCall(lane, index);
        return facts === null ? 0 : Math.max(0, sent - 100_000) * facts.read * facts.input;
      });
    case "breaks":
      return null;
    default:
      return kind satisfies never;
  }
}

function readCall({ calls }: LaneHistory, index: number) {
  const call = calls[index];
  const account = readAccount(call?.usage ?? null);
  if (account === null) return { call, facts: null, sent: 0 };
  return { call, facts: findModelFacts(account.model), sent: countSentTokens(account.spent) };
}

/** Shorter inputs are no results to clear. */
const longInput = 200;

function isOf({ entries, sizes }: LaneHistory, seq: number, tool: string | null): boolean {
  const entry = entries[seq - 1];
  if (entry?.kind === "returned") return entry.tool === tool;
  return entry?.kind === "called" && entry.tool === tool && (sizes[seq - 1] ?? 0) >= longInput;
}

const how = `The largest cost that \`clew usage --advise\` names, and the same priced call by call with one factor from estimates to counters for
the whole file, as \`clew try\` fits it, where the advice has a factor for each call. Results are those that the call before had sent already, since the last compaction.
`;
