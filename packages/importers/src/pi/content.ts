/** Converts pi's content into items of the log. Null means that the content has an unknown shape. */
import { readForeignParts } from "@clewline/core/importing/foreign.js";
import { type HostItem, readHostMessage } from "@clewline/core/log/host-message.js";

type Part = Record<string, unknown>;

export function readSaidItems(content: unknown): readonly HostItem[] | null {
  const parts = readForeignParts(content);
  if (parts === null) return null;
  const said = parts.flatMap((part) => convertSaidPart(part, false));
  return said.length === 0 ? [] : readHostMessage({ role: "user", content: said });
}

/** Text and reasoning of an answer form one item; each call is an item of its own. */
export function readAgentItems(content: unknown, api: unknown): readonly HostItem[] | null {
  const parts = readForeignParts(content);
  if (parts === null) return null;
  const isAnthropic = typeof api === "string" && api.startsWith("anthropic");
  const said = parts.filter((part) => part.type !== "toolCall").flatMap((part) => convertSaidPart(part, isAnthropic));
  const calls = parts.filter((part) => part.type === "toolCall").map(makeCallPart);
  return readHostMessage({ role: "assistant", content: [...said, ...calls] });
}

export function readResultItems({ toolCallId, toolName, content, isError }: Part): readonly HostItem[] | null {
  const parts = readForeignParts(content);
  if (parts === null) return null;
  const output = makeOutput(
    parts.flatMap((part) => convertSaidPart(part, false)),
    isError === true,
  );
  return readHostMessage({ role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] });
}

function convertSaidPart(part: Part, isAnthropic: boolean): readonly Part[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "thinking":
      return convertThought(part, isAnthropic);
    case "image":
      return [{ type: "file", data: part.data, mediaType: part.mimeType ?? "image/*" }];
    default:
      return [part];
  }
}

/** Other providers put more than a signature into this field. */
function convertThought({ thinking, thinkingSignature, redacted }: Part, isAnthropic: boolean): readonly Part[] {
  if (!isAnthropic || !thinkingSignature) return thinking ? [{ type: "reasoning", text: thinking }] : [];
  const anthropic = redacted === true ? { redactedData: thinkingSignature } : { signature: thinkingSignature };
  return [{ type: "reasoning", text: redacted === true ? "" : thinking, providerOptions: { anthropic } }];
}

function makeCallPart(part: Part): Part {
  return { type: "tool-call", toolCallId: part.id, toolName: part.name, input: part.arguments };
}

function makeOutput(parts: readonly Part[], isError: boolean): Part {
  if (!isError && parts.some((part) => part.type !== "text")) return { type: "content", value: parts };
  const texts = parts.map((part) => (part.type === "text" ? String(part.text) : `[${String(part.type)}]`));
  return { type: isError ? "error-text" : "text", value: texts.join("\n") };
}
