import { ClewError } from "@clewline/core/errors.js";
import { findEntrySource, isUnchangedEdit } from "@clewline/core/log/delivery.js";
import { type Entry, resolveMessageId } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";
import { apartFromErasing } from "./apart-from-erasing.js";
import { gatherThread } from "./gather-thread.js";
import type { Incoming } from "./incoming.js";
import { openIngest } from "./ingest.js";
import { noteGroup } from "./memories/note-heard.js";
import { isVersionSaid } from "./repeated-delivery.js";
import { resolveMessageLane } from "./resolve-lane.js";
import {
  type FoundMessage,
  findRefusal,
  joinOwedAnswer,
  readFirst,
  recogniseVoice,
  type Unkept,
} from "./voice/own-voice.js";

/** The stored entry of the message, or the reason why there is none. */
export type KeptEntry =
  | { readonly kept: true; readonly entry: Entry }
  | { readonly kept: false; readonly because: Unkept };

/** Keeps a message without answering it. Ignores repeated deliveries, older versions and erased messages. */
export function observe(engine: Engine, message: Incoming): Promise<KeptEntry> {
  return apartFromErasing(engine, () => writeObserved(engine, recogniseVoice(engine, message)));
}

async function writeObserved(engine: Engine, given: Incoming): Promise<KeptEntry> {
  await noteGroup(engine, given.session, given.group);
  const { owner } = engine;
  const { session, id } = given;
  const known = id === null ? null : await engine.store.bySource({ owner, session }, id);
  const because = findRefusal(given, known);
  if (because !== null) return { kept: false, because };
  if (known === null && given.role === "agent" && (await joinOwedAnswer(engine, given)))
    return { kept: false, because: "own answer" };
  if (known !== null && (findEntrySource(known.entry)?.revision ?? 0) > given.revision)
    return { kept: true, entry: known.entry };
  const first = known === null ? null : await readFirst(engine, known);
  // A message stays whose it was when it first came.
  if (first?.by.role === "user" && given.role === "agent") return { kept: true, entry: first };
  const message: Incoming = first?.by.role === "agent" ? { ...given, role: "agent" } : given;
  const ref = known?.ref ?? (await resolveMessageLane(engine, message));
  const ingest = await openIngest(engine, ref, readSecrecy(known?.entry));
  const same = known !== null && isVersionSaid(known.entry, message) ? known.entry : null;
  const draft = ingest.said(message, null, same);
  const { entries } = await engine.store.write({ ref, entries: [draft], blobs: ingest.blobs });
  if (id !== null) await gatherThread(engine, ref, [id]);
  return { kept: true, entry: checkWritten(entries[0], ref) };
}

/** Every version of a private message is private. */
function readSecrecy(entry: Entry | undefined): Parameters<typeof openIngest>[2] {
  return entry?.private === undefined ? {} : { private: true, surface: entry.private };
}

/**
 * Appends a new version of a message, or its withdrawal. The first version stays in the log. Erased messages get no new
 * versions. Nor does the agent's own answer, because the log has it as it was made; it can only be withdrawn.
 */
export async function editMessage(engine: Engine, message: Incoming, deleted: boolean): Promise<KeptEntry> {
  const { id } = message;
  if (id === null) {
    throw new ClewError("message/bad", "An edit needs the id of the message", {
      hint: "Give id as the channel named it",
    });
  }
  return apartFromErasing(engine, () => writeVersion(engine, { ...recogniseVoice(engine, message), id }, deleted));
}

async function writeVersion(
  engine: Engine,
  message: Incoming & { readonly id: string },
  deleted: boolean,
): Promise<KeptEntry> {
  await noteGroup(engine, message.session, message.group);
  const known = await engine.store.bySource({ owner: engine.owner, session: message.session }, message.id);
  if (known === null) {
    if (!deleted) return writeObserved(engine, message);
    throw new ClewError("message/bad", `No message ${message.id} in ${message.session}`, {
      hint: "Only a message that was observed or answered can be withdrawn",
    });
  }
  const because = findRefusal(message, known);
  if (because === "erased" || (because !== null && !deleted)) return { kept: false, because };
  const unchanged: KeptEntry = { kept: true, entry: known.entry };
  if (deleted && (await isWithdrawn(engine, known))) return unchanged;
  const target = resolveMessageId(known.entry);
  const ingest = await openIngest(engine, known.ref, readSecrecy(known.entry));
  const revision = computeRevision(engine, known.entry, message, deleted);
  if (revision < (findEntrySource(known.entry)?.revision ?? 0)) return unchanged;
  const revised = ingest.revised({ ...message, at: revision, revision }, target);
  if (!deleted && isUnchangedEdit(known.entry, revised)) return unchanged;
  const draft = deleted
    ? { ...copyBase(revised), kind: "withdrawn" as const, target, source: { message: message.id, revision } }
    : revised;
  const { entries } = await engine.store.write({ ref: known.ref, entries: [draft], blobs: ingest.blobs });
  return { kept: true, entry: checkWritten(entries[0], known.ref) };
}

async function isWithdrawn({ store }: Engine, { ref, entry }: FoundMessage): Promise<boolean> {
  return (await store.changesOf(ref, [resolveMessageId(entry)])).some(({ kind }) => kind === "withdrawn");
}

/** Channels count seconds, so two edits may have the same time: the later one is newer. A deletion is the newest. */
function computeRevision(engine: Engine, newest: Entry, { revision }: Incoming, deleted: boolean): number {
  const known = findEntrySource(newest)?.revision ?? 0;
  const given = revision > 0 ? revision : engine.clock.now();
  return given === known || deleted ? Math.max(given, known + 1) : given;
}

function copyBase(draft: Pick<Entry, "id" | "turn" | "step" | "at" | "arrived" | "private">) {
  const { id, turn, step, at, arrived } = draft;
  return { id, turn, step, at, arrived, ...(draft.private === undefined ? {} : { private: draft.private }) };
}

function checkWritten(entry: Entry | undefined, ref: LaneRef): Entry {
  if (entry === undefined)
    throw new ClewError("store/damaged", `The store returned nothing for a write to ${ref.lane}`);
  return entry;
}
