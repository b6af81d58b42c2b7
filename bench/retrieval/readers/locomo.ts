/** Long chats between two people in the form of LoCoMo: sessions with dates, questions with the turns that answer them. */
import type { Chat, ChatMessage, Question } from "../chat.js";
import { type Fields, isFields, listJsonFiles, readJsonFile, readList, readText, refuse } from "./read-json.js";

const form = "a LoCoMo file (a list of chats with qa and conversation)";
const categories: Readonly<Record<number, string>> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
};
const [turnMs, dayMs] = [20_000, 86_400_000];

/** Categories 1 to 4: the fifth asks for what nobody said. */
export async function readLocomo(path: string): Promise<readonly Chat[]> {
  const [file = path] = await listJsonFiles(path, form);
  const chats = readList(await readJsonFile(file, form));
  if (chats === null || chats.length === 0) throw refuse(file, "is no list of chats", form);
  return chats.map((chat, index) => readChat(chat, index, file));
}

function readChat({ qa, conversation }: Fields, index: number, path: string): Chat {
  const asked = readList(qa);
  if (asked === null || !isFields(conversation)) throw refuse(path, `has no qa or conversation in chat ${index}`, form);
  const messages = readSessions(conversation, path);
  if (messages.length === 0) throw refuse(path, `has no session in chat ${index}`, form);
  const known = new Set(messages.map(({ id }) => id));
  const now = (messages.at(-1)?.at ?? 0) + dayMs;
  return {
    name: `chat ${index + 1}`,
    language: "en",
    people: [readText(conversation.speaker_a), readText(conversation.speaker_b)],
    messages,
    questions: asked.flatMap((each) => readQuestion(each, known, now)),
  };
}

function readSessions(conversation: Fields, path: string): readonly ChatMessage[] {
  const numbers = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  return numbers.flatMap((number) => {
    const begun = readDate(readText(conversation[`session_${number}_date_time`]));
    const turns = readList(conversation[`session_${number}`]);
    if (turns === null || Number.isNaN(begun))
      throw refuse(path, `has a session ${number} without turns or date`, form);
    return turns.map(
      (turn, place): ChatMessage => ({
        id: readText(turn.dia_id),
        by: readText(turn.speaker),
        role: "person",
        at: begun + place * turnMs,
        text: turn.blip_caption
          ? `${readText(turn.text)} [image: ${readText(turn.blip_caption)}]`
          : readText(turn.text),
        session: `${number}`,
      }),
    );
  });
}

/** Such as "1:56 pm on 8 May, 2023". */
function readDate(text: string): number {
  const [, hour, minute, half, date] = /^(\d+):(\d+) ([ap]m) on (.+)$/i.exec(text.trim()) ?? [];
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Date.parse(`${date} UTC`) + (hours * 60 + Number(minute)) * 60_000;
}

function readQuestion(asked: Fields, known: ReadonlySet<string>, now: number): readonly Question[] {
  const category = categories[Number(asked.category)];
  const named = Array.isArray(asked.evidence) ? asked.evidence.filter((each) => typeof each === "string") : [];
  const ids = named.flatMap((each) => each.split(/[\s,;]+/)).map((each) => each.replace(/^D:(\d+)/, "D$1"));
  const gold = [...new Set(ids)].filter((id) => known.has(id));
  if (category === undefined || gold.length === 0) return [];
  return [{ text: readText(asked.question), asker: "examiner", now, gold, category }];
}
