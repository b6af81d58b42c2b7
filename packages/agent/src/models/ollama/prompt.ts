import type { Prompt, Warning } from "../sdk-model.js";
import type { OllamaMessage, OllamaToolCall } from "./wire.js";

type PromptOf<Role> = Extract<Prompt[number], { readonly role: Role }>["content"];
type File = Extract<PromptOf<"user">[number], { readonly type: "file" }>;
type Result = Extract<PromptOf<"tool">[number], { readonly type: "tool-result" }>;

/** Converts the SDK's prompt into Ollama's messages. Replaces what Ollama can't take by a word, with a warning. */
export function convertPrompt(prompt: Prompt, warnings: Warning[]): readonly OllamaMessage[] {
  return prompt.flatMap((message): readonly OllamaMessage[] => {
    switch (message.role) {
      case "system":
        return [{ role: "system", content: message.content }];
      case "user":
        return [makeUserMessage(message.content, warnings)];
      case "assistant":
        return makeAssistantMessages(message.content, warnings);
      case "tool":
        return message.content.flatMap((part) =>
          part.type === "tool-result" ? [makeResultMessage(part, warnings)] : [],
        );
    }
    return message satisfies never;
  });
}

function makeUserMessage(parts: PromptOf<"user">, warnings: Warning[]): OllamaMessage {
  const texts: string[] = [];
  const images: string[] = [];
  for (const part of parts) {
    if (part.type === "text") texts.push(part.text);
    else takeFile(part, texts, images, warnings);
  }
  return { role: "user", content: texts.join("\n"), ...(images.length === 0 ? {} : { images }) };
}

function takeFile(
  { mediaType, data }: Pick<File, "mediaType" | "data">,
  texts: string[],
  images: string[],
  warnings: Warning[],
) {
  if (mediaType.startsWith("image/") && !(data instanceof URL)) {
    images.push(typeof data === "string" ? data : Buffer.from(data).toString("base64"));
    return;
  }
  warnings.push({ type: "unsupported", feature: `a file of type ${mediaType}` });
  texts.push(`[${mediaType}]`);
}

/** A tool that the provider ran comes with its result, which follows as a message of its own. */
function makeAssistantMessages(parts: PromptOf<"assistant">, warnings: Warning[]): readonly OllamaMessage[] {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const images: string[] = [];
  const calls: OllamaToolCall[] = [];
  const results: OllamaMessage[] = [];
  for (const part of parts) {
    if (part.type === "text") texts.push(part.text);
    else if (part.type === "reasoning") thoughts.push(part.text);
    else if (part.type === "file") takeFile(part, texts, images, warnings);
    else if (part.type === "tool-result") results.push(makeResultMessage(part, warnings));
    else calls.push({ id: part.toolCallId, function: { name: part.toolName, arguments: wrapArguments(part.input) } });
  }
  const own: OllamaMessage = {
    role: "assistant",
    content: texts.join(""),
    ...(thoughts.length === 0 ? {} : { thinking: thoughts.join("") }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return [own, ...results];
}

/** Ollama accepts an object only. */
function wrapArguments(input: unknown): unknown {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input };
}

function makeResultMessage({ toolCallId, toolName, output }: Result, warnings: Warning[]): OllamaMessage {
  const texts: string[] = [];
  const images: string[] = [];
  takeOutput(output, texts, images, warnings);
  return {
    role: "tool",
    content: texts.join("\n"),
    tool_name: toolName,
    tool_call_id: toolCallId,
    ...(images.length === 0 ? {} : { images }),
  };
}

function takeOutput(output: Result["output"], texts: string[], images: string[], warnings: Warning[]) {
  switch (output.type) {
    case "text":
    case "error-text":
      texts.push(output.value);
      return;
    case "json":
    case "error-json":
      texts.push(JSON.stringify(output.value));
      return;
    case "execution-denied":
      texts.push(output.reason ?? "The user did not allow this call");
      return;
    case "content":
      for (const part of output.value) {
        if (part.type === "text") texts.push(part.text);
        else if (part.type === "image-data" || part.type === "file-data") takeFile(part, texts, images, warnings);
        else warnings.push({ type: "unsupported", feature: `a tool's result of type ${part.type}` });
      }
      return;
  }
  output satisfies never;
}
