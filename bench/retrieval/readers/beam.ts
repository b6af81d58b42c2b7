/** Chats with an assistant in the form of BEAM: folders with chat.json and probing_questions.json. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Chat, ChatMessage, Question } from "../chat.js";
import { collectNumbers, type Fields, isFields, readJsonFile, readList, readText, refuse } from "./read-json.js";

const form = "a folder of BEAM chats (folders with chat.json and probing_questions.json)";
const [messageMs, dayMs] = [60_000, 86_400_000];

/** A question about something that changed, with the messages before and after the change. */
export interface UpdateQuestion extends Question {
  readonly replaced: readonly string[];
  readonly updated: readonly string[];
}

export type BeamQuestion = Question | UpdateQuestion;

export async function readBeam(path: string): Promise<readonly Chat<BeamQuestion>[]> {
  const names = await readdir(path).catch(() => []);
  const folders = names.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
  if (folders.length === 0) throw refuse(path, "has no numbered folders", form);
  return Promise.all(folders.map((name) => readBeamChat(join(path, name), name)));
}

async function readBeamChat(folder: string, name: string): Promise<Chat<BeamQuestion>> {
  const batches = readList(await readJsonFile(join(folder, "chat.json"), form));
  const asked = await readJsonFile(join(folder, "probing_questions.json"), form);
  if (batches === null || !isFields(asked)) throw refuse(folder, "has no batches or questions", form);
  const messages = readBatches(batches, folder);
  const known = new Set(messages.map(({ id }) => id));
  const now = (messages.at(-1)?.at ?? 0) + dayMs;
  return {
    name,
    language: "en",
    people: ["User", "Assistant"],
    messages,
    questions: Object.entries(asked).flatMap(([ability, questions]) =>
      (readList(questions) ?? []).flatMap((each) => readBeamQuestion(each, ability, { known, now })),
    ),
  };
}

/** A date is told now and then; messages follow one another by the minute. */
function readBatches(batches: readonly Fields[], path: string): readonly ChatMessage[] {
  let at = Date.UTC(2024, 0, 1);
  return batches.flatMap(({ turns, batch_number: batch }) => {
    if (!Array.isArray(turns)) throw refuse(path, "has a batch without turns", form);
    return turns.flatMap((turn) => {
      const said = readList(turn);
      if (said === null) throw refuse(path, "has a turn that is no list of messages", form);
      return said.map((each): ChatMessage => {
        const told = Date.parse(`${readText(each.time_anchor).replaceAll("-", " ")} UTC`);
        at = Math.max(at + messageMs, Number.isNaN(told) ? 0 : told);
        const isAgent = each.role === "assistant";
        return {
          id: String(each.id),
          by: isAgent ? "Assistant" : "User",
          role: isAgent ? "agent" : "person",
          at,
          text: readText(each.content),
          session: `${String(batch)} ${new Date(at).toISOString().slice(0, 10)}`,
        };
      });
    });
  });
}

interface Scene {
  readonly known: ReadonlySet<string>;
  readonly now: number;
}

/** Questions that nothing answers, or whose answers are not named, are left out. */
function readBeamQuestion(asked: Fields, ability: string, { known, now }: Scene): readonly BeamQuestion[] {
  const list = (value: unknown) => [...new Set(collectNumbers(value).map(String))].filter((id) => known.has(id));
  const gold = list(asked.source_chat_ids);
  if (gold.length === 0) return [];
  const question = { text: readText(asked.question), asker: "User", now, gold, category: ability.replaceAll("_", " ") };
  const { source_chat_ids: sources } = asked;
  if (!(isFields(sources) && "updated_info" in sources)) return [question];
  return [{ ...question, replaced: list(sources.original_info), updated: list(sources.updated_info) }];
}
