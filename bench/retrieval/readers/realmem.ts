/** A person's sessions with an assistant in the form of RealMem: some messages ask for what earlier sessions hold. */
import { basename } from "node:path";
import type { Chat, ChatMessage, Question } from "../chat.js";
import { type Fields, isFields, listJsonFiles, readJsonFile, readList, readText, refuse } from "./read-json.js";

const form = "a folder of RealMem files (with dialogues)";
const [turnMs, sessionMs] = [20_000, 3_600_000];

/** Gold are sessions. A session knows only those before it. */
export async function readRealmem(path: string): Promise<readonly Chat[]> {
  return Promise.all((await listJsonFiles(path, form)).map(readPerson));
}

async function readPerson(path: string): Promise<Chat> {
  const read = await readJsonFile(path, form);
  const sessions = isFields(read) ? readList(read.dialogues) : null;
  if (sessions === null || sessions.length === 0) throw refuse(path, "has no dialogues", form);
  const messages: ChatMessage[] = [];
  const questions: Question[] = [];
  const past = new Set<string>();
  let begun = 0;
  for (const session of sessions) {
    const turns = readList(session.dialogue_turns);
    if (turns === null) throw refuse(path, "has a session without turns", form);
    const day = Date.parse(readText(session.current_time).slice(0, 10));
    begun = Math.max(begun + sessionMs, Number.isNaN(day) ? 0 : day);
    questions.push(...readQueries(turns, past, begun));
    const id = readText(session.session_uuid);
    messages.push(...turns.map((turn, index) => readTurn(turn, { session: id, index, at: begun + index * turnMs })));
    past.add(id);
  }
  if (questions.length === 0) throw refuse(path, "has no query that an earlier session answers", form);
  const name = basename(path, ".json");
  return { name, language: "en", people: ["User", "Assistant"], messages, questions };
}

interface Place {
  readonly session: string;
  readonly index: number;
  readonly at: number;
}

function readTurn(turn: Fields, { session, index, at }: Place): ChatMessage {
  const isAgent = turn.speaker === "Assistant";
  const by = isAgent ? "Assistant" : "User";
  return {
    id: `${session} ${index}`,
    by,
    role: isAgent ? "agent" : "person",
    at,
    text: readText(turn.content),
    session,
  };
}

/** The reply after a query names the sessions that it used. */
function readQueries(turns: readonly Fields[], past: ReadonlySet<string>, begun: number): readonly Question[] {
  return turns.flatMap((turn, index) => {
    const used = turns[index + 1]?.memory_session_uuids;
    if (turn.is_query !== true || !Array.isArray(used)) return [];
    const gold = [...new Set(used.map(readText))].filter((id) => past.has(id));
    if (gold.length === 0) return [];
    return [{ text: readText(turn.content), asker: "User", now: begun, gold, category: readText(turn.category_name) }];
  });
}
