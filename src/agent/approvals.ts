import { ClewError } from "../core/errors.js";
import type { CalledEntry, Entry, Text } from "../core/log/entry.js";
import type { SessionRef } from "../core/log/keys.js";
import type { Engine } from "../engine/engine.js";

/** The newest step of a turn as the SDK's messages, as far as calls and approvals are concerned. */
export async function rebuildNewestStep(
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

/** A call that waits for a person to allow it. */
export interface WaitingCall {
  /** What the answer to it names. */
  readonly approvalId: string;
  /** The tool. */
  readonly tool: string;
  /** What the model gave it. */
  readonly input: unknown;
}

interface StepPart {
  readonly type?: unknown;
  readonly approvalId?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
}

/** The calls of a step that nobody has allowed or denied yet. */
export function listWaitingCalls(step: readonly unknown[]): readonly WaitingCall[] {
  const parts = listStepParts(step);
  const settled = new Set(
    parts.flatMap(({ type, approvalId }) => (type === "tool-approval-response" ? [approvalId] : [])),
  );
  const calls = new Map(parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part] as const] : [])));
  const asked = parts.filter(({ type, approvalId }) => type === "tool-approval-request" && !settled.has(approvalId));
  return asked.map(({ approvalId, toolCallId }) => {
    const { toolName, input } = calls.get(toolCallId) ?? {};
    return { approvalId: String(approvalId), tool: String(toolName), input };
  });
}

/** The step with which the SDK goes on, if its approvals are answered: it runs what was approved. Else nothing. */
export function takeAnsweredStep(step: readonly unknown[]): readonly unknown[] {
  const last = step.at(-1) as { readonly role?: unknown } | undefined;
  const isAnswered = listStepParts([last]).some(({ type }) => type === "tool-approval-response");
  if (last?.role !== "tool" || !isAnswered) return [];
  const waiting = listWaitingCalls(step);
  if (waiting.length === 0) return step;
  const names = waiting.map(({ tool, approvalId }) => `${tool} (${approvalId})`);
  throw new ClewError("turn/waiting", `This turn still waits for an answer about ${names.join(", ")}`, {
    hint: "Record an answer for each of them, then go on",
  });
}

/** An answer to something that nobody asked would end the turn with an error. */
export function refuseUnknownAnswers(step: readonly unknown[], messages: readonly unknown[]): void {
  const waiting = listWaitingCalls(step).map(({ approvalId }) => approvalId);
  for (const { type, approvalId } of listStepParts(messages)) {
    if (type !== "tool-approval-response" || waiting.includes(String(approvalId))) continue;
    throw new ClewError("message/bad", `No call of this turn waits for the approval ${JSON.stringify(approvalId)}`, {
      hint: waiting.length === 0 ? "Nothing waits for an approval" : `These wait: ${waiting.join(", ")}`,
    });
  }
}

function listStepParts(messages: readonly unknown[]): readonly StepPart[] {
  return messages.flatMap((message) => {
    const content = (message as { readonly content?: unknown } | undefined)?.content;
    return Array.isArray(content) ? (content as StepPart[]) : [];
  });
}
