/** Goes on with a turn that waited for the page: for a person to allow calls, or for a tool that runs in the browser. */

import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { isOpen } from "@clewline/core/log/turn.js";
import { loadTurn } from "@clewline/engine/answer/load-turn.js";
import type { ToolModelMessage } from "ai";
import { resumeTurn } from "../answer.js";
import type { AnswerRuntime } from "../answer-runtime.js";
import type { Turn } from "../turn.js";

/** Turns to look through for the one that waits; others may have been answered since. */
const turnsLookedAt = 50;

/** `parts` are those of the answer that waits, as the page has completed them. */
export async function continueTurn(runtime: AnswerRuntime, ref: LaneRef, parts: readonly unknown[]): Promise<Turn> {
  const calls = parts.flatMap(readToolPart);
  const { engine } = runtime;
  for (const { id, state, hosted } of await engine.store.turns(ref, turnsLookedAt)) {
    if (!isOpen(state) || hosted) continue;
    const open = (await loadTurn(engine, ref, id))?.progress.open ?? new Set<string>();
    const waiting = calls.filter(({ call }) => open.has(call));
    if (waiting.length > 0) return recordAnswers(await resumeTurn(runtime, id), waiting);
  }
  throw new ClewError("message/repeated", "No call of this chat waits for that answer", {
    hint: "It was answered already, or the conversation went on elsewhere: load clew.messages anew",
  });
}

interface ToolPart {
  readonly call: string;
  readonly tool: string;
  readonly state: unknown;
  readonly output: unknown;
  readonly errorText: unknown;
  readonly approval?: { readonly id?: unknown; readonly approved?: unknown; readonly reason?: unknown };
}

function readToolPart(part: unknown): readonly ToolPart[] {
  const { type, toolCallId, toolName, state, output, errorText, approval } = part as Record<string, unknown>;
  if (typeof toolCallId !== "string" || typeof type !== "string") return [];
  const tool = type === "dynamic-tool" ? String(toolName) : type.replace(/^tool-/, "");
  const asked = typeof approval === "object" && approval !== null ? { approval } : {};
  return [{ call: toolCallId, tool, state, output, errorText, ...asked }];
}

type Answers = ToolModelMessage["content"];

/** An answer that is in the log already, from another page or an earlier try, is not said again. */
async function recordAnswers(turn: Turn, waiting: readonly ToolPart[]): Promise<Turn> {
  const asked = new Map(turn.approvals.map(({ approvalId }) => [approvalId, true]));
  const answers = waiting.flatMap((part): Answers => {
    const { approval } = part;
    if (approval === undefined) return makeResult(part);
    const { id, approved, reason } = approval;
    if (typeof id !== "string" || typeof approved !== "boolean" || !asked.has(id)) return [];
    const why = typeof reason === "string" ? { reason } : {};
    return [{ type: "tool-approval-response", approvalId: id, approved, ...why }];
  });
  if (answers.length > 0) await turn.record({ messages: [{ role: "tool", content: answers }] });
  return turn;
}

/** Of a tool that runs in the browser. What needs an approval runs here, and its result can't come from there. */
function makeResult({ call, tool, state, output, errorText }: ToolPart): Answers {
  const named = { type: "tool-result", toolCallId: call, toolName: tool } as const;
  if (state === "output-error") return [{ ...named, output: { type: "error-text", value: String(errorText) } }];
  if (state !== "output-available") return [];
  if (typeof output === "string") return [{ ...named, output: { type: "text", value: output } }];
  return [{ ...named, output: { type: "json", value: (output ?? null) as never } }];
}
