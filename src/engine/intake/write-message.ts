import { ClewError } from "../../core/errors.js";
import { findEntrySource, isUnchangedEdit } from "../../core/log/delivery.js";
import { type Entry, isErased, resolveMessageId } from "../../core/log/entry.js";
import type { LaneRef } from "../../core/log/keys.js";
import type { Engine } from "../engine.js";
import { apartFromErasing } from "./apart-from-erasing.js";
import type { Incoming } from "./incoming.js";
import { openIngest } from "./ingest.js";
import { noteGroup } from "./memories/note-heard.js";
import { isVersionSaid } from "./repeated-delivery.js";
import { resolveMessageLane } from "./resolve-lane.js";

/** Keeps a message without answering it. Ignores a repeated delivery, an older version, and any of what was erased. */
export function observe(engine: Engine, message: Incoming): Promise<Entry> {
  return apartFromErasing(engine, () => writeObserved(engine, message));
}

async function writeObserved(engine: Engine, message: Incoming): Promise<Entry> {
  await noteGroup(engine, message.session, message.group);
  const known =
    message.id === null
      ? null
      : await engine.store.bySource({ owner: engine.owner, session: message.session }, message.id);
  if (known !== null && isErased(known.entry)) return known.entry;
  if (known !== null && (findEntrySource(known.entry)?.revision ?? 0) > message.revision) return known.entry;
  const ref = await resolveMessageLane(engine, message);
  const ingest = await openIngest(engine, ref, readSecrecy(known?.entry));
  const same = known !== null && isVersionSaid(known.entry, message) ? known.entry : null;
  const draft = ingest.said(message, null, same);
  const { entries } = await engine.store.write({ ref, entries: [draft], blobs: ingest.blobs });
  return checkWritten(entries[0], ref);
}

/** Every version of a private message is private. */
function readSecrecy(entry: Entry | undefined): Parameters<typeof openIngest>[2] {
  return entry?.private === undefined ? {} : { private: true, surface: entry.private };
}

/**
 * Appends a new version of a message, or its withdrawal. The first version stays in the log. Of a message that was erased
 * there are no new versions: the note in its place is what there is.
 */
export async function editMessage(engine: Engine, message: Incoming, deleted: boolean): Promise<Entry> {
  const { id } = message;
  if (id === null) {
    throw new ClewError("message/bad", "An edit needs the id of the message", {
      hint: "Give id as the channel named it",
    });
  }
  return apartFromErasing(engine, () => writeVersion(engine, { ...message, id }, deleted));
}

async function writeVersion(
  engine: Engine,
  message: Incoming & { readonly id: string },
  deleted: boolean,
): Promise<Entry> {
  await noteGroup(engine, message.session, message.group);
  const known = await engine.store.bySource({ owner: engine.owner, session: message.session }, message.id);
  if (known === null) {
    if (!deleted) return writeObserved(engine, message);
    throw new ClewError("message/bad", `No message ${message.id} in ${message.session}`, {
      hint: "Only a message that was observed or answered can be withdrawn",
    });
  }
  if (isErased(known.entry) || (known.entry.kind === "withdrawn" && deleted)) return known.entry;
  const target = resolveMessageId(known.entry);
  const ingest = await openIngest(engine, known.ref, readSecrecy(known.entry));
  const revision = computeRevision(engine, known.entry, message, deleted);
  if (revision < (findEntrySource(known.entry)?.revision ?? 0)) return known.entry;
  const revised = ingest.revised({ ...message, at: revision, revision }, target);
  if (!deleted && isUnchangedEdit(known.entry, revised)) return known.entry;
  const draft = deleted
    ? { ...copyBase(revised), kind: "withdrawn" as const, target, source: { message: message.id, revision } }
    : revised;
  const { entries } = await engine.store.write({ ref: known.ref, entries: [draft], blobs: ingest.blobs });
  return checkWritten(entries[0], known.ref);
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
