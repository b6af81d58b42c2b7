import type { EntryId, Instant } from "../log/keys.js";
import { longestMemory } from "../log/own-tools.js";
import type { SummaryItem } from "../log/summary.js";
import { touchedPaths } from "./artifacts.js";
import { cutAtWord, itemTexts, longestItem, oneLine } from "./item-text.js";
import { readMessage, type Sentence } from "./read-message.js";
import { isQuestion, tellsDone } from "./rules/classify.js";
import { affirmation, promise } from "./rules/cues.js";
import { hardTokens } from "./rules/hard-tokens.js";
import { tellingLine } from "./rules/sentences.js";
import { withoutSmallTalk } from "./rules/small-talk.js";

/** One entry of a lane as the rules and a model's prompt see it. Secrets are out of its text already. */
export interface Spoken {
  readonly id: EntryId;
  readonly at: Instant;
  /** An address, "user" or "agent". */
  readonly by: string;
  readonly kind: "said" | "called" | "returned";
  readonly text: string;
  readonly tool?: string;
  readonly failed?: boolean;
  /** What the agent asked to be remembered, where the call is one of `remember`. */
  readonly memory?: string;
}

/** What is worth keeping, found by rule, in the order in which it was said. */
export function itemsFrom(spoken: readonly Spoken[]): readonly SummaryItem[] {
  const talk = spoken.map(heard);
  const files = newestPaths(spoken);
  const answered = pairsOf(talk);
  return talk.flatMap((turn, index) => [
    ...saidItems(turn, answered),
    ...memoryItems(turn.entry),
    ...failureItems(turn.entry),
    ...(files.get(index) ?? []),
  ]);
}

interface Heard {
  readonly entry: Spoken;
  readonly sentences: readonly Sentence[];
}

interface Pairs {
  /** Questions that have an answer, and answers that stand in a pair. */
  readonly settled: ReadonlySet<Sentence>;
  /** What is kept of question and answer, by the answer. */
  readonly items: ReadonlyMap<Sentence, readonly SummaryItem[]>;
}

function heard(entry: Spoken): Heard {
  const sentences = entry.kind === "said" ? readMessage(entry.text, entry.by === "agent") : [];
  return { entry, sentences };
}

function saidItems({ entry, sentences }: Heard, { settled, items }: Pairs): readonly SummaryItem[] {
  return sentences.flatMap((sentence) => {
    const pairs = items.get(sentence) ?? [];
    if (sentence.kind === null || settled.has(sentence)) return pairs;
    const { section, pinned } = sentence.kind;
    const own = itemTexts(sentence.text).map((text) => ({ section, text, ...origin([entry]), pinned }));
    return [...own, ...pairs];
  });
}

function origin(entries: readonly [Spoken, ...Spoken[]]): Pick<SummaryItem, "sources" | "at" | "by"> {
  const last = entries.at(-1) ?? entries[0];
  return { sources: [...new Set(entries.map(({ id }) => id))], at: last.at, by: last.by };
}

function pairsOf(talk: readonly Heard[]): Pairs {
  const settled = new Set<Sentence>();
  const items = new Map<Sentence, readonly SummaryItem[]>();
  const replies = repliesTo(talk);
  for (const [index, turn] of talk.entries()) {
    for (const question of turn.sentences.filter(({ kind }) => kind !== null && kind.asks !== null)) {
      const found = answerTo(question, replies[index] ?? [], turn.entry.by === "agent");
      if (found === null) continue;
      const { entry, answer } = found;
      const pair = pairItem(turn.entry, question, entry, answer);
      // What says nothing answers nothing: a figure or a name in the question must not go with it.
      if (pair !== null || hardTokens(question.text).length === 0) settled.add(question);
      if (pair === null) continue;
      // An answer to two questions stands in both pairs.
      if (pair.text.endsWith(oneLine(answer.text))) settled.add(answer);
      items.set(answer, [...(items.get(answer) ?? []), pair]);
    }
  }
  return { settled, items };
}

/**
 * For each entry what answers it: the agent's words up to the next message answer a user's, and a user's next message
 * answers the agent's. Of an agent's many words the first few and the last are looked at.
 */
