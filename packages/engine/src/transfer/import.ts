/** Gives every record of a foreign history its place in the log, thousands to a write. */

import { ClewError } from "@clewline/core/errors.js";
import type { BadRecord, ImportedRecord } from "@clewline/core/importing/importer.js";
import { findEntrySource } from "@clewline/core/log/delivery.js";
import { countCharacters, type Draft, isErased } from "@clewline/core/log/entry.js";
import type { HostPart } from "@clewline/core/log/host-message.js";
import { type LaneRef, makeLaneAddress, type SessionKey } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { computeRoom } from "@clewline/core/policy/budget.js";
import type { Engine } from "../engine.js";
import { noteGroup } from "../intake/memories/note-heard.js";
import { cleanRecords } from "../intake/redact/clean-ids.js";
import { shapeDrafts } from "../intake/shape-drafts.js";
import { type Batch, type LaneImport, makeLaneImport } from "./import-lane.js";

/** Counts of a history's records, by kind. */
export interface ImportCounts {
  /** Messages of people. */
  readonly user: number;
  /** Messages of the agent. */
  readonly agent: number;
  /** Tool calls. */
  readonly calls: number;
  /** Their results. */
  readonly results: number;
  /** Usage counters, markers and other notes. */
  readonly notes: number;
  /** Records that were taken back. */
  readonly withdrawn: number;
}

/** The outcome of an import. */
export interface ImportResult {
  /** Everything that was read. */
  readonly read: ImportCounts;
  /** Entries that the log did not have. */
  readonly added: number;
  /** Entries that it had already. */
  readonly known: number;
  /** The sessions that the history is about. */
  readonly sessions: readonly string[];
  /** The addresses of its lanes. */
  readonly lanes: readonly string[];
  /** Lanes that received more than any view shows. */
  readonly large: readonly LaneRef[];
  /** Skipped records: unreadable ones, and messages that the log has in other words. */
  readonly bad: readonly Omit<BadRecord, "kind">[];
}

/** Records of a batch: so few that what it is made of is gone before the collector takes it for lasting. */
const batchSize = 250;
/** Characters that count like one record more. */
const weightyLength = 1_000;
/** Characters of a token at least, in most languages. */
const fewestCharacters = 2;

interface ImportWatch {
  readonly onProgress: (records: number) => void;
  /** Whether the log has a record already under another key. */
  readonly isKnown?: ((record: ImportedRecord) => Promise<boolean>) | undefined;
  /** Whether the chats are groups, where no record says. */
  readonly group?: boolean | undefined;
}

export async function importRecords(
  engine: Engine,
  records: AsyncIterable<ImportedRecord | BadRecord>,
  { onProgress, isKnown, group: byFormat }: ImportWatch,
): Promise<ImportResult> {
  const lanes = new Map<string, LaneImport>();
  const counts = { user: 0, agent: 0, calls: 0, results: 0, notes: 0, withdrawn: 0 };
  const bad: Omit<BadRecord, "kind">[] = [];
  const sums = { added: 0, known: 0 };
  const sessions = new Set<SessionKey>();
  let [seen, pending] = [0, 0];
  const characters = new Map<LaneImport, number>();
  const touched = new Set<LaneImport>();
  const flush = async () => {
    for (const lane of touched) {
      for (const batch of lane.take()) {
        const size = batch.entries.reduce((sum, entry) => sum + countCharacters(entry), 0);
        characters.set(lane, (characters.get(lane) ?? 0) + size);
        await writeBatch(engine, batch, sums, bad);
      }
    }
    touched.clear();
    pending = 0;
    onProgress(seen);
  };
  const [laneOf, noteKind] = [makeLaneFinder(engine, lanes), makeKindNoter(engine, byFormat)];
  let current: LaneImport | null = null;
  for await (const record of cleanRecords(engine, records)) {
    if (record.kind === "bad") {
      bad.push({ line: record.line, reason: record.reason });
      continue;
    }
    sessions.add(record.session);
    await noteKind(record);
    if ((await isKnown?.(record)) === true) {
      counts[classifyRecord(record)] += 1;
      sums.known += 1;
      continue;
    }
    if (record.session !== current?.ref.session || record.lane !== current.ref.lane) current = await laneOf(record);
    touched.add(current);
    const adding = addRecord(current, record);
    const refusal = adding instanceof Promise ? await adding : adding;
    if (refusal !== null) {
      bad.push({ line: 0, reason: refusal });
      continue;
    }
    counts[classifyRecord(record)] += 1;
    seen += 1;
    pending += weighRecord(record);
    if (pending >= batchSize) await flush();
  }
  for (const lane of lanes.values()) {
    lane.end();
    touched.add(lane);
  }
  await flush();
  const large = listLargeLanes(engine, characters);
  return { read: counts, ...sums, sessions: [...sessions], lanes: [...lanes.keys()], large, bad };
}

