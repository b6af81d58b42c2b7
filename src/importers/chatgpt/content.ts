import { foreignList, foreignText } from "../../core/importing/foreign.js";
import type { HostPart } from "../../core/log/host-message.js";
import { canonical, isObject } from "../../core/text/json.js";

/** What a message's content says; empty if it says nothing. */
export function partsOf(content: unknown): readonly HostPart[] {
  const text = textOf(content);
  if (text.trim() === "") return [];
  const type = isObject(content) ? content.content_type : undefined;
  return [{ kind: type === "thoughts" || type === "reasoning_recap" ? "reasoning" : "text", text }];
}

/** The same as one text. A type that nobody knows is kept as JSON rather than lost. */
export function textOf(content: unknown): string {
  if (!isObject(content)) return foreignText(content);
  switch (content.content_type) {
    case "text":
    case "multimodal_text":
      return lines(foreignList(content.parts).map(partText));
    case "code":
    case "execution_output":
      return foreignText(content.text);
    case "thoughts":
      return lines(foreignList(content.thoughts).map(thoughtText));
    case "reasoning_recap":
      return foreignText(content.content);
    case "system_error":
    case "tether_quote":
      return lines([content.name, content.title, content.url, content.text].map(foreignText));
    case "tether_browsing_display":
      return lines([content.summary, content.result].map(foreignText));
    case "user_editable_context":
      return lines([content.user_profile, content.user_instructions].map(foreignText));
    case "model_editable_context":
      return foreignText(content.model_set_context);
    default:
      return canonical(content);
  }
}

function partText(part: unknown): string {
  if (!isObject(part)) return foreignText(part);
  switch (part.content_type) {
    case "image_asset_pointer":
      return `[image ${foreignText(part.asset_pointer)}]`;
    case "audio_asset_pointer":
    case "video_container_asset_pointer":
      return `[${part.content_type.split("_", 1)[0]} ${foreignText(part.asset_pointer)}]`;
    case "audio_transcription":
      return foreignText(part.text);
    default:
      return canonical(part);
  }
}

function thoughtText(thought: unknown): string {
  if (!isObject(thought)) return foreignText(thought);
  return lines([thought.summary, thought.content].map(foreignText));
}

function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}
