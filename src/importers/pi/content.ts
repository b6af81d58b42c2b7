/** pi's content as the items of the log. Null means that the content has an unknown shape. */
import { type HostItem, itemsOfMessage } from "../../core/log/host-message.js";
import { isObject } from "../../core/text/json.js";

type Part = Record<string, unknown>;

export function saidItems(content: unknown): readonly HostItem[] | null {
  const parts = partsOf(content);
  if (parts === null) return null;
  const said = parts.flatMap((part) => saidPart(part, false));
  return said.length === 0 ? [] : itemsOfMessage({ role: "user", content: said });
}

/** Words and thoughts of an answer are one item; each call is one. */
export function agentItems(content: unknown, api: unknown): readonly HostItem[] | null {
  const parts = partsOf(content);
  if (parts === null) return null;
  const isAnthropic = typeof api === "string" && api.startsWith("anthropic");
  const said = parts.filter((part) => part.type !== "toolCall").flatMap((part) => saidPart(part, isAnthropic));
  const calls = parts.filter((part) => part.type === "toolCall").map(callPart);
  return itemsOfMessage({ role: "assistant", content: [...said, ...calls] });
}

export function resultItems({ toolCallId, toolName, content, isError }: Part): readonly HostItem[] | null {
  const parts = partsOf(content);
  if (parts === null) return null;
  const output = outputOf(
    parts.flatMap((part) => saidPart(part, false)),
    isError === true,
  );
  return itemsOfMessage({ role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] });
}

function partsOf(content: unknown): readonly Part[] | null {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) && content.every(isObject) ? content : null;
}

function saidPart(part: Part, isAnthropic: boolean): readonly Part[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "thinking":
      return thought(part, isAnthropic);
    case "image":
      return [{ type: "file", data: part.data, mediaType: part.mimeType ?? "image/*" }];
    default:
      return [part];
  }
}

/** Other providers' signatures hold more than a signature. */
function thought({ thinking, thinkingSignature, redacted }: Part, isAnthropic: boolean): readonly Part[] {
  if (!isAnthropic || !thinkingSignature) return thinking ? [{ type: "reasoning", text: thinking }] : [];
  const anthropic = redacted === true ? { redactedData: thinkingSignature } : { signature: thinkingSignature };
  return [{ type: "reasoning", text: redacted === true ? "" : thinking, providerOptions: { anthropic } }];
}

function callPart(part: Part): Part {
  return { type: "tool-call", toolCallId: part.id, toolName: part.name, input: part.arguments };
}

function outputOf(parts: readonly Part[], isError: boolean): Part {
  if (!isError && parts.some((part) => part.type !== "text")) return { type: "content", value: parts };
  const texts = parts.map((part) => (part.type === "text" ? String(part.text) : `[${String(part.type)}]`));
  return { type: isError ? "error-text" : "text", value: texts.join("\n") };
}