function listLargeLanes({ budget, policy }: Engine, characters: ReadonlyMap<LaneImport, number>): readonly LaneRef[] {
  const room = computeRoom(budget, policy) * fewestCharacters;
  return [...characters].flatMap(([{ ref }, size]) => (size > room ? [ref] : []));
}

/** Notes of each chat whether it is a group, once for each answer. */
function makeKindNoter(engine: Engine, byFormat: boolean | undefined): (record: ImportedRecord) => Promise<void> {
  const noted = new Map<SessionKey, boolean>();
  return async ({ session, group = byFormat }) => {
    if (group === undefined || noted.get(session) === group) return;
    noted.set(session, group);
    await noteGroup(engine, session, group);
  };
}

/** The lane of a record, made where it is the first. Most records belong to the lane of the previous one, and ask for none. */
function makeLaneFinder(
  engine: Engine,
  lanes: Map<string, LaneImport>,
): (record: ImportedRecord) => Promise<LaneImport> {
  const isFresh = makeFreshFinder(engine);
  return async ({ session, lane: name }) => {
    const ref = { owner: engine.owner, session, lane: name };
    const address = makeLaneAddress(ref);
    const lane = lanes.get(address) ?? (await makeLaneImport(engine, ref, await isFresh(session)));
    lanes.set(address, lane);
    return lane;
  };
}

/** Whether the log had nothing of a session before. */
function makeFreshFinder({ store, owner }: Engine): (session: SessionKey) => Promise<boolean> {
  const fresh = new Map<SessionKey, boolean>();
  return async (session) => {
    const known = fresh.get(session) ?? (await store.lanes({ owner, session })).length === 0;
    fresh.set(session, known);
    return known;
  };
}

/** Why a record can't be kept; null if it is. A promise only where the log has to be read. */
function addRecord(lane: LaneImport, record: ImportedRecord): Promise<string | null> | string | null {
  const explain = (error: unknown): string => {
    if (!(error instanceof ClewError) || error.code !== "message/too-large") throw error;
    return `record ${record.key}: ${error.message}`;
  };
  try {
    return lane.add(record)?.then(() => null, explain) ?? null;
  } catch (error) {
    return explain(error);
  }
}

/** How much of a batch a record takes up. */
function weighRecord(record: ImportedRecord): number {
  if (record.kind !== "item") return 1;
  const { item } = record;
  if (item.kind === "said") return item.parts.reduce((sum, part) => sum + countPart(part) / weightyLength, 1);
  return item.kind === "returned" && "text" in item.output ? 1 + item.output.text.length / weightyLength : 1;
}

function countPart(part: HostPart): number {
  if (part.kind !== "file") return part.text.length;
  return part.data.kind === "base64" ? part.data.base64.length : 0;
}

function classifyRecord(record: ImportedRecord): keyof ImportCounts {
  if (record.kind === "note") return "notes";
  if (record.kind === "withdrawn") return "withdrawn";
  switch (record.item.kind) {
    case "said":
      return record.item.role === "system" ? "notes" : record.item.role;
    case "called":
      return "calls";
    case "returned":
      return "results";
    default:
      return "notes";
  }
}

type Sums = { added: number; known: number };

async function writeBatch(engine: Engine, batch: Batch, sums: Sums, bad: Omit<BadRecord, "kind">[]): Promise<void> {
  const { ref, blobs, history, known } = batch;
  sums.known += known;
  if (batch.entries.length === 0 && history.length === 0) return;
  const entries = await shapeDrafts(engine, ref, batch.entries, { blobs });
  const write = async (drafts: readonly Draft[], turns: readonly TurnRecord[]) => {
    const written = await engine.store.write({ ref, entries: drafts, blobs, history: turns });
    engine.fence.open(written.entries.flatMap((entry) => (isErased(entry) ? [] : [entry.id])));
    const added = written.entries.filter((entry, index) => entry.arrived === drafts[index]?.arrived).length;
    sums.added += added;
    sums.known += drafts.length - added;
  };
  try {
    await write(entries, history);
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The log has one of them in other words. That one stays as it is there, and the others are written.
    await engine.store.write({ ref, blobs });
    for (const draft of entries) {
      try {
        await write([draft], []);
      } catch (reason) {
        if (!isConflict(reason)) throw reason;
        bad.push({
          line: 0,
          reason: `message ${findEntrySource(draft)?.message ?? draft.id} is in the log already, in other words`,
        });
      }
    }
    if (history.length > 0) await engine.store.write({ ref, history });
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ClewError && error.code === "log/conflict";
}
