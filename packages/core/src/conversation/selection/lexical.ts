/**
 * Selects exchanges by words alone.
 *
 * 1. A word's weight is computed from the offered exchanges only.
 * 2. What an exchange shares with the message must be a fair part of the message or two rare words, and not much less
 * than what the best exchange shares.
 */
import { listContentWords } from "@clewline/text/content-words.js";
import type { Exchange } from "./exchange.js";

/** Changes with every rule that affects the selection. */
export const lexicalVersion = "lexical-1";

/** The part of the message's total weight that is enough to share. */
const fairPart = 0.15;
/** Exchanges that share less than this part of what the best one shares stay out. */
const nearBest = 0.25;

/** The keys of the exchanges that share the message's topic, in the order of the offer. */
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

/** The edges of a long message, usually around a pasted text, say what it is about. */
function keepEnds(message: string): string {
  return message.length <= 6_000 ? message : `${message.slice(0, 4_000)}\n${message.slice(-2_000)}`;
}

function readStems(text: string): ReadonlySet<string> {
  return new Set(listContentWords(text).map(({ stem }) => stem));
}

/** Runs of characters in content words. Most runs recur, and each is analysed once. */
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

/** Scripts without spaces are split into pairs of characters; a word there has about two pairs. */
const isPair = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** A word in no exchange weighs half as much as one in a single exchange: it shows that the message is about more. */
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
