import type { EntryId, Instant } from "../log/keys.js";
import { longestMemory } from "../log/own-tools.js";
import type { SummaryItem } from "../log/summary.js";
import { listTouchedPaths } from "./artifacts.js";
import { cutAtWord, longestItem, makeOneLine, splitItemTexts } from "./item-text.js";
import { readMessage, type Sentence } from "./read-message.js";
import { isDoneStatement, isQuestion } from "./rules/classify.js";
import { affirmation, promise } from "./rules/cues.js";
import { listHardTokens } from "./rules/hard-tokens.js";
import { findTellingLine } from "./rules/sentences.js";
import { stripSmallTalk } from "./rules/small-talk.js";

/** An entry as the rules and a model's prompt see it. Its text is free of secrets. */
export interface SpokenEntry {
  readonly id: EntryId;
  readonly at: Instant;
  /** An address, "user" or "agent"; "system" for a summary that another program handed over. */
  readonly by: string;
  readonly kind: "said" | "called" | "returned";
  readonly text: string;
  readonly tool?: string;
  readonly failed?: boolean;
  /** The text to remember, if the call is one of `remember`. */
  readonly memory?: string;
}

/** Extracts the items worth keeping, by rule, in the order in which they were said. */
export function extractItems(spoken: readonly SpokenEntry[]): readonly SummaryItem[] {
  const talk = spoken.map(readEntrySentences);
  const files = mapNewestPaths(spoken);
  const answered = pairQuestions(talk);
  return talk.flatMap((turn, index) => [
    ...makeSaidItems(turn, answered),
    ...makeMemoryItems(turn.entry),
    ...makeFailureItems(turn.entry),
    ...(files.get(index) ?? []),
  ]);
}

interface EntrySentences {
  readonly entry: SpokenEntry;
  readonly sentences: readonly Sentence[];
}

interface Pairs {
  /** Questions that have an answer, and answers that are part of a pair. */
  readonly settled: ReadonlySet<Sentence>;
  /** The items made of question and answer, by the answer. */
  readonly items: ReadonlyMap<Sentence, readonly SummaryItem[]>;
}

function readEntrySentences(entry: SpokenEntry): EntrySentences {
  const isSummary = entry.by === "system";
  const sentences = entry.kind === "said" ? readMessage(entry.text, entry.by === "agent" || isSummary) : [];
  return { entry, sentences: isSummary ? sentences.map(closeSentence) : sentences };
}

/** An open question inside a summary asks nobody here for an answer. */
function closeSentence({ text, kind }: Sentence): Sentence {
  return { text, kind: kind === null ? null : { ...kind, asks: null } };
}

function makeSaidItems({ entry, sentences }: EntrySentences, { settled, items }: Pairs): readonly SummaryItem[] {
  return sentences.flatMap((sentence) => {
    const pairs = items.get(sentence) ?? [];
    if (sentence.kind === null || settled.has(sentence)) return pairs;
    const { section, pinned } = sentence.kind;
    const own = splitItemTexts(sentence.text).map((text) => ({ section, text, ...makeOrigin([entry]), pinned }));
    return [...own, ...pairs];
  });
}

function makeOrigin(entries: readonly [SpokenEntry, ...SpokenEntry[]]): Pick<SummaryItem, "sources" | "at" | "by"> {
  const last = entries.at(-1) ?? entries[0];
  return { sources: [...new Set(entries.map(({ id }) => id))], at: last.at, by: last.by };
}

function pairQuestions(talk: readonly EntrySentences[]): Pairs {
  const settled = new Set<Sentence>();
  const items = new Map<Sentence, readonly SummaryItem[]>();
  const replies = listReplies(talk);
  for (const [index, turn] of talk.entries()) {
    for (const question of turn.sentences.filter(({ kind }) => kind !== null && kind.asks !== null)) {
      const found = findAnswer(question, replies[index] ?? [], turn.entry.by === "agent");
      if (found === null) continue;
      const { entry, answer } = found;
      const pair = makePairItem(turn.entry, question, entry, answer);
      // An answer without content settles nothing: a figure or a name in the question must not be lost with it.
      if (pair !== null || listHardTokens(question.text).length === 0) settled.add(question);
      if (pair === null) continue;
      // An answer to two questions is part of both pairs.
      if (pair.text.endsWith(makeOneLine(answer.text))) settled.add(answer);
      items.set(answer, [...(items.get(answer) ?? []), pair]);
    }
  }
  return { settled, items };
}

/**
 * The replies to each entry: the agent's messages up to the next message of a user reply to the user's, and a user's
 * next message replies to the agent's. Of many messages of the agent the first few and the last count.
 */
