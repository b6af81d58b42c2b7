/** Learns from what was said in a lane since the last time. What is read twice, after a crash, changes nothing. */
import { isChildLane } from "../../../core/log/child-lane.js";
import type { Draft, Entry } from "../../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../../core/log/keys.js";
import type { MemoryScope } from "../../../core/log/memories/memory.js";
import { rememberName } from "../../../core/log/own-tools.js";
import { makeScopeRef } from "../../../core/memory/memory-scope.js";
import type { Engine } from "../../engine.js";
import { readZone } from "../../growth/session-zone.js";
import { noteHeard } from "../../intake/memories/note-heard.js";
import { forgetSource } from "./forget-source.js";
import { learnMessage } from "./learn-message.js";
import { learnRemembered } from "./learn-remembered.js";

const page = 500;
/** So many entries are read again at most when a process has ended without a note of how far it came. */
const mostUnnoted = 64;

interface Reading {
  readonly signal: AbortSignal;
  /** What was read by rule, for whoever reads it otherwise. */
  onRead(entry: Entry): void;
}

/** `known` is how far this process has read; the answer is how far it has now. */
export async function learnLane(engine: Engine, ref: LaneRef, known: number | null, reading: Reading): Promise<number> {
  const { signal } = reading;
  if (!engine.memory || isChildLane(ref.lane)) return known ?? 0;
  const scope: MemoryScope = { kind: "session", session: ref.session };
  const noted = (known === null ? await engine.memories.read(scope) : engine.memories.recall(scope)).learned;
  let through = known ?? noted.get(ref.lane) ?? 0;
  while (!signal.aborted) {
    const entries = await engine.store.range(ref, through + 1, through + page);
    const last = entries.at(-1)?.seq ?? through;
    const learned = await learnEntries(engine, ref, entries, reading);
    if (signal.aborted) break;
    through = last;
    const isFar = through - (noted.get(ref.lane) ?? 0) >= mostUnnoted;
    if (entries.length > 0 && (learned || isFar)) await noteLearned(engine, ref, through);
    if (entries.length < page) break;
  }
  return through;
}

async function learnEntries(
  engine: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  { signal, onRead }: Reading,
): Promise<boolean> {
  const told = entries.filter(mayTeach);
  if (told.length === 0) return false;
  const zone = await readZone(engine, ref);
  let learned = false;
  for (const entry of told) {
    if (signal.aborted) return learned;
    if (entry.kind === "said" && entry.by.role === "user")
      await noteHeard(engine, { session: ref.session, person: entry.by.address ?? null, at: entry.at });
    const gone = entry.kind === "revised" || entry.kind === "withdrawn" ? entry.target : null;
    if (gone !== null && (await forgetSource(engine, ref, gone))) learned = true;
    if (
      entry.kind === "called"
        ? await learnRemembered(engine, ref, entry, zone)
        : await learnMessage(engine, ref, entry, zone)
    )
      learned = true;
    onRead(entry);
  }
  return learned;
}

/** What one surface alone may see, or came too late, is told nowhere else. Results of tools teach nothing, our own included. */
function mayTeach(entry: Entry): boolean {
  if (entry.private !== undefined || entry.late !== undefined) return false;
  if (entry.kind === "called") return entry.tool === rememberName;
  return (entry.kind === "said" && entry.by.role === "user") || entry.kind === "revised" || entry.kind === "withdrawn";
}

async function noteLearned(engine: Engine, ref: LaneRef, through: number): Promise<void> {
  const scope: MemoryScope = { kind: "session", session: ref.session };
  const at = engine.clock.now();
  const note: Draft = {
    id: engine.clock.id() as EntryId,
    kind: "noted",
    turn: null,
    step: null,
    at,
    arrived: at,
    note: { kind: "learned", lane: ref.lane, through },
  };
  await engine.store.write({ ref: makeScopeRef(engine.owner, scope), entries: [note] });
  await engine.memories.read(scope);
}
