/** The conversation as the messages of the AI SDK's user interfaces, so that `useChat` goes on with it. */

import {
  type CalledEntry,
  type CallOutput,
  type Entry,
  listBlobIds,
  listParts,
  type Part,
  type ReturnedEntry,
  type Text,
} from "@clewline/core/log/entry.js";
import type { BlobId, SessionRef } from "@clewline/core/log/keys.js";
import { isOpen } from "@clewline/core/log/turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { ConversationMessage } from "@clewline/engine/intake/conversation.js";
import { isObject } from "@clewline/text/json.js";
import type { UIMessage } from "ai";

type UiPart = UIMessage["parts"][number];
type Blobs = ReadonlyMap<BlobId, string>;

export async function makeUiMessages(
  { store }: Pick<Engine, "store">,
  session: SessionRef,
  messages: readonly ConversationMessage[],
): Promise<UIMessage[]> {
  const entries = messages.flatMap((message) => message.entries.map(({ version }) => version));
  const blobs = await store.blobs(session, [...new Set(entries.flatMap(listBlobIds))]);
  return messages.flatMap((message): UIMessage[] => {
    const role = message.role === "agent" ? "assistant" : message.role;
    const parts = role === "assistant" ? makeAnswerParts(message, blobs) : makeSaidParts(message, blobs);
    const { data, ...metadata } = readOriginal(message);
    const whole = [...parts, ...data];
    return whole.length === 0 ? [] : [{ id: message.id, role, ...metadata, parts: whole }];
  });
}

/** Reads the data parts and the metadata that the page sent with its message. */
function readOriginal({ entries }: ConversationMessage): { readonly data: UiPart[]; readonly metadata?: unknown } {
  const raw = entries[0]?.entry.raw;
  if (!isObject(raw) || raw.role !== "user" || !Array.isArray(raw.parts)) return { data: [] };
  const data = raw.parts as UiPart[];
  return raw.metadata === undefined ? { data } : { data, metadata: raw.metadata };
}

function makeSaidParts({ entries }: ConversationMessage, blobs: Blobs): UiPart[] {
  const parts = entries.flatMap(({ version }) => listParts(version)).flatMap((part) => makeContentPart(part, blobs));
  // Only a streamed part has a state.
  return parts.map((part) => (part.type === "text" ? { type: part.type, text: part.text } : part));
}

/** Steps begin with a mark, as in a stream of the SDK. */
function makeAnswerParts(message: ConversationMessage, blobs: Blobs): UiPart[] {
  const results = collectResults(message);
  const parts: UiPart[] = [];
  let step: number | null = null;
  for (const { entry, version } of message.entries) {
    const made = entry.kind === "called" ? [makeToolPart(entry, results, blobs)] : makeSpokenParts(version, blobs);
    if (made.length > 0 && entry.step !== step) parts.push({ type: "step-start" });
    if (made.length > 0) step = entry.step;
    parts.push(...made);
  }
  return parts;
}

function makeSpokenParts(version: Entry, blobs: Blobs): UiPart[] {
  if (version.kind !== "said" && version.kind !== "revised") return [];
  return version.parts.flatMap((part) => makeContentPart(part, blobs));
}

function makeContentPart(part: Part, blobs: Blobs): UiPart[] {
  if (part.kind === "file") {
    const url = readFileUrl(part, blobs);
    if (url === null) return [];
    return [
      { type: "file", mediaType: part.mediaType, url, ...(part.name === undefined ? {} : { filename: part.name }) },
    ];
  }
  const text = readText(part.text, blobs);
  if (text === "") return [];
  return [{ type: part.kind, text, state: "done", ...readProviderMetadata(part) } as UiPart];
}

function readFileUrl({ source, mediaType }: Extract<Part, { kind: "file" }>, blobs: Blobs): string | null {
  if (source.kind === "url") return source.url;
  const base64 = blobs.get(source.blob);
  return base64 === undefined ? null : `data:${mediaType};base64,${base64}`;
}

function readText(text: Text, blobs: Blobs): string {
  return typeof text === "string" ? text : (blobs.get(text.blob) ?? `${text.head} … ${text.tail}`);
}

