/** Learns from what was said in a lane since the last time. What is read twice, after a crash, changes nothing. */
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { Engine } from "../../engine.js";
import { readZone } from "../../growth/session-zone.js";
import { findSpeaker, noteHeard } from "../../intake/memories/note-heard.js";
import { forgetSource } from "./forget-source.js";
import { keepStatements, type UnderstoodMessage } from "./keep-statements.js";
import { mayTellModel, understandMessage } from "./learn-message.js";
import { learnRemembered } from "./learn-remembered.js";
import { mayTeach } from "./may-teach.js";
import { noteLearned } from "./note-learned.js";

const page = 500;
/** Of a longer history, only so many of the newest entries are learned from: whatever is older is found by searching. */
const mostLearned = 20_000;
/** So many entries are read again at most when a process has ended without a note of how far it came. */
const mostUnnoted = 64;

interface Reading {
  readonly signal: AbortSignal;
  /** A message that was read by rule, and in which a model may find something. */
  onRead(entry: Entry): void;
  /** There is more to read than a page: an import. It may take long. */
  onLong(): void;
}

/** `known` is how far this process has read; the answer is how far it has now. */
export async function learnLane(engine: Engine, ref: LaneRef, known: number | null, reading: Reading): Promise<number> {
  const { signal } = reading;
  if (!engine.memory || isChildLane(ref.lane)) return known ?? 0;
  const scope: MemoryScope = { kind: "session", session: ref.session };
  const noted = (known === null ? await engine.memories.read(scope) : engine.memories.recall(scope)).learned;
  let through = known ?? noted.get(ref.lane) ?? 0;
  while (!signal.aborted) {
    let entries = await engine.store.range(ref, through + 1, through + page);
    if (entries.length === page) {
      reading.onLong();
      const first = await findFirst(engine, ref);
      if (first > through + 1) entries = await engine.store.range(ref, first, first + page - 1);
    }
    const last = entries.at(-1)?.seq ?? through;
    const learned = await learnEntries(engine, ref, entries, reading);
    if (signal.aborted) break;
    through = last;
    const isFar = through - (noted.get(ref.lane) ?? 0) >= mostUnnoted;
    if (entries.length > 0 && (learned || isFar)) await noteLearned(engine, ref, { through });
    if (entries.length < page) break;
  }
  return through;
}

async function findFirst({ store }: Engine, ref: LaneRef): Promise<number> {
  const lanes = await store.lanes(ref);
  const total = lanes.find((each) => each.ref.lane === ref.lane)?.entries ?? 0;
  return total - mostLearned + 1;
}

async function learnEntries(
  engine: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  { signal, onRead }: Reading,
): Promise<boolean> {
  const told = entries.filter((entry) => findSpeaker(entry) !== undefined || mayTeach(entry));
  if (told.length === 0) return false;
  const zone = await readZone(engine, ref);
  let learned = false;
  for (const run of splitRuns(told)) {
    if (signal.aborted) return learned;
    if (await learnRun(engine, ref, run, zone)) learned = true;
    if (engine.fastModel !== null) for (const entry of run.filter(mayTellModel)) onRead(entry);
  }
  return learned;
}

/** New messages in a row are one run; whatever acts on earlier ones is one of its own. */
function splitRuns(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (entry.kind === "said" && last?.[0]?.kind === "said") last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

async function learnRun(engine: Engine, ref: LaneRef, run: readonly Entry[], zone: string): Promise<boolean> {
  const [first] = run;
  if (first?.kind === "called") return learnRemembered(engine, ref, first, zone);
  const gone = first?.kind === "revised" || first?.kind === "withdrawn" ? first.target : null;
  const forgotten = gone !== null && (await forgetSource(engine, ref, gone));
  const understood: UnderstoodMessage[] = [];
  for (const entry of run) {
    const person = findSpeaker(entry);
    if (person !== undefined) await noteHeard(engine, { session: ref.session, person, at: entry.at });
    const message = mayTeach(entry) ? await understandMessage(engine, ref, entry, zone) : null;
    if (message !== null) understood.push(message);
  }
  return (await keepStatements(engine, "rule", understood)) || forgotten;
}
