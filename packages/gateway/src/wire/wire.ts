/** The contract of a provider's wire format. Everything else in a request passes as it came. */

import type { HostItem } from "@clewline/core/log/host-message.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import type { BoundPart } from "@clewline/core/model/reasoning/bound-thoughts.js";
import type { ServerEdit, ServerReducer } from "@clewline/core/model/server-edits.js";
import type { ToolSpec } from "@clewline/core/view/request.js";
import type { NamedItem } from "@clewline/engine/answer/list/named-item.js";
import type { Json } from "@clewline/text/json.js";
import type { Steps } from "@clewline/text/steps.js";
import type { ShownPiece, ShownSources } from "../list/shown-piece.js";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request as far as a view needs it. */
export interface WireRequest {
  readonly model: string;
  /** All system text, to be counted; it goes out as the client wrote it. */
  readonly instructions: string;
  readonly tools: readonly ToolSpec[];
  readonly list: readonly WireMessage[];
  /** Tokens that the client wants for the answer; null where it does not say. */
  readonly reply: Tokens | null;
  /** The client's name of the conversation in the body; null without one. */
  readonly session: string | null;
  /** A name that several conversations of the client may have in common; null without one. */
  readonly shared: string | null;
  /** How long the provider is asked to keep what is sent; null where nothing is asked. */
  readonly keptMs: number | null;
  /** How its client has the provider reduce the history on its own side; null where nothing is reduced there. */
  readonly reducer: ServerReducer | null;
  /** The provider's own name of what comes before the list, which then has only what is new; null where the list is whole. */
  readonly continues: string | null;
}

/** One message of the client's list. */
export interface WireMessage {
  readonly original: JsonObject;
  readonly items: readonly WireItem[];
  /** The key that identifies it: equal for messages that say the same, however they are written. */
  readonly key: readonly Json[];
  /** Whether the model said it. */
  readonly isReply: boolean;
}

/** One thing that a message says, and which of its blocks say it. */
export interface WireItem {
  readonly item: HostItem;
  /** Distinguishes it from the other items of its message, whatever their order. */
  readonly name: string;
  /** Its provider gives calls no ids: it is known by its tool, and by the message that it is in. */
  readonly isNameless?: true;
  /** Set where the client has it as the end of an item with so many parts. */
  readonly part?: ItemPart;
  /** Of an answer: its blocks, where the client does not get them. */
  readonly unheard?: UnheardBlocks;
  /** Of an answer: what its provider calls each of its blocks, where a client may name them. */
  readonly names?: readonly string[];
  /** The first and the last of its blocks. */
  readonly from: number;
  readonly to: number;
}

/** Blocks as the provider of a wire format wrote them. */
interface UnheardBlocks {
  readonly wire: Wire["name"];
  readonly blocks: readonly JsonObject[];
}

/** The end of an item: which of its parts come before it, and how many it has in all. */
export type ItemPart = { readonly skip: number; readonly of: number };

/** How an answer comes: as server-sent events, as a JSON list that grows, or in one piece. */
export type ReplyForm = "events" | "list" | "whole";

/** Reads an answer while it passes. */
export interface ReplyReader {
  /** The next piece of a stream, or all of an answer that is none. */
  add(text: string): void;
  /** Notes that the answer is over without an error. */
  end(): void;
  /** The provider's own name of the answer, by which a request may continue it; null where there is none. */
  readonly id: string | null;
  /** Whether the answer has begun: from here on nothing can be sent anew. */
  readonly hasBegun: boolean;
  /** Whether it came to its end. */
  readonly isWhole: boolean;
  /** The error that came instead, as the provider wrote it; null without one. */
  readonly error: Json | null;
  /** Returns the message so far, as the client will send it back; null before its first word or call. */
  message(): WireMessage | null;
  /** The provider's account, as far as it came. */
  readonly usage: Json | null;
  /** Why its cache missed, if it says so, and what it removed from the request on its side. */
  readonly told: { readonly diagnosis: Json | null; readonly edits: readonly ServerEdit[] };
}