interface Results {
  readonly returned: ReadonlyMap<string, ReturnedEntry>;
  /** The answers to approvals, by the approval's id. */
  readonly answered: ReadonlyMap<string, { readonly approved: boolean; readonly reason?: string }>;
  /** Whether a call without a result may still get one. */
  readonly isOpen: boolean;
}

function collectResults({ entries, turn }: ConversationMessage): Results {
  const returned = new Map<string, ReturnedEntry>();
  const answered = new Map<string, { approved: boolean; reason?: string }>();
  for (const { entry } of entries) {
    if (entry.kind === "returned") returned.set(entry.call, entry);
    if (entry.kind !== "noted" || entry.note.kind !== "approval") continue;
    const { approval, approved, reason } = entry.note;
    // If a call got both a yes and a no, the no counts.
    if (answered.get(approval)?.approved !== false)
      answered.set(approval, { approved, ...(reason === undefined ? {} : { reason }) });
  }
  return { returned, answered, isOpen: turn !== null && isOpen(turn.state) };
}

function makeToolPart(entry: CalledEntry, results: Results, blobs: Blobs): UiPart {
  const metadata = readProviderMetadata(entry).providerMetadata;
  return {
    type: `tool-${entry.tool}`,
    toolCallId: entry.call,
    input: parseJson(readText(entry.input, blobs)),
    ...(entry.hosted ? { providerExecuted: true } : {}),
    ...(metadata === undefined ? {} : { callProviderMetadata: metadata }),
    ...makeToolState(entry, results, blobs),
  } as unknown as UiPart;
}

/** The SDK refuses a list with a call that has no result, so a call of an ended turn counts as failed. */
const noResult = "No result: the turn ended before the tool returned.";

function makeToolState({ call, approval: id }: CalledEntry, results: Results, blobs: Blobs): object {
  const { returned, answered, isOpen: mayReturn } = results;
  const answer = id === undefined ? undefined : answered.get(id);
  const approval = id === undefined ? {} : { approval: { id, ...answer } };
  const output = returned.get(call)?.output;
  if (output?.kind === "denied" || (answer?.approved === false && !mayReturn)) {
    const reason = output?.kind === "denied" ? { reason: readText(output.text, blobs) } : {};
    return { state: "output-denied", approval: { id: id ?? call, ...reason, ...answer, approved: false } };
  }
  if (output !== undefined) return { ...readOutput(output, blobs), ...(answer?.approved === true ? approval : {}) };
  if (answer !== undefined && mayReturn) return { state: "approval-responded", ...approval };
  if (!mayReturn) return { state: "output-error", errorText: noResult, ...(answer === undefined ? {} : approval) };
  return id === undefined ? { state: "input-available" } : { state: "approval-requested", ...approval };
}

function readOutput(output: CallOutput, blobs: Blobs): object {
  switch (output.kind) {
    case "text":
      return { state: "output-available", output: readText(output.text, blobs) };
    case "json":
      return { state: "output-available", output: parseJson(readText(output.text, blobs)) };
    case "error-text":
    case "error-json":
    case "denied":
      return { state: "output-error", errorText: readText(output.text, blobs) };
    case "content":
      return {
        state: "output-available",
        output: { type: "content", value: output.parts.flatMap((part) => makeResultContent(part, blobs)) },
      };
    default:
      return output satisfies never;
  }
}

function makeResultContent(part: Part, blobs: Blobs): readonly object[] {
  if (part.kind !== "file") return [{ type: "text", text: readText(part.text, blobs) }];
  const { mediaType, source } = part;
  if (source.kind === "url") return [{ type: "file-url", url: source.url, mediaType }];
  const data = blobs.get(source.blob);
  return data === undefined ? [] : [{ type: "file-data", data, mediaType }];
}

/** A text that was cut or redacted may not be JSON any more. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Metadata = Record<string, Record<string, never>>;

function readProviderMetadata({ meta }: { readonly meta?: unknown }): { readonly providerMetadata?: Metadata } {
  return meta === undefined ? {} : { providerMetadata: meta as Metadata };
}
