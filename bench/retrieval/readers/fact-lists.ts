/** Numbered lists of facts in which a later one replaces an earlier one (FactConsolidation of MemoryAgentBench). */
import type { Chat, ChatMessage, Question } from "../chat.js";
import { type Fields, isFields, listJsonFiles, readJsonFile, readList, readText, refuse } from "./read-json.js";

const form = "a FactConsolidation file (a list with context, questions and answers)";
const [begun, factMs] = [Date.UTC(2025, 0, 1), 60_000];

/** Its gold is not known by id: the answer has to stand in the message. */
export interface FactQuestion extends Question {
  readonly answers: readonly string[];
}

/** Only the lists whose questions take one step. */
export async function readFactLists(path: string): Promise<readonly Chat<FactQuestion>[]> {
  const [file = path] = await listJsonFiles(path, form);
  const lists = readList(await readJsonFile(file, form));
  if (lists === null || lists.length === 0) throw refuse(file, "is no list", form);
  const single = lists.filter(({ metadata }) => isFields(metadata) && readText(metadata.source).includes("_sh_"));
  if (single.length === 0) throw refuse(file, "has no list with questions of one step", form);
  return single.map((list) => readFacts(list, file));
}

function readFacts({ context, questions, answers, metadata }: Fields, path: string): Chat<FactQuestion> {
  const facts = [...readText(context).matchAll(/^\d+\. (.+)$/gm)].map(([, fact = ""]) => fact);
  if (facts.length === 0 || !Array.isArray(questions) || !Array.isArray(answers)) {
    throw refuse(path, "has a list without facts, questions or answers", form);
  }
  const messages = facts.map(
    (text, index): ChatMessage => ({
      id: `${index}`,
      by: "User",
      role: "person",
      at: begun + index * factMs,
      text,
      session: "facts",
    }),
  );
  const now = begun + (facts.length + 1) * factMs;
  return {
    name: readText(isFields(metadata) ? metadata.source : "").replace(/^.*_/, ""),
    language: "en",
    people: ["User"],
    messages,
    questions: questions.map((text, index) => ({
      text: readText(text),
      asker: "User",
      now,
      gold: [],
      category: "single-hop",
      answers: [answers[index]].flat().map(readText),
    })),
  };
}
