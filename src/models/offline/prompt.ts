/** What a view says, read back: the question, and what was said before it. Nothing but our own tags is taken for one. */
import type { LanguageModel } from "ai";
import type { Statement } from "./statement.js";

export type Model = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;
type Prompt = Parameters<Model["doGenerate"]>[0]["prompt"];

export interface Asked {
  /** "" where the newest message has no words. */
  readonly question: string;
  readonly before: readonly Statement[];
}

export function askedIn(prompt: Prompt): Asked {
  const newest = prompt.findLastIndex(({ role }) => role === "user");
  const earlier = prompt.filter((_message, index) => index < newest).flatMap(statementsIn);
  const parts = textsIn(prompt[newest]).map((text) => ({ text, told: readText(text, "user") }));
  // Tagged blocks stand before the message; a closing one may stand behind it.
  const last = parts.findLastIndex(({ told }) => told.words !== "");
  const block = parts.findLastIndex(({ told }, index) => index < last && told.words === "");
  const own = last < 0 ? [] : parts.slice(block + 1, last + 1);
  const beside = parts.slice(0, block + 1).flatMap(({ told }) => [...told.quoted, ...spoken(told)]);
  return { question: own.map(({ told }) => told.words).join("\n"), before: [...earlier, ...beside] };
}

interface Told {
  /** What stands outside of all blocks. */
  readonly words: string;
  readonly who: string;
  readonly at: string;
  readonly quoted: readonly Statement[];
}

function statementsIn(message: Prompt[number]): readonly Statement[] {
  const who = message.role === "assistant" ? "agent" : "user";
  return textsIn(message).flatMap((text) => {
    const told = readText(text, who);
    return [...told.quoted, ...spoken(told)];
  });
}

function spoken({ words, who, at }: Told): readonly Statement[] {
  return words === "" ? [] : [{ text: words, who, at, pointer: "" }];
}

/** What was said; what tools brought and what was thought is neither. */
function textsIn(message: Prompt[number] | undefined): readonly string[] {
  if (message === undefined || message.role === "system" || message.role === "tool") return [];
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

const tags = /<clew-([a-z-]+)((?: [a-z]+="[^"<>]*")*)(?:\/>|>([\s\S]*?)<\/clew-\1>)/g;
/** Blocks that hold somebody's words. */
const quoting: ReadonlySet<string> = new Set(["background", "edit", "memory", "past", "quote"]);

function readText(text: string, role: string): Told {
  let [who, at] = [role, ""];
  const quoted: Statement[] = [];
  const rest = text.replace(tags, (_whole, name: string, written: string, inner: string | undefined) => {
    const about = attributesIn(written);
    if (name === "from") [who, at] = [about.who ?? role, about.at ?? ""];
    if (name === "summary") quoted.push(...notesIn(inner ?? "", about));
    if (quoting.has(name)) quoted.push(quotedIn(inner ?? "", about));
    return name === "cut" ? " … " : "";
  });
  return { words: plain(rest), who, at, quoted: quoted.filter((each) => each.text !== "") };
}

type About = Readonly<Record<string, string>>;

function attributesIn(written: string): About {
  const pairs = [...written.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code))),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function quotedIn(inner: string, about: About): Statement {
  const text = plain(inner.replace(tags, (_whole, name: string) => (name === "cut" ? " … " : "")));
  const who = about.who ?? (about.role === "user" ? "user" : "agent");
  return { text, who, at: (about.at ?? "").replace("T", " "), pointer: about.open ?? "" };
}

/** Each line of a summary is a note of its own. */
function notesIn(inner: string, about: About): readonly Statement[] {
  return inner.split("\n").flatMap((line): readonly Statement[] => {
    const [, note] = /^\s*- (.+)$/.exec(line) ?? [];
    return note === undefined ? [] : [{ text: plain(note), who: "notes", at: "", pointer: about.open ?? "" }];
  });
}

/** Without the escape that keeps words from being tags. */
function plain(text: string): string {
  return text
    .replace(/&((?:amp;)*)lt;(?=\/?clew-)/gi, (_whole, more: string) => (more === "" ? "<" : `&${more.slice(4)}lt;`))
    .trim();
}
