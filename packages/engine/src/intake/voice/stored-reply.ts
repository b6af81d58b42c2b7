/** The reply of a turn: the text of its last step, which its reader is to get. */
import { type Entry, listTexts, type Note, type SaidEntry } from "@clewline/core/log/entry.js";
import { readHostMessage } from "@clewline/core/log/host-message.js";
import type { BlobId, EntryId, SessionRef } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../../engine.js";

/** A turn's reply and its delivery, as its entries say. */
export interface StoredReply {
  /** "" if there is none. */
  readonly reply: string;
  /** The channel's ids of the messages that the turn answers. */
  readonly answers: readonly string[];
  /** Whether the host named messages that it sent after the newest step. */
  readonly delivered: boolean;
}

/** `own` are the turn's entries, its messages included. */
export async function readStoredReply(
  engine: Pick<Engine, "store">,
  { ref, id, messages }: TurnRecord,
  own: readonly Entry[],
): Promise<StoredReply> {
  const steps = own.filter((entry) => entry.turn === id && entry.step !== null);
  const last = steps.reduce((most, { step }) => Math.max(most, step ?? 0), 0);
  const isReply = (entry: Entry): entry is SaidEntry =>
    entry.step === last && entry.kind === "said" && entry.by.role === "agent";
  return {
    reply: await loadText(engine, ref, steps.filter(isReply)),
    answers: messages.flatMap((message) => findChannelId(own, message)),
    delivered: isDelivered(own.filter(({ turn }) => turn === id)),
  };
}

/** Counts only messages sent after the newest step and approval: earlier ones were questions or interim words. */
function isDelivered(own: readonly Entry[]): boolean {
  const isNote = (entry: Entry, kind: Note["kind"]) => entry.kind === "noted" && entry.note.kind === kind;
  const goesOn = own.findLastIndex((entry) => entry.step !== null || isNote(entry, "approval"));
  return own.slice(goesOn + 1).some((entry) => isNote(entry, "sent"));
}

/** The text of a step in the AI SDK's shape. */
export function pickReplyText(messages: readonly unknown[]): string {
  const parts = messages
    .flatMap(readHostMessage)
    .flatMap((item) => (item.kind === "said" && item.role === "agent" ? item.parts : []));
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

function findChannelId(own: readonly Entry[], message: EntryId): readonly string[] {
  const entry = own.find(({ id }) => id === message);
  return entry?.kind === "said" && entry.source !== null ? [entry.source.message] : [];
}

/** Long replies are in blobs. */
async function loadText({ store }: Pick<Engine, "store">, session: SessionRef, said: readonly SaidEntry[]) {
  const large = said.flatMap(listTexts).flatMap((text): BlobId[] => (typeof text === "string" ? [] : [text.blob]));
  const blobs = large.length === 0 ? new Map<BlobId, string>() : await store.blobs(session, large);
  const parts = said.flatMap((entry) => entry.parts);
  const texts = parts.map((part) => {
    if (part.kind !== "text") return "";
    if (typeof part.text === "string") return part.text;
    return blobs.get(part.text.blob) ?? `${part.text.head} … ${part.text.tail}`;
  });
  return texts.join("");
}
