/** Finds an answer's part by its provider's id, for lists of a host that hold the id in place of the words. */
import { type Entry, isErased, listBlobIds, type Part, type Text } from "@clewline/core/log/entry.js";
import type { HostItem, HostPart } from "@clewline/core/log/host-message.js";
import type { BlobId, SessionRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { findMark } from "../../intake/sync-mark.js";

/** A thought belongs to the item that follows it, and a file is not read: its name is enough to know it by. */
export type NamedItem = HostItem | "thought" | "file";

/** Null for an id that the session does not have, and for an erased part. */
export async function findNamedItem(engine: Engine, session: SessionRef, name: string): Promise<NamedItem | null> {
  const { store } = engine;
  const found = await store.bySource(session, name);
  const names = found === null ? [] : (findMark(found.entry)?.names ?? []);
  const place = names.indexOf(name);
  if (found === null || place < 0) return null;
  const { seq, arrived } = found.entry;
  const before = await store.range(found.ref, Math.max(1, seq - names.length), seq - 1);
  // An erased entry keeps its place.
  const isOwn = (entry: Entry) => (entry.kind === "noted" ? isErased(entry) : entry.arrived === arrived);
  const own = before.slice(before.findLastIndex((entry) => !isOwn(entry)) + 1);
  const entry = own[place - names.length + own.length];
  return entry === undefined ? "thought" : readItem(engine, session, entry);
}

async function readItem({ store }: Engine, session: SessionRef, entry: Entry): Promise<NamedItem | null> {
  if (entry.kind === "said" && entry.parts.some(({ kind }) => kind === "file")) return "file";
  const ids = listBlobIds(entry);
  const blobs = ids.length === 0 ? new Map<BlobId, string>() : await store.blobs(session, ids);
  const readText = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? ""));
  if (entry.kind === "called") {
    const { call, tool, input } = entry;
    return { kind: "called", call, tool, input: readText(input) };
  }
  if (entry.kind !== "said" || entry.by.role !== "agent") return null;
  return { kind: "said", role: "agent", parts: readParts(entry.parts, readText) };
}

function readParts(parts: readonly Part[], readText: (text: Text) => string): readonly HostPart[] {
  return parts.flatMap((part) => (part.kind === "file" ? [] : [{ ...part, text: readText(part.text) }]));
}