function listReplies(talk: readonly EntrySentences[]): readonly (readonly EntrySentences[])[] {
  const replies: (readonly EntrySentences[])[] = [];
  let byAgent: readonly EntrySentences[] = [];
  let byUser: readonly EntrySentences[] = [];
  let next = "";
  for (const [index, turn] of [...talk.entries()].toReversed()) {
    if (turn.entry.kind !== "said" || turn.entry.by === "system") continue;
    const agent = turn.entry.by === "agent";
    replies[index] = agent ? byUser : byAgent;
    if (!agent) byUser = [turn];
    else if (next !== "agent") byAgent = [turn];
    else byAgent = [turn, ...byAgent.slice(0, mostReplies - 2), ...byAgent.slice(-1)].filter(isFirst);
    next = turn.entry.by;
  }
  return replies;
}

const mostReplies = 12;

function isFirst<Each>(each: Each, index: number, all: readonly Each[]): boolean {
  return all.indexOf(each) === index;
}

interface Answer {
  readonly entry: SpokenEntry;
  readonly answer: Sentence;
}

function findAnswer(question: Sentence, replies: readonly EntrySentences[], askedByAgent: boolean): Answer | null {
  const telling = replies
    .flatMap(({ entry, sentences }) => sentences.map((answer) => ({ entry, answer })))
    .filter(({ answer }) => !isQuestion(answer.text));
  const weighty = telling.filter(({ answer: { text } }) => /[\p{L}\p{N}]/u.test(stripSmallTalk(text)));
  const [first] = telling;
  // A long message after a question is seldom its answer.
  if (askedByAgent) return first !== undefined && first.answer.text.length <= longestAnswer ? first : null;
  if (question.kind?.asks === "request") {
    const deed = weighty.find(({ answer: { text } }) => isDoneStatement(text));
    const statement = weighty.find(({ answer: { text } }) => !promise.isIn(text));
    return deed ?? statement ?? (weighty.length > 0 ? null : (first ?? null));
  }
  return weighty[0] ?? first ?? null;
}

const longestAnswer = 120;

function makePairItem(
  asker: SpokenEntry,
  question: Sentence,
  answerer: SpokenEntry,
  answer: Sentence,
): SummaryItem | null {
  const byUser = answerer.by !== "agent";
  const consent = affirmation.isIn(answer.text.slice(0, 20));
  const hard = listHardTokens(answer.text).length > 0 || (consent && listHardTokens(question.text).length > 0);
  const chosen = byUser && !isSmall(answer.text) && !isSmall(question.text);
  if (!hard && answer.kind === null && !chosen && !(byUser && consent)) return null;
  const kind = answer.kind?.isPlain ? null : answer.kind;
  const decided = byUser && consent && kind === null;
  const section = decided ? "decisions" : kind?.asks === null ? kind.section : "facts";
  const end = makeOneLine(answer.text);
  const room = longestItem - end.length - arrow.length;
  const text =
    room >= 40 ? `${cutAtWord(makeOneLine(question.text), room)}${arrow}${end}` : cutAtWord(end, longestItem);
  return { section, text, ...makeOrigin([asker, answerer]), pinned: decided || (kind?.pinned ?? false) };
}

const arrow = " → ";

function isSmall(text: string): boolean {
  return !/[\p{L}\p{N}]{2}|\p{sc=Han}/u.test(stripSmallTalk(text));
}

/** The agent's text to remember, word for word, up to the limit. */
function makeMemoryItems(entry: SpokenEntry): readonly SummaryItem[] {
  const text = cutAtWord(makeOneLine(entry.memory ?? ""), longestMemory);
  return text === "" ? [] : [{ section: "facts", text, ...makeOrigin([entry]), pinned: true, kept: true }];
}

/** The line of a failed result that names the failure. */
function makeFailureItems(entry: SpokenEntry): readonly SummaryItem[] {
  if (entry.kind !== "returned" || entry.failed !== true) return [];
  const line = findTellingLine(entry.text);
  if (line === null) return [];
  const named = entry.tool === undefined ? line : `${entry.tool}: ${line}`;
  const text = cutAtWord(makeOneLine(named), longestItem);
  return text === "" ? [] : [{ section: "outcomes", text, ...makeOrigin([entry]), pinned: false }];
}

/** One item for each path, at its last use. */
function mapNewestPaths(spoken: readonly SpokenEntry[]): ReadonlyMap<number, readonly SummaryItem[]> {
  const newest = new Map<string, number>();
  const texts = spoken.map((entry) =>
    entry.kind === "called" && entry.memory === undefined ? listTouchedPaths(entry.text) : [],
  );
  for (const [index, paths] of texts.entries()) for (const path of paths) newest.set(path, index);
  return new Map(
    texts.map((paths, index) => {
      const kept = paths.filter((path) => newest.get(path) === index);
      return [index, kept.flatMap((path) => makeArtifactItems(spoken[index], path))];
    }),
  );
}

function makeArtifactItems(entry: SpokenEntry | undefined, path: string): readonly SummaryItem[] {
  if (entry === undefined) return [];
  const tool = makeOneLine((entry.tool ?? "touched").replace(/[\s:]+/g, "-")).slice(0, 30);
  return [{ section: "artifacts", text: `${tool}: ${path}`, ...makeOrigin([entry]), pinned: false }];
}
