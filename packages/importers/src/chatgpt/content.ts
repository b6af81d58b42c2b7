import { readForeignList, readForeignText } from "@clewline/core/importing/foreign.js";
import type { HostPart } from "@clewline/core/log/host-message.js";
import { encodeCanonicalJson, isObject } from "@clewline/text/json.js";

/** The parts of a message's content; empty if it has no text. */
export function readContentParts(content: unknown): readonly HostPart[] {
  const text = readContentText(content);
  if (text.trim() === "") return [];
  const type = isObject(content) ? content.content_type : undefined;
  return [{ kind: type === "thoughts" || type === "reasoning_recap" ? "reasoning" : "text", text }];
}

/** The same as one text. An unknown type is kept as JSON rather than lost. */
export function readContentText(content: unknown): string {
  if (!isObject(content)) return readForeignText(content);
  switch (content.content_type) {
    case "text":
    case "multimodal_text":
      return joinLines(readForeignList(content.parts).map(readPartText));
    case "code":
    case "execution_output":
      return readForeignText(content.text);
    case "thoughts":
      return joinLines(readForeignList(content.thoughts).map(readThoughtText));
    case "reasoning_recap":
      return readForeignText(content.content);
    case "system_error":
    case "tether_quote":
      return joinLines([content.name, content.title, content.url, content.text].map(readForeignText));
    case "tether_browsing_display":
      return joinLines([content.summary, content.result].map(readForeignText));
    case "user_editable_context":
      return joinLines([content.user_profile, content.user_instructions].map(readForeignText));
    case "model_editable_context":
      return readForeignText(content.model_set_context);
    default:
      return encodeCanonicalJson(content);
  }
}

function readPartText(part: unknown): string {
  if (!isObject(part)) return readForeignText(part);
  switch (part.content_type) {
    case "image_asset_pointer":
      return `[image ${readForeignText(part.asset_pointer)}]`;
    case "audio_asset_pointer":
    case "video_container_asset_pointer":
      return `[${part.content_type.split("_", 1)[0]} ${readForeignText(part.asset_pointer)}]`;
    case "audio_transcription":
      return readForeignText(part.text);
    default:
      return encodeCanonicalJson(part);
  }
}

function readThoughtText(thought: unknown): string {
  if (!isObject(thought)) return readForeignText(thought);
  return joinLines([thought.summary, thought.content].map(readForeignText));
}

function joinLines(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}
