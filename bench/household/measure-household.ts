/** Tells a household's messages to something that learns, and asks of each matter whether what is current says it. */
import type { Memory } from "../../src/core/log/memories/memory.js";
import { isCurrent } from "../../src/core/memory/memory-age.js";
import type { Household, HouseholdMessage, Matter } from "./make-household.js";

/** A memory, with the times of the messages that told it. */
interface LearnedMemory extends Memory {
  readonly toldAt: readonly number[];
}

export interface Learner {
  hear(message: HouseholdMessage): Promise<void>;
  /** Of a chat, those that were replaced or have ended too. */
  list(chat: string): Promise<readonly LearnedMemory[]>;
}

export interface HouseholdResult {
  /** Right ones and all, by kind. */
  readonly right: Readonly<Record<Matter["kind"], readonly [number, number]>>;
  /** Matters of which a value that no longer holds is told as current. */
  readonly outdated: number;
  /** Matters of which what holds is told, and all. */
  readonly told: readonly [number, number];
  /** Memories with words that nobody said. */
  readonly invented: number;
  /** Memories that were made of what tells nothing. */
  readonly noise: number;
  /** What went wrong, for people: the matter, and what is current instead. */
  readonly wrong: readonly string[];
}

const hourMs = 3_600_000;

export async function measureHousehold(
  { messages, matters, nothing }: Household,
  learner: Learner,
): Promise<HouseholdResult> {
  const seen: Seen[] = [];
  const waiting = matters.filter(({ kind }) => kind === "temporary");
  for (const message of messages) {
    await learner.hear(message);
    for (const matter of waiting.filter(({ at, chat }) => at === message.at && chat === message.chat))
      seen.push({ matter, memories: listCurrent(await learner.list(matter.chat), matter.at + 1) });
  }
  const end = (messages.at(-1)?.at ?? 0) + 40 * 24 * hourMs;
  const learned = await listByChat(learner, messages);
  const verdicts = matters.map((matter) => {
    const memories = listCurrent(learned.get(matter.chat) ?? [], end);
    const then = seen.find((each) => each.matter === matter)?.memories ?? [];
    return {
      ...{ matter, memories, isTold: isTold(matter, memories, then) },
      ...{ isRight: isRight(matter, memories, then), isOutdated: isOutdated(matter, memories) },
    };
  });
  const wrong = verdicts
    .filter((each) => !each.isRight)
    .map(({ matter, memories }) => describeWrong(matter, memories, messages));
  const idle = new Set(messages.filter(({ text }) => nothing.has(text)).map(({ at }) => at));
  const noise = [...learned.values()].flat().filter(({ toldAt: [first = 0] }) => idle.has(first)).length;
  const said = messages.map(({ text }) => readWords(text));
  // A secret is left out of what was said.
  const isSaid = ({ text }: LearnedMemory) => {
    const parts = text.split(/\[redacted[^\]]*\]/u).map(readWords);
    return said.some((words) => parts.every((part) => words.includes(part)));
  };
  return {
    right: countRight(verdicts),
    outdated: verdicts.filter((each) => each.isOutdated).length,
    told: [verdicts.filter((each) => each.isTold).length, verdicts.length],
    invented: [...learned.values()].flat().filter((memory) => !isSaid(memory)).length,
    ...{ noise, wrong },
  };
}

async function listByChat(
  learner: Learner,
  messages: readonly HouseholdMessage[],
): Promise<ReadonlyMap<string, readonly LearnedMemory[]>> {
  const learned = new Map<string, readonly LearnedMemory[]>();
  for (const chat of new Set(messages.map((message) => message.chat))) learned.set(chat, await learner.list(chat));
  return learned;
}

function listCurrent(memories: readonly LearnedMemory[], at: number): readonly LearnedMemory[] {
  return memories.filter((memory) => isCurrent(memory, at));
}

interface Seen {
  readonly matter: Matter;
  readonly memories: readonly LearnedMemory[];
}

/** Without marks: two sentences that are one statement have another mark between them. */
function readWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** An outdated value may stand beside it, with its date. */
function isTold(matter: Matter, end: readonly LearnedMemory[], then: readonly LearnedMemory[]): boolean {
  const { kind, value, ended } = matter;
  if (kind === "temporary") return tells(then, matter, value);
  return kind === "wish" ? ended === true || end.some(({ text }) => text.includes(value)) : tells(end, matter, value);
}

function isRight(matter: Matter, end: readonly LearnedMemory[], then: readonly LearnedMemory[]): boolean {
  const { kind, value, past } = matter;
  const [former = ""] = past;
  switch (kind) {
    case "wish": {
      const isThere = end.some(
        (each) => /^(?:instruction|preference)$/.test(each.kind) && each.text.includes(value) && isOf(each, matter),
      );
      return isThere === (matter.ended !== true);
    }
    case "temporary":
      // While it holds, both are known; then the lasting one alone.
      return (
        tells(then, matter, value) &&
        tells(then, matter, former) &&
        !tells(end, matter, value) &&
        tells(end, matter, former)
      );
    case "fact":
    case "change":
    case "correction":
      return tells(end, matter, value) && !isOutdated(matter, end);
    default:
      return kind satisfies never;
  }
}

function isOf({ person }: LearnedMemory, { by, chat }: Matter): boolean {
  return chat === "group" || person === `p${by}`;
}

/** A memory says it that has the value, and was told of this thing: it names it, or took the place of one that did. */
function tells(memories: readonly LearnedMemory[], matter: Matter, value: string): boolean {
  return memories.some((each) => each.text.includes(value) && isAbout(each, matter));
}

function isAbout(memory: LearnedMemory, matter: Matter): boolean {
  const names = memory.text.toLowerCase().includes(matter.thing.toLowerCase());
  const times = [matter.at, matter.correctedAt];
  return isOf(memory, matter) && (names || memory.toldAt.some((at) => times.includes(at)));
}

function isOutdated(matter: Matter, memories: readonly LearnedMemory[]): boolean {
  if (matter.kind !== "change" && matter.kind !== "correction") return false;
  const { past, value, owner } = matter;
  return memories.some(
    (each) =>
      isAbout(each, matter) &&
      each.text.toLowerCase().includes(owner.toLowerCase()) &&
      !each.text.includes(value) &&
      past.some((old) => each.text.includes(old)),
  );
}

function countRight(verdicts: readonly { matter: Matter; isRight: boolean }[]): HouseholdResult["right"] {
  const count = (kind: Matter["kind"]): readonly [number, number] => {
    const of = verdicts.filter(({ matter }) => matter.kind === kind);
    return [of.filter((each) => each.isRight).length, of.length];
  };
  return {
    fact: count("fact"),
    change: count("change"),
    temporary: count("temporary"),
    correction: count("correction"),
    wish: count("wish"),
  };
}

/** With the messages that said it. */
function describeWrong(
  matter: Matter,
  memories: readonly LearnedMemory[],
  messages: readonly HouseholdMessage[],
): string {
  const said = messages.filter(
    ({ at, chat }) => chat === matter.chat && (at === matter.at || at === matter.correctedAt),
  );
  const about = memories.filter((each) => isAbout(each, matter)).map((each) => `${each.text} [${each.subject ?? ""}]`);
  const told = said.map(({ text }) => text).join(" / ");
  return `${matter.kind} ${matter.value}: ${told} -> ${about.slice(0, 3).join(" / ")}`;
}
