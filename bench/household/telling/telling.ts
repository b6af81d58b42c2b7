/** Whether what a person once said is told in other chats where it matters, though no word is shared. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Clew, openClew } from "@clewline/clewline/index.js";
import type { Embedder } from "@clewline/core/ports/index.js";
import { unescapeText } from "@clewline/text/fence.js";
import { describeMachine } from "../../machine.js";
import { makeRandom } from "../../own-talk/seeded-random.js";
import { type Cell, checkAtLeast, type Report, type Table, verdictColumns } from "../../report.js";
import { loadEmbedder } from "../../retrieval/load-likeness.js";
import { readLocomo } from "../../retrieval/readers/locomo.js";

interface Fact {
  readonly id: string;
  readonly said: string;
  /** The words that state it: each has to be told. */
  readonly states: readonly string[];
}

interface Question {
  readonly ask: string;
  readonly needs: readonly string[];
}

export interface TellingOptions {
  /** A file of LoCoMo: what its people say stands beside the facts. */
  readonly fillers: string;
  /** A folder in which the weights of an embedder are installed. */
  readonly embedder: string | undefined;
  /** Names of sets; all if empty. */
  readonly only: readonly string[];
  readonly say: (what: string) => void;
}

const person = "maya";
const [seed, firstDay, dayMs] = [7, Date.UTC(2026, 0, 5, 9), 86_400_000];
const windows = [200_000, 8_000] as const;
/** With how many memories, and how many of the questions get what they need in the larger window. */
const sizes = [
  [44, 44],
  [200, 42],
  [1_000, 38],
] as const;

/** Rules learn the facts from messages, or they are kept as they were said: the second shows what telling alone does. */
const ways = ["said", "kept"] as const;
type Way = (typeof ways)[number];

/** Newest last. Rules were written beside the first. */
const sets = ["first", "second", "third", "fourth"] as const;
type SetName = (typeof sets)[number];

export async function measureTelling({ fillers, embedder: folder, only, say }: TellingOptions): Promise<Report> {
  const sentences = await listFillers(fillers);
  const embedder = folder === undefined ? undefined : await loadEmbedder(folder);
  const by = embedder === undefined ? "by words" : "with minilm";
  const tables: Table[] = [];
  for (const set of sets.filter((each) => only.length === 0 || only.includes(each))) {
    const { facts, questions } = readSet(set);
    const rows: Cell[][] = [];
    const verdicts: Cell[][] = [];
    const cells = ways.flatMap((way) => sizes.flatMap((size) => windows.map((window) => ({ way, size, window }))));
    for (const {
      way,
      size: [size, least],
      window,
    } of cells) {
      const others = sentences.slice(0, size - facts.length);
      const { told, learned, memories } = await askAll({ facts, others, way, window, embedder }, questions);
      const { length } = told.filter(({ isTold }) => isTold);
      const name = `${size} memories, ${way}`;
      for (const { ask } of told.filter(({ isTold }) => !isTold)) say(`${name}, window ${window}: ${ask}`);
      rows.push([way, size, memories, window, learned, facts.length, length, questions.length]);
      if (window === windows[0]) verdicts.push([...checkAtLeast(`${name}: questions told`, length, least)]);
    }
    const columns = ["facts are", "facts and fillers", "memories", "window", "learned", "of", "told", "of"];
    tables.push(
      { title: `${set}: another chat is told, ${by}`, columns, rows },
      { title: `${set}: targets ${by}`, columns: verdictColumns, rows: verdicts },
    );
  }
  return { bench: "telling", machine: describeMachine(), tables };
}

function readSet(set: SetName): { readonly facts: readonly Fact[]; readonly questions: readonly Question[] } {
  const path = fileURLToPath(new URL(`./${set}.jsonl`, import.meta.url));
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const read = lines.map((line) => JSON.parse(line) as Fact | Question);
  return {
    facts: read.flatMap((each) => ("said" in each ? [each] : [])),
    questions: read.flatMap((each) => ("ask" in each ? [each] : [])),
  };
}

/** Statements of real chats, each once. */
async function listFillers(path: string): Promise<readonly string[]> {
  const texts = (await readLocomo(path)).flatMap(({ messages }) => messages.map(({ text }) => text));
  const statements = texts.filter((text) => !/[?[]/.test(text) && text.length >= 30 && text.length <= 160);
  return mix([...new Set(statements)]);
}

function mix<Item>(items: readonly Item[]): readonly Item[] {
  const random = makeRandom(seed);
  const mixed = [...items];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = random.pickNumber(place + 1);
    const [one, two] = [mixed[place] as Item, mixed[other] as Item];
    [mixed[place], mixed[other]] = [two, one];
  }
  return mixed;
}

interface Remembered {
  readonly facts: readonly Fact[];
  /** Further memories, word for word. */
  readonly others: readonly string[];
  readonly way: Way;
  readonly window: number;
  readonly embedder: Embedder<AbortSignal> | undefined;
}

interface Asked {
  readonly told: readonly { readonly ask: string; readonly isTold: boolean }[];
  /** How many of the facts are a memory. */
  readonly learned: number;
  readonly memories: number;
}

/** Each fact is kept, or said in a private chat of its own, where rules learn from it; each question is asked in another one. */
async function askAll(
  { facts, others, way, window, embedder }: Remembered,
  questions: readonly Question[],
): Promise<Asked> {
  const realNow = Date.now;
  let now = firstDay;
  // The public verbs take no other clock.
  Date.now = () => now;
  const clew = await openClew({
    store: "memory",
    config: false,
    timeZone: "UTC",
    window,
    embedder: embedder ?? "none",
  });
  try {
    const all = mix([...facts, ...others]);
    for (const each of all) {
      if (typeof each === "string") await clew.memory.add({ text: each, person });
      else if (way === "kept") await clew.memory.add({ text: each.said, person });
      else await readView(clew, `said:${each.id}`, each.said);
      now += Math.floor((200 * dayMs) / all.length);
    }
    await clew.index({ finish: true });
    const known = await clew.memory.list({ person });
    const isLearned = ({ states }: Fact) => states.every((words) => known.some(({ text }) => text.includes(words)));
    const statesOf = new Map(facts.map(({ id, states }) => [id, states]));
    const told: { ask: string; isTold: boolean }[] = [];
    for (const [place, { ask, needs }] of questions.entries()) {
      now += dayMs / 24;
      const view = await readView(clew, `asked:${place}`, ask);
      const words = needs.flatMap((id) => statesOf.get(id) ?? [id]);
      told.push({ ask, isTold: words.every((each) => view.includes(each)) });
    }
    return { told, learned: facts.filter(isLearned).length, memories: known.length };
  } finally {
    await clew.close();
    Date.now = realNow;
  }
}

async function readView(clew: Clew, session: string, text: string): Promise<string> {
  const turn = await clew.begin({ session, from: person, text, group: false });
  const view = await turn.view();
  await turn.complete({ text: "OK." });
  if (view.kind !== "fits") throw new Error("The window is too small for the bench");
  const messages = view.messages.map(({ content }) =>
    typeof content === "string" ? content : content.map((part) => ("text" in part ? part.text : "")).join("\n"),
  );
  return unescapeText([view.system, ...messages].join("\n"));
}
