import type { Json } from "@clewline/text/json.js";
import type { BlobId, EntryId, Instant, LaneKey, SessionKey, Tokens, TurnId } from "./keys.js";
import type { MemoryChange } from "./memories/memory.js";

/** Who said something. Strangers are shown by their address, never by a display name that they chose. */
export interface Speaker {
  /** Whether a person spoke, the agent, or the host itself, in the middle of a conversation. */
  readonly role: "user" | "agent" | "system";
  /** The channel's id of the person; absent where a session has only one person. */
  readonly address?: string;
}

/** The speaker's name as shown. An address that reads like a role is marked, so that it can't pass for one. */
export function nameSpeaker({ role, address }: Speaker): string {
  if (role !== "user") return role;
  return address === "agent" || address === "user" || address === "system" ? `address ${address}` : (address ?? "user");
}

/** Characters above which a text is stored in a blob. */
export const longestInline = 65_536;

/** A text too large for the log's rows: its content is a blob, its beginning and end stay here. */
export interface BlobText {
  /** Distinguishes it from a text stored in the row. */
  readonly kind: "blob";
  /** The blob that holds the whole text. */
  readonly blob: BlobId;
  /** Its length in characters. */
  readonly chars: number;
  /** Its length in tokens, as an upper estimate. */
  readonly tokens: Tokens;
  /** Its beginning. */
  readonly head: string;
  /** Its end. */
  readonly tail: string;
}

/** A text as the log keeps it: in the row, or as a blob where it is large. */
export type Text = string | BlobText;

/** The place of a reasoning part in its request. Some providers accept it back only at this place. */
export interface ThoughtBond {
  /** Identifies everything before it except reasoning. */
  readonly under: string;
  /** Identifies the reasoning part before it; null for the first. */
  readonly after: string | null;
}

/** One part of what was said, as the log keeps it. */
export type Part =
  | { readonly kind: "text"; readonly text: Text; readonly meta?: Json }
  | { readonly kind: "reasoning"; readonly text: Text; readonly meta?: Json; readonly bond?: ThoughtBond }
  | {
      readonly kind: "file";
      readonly mediaType: string;
      readonly source:
        | { readonly kind: "url"; readonly url: string }
        | { readonly kind: "blob"; readonly blob: BlobId };
      /** Fixed when the file is stored, so that the same file always counts the same. */
      readonly tokens: Tokens;
      readonly name?: string;
    };

/** A tool's result. `json` holds canonical JSON text. */
export type CallOutput =
  | { readonly kind: "text" | "json" | "error-text" | "error-json" | "denied"; readonly text: Text }
  | { readonly kind: "content"; readonly parts: readonly Part[] };

/** The channel's id of a message. The revision is the time of an edit, or 0. */
export interface EntrySource {
  /** The channel's id of the message. */
  readonly message: string;
  /** The time of the edit, 0 for the first version. */
  readonly revision: number;
}

/** A message that a reply carried along as a quotation. */
export interface QuotedMessage {
  /** Who said it. */
  readonly by: Speaker;
  /** The quoted words. */
  readonly text: string;
}

/** Something that happened besides what was said. */
export type Note =
  | { readonly kind: "turn-ended"; readonly state: "failed" | "cancelled" | "waiting"; readonly reason: string }
  | { readonly kind: "approval"; readonly approval: string; readonly approved: boolean; readonly reason?: string }
  /** The provider's usage figures for the turn, as the host reported them. */
  | { readonly kind: "usage"; readonly usage: Json }
  /** The channel's ids of an answer, so that a reply to it finds its lane. */
  | { readonly kind: "sent"; readonly messages: readonly string[] }
  /** The system prompt of another program, kept when its history was imported. */
  | { readonly kind: "instructions"; readonly text: Text }
  /** Another program summarised what came before. If that summary was sent to the model, it is a separate message. */
  | { readonly kind: "compacted"; readonly by: string; readonly tokens: Tokens | null }
  /** One step in the life of a memory. It is in the log of memories, never in a chat. */
  | { readonly kind: "memory"; readonly change: MemoryChange }
  /** Somebody spoke in a session for the first time, at the entry's time; null where the channel gave no address. */
  | { readonly kind: "heard"; readonly person: string | null; readonly session: SessionKey }
  /** Whether the session is a group, according to its channel or its owner. Null withdraws the owner's statement. */
  | {
      readonly kind: "group";
      readonly session: SessionKey;
      readonly group: boolean | null;
      readonly by: "channel" | "owner";
    }
  /** How far memories were extracted from a lane. For a model, the range that it was given, with its start. */
  | {
      readonly kind: "learned";
      readonly lane: LaneKey;
      readonly from?: number;
      readonly through: number;
      readonly by?: "model";
    }
  /** Replaces an erased entry. It keeps the channel's id, so that the message is not imported again. */
  | { readonly kind: "erased"; readonly source?: EntrySource }
  /** Replaces an entry that the store can't read or no longer has. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** The fields of every entry. */
