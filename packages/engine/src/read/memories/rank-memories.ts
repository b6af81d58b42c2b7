import type { Instant } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { scoreDate } from "@clewline/core/log/times/date-spans.js";
import { weighAge } from "@clewline/core/memory/memory-age.js";
import { listNameWords, meetsName, readMemoryNames } from "@clewline/core/memory/memory-names.js";
import { type MemoryLikeness, pickAlike } from "@clewline/core/memory/told/rank-told.js";
import type { ToldIndex } from "@clewline/core/memory/told/told-index.js";
import { compareNewest } from "@clewline/core/memory/told/told-memory.js";
import { type Question, readQuestion } from "@clewline/core/retrieval/question.js";
import { rankMessages } from "@clewline/core/retrieval/rank-messages.js";
import { readText } from "@clewline/core/retrieval/read-text.js";
import { recipe as shipped } from "@clewline/core/retrieval/recipe.js";
import type { SaidMessage } from "@clewline/core/retrieval/said-message.js";

interface Asking<Told> {
  readonly person: string | null;
  readonly people: ReadonlyMap<string, string>;
  readonly now: Instant;
  /** Which of them may be found. */
  readonly isOpen?: (told: Told) => boolean;
  /** How near they are in meaning: the nearest are found without a shared word. */
  readonly likeness?: MemoryLikeness | null;
}

interface RankedText<Told> extends SaidMessage {
  readonly memory: Memory;
  readonly told: Told;
}

/**
 * Those that have a word of the question, or are of the time that it asks for, best first: rare words count more, and what
 * happened long ago less. A memory with names is found by them; by its other words only if nothing is called what is asked for, or if it is pinned.
 */
export function rankMemories<Told extends { readonly memory: Memory }>(
  asked: string,
  index: ToldIndex<Told>,
  { person, people, now, isOpen = () => true, likeness = null }: Asking<Told>,
): readonly Told[] {
  const words = listNameWords(asked.slice(0, mostLetters));
  const spelled = index.spell(words);
  const meant = [...spelled].filter((word) => !words.includes(word));
  const speakers = new Map(index.speakers().map((who) => [who ?? "user", people.get(who ?? "") ?? "user"]));
  const question = readQuestion([asked, ...meant].join(" "), { speakers, asker: person, now });
  const stems = [...question.stems.keys()];
  const isOfTime = makeOfTime(question);
  const named = findNamed(index, spelled, isOpen);
  const dated = isOfTime === null ? [] : takeNewest(index.told, (each) => isOfTime(each.memory) && isOpen(each));
  const near = pickAlike(index, likeness, isOpen).slice(0, mostAlike);
  const alike = new Set(near.map(({ told }) => told));
  const found = [...index.byStems(stems, isOpen).map(({ told }) => told), ...named, ...dated, ...alike];
  const candidates = [...new Set(found)].filter(isOpen).sort(compareNewest);
  const least = named.size > 0 ? Number.POSITIVE_INFINITY : stems.length / 2;
  const texts = candidates.map((told) => toText(told, likeness));
  const hits = texts.map(({ text }) => stems.filter((stem) => readText(text).stems.has(stem)).length);
  const answering = texts.filter(({ told, memory }, at) => {
    const count = hits[at] ?? 0;
    if (alike.has(told)) return true;
    if (readMemoryNames(memory).length === 0) return count > 0 || isOfTime?.(memory) === true;
    return named.has(told) || count > (memory.pinned === true ? 0 : least);
  });
  const holders = new Map(stems.map((stem) => [stem, index.countHolding(stem)]));
  const recipe = { ...shipped, meaning: shipped.meaning * (likeness?.weight ?? 0) };
  return fade(rankMessages(question, answering, { messages: index.told.length, holders }, recipe).ranked, now);
}

const [mostLetters, mostAlike] = [2_000, 10];
/** Of one time: more are never shown. */
const mostDated = 500;

function takeNewest<Told>(told: readonly Told[], isWanted: (told: Told) => boolean): readonly Told[] {
  const taken: Told[] = [];
  for (const each of told) {
    if (taken.length === mostDated) break;
    if (isWanted(each)) taken.push(each);
  }
  return taken;
}

/** Null where no time is asked for. */
function makeOfTime({ spans }: Pick<Question, "spans">): ((memory: Memory) => boolean) | null {
  return spans.length === 0 ? null : ({ from, saidAt }) => scoreDate(spans, from ?? saidAt) > 0;
}

/** Those that are called what is asked for, and where such a name joins two others, these: "auth depends on Redis" brings "Redis". */
function findNamed<Told extends { readonly memory: Memory }>(
  index: ToldIndex<Told>,
  words: ReadonlySet<string>,
  isOpen: (told: Told) => boolean,
): ReadonlySet<Told> {
  const meets = (own: ReadonlySet<string>) =>
    index.byNameWords(own).filter(({ names, told }) => meetsName(names, own) && isOpen(told));
  const named = meets(words);
  const joined = named.flatMap(({ names, told }) =>
    names.flatMap((name) => {
      const parts = meets(new Set(name)).filter((each) => each.told !== told);
      return parts.length > 1 ? parts : [];
    }),
  );
  return new Set([...named, ...joined].map((each) => each.told));
}

/** Each stands alone: memories are no neighbours. */
function toText<Told extends { readonly memory: Memory }>(
  told: Told,
  likeness: MemoryLikeness | null,
): RankedText<Told> {
  const { memory } = told;
  const { name, person, saidAt, from, text } = memory;
  return {
    lane: name,
    seq: 1,
    speaker: person ?? "user",
    at: from ?? saidAt,
    text,
    memory,
    told,
    likeness: likeness?.of(memory) ?? null,
  };
}

/** By score and age. What the ranking put first for another reason than its score stays before what it was put before, at equal age. */
function fade<Told>(
  ranked: readonly { readonly message: RankedText<Told>; readonly score: number }[],
  now: Instant,
): readonly Told[] {
  let least = 0;
  const worth = ranked.toReversed().map(({ message: { memory, told }, score }) => {
    least = Math.max(least, score);
    return { memory, told, worth: least * weighAge(memory, now) };
  });
  return worth
    .toReversed()
    .toSorted((a, b) => b.worth - a.worth || comparePlace(a.memory, b.memory))
    .map(({ told }) => told);
}

/** Among equals: what is pinned, then what is told to fewer. */
function comparePlace(a: Memory, b: Memory): number {
  return Number(b.pinned === true) - Number(a.pinned === true) || width[a.scope.kind] - width[b.scope.kind];
}

const width = { session: 0, person: 1, everyone: 2 } as const;
