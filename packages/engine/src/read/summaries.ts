/** The summaries of a session as records: of each lane, of all of them together, and what each lane waits for. */
import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { Instant, LaneKey, LaneRef, SessionKey } from "@clewline/core/log/keys.js";
import type { PendingQuestion } from "@clewline/core/log/open-questions.js";
import type { Summary } from "@clewline/core/log/summary.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { fitItems, listShownItems } from "@clewline/core/summary/fit-items.js";
import { mergeItems } from "@clewline/core/summary/merge.js";
import { writeSummaryLines } from "@clewline/core/summary/summary-text.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { readStandingSummary } from "../growth/standing-summary.js";

/** A summary of a lane or of a whole session. */
export interface SummaryReport {
  /** Of a lane, of all lanes of the session together, or the questions that are open in a lane. */
  readonly type: "thread_summary" | "session_summary" | "thread_state";
  /** The chat. */
  readonly session: SessionKey;
  /** The lane; null for that of the session. */
  readonly threadKey: LaneKey | null;
  /** Grows with every change. */
  readonly summaryVersion: number;
  /** When it was last written. */
  readonly updatedAtMs: Instant;
  /** The first and last entry that it covers; null if it covers none, or several lanes. */
  readonly messageRange: { readonly from: number; readonly to: number } | null;
  /** Its text, without entries that were edited or deleted since. */
  readonly text: string;
}

/** The most tokens of the summary of a session. */
const sessionTokens = 3_000;

/** Those of the session first, then by lane; lanes of subagents have none. */
export async function readSummaries(engine: Engine, session: SessionKey): Promise<readonly SummaryReport[]> {
  const { store, owner } = engine;
  const lanes = (await store.lanes({ owner, session })).map(({ ref }) => ref).filter(({ lane }) => !isChildLane(lane));
  const summaries = await Promise.all(lanes.map((ref) => readStandingSummary(engine, ref)));
  const told = lanes.flatMap((ref, place) => {
    const summary = summaries[place] ?? null;
    return summary === null ? [] : [{ ref, summary }];
  });
  const states = await Promise.all(lanes.map((ref) => readState(engine, ref)));
  return [
    ...reportSession(engine, session, told),
    ...told.map(({ ref, summary }) => reportLane(engine, ref, summary)),
    ...states.flat(),
  ];
}

function reportLane(engine: Engine, { session, lane }: LaneRef, summary: Summary): SummaryReport {
  const { version, at, from, to } = summary;
  const text = writeText(engine, { ...summary, items: listShownItems(summary) });
  const dates = { summaryVersion: version, updatedAtMs: at };
  return { type: "thread_summary", session, threadKey: lane, ...dates, messageRange: { from, to }, text };
}

interface ToldLane {
  readonly ref: LaneRef;
  readonly summary: Summary;
}

/** Made by rule from the summaries of the lanes: the most important items, as far as there is room. */
function reportSession(engine: Engine, session: SessionKey, told: readonly ToldLane[]): readonly SummaryReport[] {
  if (told.length === 0) return [];
  const all = told.flatMap(({ summary }) => summary.items).toSorted((a, b) => a.at - b.at);
  const write = (items: Summary["items"]) => writeText(engine, { items, prose: null });
  const isWithin = (items: Summary["items"]) => countTokens(write(items), engine.fns.calibration) <= sessionTokens;
  const { kept } = fitItems(mergeItems([], all), isWithin);
  const summaryVersion = told.reduce((sum, { summary }) => sum + summary.version, 0);
  const updatedAtMs = Math.max(...told.map(({ summary }) => summary.at));
  const dates = { summaryVersion, updatedAtMs };
  return [{ type: "session_summary", session, threadKey: null, ...dates, messageRange: null, text: write(kept) }];
}

/** The messages that ask. Their places are those of the log, whatever was asked since. */
async function findAskedRange(
  { store }: Engine,
  ref: LaneRef,
  open: readonly PendingQuestion[],
): Promise<SummaryReport["messageRange"]> {
  const ids = open.flatMap(({ entry }) => entry ?? []);
  const seqs = (await Promise.all(ids.map((id) => store.byId(ref, id)))).flatMap((entry) => entry?.seq ?? []);
  return seqs.length === 0 ? null : { from: Math.min(...seqs), to: Math.max(...seqs) };
}

async function readState(engine: Engine, ref: LaneRef): Promise<readonly SummaryReport[]> {
  const { store, clock } = engine;
  const [newest] = await store.records(ref, "state", null, 1);
  const open = newest?.kind === "state" ? newest.state.open.filter(({ until }) => until > clock.now()) : [];
  if (newest?.kind !== "state" || open.length === 0) return [];
  const { session, lane } = ref;
  const text = open.map(({ expects, about }) => `- ${expects}: ${about}`).join("\n");
  const dates = { summaryVersion: newest.state.version ?? 1, updatedAtMs: newest.at };
  const messageRange = await findAskedRange(engine, ref, open);
  return [{ type: "thread_state", session, threadKey: lane, ...dates, messageRange, text }];
}

function writeText({ people, zone }: Engine, told: Pick<Summary, "items" | "prose">): string {
  return writeSummaryLines(told, makeNamer(people), makeTimeFormatter(zone)).join("\n");
}
