/** How much reasoning stays in the requests of a transcript under each policy, by how its model treats a changed beginning. */
import { basename } from "node:path";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { layered } from "@clewline/core/policy/presets/layered.js";
import type { LaneHistory } from "@clewline/try/history.js";
import { judgePolicy } from "@clewline/try/judge.js";
import { makeTerms, type Preparation, replayPolicy } from "@clewline/try/preparation.js";
import { hasThought, type ReplayedLane } from "@clewline/try/replay.js";
import { simulateRule } from "@clewline/try/simulate.js";
import { sum } from "@clewline/try/sums.js";
import { readTranscript } from "@clewline/try/try.js";
import { listFiles } from "../files-at.js";
import { describeMachine } from "../machine.js";
import type { Report } from "../report.js";
import { plainRules } from "./rivals.js";
import { type ModelClass, modelClasses } from "./tables.js";

interface ReasoningOptions {
  readonly data: readonly string[];
  readonly say: (what: string) => void;
}

/** Sums over all files, of one policy and one class of models. */
interface Kept {
  calls: number;
  /** Thoughts that stood before a call, over all calls. */
  all: number;
  /** Null where it is not known which of them a view shows. */
  kept: number | null;
  dollars: number;
  full: number;
}

export async function measureReasoning({ data, say }: ReasoningOptions): Promise<Report> {
  const files = (await Promise.all(data.map(listFiles))).flat();
  const sums = new Map<string, Kept>();
  let [used, thoughts] = [0, 0];
  for (const file of files) {
    const prepared = await readTranscript(file);
    const own = sum(prepared.lanes.map(({ entries }) => entries.filter(hasThought).length));
    if (own === 0) continue;
    say(`${basename(file)}, ${own} thoughts`);
    [used, thoughts] = [used + 1, thoughts + own];
    for (const models of modelClasses) await addFile(sums, prepared, models);
  }
  const rows = [...sums].map(([key, { calls, all, kept, dollars, full }]) => {
    const [models = "", policy = ""] = key.split("\t");
    return [models, policy, calls, kept === null ? null : kept / all, dollars, dollars / full];
  });
  const columns = ["model", "policy", "calls", "reasoning kept", "dollars", "of full history"];
  const title = `${used} transcripts with ${thoughts} thoughts at their recorded places`;
  return { bench: "reasoning", machine: describeMachine(), tables: [{ title, columns, rows }], how };
}

async function addFile(sums: Map<string, Kept>, prepared: Preparation, models: ModelClass): Promise<void> {
  const terms = makeTerms(prepared, { prices: models.facts, long: models.long });
  const isBound = models.facts.reasoning.bound !== "never";
  const sent: [name: string, lanes: readonly ReplayedLane[], endless: boolean][] = [
    ["full history", prepared.whole, true],
  ];
  for (const policy of [balanced, layered])
    sent.push([policy.name, await replayPolicy(prepared, policy, terms), false]);
  for (const rule of plainRules) sent.push([rule.name, simulateRule(prepared, rule, terms), false]);
  const full = judgePolicy("full history", prepared.whole, terms, true).dollars;
  for (const [name, lanes, isEndless] of sent) {
    const key = `${models.name}\t${name}`;
    const known = sums.get(key) ?? { calls: 0, all: 0, kept: 0, dollars: 0, full: 0 };
    known.dollars += judgePolicy(name, lanes, terms, isEndless).dollars;
    known.full += full;
    for (const [place, lane] of lanes.entries()) addLane(known, prepared.lanes[place], lane, { isBound, isEndless });
    sums.set(key, known);
  }
}

function addLane(
  known: Kept,
  history: LaneHistory | undefined,
  { calls }: ReplayedLane,
  { isBound, isEndless }: { readonly isBound: boolean; readonly isEndless: boolean },
): void {
  const past = history?.calls ?? [];
  const places = (history?.entries ?? []).filter(hasThought).map(({ seq }) => seq);
  const before = past.map(({ after }) => places.filter((seq) => seq <= after).length);
  /** For each thought that still stands behind its bytes, the size of the view that it was produced under. */
  let standing: number[] = [];
  for (const [index, call] of calls.entries()) {
    const all = before[index] ?? 0;
    const earlier = calls[index - 1];
    const added = Math.max(0, all - (before[index - 1] ?? 0));
    standing = [...standing, ...new Array<number>(added).fill(earlier?.tokens ?? 0)];
    if (!isEndless) standing = standing.filter((size) => size <= call.shared);
    known.calls += 1;
    known.all += all;
    const kept = isEndless ? all : isBound ? standing.length : call.thoughts;
    known.kept = known.kept === null || kept === undefined ? null : known.kept + kept;
  }
}

const how = `Every call of a transcript is sent again, as in the bench of costs. Reasoning stands where the transcript has it. A model that does not bind it gets what
a view shows whole. A model that does gets what stands behind the bytes that it was produced under: a view that changes its beginning loses all
reasoning behind the change, as Clew leaves it out and as a provider would refuse or drop it. The share is over all calls and all thoughts before
them, beside sending everything. It says nothing of the reasoning that providers strip themselves at a new message of a person.
`;
