import type { ExportedRecord } from "@clewline/core/importing/export-line.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";

const page = 500;

/** The state of a lane when its export began. */
export interface Moment {
  readonly last: number;
  /** Oldest first. */
  readonly turns: readonly TurnRecord[];
  /** Of each kind, oldest first. */
  readonly records: readonly ExportedRecord[];
  readonly cleared: number;
  readonly settings: Readonly<Record<string, Json>>;
  /** The ids of those turns and records. */
  readonly ids: ReadonlySet<string>;
}

export async function readMoment(engine: Engine, ref: LaneRef): Promise<Moment> {
  const { last, cleared, settings } = await engine.store.read(ref, 0, null);
  const records = await readLaneRecords(engine, ref, last);
  const all = await engine.store.turns(ref, Number.MAX_SAFE_INTEGER);
  const late = await listLaterNames(engine, ref, last);
  const isLate = ({ id, messages }: TurnRecord) => late.has(id) || messages.some((message) => late.has(message));
  const turns = all.filter((turn) => !isLate(turn)).reverse();
  return { last, turns, records, cleared, settings, ids: new Set<string>([...turns, ...records].map(({ id }) => id)) };
}

async function readLaneRecords(engine: Engine, ref: LaneRef, last: number): Promise<readonly ExportedRecord[]> {
  const kinds = ["summary", "journal", "event", "state", "secrets", "digest", "memory", "basis", "ranges"] as const;
  // Requests come behind the receipts, with their pieces.
  const newest = await Promise.all(kinds.map((kind) => engine.store.records(ref, kind, null, Number.MAX_SAFE_INTEGER)));
  return newest
    .flatMap((records) => records.toReversed())
    .filter((record) => record.kind !== "candidate")
    .filter((record) => record.kind !== "summary" || record.summary.to <= last);
}

/** Entries that came since, and their turns: usually none. */
async function listLaterNames(engine: Engine, ref: LaneRef, last: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (let from = last + 1; ; from += page) {
    const entries = await engine.store.range(ref, from, from + page - 1);
    for (const { id, turn } of entries) {
      names.add(id);
      if (turn !== null) names.add(turn);
    }
    if (entries.length < page) return names;
  }
}

/** The lane's epoch of a key as of the moment; null before the first compaction, or if it has moved since. */
export async function findEpoch(engine: Engine, ref: LaneRef, moment: Moment, key: string): Promise<Epoch | null> {
  const { epoch } = await engine.store.read(ref, 0, null, key);
  const reach = Math.max(epoch.foldedThrough, ...Object.values(epoch.through));
  if (epoch.number === 0 || reach > moment.last) return null;
  return (await isLater(engine, ref, moment, { turn: epoch.turn, epoch })) ? null : epoch;
}

/** Whether a turn or a summary came since the moment. One that the log has lost did not, and excludes nothing. */
export async function isLater(
  { store }: Engine,
  ref: LaneRef,
  { ids }: Moment,
  { turn, epoch: { key, summary } }: { readonly turn: TurnId | null; readonly epoch: Epoch },
): Promise<boolean> {
  if (turn !== null && !ids.has(turn) && (await store.turn(ref, turn)) !== null) return true;
  if (summary === null || ids.has(summary.id)) return false;
  const summaries = await store.records(ref, "summary", key, Number.MAX_SAFE_INTEGER);
  return summaries.some(({ id }) => id === summary.id);
}