export interface EntryBase {
  /** Its id, unique in the log. */
  readonly id: EntryId;
  /** The model that said it, as `provider:model`; absent where no model did, or its host did not name it. */
  readonly model?: string;
  /** Position in the lane: 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** The turn that it belongs to; null if it belongs to none. */
  readonly turn: TurnId | null;
  /** Number of the step within the turn, for output of the model and its tools. */
  readonly step: number | null;
  /** The channel's time. */
  readonly at: Instant;
  /** Our time. */
  readonly arrived: Instant;
  /** The only surface whose views may show the entry; searches and summaries leave it out. */
  readonly private?: string;
  /** Secrets that appear here without a label and elsewhere with one. No derived text shows them. */
  readonly veiled?: readonly string[];
  /** The turn that it was sent for, if that had ended or another one answered it. No view shows the entry. */
  readonly late?: TurnId;
  /** The original as the host had it, for the host alone. No model sees it, and Clew reads nothing from it. */
  readonly raw?: Json;
}

/** One immutable record of the log. */
export type Entry = EntryBase &
  (
    | {
        readonly kind: "said";
        readonly by: Speaker;
        readonly parts: readonly Part[];
        readonly source: EntrySource | null;
        readonly replyTo: string | null;
        /** The text that the channel quoted, for when the message itself is not in the log. */
        readonly quoted?: QuotedMessage;
      }
    | {
        readonly kind: "called";
        readonly call: string;
        readonly tool: string;
        /** Canonical JSON text of the input. */
        readonly input: Text;
        /** The provider itself runs the tool; the result is in the same message. */
        readonly hosted?: true;
        /** Id of the approval that was requested. */
        readonly approval?: string;
        /** The lines that a long input keeps when it leaves a view, chosen when it was written. */
        readonly outline?: string;
        readonly meta?: Json;
      }
    | {
        readonly kind: "returned";
        readonly call: string;
        readonly tool: string;
        readonly output: CallOutput;
        /** A file with the whole result, for the agent's own tools: its path from the folder of the log. */
        readonly file?: string;
        /** The lines that a long result keeps when it leaves a view, chosen when it was written. */
        readonly outline?: string;
        /** Views show it condensed, by the rules of this number; decided when it was written. */
        readonly condensed?: number;
        /** The agent asked for it again: views that cut results this long show this one whole. */
        readonly whole?: true;
        readonly hosted?: true;
        readonly meta?: Json;
      }
    | { readonly kind: "noted"; readonly note: Note }
    | {
        readonly kind: "revised";
        readonly target: EntryId;
        readonly parts: readonly Part[];
        readonly source: EntrySource;
      }
    | { readonly kind: "withdrawn"; readonly target: EntryId; readonly source: EntrySource | null }
  );

export function isUnreadable(entry: Entry | Draft): boolean {
  return entry.kind === "noted" && entry.note.kind === "unreadable";
}

export function isErased(entry: Entry | Draft): boolean {
  return entry.kind === "noted" && entry.note.kind === "erased";
}

/** An entry for something that was said. */
export type SaidEntry = Extract<Entry, { kind: "said" }>;
export type CalledEntry = Extract<Entry, { kind: "called" }>;
export type ReturnedEntry = Extract<Entry, { kind: "returned" }>;
export type RevisedEntry = Extract<Entry, { kind: "revised" }>;

/** An entry without its place in the lane. @public */
export type WithoutSeq<E> = E extends Entry ? Omit<E, "seq"> : never;
/** An entry before the store assigns its seq. */
export type Draft = WithoutSeq<Entry>;

export function isFromModel(entry: Entry): boolean {
  return entry.kind === "called" || entry.kind === "returned" || (entry.kind === "said" && entry.by.role === "agent");
}

/** The id of the message that an entry revises or withdraws; otherwise its own id. */
export function resolveMessageId(entry: Entry): EntryId {
  return entry.kind === "revised" || entry.kind === "withdrawn" ? entry.target : entry.id;
}

/** The parts of an entry; calls and notes have none. */
export function listParts(entry: Entry | Draft): readonly Part[] {
  if (entry.kind === "said" || entry.kind === "revised") return entry.parts;
  return entry.kind === "returned" && entry.output.kind === "content" ? entry.output.parts : [];
}

/** Every text of an entry except files. */
export function listTexts(entry: Entry | Draft): readonly Text[] {
  if (entry.kind === "called") return [entry.input];
  if (entry.kind === "returned" && entry.output.kind !== "content") return [entry.output.text];
  return listParts(entry).flatMap((part) => (part.kind === "file" ? [] : [part.text]));
}

/** The blobs that an entry refers to, long texts and files, in order. */
export function listBlobIds(entry: Entry | Draft): readonly BlobId[] {
  if (entry.kind === "called") return listTextBlobs(entry.input);
  if (entry.kind === "returned" && entry.output.kind !== "content") return listTextBlobs(entry.output.text);
  if (entry.kind === "noted") return entry.note.kind === "instructions" ? listTextBlobs(entry.note.text) : [];
  return listParts(entry).flatMap((part) => {
    if (part.kind !== "file") return listTextBlobs(part.text);
    return part.source.kind === "blob" ? [part.source.blob] : [];
  });
}

function listTextBlobs(text: Text): readonly BlobId[] {
  return typeof text === "string" ? [] : [text.blob];
}

/** Characters that an entry's texts take in memory; a blob counts only with its beginning and end. */
export function countCharacters(entry: Entry | Draft): number {
  const lengths = listTexts(entry).map((text) =>
    typeof text === "string" ? text.length : text.head.length + text.tail.length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** The text of parts for a reader. A file shows its name, a blob its beginning and end. */
export function renderPlainText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === "file") return `[${part.name ?? part.mediaType}]`;
      return typeof part.text === "string" ? part.text : `${part.text.head} … ${part.text.tail}`;
    })
    .join("\n");
}