/** A chunk of a stream: what an event says, or its text where that is no JSON object. */
export type ReplyChunk = JsonObject | string;

/**
 * Joins several answers into one stream: each goes on where the one before asked for something from the log. Reasoning
 * waits for what follows it: without its call, which the client may never see, no provider takes it back.
 */
export interface ReplyJoiner {
  /**
   * Returns what the client gets of a chunk, the very same where nothing changes. At the end of an answer, `asks` tells
   * whether another one continues it.
   */
  take(chunk: ReplyChunk, asks: () => boolean): readonly ReplyChunk[];
  /** Notes that the next chunk belongs to another answer. */
  next(): void;
}

/** Who made a thought, or is to read it. */
export interface Writer {
  readonly model: string;
  /** Names the key or the organization. */
  readonly account: string;
}

/** How a provider's requests are read for its check. */
export interface BoundForm {
  /**
   * Whether a reader refuses what a writer made. Where this is set, reasoning is refused for who made it alone, and the form has no
   * bytes that are compared.
   */
  readonly isForeign?: (writer: Writer, reader: Writer) => boolean;
  /** The bytes before the list that are compared. */
  head(body: JsonObject): readonly string[];
  list(body: JsonObject): readonly JsonObject[];
  /** The parts of a message, which never changes. */
  read(message: JsonObject): readonly BoundPart[];
  /** The message without some of its parts, by their places; null where nothing is left. */
  drop(message: JsonObject, places: ReadonlySet<number>): JsonObject | null;
  /** The same body with another list. */
  write(body: JsonObject, list: readonly JsonObject[]): JsonObject;
}

export interface Wire {
  readonly name: "anthropic" | "openai-chat" | "openai-responses" | "gemini";
  /** Its provider, as models and upstreams are named. */
  readonly provider: string;
  /** The address of its provider. */
  readonly address: string;
  /** The most marks for a cache that a request may have; 0 where the provider finds its prefixes itself. */
  readonly marks: number;
  /** How its models check reasoning that comes back; left out where none does. */
  readonly bound?: BoundForm;
  /** A path of it, for people. */
  readonly example: string;
  /** Classifies a path: a request for an answer, for a token count, or null for anything else. */
  classify(path: string): "answer" | "count" | null;
  /** Whether a request for anything else is meant for its provider, by its path and the names of its headers. */
  isMeant(path: string, hasHeader: (name: string) => boolean): boolean;
  /** Null for a body that has no list which can be read. */
  read(body: JsonObject, path: string): Steps<WireRequest | null>;
  /** The blocks of one of its messages, which items count. */
  listBlocks(original: JsonObject): readonly JsonObject[];
  /** Set where a list may name what the provider keeps of its answers, in the place of the words. */
  readonly references?: References;
  /** The same body with another list. `shown` takes down whose words its objects have. */
  write(
    body: JsonObject,
    list: readonly WireMessage[],
    pieces: readonly ShownPiece[],
    shown: ShownSources,
  ): Steps<JsonObject>;
  /** The same body with one tool more; null where the client does not let its model choose among its tools. */
  addTool(body: JsonObject, tool: ToolSpec): JsonObject | null;
  /** How an answer with such a content type comes. */
  pickForm(path: string, contentType: string): ReplyForm;
  readReply(form: ReplyForm): ReplyReader;
  /** For streams of which the client gets one. `isOurs` recognises tools whose calls it never sees. */
  joinReplies(isOurs: (tool: unknown) => boolean): ReplyJoiner;
  /** An error as the provider would write it. */
  refuse(refusal: WireRefusal): { readonly status: number; readonly body: JsonObject };
}

export interface References {
  /** Lists the names that a message uses. */
  list(message: WireMessage): readonly string[];
  /** The message with what was found of it. It goes out as the client wrote it. */
  fill(message: WireMessage, found: ReadonlyMap<string, NamedItem>): WireMessage;
}

export type WireRefusal =
  | { readonly kind: "overflow"; readonly needed: Tokens; readonly available: Tokens }
  | { readonly kind: "bad" | "too-large" | "unauthorized" | "unavailable"; readonly message: string };
