import type { HostItem, HostOutput, HostPart } from "../../src/core/log/host-message.js";

/** An item of the model as a message in the AI SDK's shape, as a host would pass it. */
export function makeSdkMessage(item: HostItem): object {
  switch (item.kind) {
    case "said":
      return { role: "assistant", content: item.parts.map(makeSdkPart) };
    case "called": {
      const { call, tool, input, hosted, meta } = item;
      const part = {
        type: "tool-call",
        toolCallId: call,
        toolName: tool,
        input: parseJsonText(input),
        ...wrapMeta(meta),
      };
      return { role: "assistant", content: [{ ...part, providerExecuted: hosted === true }] };
    }
    case "returned": {
      const { call, tool, output, hosted, meta } = item;
      const part = {
        type: "tool-result",
        toolCallId: call,
        toolName: tool,
        output: makeSdkOutput(output),
        ...wrapMeta(meta),
      };
      return { role: hosted === true ? "assistant" : "tool", content: [part] };
    }
    case "asked":
      return {
        role: "assistant",
        content: [{ type: "tool-approval-request", approvalId: item.approval, toolCallId: item.call }],
      };
    case "approved": {
      const { approval: approvalId, approved, reason } = item;
      return { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved, reason }] };
    }
    default:
      return item satisfies never;
  }
}

function makeSdkPart(part: HostPart): object {
  if (part.kind !== "file") return { type: part.kind, text: part.text, ...wrapMeta(part.meta) };
  const { mediaType, data, name } = part;
  return { type: "file", mediaType, data: data.kind === "url" ? data.url : data.base64, filename: name };
}

function makeSdkOutput(output: HostOutput): object {
  switch (output.kind) {
    case "text":
    case "error-text":
      return { type: output.kind, value: output.text };
    case "json":
    case "error-json":
      return { type: output.kind, value: parseJsonText(output.text) };
    case "denied":
      return { type: "execution-denied", reason: output.text };
    case "content":
      return { type: "content", value: output.parts.map(makeSdkPart) };
    default:
      return output satisfies never;
  }
}

function wrapMeta(meta: unknown): object {
  return meta === undefined ? {} : { providerOptions: meta };
}

function parseJsonText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // An input that the model left unfinished stays as it is.
    return json;
  }
}
