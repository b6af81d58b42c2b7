/** Whether messages are looked up for a message that asks for the past, and nothing for one that asks nothing. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clew, openClew } from "@clewline/clewline/index.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { describeMachine } from "../machine.js";
import { makeOwnTalks } from "../own-talk/own-talk.js";
import type { Cell, Report } from "../report.js";
import { readAnswered } from "../retrieval/rows/engine-rows.js";
import { useScratchFolder } from "../scratch.js";

interface LookupTurn {
  readonly text: string;
  readonly asks: boolean;
  /** The earlier messages that answer it. */
  readonly needs?: readonly number[];
}

interface LookupChat {
  readonly language: string;
  readonly earlier: readonly { readonly at: string; readonly from: string; readonly text: string }[];
  readonly turns: readonly LookupTurn[];
}

interface LookedUpTurn {
  readonly turn: LookupTurn;
  /** Of the block with what was looked up; 0 without one. */
  readonly tokens: number;
  /** The part of what it needs that stands in the view. */
  readonly shown: number;
}

export interface LookupOptions {
  readonly path: string;
  readonly window: number;
  readonly say: (what: string) => void;
}

const session = "bench:chat";
const day = 86_400_000;

export async function measureLookups({ path, window, say }: LookupOptions): Promise<Report> {
  if (!existsSync(path)) throw new Error(`${path} is not there. Name a file of labelled turns after --data`);
  const chats = readChats(readFileSync(path, "utf8"));
  const found: { readonly language: string; readonly turns: readonly LookedUpTurn[] }[] = [];
  for (const chat of chats) {
    const turns = await useScratchFolder((folder) => askAll(chat, window, folder));
    found.push({ language: chat.language, turns });
    for (const each of turns)
      say(JSON.stringify([chat.language, each.turn.asks, each.tokens, each.shown, each.turn.text]));
  }
  const languages = [...new Set(found.map(({ language }) => language))];
  const rows = languages.map((language) => [language, ...sumUp(found.filter((each) => each.language === language))]);
  rows.push(["all", ...sumUp(found)]);
  const columns = [
    "language",
    "ask",
    "of these with a block",
    "what they need is shown",
    "ask nothing",
    "of these with a block",
    "tokens of a block",
  ];
  const title = `Look-ups under balanced, window ${window}`;
  return { bench: "lookups", machine: describeMachine(), tables: [{ title, columns, rows }], how };
}

/** A line for each chat, then one for each of its earlier messages and one for each turn. */
function readChats(lines: string): readonly LookupChat[] {
  const chats: { language: string; earlier: LookupChat["earlier"][number][]; turns: LookupTurn[] }[] = [];
  for (const line of lines.split("\n").filter((each) => each !== "")) {
    const read = JSON.parse(line) as { language: string } | LookupChat["earlier"][number] | LookupTurn;
    if ("language" in read) chats.push({ ...read, earlier: [], turns: [] });
    else if ("asks" in read) chats.at(-1)?.turns.push(read);
    else chats.at(-1)?.earlier.push(read);
  }
  return chats;
}

/** Each is asked alone, after small talk that has pushed what was said before out of the conversation at hand. */
async function askAll(chat: LookupChat, window: number, folder: string): Promise<readonly LookedUpTurn[]> {
  const begun = join(folder, "begun.db");
  const file = join(folder, "chat.jsonl");
  const { last, lines } = writeLines(chat);
  writeFileSync(file, lines);
  const first = await openAt(begun, window);
  await first.import(file);
  await first.close();
  const turns: LookedUpTurn[] = [];
  for (const [place, turn] of chat.turns.entries()) {
    const copy = join(folder, `${place}.db`);
    copyFileSync(begun, copy);
    const clew = await openAt(copy, window);
    const { shown } = await readAnswered(clew, { text: turn.text, from: "maya", at: last + day });
    await clew.close();
    const block = /<clew-found>(.*?)<\/clew-found>/s.exec(shown)?.[1] ?? "";
    const needed = (turn.needs ?? []).map((index) => chat.earlier[index]?.text ?? "");
    const seen = needed.filter((text) => shown.includes(text));
    const part = needed.length === 0 ? 0 : seen.length / needed.length;
    turns.push({ turn, tokens: countTokens(block, estimated), shown: part });
  }
  return turns;
}

function openAt(store: string, window: number): Promise<Clew> {
  return openClew({ store, config: false, window, timeZone: "UTC", embedder: "none" });
}

const leastTalk = 12_000;

function writeLines({ earlier, language }: LookupChat): { readonly last: number; readonly lines: string } {
  const asWritten = earlier.map(({ from, text, at }, index) => ({ id: `e${index}`, from, text, at: Date.parse(at) }));
  const talk = makeOwnTalks().find((each) => each.language === language);
  const from = (asWritten.at(-1)?.at ?? 0) + day;
  const began = talk?.messages[0]?.at ?? 0;
  let tokens = 0;
  const between = (talk?.messages ?? []).flatMap(({ id, role, at, text }) => {
    tokens += countTokens(text, estimated);
    return tokens > leastTalk
      ? []
      : [{ id: `t${id}`, from: role === "agent" ? "agent" : "maya", text, at: from + at - began }];
  });
  const lines = [...asWritten, ...between].map(({ from: by, ...rest }) =>
    JSON.stringify({ session, ...rest, ...(by === "agent" ? { role: "agent" } : { from: by }) }),
  );
  return { last: between.at(-1)?.at ?? from, lines: `${lines.join("\n")}\n` };
}

function sumUp(found: readonly { readonly turns: readonly LookedUpTurn[] }[]): readonly Cell[] {
  const turns = found.flatMap((each) => each.turns);
  const [asking, others] = [turns.filter(({ turn }) => turn.asks), turns.filter(({ turn }) => !turn.asks)];
  const withBlock = (list: readonly LookedUpTurn[]) => list.filter(({ tokens }) => tokens > 0);
  const share = (part: number, of: number) => (of === 0 ? null : part / of);
  const shown = asking.reduce((sum, each) => sum + each.shown, 0);
  const tokens = withBlock(turns).reduce((sum, each) => sum + each.tokens, 0);
  return [
    asking.length,
    share(withBlock(asking).length, asking.length),
    share(shown, asking.length),
    others.length,
    share(withBlock(others).length, others.length),
    Math.round(tokens / Math.max(1, withBlock(turns).length)),
  ];
}

const how = `Each message comes a day after 12,000 tokens of other talk, so that nothing of what it may ask for stands in the conversation at hand. By words alone, without an embedder.
`;
