/** Converts the AI SDK's UI messages into the messages that its model was sent, step by step. */
import { readForeignList, readForeignText } from "@clewline/core/importing/foreign.js";
import { isObject } from "@clewline/text/json.js";
import type { Message } from "./shape.js";

type Part = Record<string, unknown>;

/** The messages of each step. A person's message is one step. */
export function readSteps(message: Message): readonly (readonly Message[])[] {
  const parts = readForeignList(message.parts).filter(isObject);
  if (message.role !== "assistant") return [[{ role: message.role, content: parts.flatMap(convertPlainPart) }]];
  return splitSteps(parts).map((step) => {
    const content = step.flatMap((part) => (isTool(part) ? makeCallParts(part) : convertPlainPart(part)));
    const results = step.filter((part) => isTool(part) && part.providerExecuted !== true).flatMap(makeResultParts);
    return [
      { role: "assistant", content },
      { role: "tool", content: results },
    ];
  });
}

function splitSteps(parts: readonly Part[]): readonly (readonly Part[])[] {
  const steps: Part[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start") steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

function isTool({ type }: Part): boolean {
  return type === "dynamic-tool" || readForeignText(type).startsWith("tool-");
}

/** Data and sources are for the page; no model was sent them. */
function convertPlainPart(part: Part): readonly Part[] {
  const meta = part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text === "" ? [] : [{ type: part.type, text: part.text, ...meta }];
    case "file":
      return [{ type: "file", data: part.url, mediaType: part.mediaType, filename: part.filename }];
    default:
      return /^(data-|source-|tool-|step-start$)/.test(readForeignText(part.type)) ? [] : [part];
  }
}

/** A call whose input is incomplete was never made. */
function makeCallParts(part: Part): readonly Part[] {
  if (part.state === "input-streaming") return [];
  const { callProviderMetadata: meta, providerExecuted } = part;
  const input = part.input ?? part.rawInput;
  const call = { ...readCallNames(part), type: "tool-call", input, providerExecuted, providerMetadata: meta };
  const request = isObject(part.approval)
    ? [{ type: "tool-approval-request", approvalId: part.approval.id, toolCallId: part.toolCallId }]
    : [];
  return [call, ...request, ...(providerExecuted === true ? makeResultParts(part) : [])];
}

function makeResultParts(part: Part): readonly Part[] {
  const output = readToolOutput(part);
  const result = output === null ? [] : [{ ...readCallNames(part), type: "tool-result", output }];
  return [...readApproval(part), ...result];
}

function readApproval({ approval: given }: Part): readonly Part[] {
  if (!isObject(given) || typeof given.approved !== "boolean") return [];
  return [{ type: "tool-approval-response", approvalId: given.id, approved: given.approved, reason: given.reason }];
}

function readToolOutput({ state, output, errorText, approval: given }: Part): Part | null {
  switch (state) {
    case "output-available":
      return { type: typeof output === "string" ? "text" : "json", value: output };
    case "output-error":
      return { type: "error-text", value: errorText };
    case "output-denied":
      return { type: "execution-denied", reason: isObject(given) ? given.reason : undefined };
    default:
      return null;
  }
}

function readCallNames({ type, toolName, toolCallId }: Part): Part {
  return { toolCallId, toolName: type === "dynamic-tool" ? toolName : readForeignText(type).slice("tool-".length) };
}
