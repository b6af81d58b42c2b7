/** Whether what a person once said is told in other chats where it matters, though no word is shared. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Embedder } from "../../../src/core/ports/index.js";
import { unescapeText } from "../../../src/core/text/fence.js";
import { type Clew, openClew } from "../../../src/index.js";
import { describeMachine } from "../../machine.js";
import { makeRandom } from "../../own-talk/seeded-random.js";
import { type Cell, checkAtLeast, type Report, verdictColumns } from "../../report.js";
import { loadEmbedder } from "../../retrieval/load-likeness.js";
import { readLocomo } from "../../retrieval/readers/locomo.js";

interface Fact {
  readonly id: string;
  readonly said: string;
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

export async function measureTelling({ fillers, embedder: folder, say }: TellingOptions): Promise<Report> {
  const { facts, questions } = readSet();
  const sentences = await listFillers(fillers);
  const embedder = folder === undefined ? undefined : await loadEmbedder(folder);
  const rows: Cell[][] = [];
  const verdicts: Cell[][] = [];
  for (const [size, least] of sizes) {
    const texts = mix([...facts.map(({ said }) => said), ...sentences.slice(0, size - facts.length)]);
    for (const window of windows) {
      const told = await askAll({ texts, window, embedder }, facts, questions);
      const { length } = told.filter(({ isTold }) => isTold);
      for (const { ask } of told.filter(({ isTold }) => !isTold)) say(`${size} memories, window ${window}: ${ask}`);
      rows.push([size, window, length, questions.length]);
      if (window === windows[0]) verdicts.push([...checkAtLeast(`${size} memories: questions told`, length, least)]);
    }
  }
  const title = `What another chat is told, ${embedder === undefined ? "by words" : "with minilm"}`;
  const columns = ["memories", "window", "told", "of"];
  const tables = [
    { title, columns, rows },
    { title: `${title}: targets`, columns: verdictColumns, rows: verdicts },
  ];
  return { bench: "telling", machine: describeMachine(), tables };
}

function readSet(): { readonly facts: readonly Fact[]; readonly questions: readonly Question[] } {
  const path = fileURLToPath(new URL("./telling.jsonl", import.meta.url));
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

function mix(texts: readonly string[]): readonly string[] {
  const random = makeRandom(seed);
  const mixed = [...texts];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = random.pickNumber(place + 1);
    [mixed[place], mixed[other]] = [mixed[other] ?? "", mixed[place] ?? ""];
  }
  return mixed;
}

interface Remembered {
  readonly texts: readonly string[];
  readonly window: number;
  readonly embedder: Embedder<AbortSignal> | undefined;
}

async function askAll(
  { texts, window, embedder }: Remembered,
  facts: readonly Fact[],
  questions: readonly Question[],
): Promise<readonly { readonly ask: string; readonly isTold: boolean }[]> {
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
    for (const text of texts) {
      await clew.memory.add({ text, person });
      now += Math.floor((200 * dayMs) / texts.length);
    }
    await clew.index({ finish: true });
    const saidBy = new Map(facts.map(({ id, said }) => [id, said]));
    const told: { ask: string; isTold: boolean }[] = [];
    for (const [place, { ask, needs }] of questions.entries()) {
      now += dayMs / 24;
      const view = await readView(clew, `chat:${place}`, ask);
      told.push({ ask, isTold: needs.every((id) => view.includes(saidBy.get(id) ?? id)) });
    }
    return told;
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
