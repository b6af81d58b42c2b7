/**
 * Keeps each row in a folder once it is measured, so that a long run can be stopped, or made in parts, and joined: the
 * same row on the same data by the same sources is then read instead.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Chat, Question } from "./chat.js";
import type { Asked } from "./measure.js";

export interface KeptRows {
  /** Whether a row that is not there is left out instead of measured. */
  readonly isAll: boolean;
  /** Names of those that were left out. */
  readonly leftOut: string[];
  /** Null for a row that is not there. */
  read<Each extends Question>(row: RowName, chats: readonly Chat<Each>[]): readonly Asked<Each>[] | null;
  keep(row: RowName, chats: readonly Chat[], asked: readonly Asked[]): void;
}

interface RowName {
  readonly name: string;
  /** The tokens of its blocks. */
  readonly budgets: readonly number[];
}

/** Keeps nothing. */
export const noKeptRows: KeptRows = { isAll: false, leftOut: [], read: () => null, keep: () => undefined };

/** Numbers of chats, questions and messages: nothing of the data itself. */
type KeptAsked = readonly [
  chat: number,
  question: number,
  ranked: readonly number[],
  shown: readonly (readonly number[])[],
  beside: number | null,
];

/** `embedder` is the name of the one that gives the vectors; null where there is none. */
export function openKeptRows(folder: string, embedder: string | null, isAll: boolean): KeptRows {
  const sources = hashSources();
  const findFile = ({ name, budgets }: RowName, chats: readonly Chat[]) => {
    const basis = JSON.stringify([sources, embedder, name, budgets, hashChats(chats)]);
    return join(folder, `${createHash("sha256").update(basis).digest("hex").slice(0, 32)}.json`);
  };
  mkdirSync(folder, { recursive: true });
  return {
    isAll,
    leftOut: [],
    read: (row, chats) => {
      const file = findFile(row, chats);
      if (!existsSync(file)) return null;
      const kept = JSON.parse(readFileSync(file, "utf8")) as readonly KeptAsked[];
      return kept.flatMap((each) => readAsked(chats, each));
    },
    keep: (row, chats, asked) => {
      const file = findFile(row, chats);
      // Another run never reads half of it.
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(packAsked(chats, asked)));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}

function readAsked<Each extends Question>(
  chats: readonly Chat<Each>[],
  [place, number, ranked, shown, beside]: KeptAsked,
): readonly Asked<Each>[] {
  const chat = chats[place];
  const question = chat?.questions[number];
  if (chat === undefined || question === undefined) return [];
  return [
    {
      chat,
      question,
      ranked: ranked.flatMap((index) => chat.messages[index]?.id ?? []),
      shown: shown.map((places) => places.flatMap((place) => question.gold[place] ?? [])),
      beside,
    },
  ];
}

function packAsked(chats: readonly Chat[], asked: readonly Asked[]): readonly KeptAsked[] {
  const places = new Map(chats.map((chat) => [chat, new Map(chat.messages.map(({ id }, index) => [id, index]))]));
  return asked.map(({ chat, question, ranked, shown, beside }) => [
    chats.indexOf(chat),
    chat.questions.indexOf(question),
    ranked.flatMap((id) => places.get(chat)?.get(id) ?? []),
    shown.map((ids) => ids.map((id) => question.gold.indexOf(id))),
    beside,
  ]);
}

const hashes = new WeakMap<readonly Chat[], string>();

function hashChats(chats: readonly Chat[]): string {
  const hash = hashes.get(chats) ?? createHash("sha256").update(JSON.stringify(chats)).digest("hex");
  hashes.set(chats, hash);
  return hash;
}

/** All that a figure can depend on, but for the tables that it ends up in. */
function hashSources(): string {
  const hash = createHash("sha256");
  for (const part of ["../../packages", "."]) {
    const folder = fileURLToPath(new URL(part, import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.startsWith("benches"));
    for (const file of sources.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex");
}
