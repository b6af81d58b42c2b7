import { readForeignId, readForeignList, readForeignText } from "@clewline/core/importing/foreign.js";
import { encodeCanonicalJson, isObject } from "@clewline/text/json.js";

type Message = Readonly<Record<string, unknown>>;

/** The text, after a line for each other content of the message. */
export function renderMessageText(message: Message): string {
  const text = renderEntities(message.text);
  const lines = [...describeExtras(message), ...(text === "" ? [] : [text])];
  return lines.length === 0 ? "[unsupported message]" : lines.join("\n");
}

function renderEntities(value: unknown): string {
  if (typeof value === "string") return value;
  return readForeignList(value)
    .map((part) => {
      if (!isObject(part)) return readForeignText(part);
      const [text, address] = [readForeignText(part.text), readForeignText(part.href)];
      return address === "" || address === text ? text : `${text} (${address})`;
    })
    .join("");
}

function describeExtras(message: Message): readonly string[] {
  const { poll, contact_information: contact, location_information: location } = message;
  const place = [message.place_name, message.address].map(readForeignText).filter((text) => text !== "");
  return [
    ...formatNote("forwarded from", message.forwarded_from),
    ...formatNote("photo", message.photo),
    ...describeFile(message),
    ...(isObject(poll) ? describePoll(poll) : []),
    ...(isObject(contact)
      ? formatNote("contact", joinTexts(contact.first_name, contact.last_name, contact.phone_number))
      : []),
    ...(isObject(location) ? formatNote("location", `${location.latitude}, ${location.longitude}`) : []),
    ...formatNote("place", place.join(", ")),
    ...formatNote("game", message.game_title),
    ...others.flatMap((key) => (message[key] === undefined ? [] : [`[${key} ${encodeCanonicalJson(message[key])}]`])),
  ];
}

/** Rare content, shown as it is. */
const others = ["invoice_information", "dice", "todo_list", "giveaway_information", "giveaway_results", "paid_media"];

function describeFile(message: Message): readonly string[] {
  const { file, media_type: media } = message;
  if (file === undefined && media === undefined) return [];
  const kind = (readForeignId(media) ?? "file").replaceAll("_", " ");
  const path = readForeignText(file);
  const name = readForeignText(message.file_name);
  const shown = name === "" || path.endsWith(name) ? path : joinTexts(name, path);
  return [`[${joinTexts(kind, message.sticker_emoji, shown)}]`];
}

function describePoll(poll: Message): readonly string[] {
  const answers = readForeignList(poll.answers).map((answer) => {
    if (!isObject(answer)) return `- ${readForeignText(answer)}`;
    const voters = readForeignId(answer.voters);
    return voters === null ? `- ${readForeignText(answer.text)}` : `- ${readForeignText(answer.text)} (${voters})`;
  });
  return [`[poll ${renderEntities(poll.question)}]`, ...answers];
}

function formatNote(what: string, value: unknown): readonly string[] {
  const text = readForeignText(value);
  return text === "" ? [] : [`[${what} ${text}]`];
}

function joinTexts(...values: readonly unknown[]): string {
  return values
    .map(readForeignText)
    .filter((text) => text !== "")
    .join(" ");
}
