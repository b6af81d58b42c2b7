/** Reads a view back: the question, and the messages before it. Recognises only Clew's own tags. */
import { unescapeText } from "@clewline/text/fence.js";
import type { Prompt } from "../sdk-model.js";
import type { Statement } from "./answer.js";

export interface PromptContent {
  /** "" if the newest message has no text. */
  readonly question: string;
  readonly before: readonly Statement[];
}

export function readPrompt(prompt: Prompt): PromptContent {
  const newest = prompt.findLastIndex(({ role }) => role === "user");
  let speaker = stranger;
  const read = (text: string): TaggedText => {
    const content = readText(text, speaker);
    speaker = content;
    return content;
  };
  const earlier = prompt.filter((_message, index) => index < newest).flatMap((each) => listStatements(each, read));
  const parts = listTexts(prompt[newest]).map(read);
  // Tagged blocks come before the message, or after it if they are the last ones.
  const last = parts.findLastIndex(({ words }) => words !== "");
  const block = parts.findLastIndex(({ words }, index) => index < last && words === "");
  const first = block < 0 && last < parts.length - 1 ? last : block + 1;
  const own = last < 0 ? [] : parts.slice(first, last + 1);
  const beside = parts.flatMap((content, index) =>
    index >= first && index <= last ? [] : [...content.quoted, ...listSpoken(content)],
  );
  return { question: own.map(({ words }) => words).join("\n"), before: [...earlier, ...beside] };
}

type Speaker = Pick<TaggedText, "who" | "at">;

/** A label holds for the messages behind it, too. */
const stranger: Speaker = { who: "user", at: "" };

interface TaggedText {
  /** The text outside of all blocks. */
  readonly words: string;
  readonly who: string;
  readonly at: string;
  readonly quoted: readonly Statement[];
}

function listStatements(message: Prompt[number], readUser: (text: string) => TaggedText): readonly Statement[] {
  const isAgent = message.role === "assistant";
  return listTexts(message).flatMap((text) => {
    const content = isAgent ? readText(text, { who: "agent", at: "" }) : readUser(text);
    return [...content.quoted, ...listSpoken(content)];
  });
}

function listSpoken({ words, who, at }: TaggedText): readonly Statement[] {
  return words === "" ? [] : [{ text: words, who, at, pointer: "" }];
}

/** Lists the texts of a message, without tool results and reasoning. */
function listTexts(message: Prompt[number] | undefined): readonly string[] {
  if (message === undefined || message.role === "tool") return [];
  // Instructions tell nothing of the past, but what is remembered stands among them.
  if (message.role === "system") return message.content.match(remembered) ?? [];
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

const tags = /<clew-([a-z-]+)((?: [a-z]+="[^"<>]*")*)(?:\/>|>([\s\S]*?)<\/clew-\1>)/g;
const remembered = /<clew-known(?: [a-z]+="[^"<>]*")*>[\s\S]*?<\/clew-known>/g;
/** Blocks that quote messages. */
const quoting: ReadonlySet<string> = new Set(["background", "edit", "past", "quote"]);

function readText(text: string, before: Speaker): TaggedText {
  let { who, at } = before;
  const quoted: Statement[] = [];
  const rest = text.replace(tags, (_whole, name: string, written: string, inner: string | undefined) => {
    const about = parseAttributes(written);
    if (name === "from") [who, at] = [about.who ?? who, about.at ?? at];
    if (name === "found") quoted.push(...readMemories(inner ?? ""));
    if (name === "known") quoted.push(...readKnown(inner ?? ""));
    if (name === "summary") quoted.push(...readNotes(inner ?? "", about));
    if (quoting.has(name)) quoted.push(readQuote(inner ?? "", about));
    return name === "cut" ? " … " : "";
  });
  return { words: unescapeText(rest).trim(), who, at, quoted: quoted.filter((each) => each.text !== "") };
}

type Attributes = Readonly<Record<string, string>>;

function parseAttributes(written: string): Attributes {
  const pairs = [...written.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code))),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function readQuote(inner: string, about: Attributes): Statement {
  const text = unescapeText(inner.replace(tags, (_whole, name: string) => (name === "cut" ? " … " : ""))).trim();
  const who = about.who ?? (about.role === "user" || about.role === "system" ? about.role : "agent");
  return { text, who, at: (about.at ?? "").replace("T", " "), pointer: about.open ?? "" };
}

/** A heading with time and pointer, then a line for each message; further lines of one are indented. */
function readMemories(inner: string): readonly Statement[] {
  const found: Statement[] = [];
  let [at, pointer] = ["", ""];
  for (const line of inner.split(/\n(?! {2})/)) {
    const heading = /^\[(?:summary, )?(\d{4}-\d\d-\d\d \d\d:\d\d)[^\]]*?(clew:[es][0-9a-z]{10})?\]$/.exec(line);
    const said = /^("(?:[^"\\]|\\.)*"|[^":][^:]*): ([\s\S]+?)(?: \((clew:e[0-9a-z]{10})\))?$/.exec(line);
    if (heading !== null) [at, pointer] = [heading[1] ?? "", heading[2] ?? ""];
    else if (said !== null) {
      const text = unescapeText((said[2] ?? "").replaceAll("\n  ", "\n").replace(tags, " … ")).trim();
      found.push({ text, who: said[1] ?? "", at, pointer: said[3] ?? pointer });
    }
  }
  return found;
}

/** A line for each memory: its day, whose it is, and its words. The year that most have stands in the first line. */
function readKnown(inner: string): readonly Statement[] {
  const [, year = ""] = /, in (\d{4})\./.exec(inner) ?? [];
  return inner.split(/\n(?! {2})/).flatMap((line): readonly Statement[] => {
    const [, own = year, day = "", said, noted = ""] =
      /^(?:(\d{4})-)?(\d\d-\d\d)(?:[^“:]*:)? (?:“([\s\S]*)”|([\s\S]*))$/.exec(line) ?? [];
    if (day === "") return [];
    const at = own === "" ? day : `${own}-${day}`;
    return [{ text: unescapeText((said ?? noted).replaceAll("\n  ", "\n")).trim(), who: "user", at, pointer: "" }];
  });
}

/** Each line of a summary is a note of its own. */
function readNotes(inner: string, about: Attributes): readonly Statement[] {
  return inner.split("\n").flatMap((line): readonly Statement[] => {
    const [, note] = /^\s*- (.+)$/.exec(line) ?? [];
    return note === undefined
      ? []
      : [{ text: unescapeText(note).trim(), who: "notes", at: "", pointer: about.open ?? "" }];
  });
}
