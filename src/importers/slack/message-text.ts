import { foreignId, foreignList, foreignText } from "../../core/importing/foreign.js";
import { isObject } from "../../core/text/json.js";

type Message = Readonly<Record<string, unknown>>;

/** The text, then a line for each file. Apps often say everything in blocks or attachments and leave the text empty. */
export function messageText(message: Message): string {
  const own = foreignText(message.text);
  const text = own.trim() === "" ? blockTexts(message.blocks).join("\n") : own;
  const attached = foreignList(message.attachments).flatMap((each) => (isObject(each) ? attachmentText(each) : []));
  const news = attached.filter((each) => !text.includes(each));
  const lines = [...(text === "" ? [] : [text]), ...news].map(decoded);
  return [...lines, ...foreignList(message.files).flatMap(fileStub)].join("\n");
}

/** Texts of blocks, wherever they stand in them. */
function blockTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    // Elements of a section make up one line.
    const isLine = value.some((each) => isObject(each) && inline.has(foreignText(each.type)));
    const texts = value.flatMap(blockTexts);
    return isLine && texts.length > 0 ? [texts.join("")] : texts;
  }
  if (!isObject(value)) return [];
  if (value.type === "user") return [`<@${foreignText(value.user_id)}>`];
  if (value.type === "emoji") return [`:${foreignText(value.name)}:`];
  if (value.type === "link") return [foreignId(value.text) ?? foreignText(value.url)];
  if (typeof value.text === "string") return [value.text];
  return [value.text, value.fields, value.elements].flatMap(blockTexts);
}

const inline: ReadonlySet<string> = new Set(["text", "user", "emoji", "link"]);

function attachmentText(attachment: Message): readonly string[] {
  const told = [attachment.pretext, attachment.title, attachment.text].map(foreignText).filter((text) => text !== "");
  const fallback = foreignText(attachment.fallback);
  return told.length > 0 ? told : fallback === "" ? [] : [fallback];
}

function fileStub(file: unknown): readonly string[] {
  if (!isObject(file)) return [];
  if (file.mode === "tombstone") return ["[file, deleted]"];
  const what = [file.name ?? file.title ?? file.id, file.mimetype].map(foreignText).filter((text) => text !== "");
  return [`[file ${what.join(", ")}]`];
}

/** Slack escapes these three and nothing else. */
function decoded(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
