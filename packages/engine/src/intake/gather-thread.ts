/**
 * Takes replies into the lane of the message that they reply to, when that came after them. The log only grows: what was said
 * is written once more, in its place in the thread, and withdrawn where it waited. What was answered there stays with its
 * answer, and the thread goes on in the other lane (resolve-lane.ts).
 */
import { type Draft, type RevisedEntry, resolveMessageId, type SaidEntry } from "@clewline/core/log/entry.js";
import { type EntryId, isSameLane, type LaneRef } from "@clewline/core/log/keys.js";
import { readAwaitedParent, route } from "@clewline/core/log/route-to-lane.js";
import type { Engine } from "../engine.js";
import { pickNewestVersions } from "./current-entries.js";
import { makeIngest } from "./ingest.js";

/** `ids` are those of messages that stand in the lane now. */
export async function gatherThread(engine: Engine, ref: LaneRef, ids: readonly string[]): Promise<void> {
  const { store, owner } = engine;
  const { session } = ref;
  for (const id of ids) {
    const lane = route({ session, topic: null, replyTo: id }, null);
    await moveReplies(engine, { owner, session, lane }, ref);
  }
  const awaited = readAwaitedParent(ref.lane);
  const parent = awaited === null ? null : await store.bySource(ref, awaited);
  if (parent !== null) await moveReplies(engine, ref, parent.ref);
}

/** More replies than wait for one message. What is beyond them stays where it is. */
const most = 1_000;

async function moveReplies(engine: Engine, from: LaneRef, to: LaneRef): Promise<void> {
  if (isSameLane(from, to)) return;
  const { store } = engine;
  const entries = await store.range(from, 1, most);
  if (entries.length === 0 || entries.some(({ turn }) => turn !== null)) return;
  const changes = entries.filter(({ kind }) => kind === "revised" || kind === "withdrawn");
  const gone = new Set(changes.flatMap((entry) => (entry.kind === "withdrawn" ? [resolveMessageId(entry)] : [])));
  const newest = pickNewestVersions(changes);
  const moved = entries.filter((entry): entry is SaidEntry => entry.kind === "said" && !gone.has(entry.id));
  if (moved.length === 0) return;
  await store.write({ ref: to, entries: moved.map((entry) => copyMessage(engine, entry, newest.get(entry.id))) });
  const ingest = makeIngest(engine);
  // The lane is not newer for it.
  await store.write({ ref: from, entries: moved.map(({ id, at }) => ({ ...ingest.withdrawn(id), at })) });
}

/** As it reads now, as a newer version: the channel's id leads to it from now on. Copying twice changes nothing. */
function copyMessage({ clock }: Engine, entry: SaidEntry, edit: RevisedEntry | undefined): Draft {
  const { seq: _seq, source, ...said } = entry;
  if (source === null) return { ...said, source };
  const { parts, raw } = edit ?? entry;
  const revision = (edit ?? entry).source?.revision ?? source.revision;
  const copy: Draft = { ...said, id: clock.id() as EntryId, parts, source: { ...source, revision: revision + 1 } };
  return raw === undefined ? copy : { ...copy, raw };
}
