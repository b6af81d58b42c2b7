import { readForeignId, readForeignList, readForeignText } from "@clewline/core/importing/foreign.js";
import { isObject } from "@clewline/text/json.js";

type Message = Readonly<Record<string, unknown>>;

/** The text, then a line for each file. Apps often write only blocks or attachments and leave the text empty. */
export function renderMessageText(message: Message): string {
  const own = readForeignText(message.text);
  const text = own.trim() === "" ? listBlockTexts(message.blocks).join("\n") : own;
  const attached = readForeignList(message.attachments).flatMap((each) =>
    isObject(each) ? listAttachmentTexts(each) : [],
  );
  const news = attached.filter((each) => !text.includes(each));
  const lines = [...(text === "" ? [] : [text]), ...news].map(decodeEntities);
  return [...lines, ...readForeignList(message.files).flatMap(describeFile)].join("\n");
}

/** Texts of blocks, at any depth. */
function listBlockTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    // Elements of a section form one line.
    const isLine = value.some((each) => isObject(each) && inline.has(readForeignText(each.type)));
    const texts = value.flatMap(listBlockTexts);
    return isLine && texts.length > 0 ? [texts.join("")] : texts;
  }
  if (!isObject(value)) return [];
  if (value.type === "user") return [`<@${readForeignText(value.user_id)}>`];
  if (value.type === "emoji") return [`:${readForeignText(value.name)}:`];
  if (value.type === "link") return [readForeignId(value.text) ?? readForeignText(value.url)];
  if (typeof value.text === "string") return [value.text];
  return [value.text, value.fields, value.elements].flatMap(listBlockTexts);
}

const inline: ReadonlySet<string> = new Set(["text", "user", "emoji", "link"]);

function listAttachmentTexts(attachment: Message): readonly string[] {
  const texts = [attachment.pretext, attachment.title, attachment.text]
    .map(readForeignText)
    .filter((text) => text !== "");
  const fallback = readForeignText(attachment.fallback);
  return texts.length > 0 ? texts : fallback === "" ? [] : [fallback];
}

function describeFile(file: unknown): readonly string[] {
  if (!isObject(file)) return [];
  if (file.mode === "tombstone") return ["[file, deleted]"];
  const what = [file.name ?? file.title ?? file.id, file.mimetype].map(readForeignText).filter((text) => text !== "");
  return [`[file ${what.join(", ")}]`];
}

/** Slack escapes these three and nothing else. */
function decodeEntities(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
