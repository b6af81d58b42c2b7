import { enclose, joinFenced } from "@clewline/text/fence.js";
import { isObject, type Json } from "@clewline/text/json.js";
import type { Content, ModelRequest, RequestMessage } from "./request.js";

/** The request as one text, for a reader or a model behind standard input. Text outside our tags is already escaped. */
export function renderTranscript(request: ModelRequest): string {
  const system = request.system.map((part) => part.text);
  return joinFenced([...system, ...request.messages.map(renderMessage)], "\n\n");
}

function renderMessage(message: RequestMessage): string {
  return enclose(message.role, {}, `\n${joinFenced(message.content.map(renderContent), "\n")}\n`);
}

export function renderContent(content: Content): string {
  switch (content.type) {
    case "text":
    case "reasoning":
      return content.text;
    case "file":
      return `[${content.filename ?? content.mediaType}]`;
    case "tool-call":
      return `${content.toolName}(${renderInput(content.input)})`;
    case "tool-result": {
      const { output } = content;
      if (output.type === "execution-denied") return output.reason;
      if (output.type === "content")
        return joinFenced(
          output.value.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)),
          "\n",
        );
      return typeof output.value === "string" ? output.value : JSON.stringify(output.value);
    }
    case "tool-approval-request":
      return `approval ${content.approvalId} asked for ${content.toolCallId}`;
    case "tool-approval-response":
      return `approval ${content.approvalId} ${content.approved ? "given" : "refused"}`;
    default:
      return content satisfies never;
  }
}

/** A stub of an input contains our own mark, which must not be quoted: it would no longer be a tag. */
function renderInput(input: Json): string {
  const { cleared: stub, ...short } = isObject(input) ? input : {};
  if (typeof stub !== "string" || !stub.startsWith("<clew-")) return JSON.stringify(input);
  return Object.keys(short).length === 0 ? stub : `${JSON.stringify(short)} ${stub}`;
}
