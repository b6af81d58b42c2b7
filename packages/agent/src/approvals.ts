import { ClewError } from "@clewline/core/errors.js";

/** A call that waits for a person to allow it. */
export interface WaitingCall {
  /** The ID that the answer has to name. */
  readonly approvalId: string;
  /** The tool. */
  readonly tool: string;
  /** The input that the model passed. */
  readonly input: unknown;
}

interface StepPart {
  readonly type?: unknown;
  readonly approvalId?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly approved?: unknown;
}

/** The calls of a step that are neither allowed nor denied yet. */
export function listWaitingCalls(step: readonly unknown[]): readonly WaitingCall[] {
  const { calls, requests, answers } = readStep(step);
  const asked = requests.filter(({ approvalId }) => !answers.has(approvalId));
  return asked.map(({ approvalId, toolCallId }) => {
    const { toolName, input } = calls.get(toolCallId) ?? {};
    return { approvalId: String(approvalId), tool: String(toolName), input };
  });
}

/**
 * The step with which the SDK goes on, once all its approvals are answered: it runs what was approved. Nothing, if none
 * was asked for. The SDK reads the answers of the last message alone, so they are put into one, however they came.
 */
export function takeAnsweredStep(step: readonly unknown[]): readonly unknown[] {
  const waiting = listWaitingCalls(step);
  if (waiting.length > 0) {
    const names = waiting.map(({ tool, approvalId }) => `${tool} (${approvalId})`);
    throw new ClewError("turn/waiting", `This turn still waits for an answer about ${names.join(", ")}`, {
      hint: "Record an answer for each of them, then go on; those that were given are kept",
    });
  }
  const { calls, requests, answers } = readStep(step);
  if (requests.length === 0) return [];
  return [
    { role: "assistant", content: [...calls.values(), ...requests] },
    { role: "tool", content: requests.map(({ approvalId }) => answers.get(approvalId)) },
  ];
}

/** The calls of a step that were allowed and have not run. */
export function listApprovedCalls(step: readonly unknown[]): ReadonlySet<unknown> {
  const { requests, answers } = readStep(step);
  const isApproved = ({ approvalId }: StepPart) => answers.get(approvalId)?.approved === true;
  return new Set(requests.filter(isApproved).map(({ toolCallId }) => toolCallId));
}

/** Whether the messages allow or deny a call. */
export function hasAnswers(messages: readonly unknown[]): boolean {
  return listStepParts(messages).some(({ type }) => type === "tool-approval-response");
}

/** Throws for an answer without a matching request, which would end the turn with an error. */
export function refuseUnknownAnswers(step: readonly unknown[], messages: readonly unknown[]): void {
  const waiting = listWaitingCalls(step).map(({ approvalId }) => approvalId);
  for (const { type, approvalId } of listStepParts(messages)) {
    if (type !== "tool-approval-response" || waiting.includes(String(approvalId))) continue;
    throw new ClewError("message/bad", `No call of this turn waits for the approval ${JSON.stringify(approvalId)}`, {
      hint: waiting.length === 0 ? "Nothing waits for an approval" : `These wait: ${waiting.join(", ")}`,
    });
  }
}

interface ReadStep {
  /** The calls without a result. */
  readonly calls: ReadonlyMap<unknown, StepPart>;
  /** The questions about them, each once. */
  readonly requests: readonly StepPart[];
  /** If a call got both a yes and a no, the no counts. */
  readonly answers: ReadonlyMap<unknown, StepPart>;
}

function readStep(step: readonly unknown[]): ReadStep {
  const parts = listStepParts(step);
  const ofType = (type: string) => parts.filter((part) => part.type === type);
  const returned = new Set(ofType("tool-result").map(({ toolCallId }) => toolCallId));
  const calls = ofType("tool-call").filter(({ toolCallId }) => !returned.has(toolCallId));
  const requests = ofType("tool-approval-request").filter(({ toolCallId }) => !returned.has(toolCallId));
  const answers = ofType("tool-approval-response");
  const denied = answers.filter(({ approved }) => approved !== true);
  const index = (of: readonly StepPart[], key: "toolCallId" | "approvalId") =>
    of.map((part) => [part[key], part] as const);
  return {
    calls: new Map(index(calls, "toolCallId")),
    requests: [...new Map(index(requests, "approvalId")).values()],
    answers: new Map(index([...answers, ...denied], "approvalId")),
  };
}

function listStepParts(messages: readonly unknown[]): readonly StepPart[] {
  return messages.flatMap((message) => {
    const content = (message as { readonly content?: unknown } | undefined)?.content;
    return Array.isArray(content) ? (content as StepPart[]) : [];
  });
}
