/**
 * Choosing by words alone.
 *
 * 1. How telling a word is, is counted over the offered exchanges and nothing else.
 * 2. What an exchange has in common with the message must be a fair part of the message, or two rare words, and not
 *    much less than the best exchange has.
 */
import { listContentWords } from "../../text/content-words.js";
import type { Exchange } from "./exchange.js";

/** Changes with every rule that decides. */
export const lexicalVersion = "lexical-1";

/** This part of all that the message's words weigh is enough in common. */
const fairPart = 0.15;
/** With less than this part of what the best one has in common, an exchange stays out. */
const nearBest = 0.25;

/** The keys of the exchanges that speak of what the message speaks of, in the order in which they were offered. */
export function pickByWords(message: string, offered: readonly Exchange[]): readonly string[] {
  const asked = readStems(keepEnds(message));
  if (asked.size === 0) return [];
  const known = new Map<string, readonly string[]>();
  const common = offered.map((exchange) => findAskedStems(exchange, asked, known));
  const weights = weighAskedStems(asked, common);
  const scores = common.map((stems) => sumWeights(stems, weights));
  const rare = 2 * Math.log(1 + offered.length);
  const least = Math.max(
    Math.min(fairPart * sumWeights(asked, weights), rare),
    nearBest * scores.reduce((best, score) => Math.max(best, score), 0),
  );
  return offered.flatMap(({ key }, index) => ((scores[index] ?? 0) > 0 && (scores[index] ?? 0) >= least ? [key] : []));
}

/** Of a text that was pasted, what stands around it and at its edges says what it is about. */
function keepEnds(message: string): string {
  return message.length <= 6_000 ? message : `${message.slice(0, 4_000)}\n${message.slice(-2_000)}`;
}

function readStems(text: string): ReadonlySet<string> {
  return new Set(listContentWords(text).map(({ stem }) => stem));
}

/** What content words are made of, in whole: most runs come again and again, and each is looked at once. */
const runs = /[\p{L}\p{M}\p{N}_]+/gu;

function findAskedStems(
  { said }: Exchange,
  asked: ReadonlySet<string>,
  known: Map<string, readonly string[]>,
): ReadonlySet<string> {
  const distinct = new Set(said.flatMap(({ text }) => text.match(runs) ?? []));
  const found = new Set<string>();
  for (const run of distinct) {
    const stems = known.get(run) ?? [...readStems(run)].filter((stem) => asked.has(stem));
    known.set(run, stems);
    for (const stem of stems) found.add(stem);
  }
  return found;
}

/** Scripts without spaces are taken by pairs of characters, and a word of theirs is about two of those. */
const isPair = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** A word that no exchange holds weighs half as much as one that only one of them holds: it says that there is more to it. */
function weighAskedStems(
  asked: ReadonlySet<string>,
  common: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const stems of common) for (const stem of stems) holders.set(stem, (holders.get(stem) ?? 0) + 1);
  const weight = (stem: string) => {
    const count = holders.get(stem);
    const telling = count === undefined ? Math.log(1 + common.length) / 2 : Math.log(1 + common.length / count);
    return isPair.test(stem) ? telling / 2 : telling;
  };
  return new Map([...asked].map((stem) => [stem, weight(stem)]));
}

function sumWeights(stems: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const stem of stems) sum += weights.get(stem) ?? 0;
  return sum;
}
