import { foreignId, foreignList, foreignText } from "../../core/importing/foreign.js";
import { canonical, isObject } from "../../core/text/json.js";

type Message = Readonly<Record<string, unknown>>;

/** The text, after a line for everything else that the message holds. */
export function messageText(message: Message): string {
  const text = entitiesText(message.text);
  const lines = [...stubs(message), ...(text === "" ? [] : [text])];
  return lines.length === 0 ? "[unsupported message]" : lines.join("\n");
}

function entitiesText(value: unknown): string {
  if (typeof value === "string") return value;
  return foreignList(value)
    .map((part) => {
      if (!isObject(part)) return foreignText(part);
      const [text, address] = [foreignText(part.text), foreignText(part.href)];
      return address === "" || address === text ? text : `${text} (${address})`;
    })
    .join("");
}

function stubs(message: Message): readonly string[] {
  const { poll, contact_information: contact, location_information: location } = message;
  const place = [message.place_name, message.address].map(foreignText).filter((text) => text !== "");
  return [
    ...named("forwarded from", message.forwarded_from),
    ...named("photo", message.photo),
    ...fileStub(message),
    ...(isObject(poll) ? pollLines(poll) : []),
    ...(isObject(contact) ? named("contact", joined(contact.first_name, contact.last_name, contact.phone_number)) : []),
    ...(isObject(location) ? named("location", `${location.latitude}, ${location.longitude}`) : []),
    ...named("place", place.join(", ")),
    ...named("game", message.game_title),
    ...others.flatMap((key) => (message[key] === undefined ? [] : [`[${key} ${canonical(message[key])}]`])),
  ];
}

/** Rare things, shown as they are. */
const others = ["invoice_information", "dice", "todo_list", "giveaway_information", "giveaway_results", "paid_media"];

function fileStub(message: Message): readonly string[] {
  const { file, media_type: media } = message;
  if (file === undefined && media === undefined) return [];
  const kind = (foreignId(media) ?? "file").replaceAll("_", " ");
  const path = foreignText(file);
  const name = foreignText(message.file_name);
  const shown = name === "" || path.endsWith(name) ? path : joined(name, path);
  return [`[${joined(kind, message.sticker_emoji, shown)}]`];
}

function pollLines(poll: Message): readonly string[] {
  const answers = foreignList(poll.answers).map((answer) => {
    if (!isObject(answer)) return `- ${foreignText(answer)}`;
    const voters = foreignId(answer.voters);
    return voters === null ? `- ${foreignText(answer.text)}` : `- ${foreignText(answer.text)} (${voters})`;
  });
  return [`[poll ${entitiesText(poll.question)}]`, ...answers];
}

function named(what: string, value: unknown): readonly string[] {
  const text = foreignText(value);
  return text === "" ? [] : [`[${what} ${text}]`];
}

function joined(...values: readonly unknown[]): string {
  return values
    .map(foreignText)
    .filter((text) => text !== "")
    .join(" ");
}