function repliesTo(talk: readonly Heard[]): readonly (readonly Heard[])[] {
  const replies: (readonly Heard[])[] = [];
  let byAgent: readonly Heard[] = [];
  let byUser: readonly Heard[] = [];
  let next = "";
  for (const [index, turn] of [...talk.entries()].toReversed()) {
    if (turn.entry.kind !== "said") continue;
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
  readonly entry: Spoken;
  readonly answer: Sentence;
}

function answerTo(question: Sentence, replies: readonly Heard[], askedByAgent: boolean): Answer | null {
  const telling = replies
    .flatMap(({ entry, sentences }) => sentences.map((answer) => ({ entry, answer })))
    .filter(({ answer }) => !isQuestion(answer.text));
  const weighty = telling.filter(({ answer: { text } }) => /[\p{L}\p{N}]/u.test(withoutSmallTalk(text)));
  const [first] = telling;
  // A long message after a question is seldom its answer.
  if (askedByAgent) return first !== undefined && first.answer.text.length <= longestAnswer ? first : null;
  if (question.kind?.asks === "request") {
    const deed = weighty.find(({ answer: { text } }) => tellsDone(text));
    const told = weighty.find(({ answer: { text } }) => !promise.isIn(text));
    return deed ?? told ?? (weighty.length > 0 ? null : (first ?? null));
  }
  return weighty[0] ?? first ?? null;
}

const longestAnswer = 120;

function pairItem(asker: Spoken, question: Sentence, answerer: Spoken, answer: Sentence): SummaryItem | null {
  const byUser = answerer.by !== "agent";
  const consent = affirmation.isIn(answer.text.slice(0, 20));
  const hard = hardTokens(answer.text).length > 0 || (consent && hardTokens(question.text).length > 0);
  const chosen = byUser && !isSmall(answer.text) && !isSmall(question.text);
  if (!hard && answer.kind === null && !chosen && !(byUser && consent)) return null;
  const decided = byUser && consent && answer.kind === null;
  const section = decided ? "decisions" : answer.kind?.asks === null ? answer.kind.section : "facts";
  const end = oneLine(answer.text);
  const room = longestItem - end.length - arrow.length;
  const text = room >= 40 ? `${cutAtWord(oneLine(question.text), room)}${arrow}${end}` : cutAtWord(end, longestItem);
  return { section, text, ...origin([asker, answerer]), pinned: decided || (answer.kind?.pinned ?? false) };
}

const arrow = " → ";

function isSmall(text: string): boolean {
  return !/[\p{L}\p{N}]{2}|\p{sc=Han}/u.test(withoutSmallTalk(text));
}

/** In the agent's own words, however long: a line of its own. */
function memoryItems(entry: Spoken): readonly SummaryItem[] {
  const text = cutAtWord(oneLine(entry.memory ?? ""), longestMemory);
  return text === "" ? [] : [{ section: "facts", text, ...origin([entry]), pinned: true, kept: true }];
}

/** A result is never more than the line by which its failure is known. */
function failureItems(entry: Spoken): readonly SummaryItem[] {
  if (entry.kind !== "returned" || entry.failed !== true) return [];
  const line = tellingLine(entry.text);
  if (line === null) return [];
  const named = entry.tool === undefined ? line : `${entry.tool}: ${line}`;
  const text = cutAtWord(oneLine(named), longestItem);
  return text === "" ? [] : [{ section: "outcomes", text, ...origin([entry]), pinned: false }];
}

/** One item for each path, where it was touched last. */
function newestPaths(spoken: readonly Spoken[]): ReadonlyMap<number, readonly SummaryItem[]> {
  const newest = new Map<string, number>();
  const texts = spoken.map((entry) =>
    entry.kind === "called" && entry.memory === undefined ? touchedPaths(entry.text) : [],
  );
  for (const [index, paths] of texts.entries()) for (const path of paths) newest.set(path, index);
  return new Map(
    texts.map((paths, index) => {
      const kept = paths.filter((path) => newest.get(path) === index);
      return [index, kept.flatMap((path) => artifactItems(spoken[index], path))];
    }),
  );
}

function artifactItems(entry: Spoken | undefined, path: string): readonly SummaryItem[] {
  if (entry === undefined) return [];
  const tool = oneLine((entry.tool ?? "touched").replace(/[\s:]+/g, "-")).slice(0, 30);
  return [{ section: "artifacts", text: `${tool}: ${path}`, ...origin([entry]), pinned: false }];
}
