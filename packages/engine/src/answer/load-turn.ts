/** Loads a turn's progress from the log, to continue the turn here or in another process. */
import type { CalledEntry, Entry, Text } from "@clewline/core/log/entry.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { LaneRef, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";
import { readStoredReply, type StoredReply } from "../intake/voice/stored-reply.js";
import type { TurnProgress } from "./open-turn.js";

export interface LoadedTurn {
  readonly record: TurnRecord;
  /** Its own entries and the messages that it answers. */
  readonly entries: readonly Entry[];
  readonly progress: Calls & StoredReply & Pick<TurnProgress, "calls" | "steps" | "newest">;
}

export async function loadTurn(engine: Engine, ref: LaneRef, id: TurnId): Promise<LoadedTurn | null> {
  const record = await engine.store.turn(ref, id);
  return record === null ? null : loadProgress(engine, record);
}

export async function loadProgress(engine: Engine, record: TurnRecord): Promise<LoadedTurn> {
  const { store } = engine;
  const { ref, id } = record;
  const read = await store.read(ref, 0, id);
  const entries = read.entries.filter((entry) => entry.turn === id || record.messages.includes(entry.id));
  const calls = (await store.receiptsOf(ref, id)).length;
  const newest = await rebuildNewestStep(engine, ref, entries);
  const reply = await readStoredReply(engine, record, entries);
  return { record, entries, progress: { ...readProgress(entries, calls), newest, ...reply } };
}

export function readProgress(entries: readonly Entry[], calls: number): Calls & Pick<TurnProgress, "calls" | "steps"> {
  const known = { stepOfCall: new Map<string, number>(), open: new Set<string>() };
  let steps = 0;
  for (const entry of entries) {
    if (entry.step === null) continue;
    steps = Math.max(steps, entry.step + 1);
    noteCall(entry, entry.step, known);
  }
  return { calls, steps, ...known };
}

type Calls = Pick<TurnProgress, "stepOfCall" | "open">;

export function rememberCalls(items: readonly (HostItem | Entry)[], step: number, known: Calls): Calls {
  const next = { stepOfCall: new Map(known.stepOfCall), open: new Set(known.open) };
  for (const item of items) noteCall(item, step, next);
  return next;
}

interface NotedCalls {
  readonly stepOfCall: Map<string, number>;
  readonly open: Set<string>;
}

function noteCall(item: HostItem | Entry, step: number, { stepOfCall, open }: NotedCalls): void {
  if (item.kind === "called") stepOfCall.set(item.call, step);
  if (item.kind === "called" && !item.hosted) open.add(item.call);
  if (item.kind === "returned") open.delete(item.call);
}

/** The newest step of a turn as the SDK's messages, as far as calls and approvals are concerned. */
async function rebuildNewestStep(
  { store }: Engine,
  session: SessionRef,
  entries: readonly Entry[],
): Promise<readonly unknown[]> {
  const calls = entries.filter((entry): entry is CalledEntry => entry.kind === "called");
  const last = calls.at(-1)?.step;
  const returned = new Set(entries.flatMap((entry) => (entry.kind === "returned" ? [entry.call] : [])));
  const called = calls.filter(({ step, call }) => step === last && !returned.has(call));
  const ids = called.flatMap(({ input }) => (typeof input === "string" ? [] : [input.blob]));
  const blobs = await store.blobs(session, ids);
  const textOf = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? "null"));
  const asked = called.flatMap(({ call, tool, input, approval }) => [
    { type: "tool-call", toolCallId: call, toolName: tool, input: JSON.parse(textOf(input)) as unknown },
    ...(approval === undefined ? [] : [{ type: "tool-approval-request", approvalId: approval, toolCallId: call }]),
  ]);
  const approvals = new Set(called.map(({ approval }) => approval));
  const answers = entries.flatMap((entry) => {
    if (entry.kind !== "noted" || entry.note.kind !== "approval" || !approvals.has(entry.note.approval)) return [];
    const { approval, approved, reason } = entry.note;
    const said = reason === undefined ? {} : { reason };
    return [{ type: "tool-approval-response", approvalId: approval, approved, ...said }];
  });
  if (asked.length === 0) return [];
  return [{ role: "assistant", content: asked }, ...(answers.length === 0 ? [] : [{ role: "tool", content: answers }])];
}

/**
 * The newest step as the log has it, in the words of the handle that made it: the log may hold an input without its
 * secrets.
 */
export function refreshStep(known: readonly unknown[], stored: readonly unknown[]): readonly unknown[] {
  const [calls, ...answers] = stored;
  const said = known.filter((message) => (message as StepMessage).role === "assistant");
  const ids = new Set(said.flatMap(listCallIds));
  return listCallIds(calls).every((id) => ids.has(id)) ? [...(calls === undefined ? [] : said), ...answers] : stored;
}

interface StepMessage {
  readonly role?: unknown;
  readonly content?: unknown;
}

function listCallIds(message: unknown): readonly unknown[] {
  const content = (message as StepMessage | undefined)?.content;
  const parts: readonly { readonly type?: unknown; readonly toolCallId?: unknown }[] = Array.isArray(content)
    ? content
    : [];
  return parts.flatMap(({ type, toolCallId }) => (type === "tool-call" ? [toolCallId] : []));
}
