import type { AnnotatedChat } from "./annotated-chat.js";
import { computeLargestOverlap } from "./overlap.js";

/** The usual figures for separated conversations, in percent, over all chats together. */
export interface LaneScore {
  readonly precision: number;
  readonly recall: number;
  /** For single links; a line that begins a conversation is a link to itself. */
  readonly linkF: number;
  /** One minus the variation of information, scaled by its largest value. */
  readonly information: number;
  /** The part of the lines that agree if every conversation is paired with at most one of the other side. */
  readonly oneToOne: number;
  /** For conversations of more than one line that match exactly. */
  readonly exactF: number;
}

export interface GuessedChat {
  readonly chat: AnnotatedChat;
  readonly links: ReadonlyMap<number, number>;
}

type Cluster = readonly number[];

/** How many lines two conversations share. */
interface Overlap {
  readonly guessed: number;
  readonly marked: number;
  readonly lines: number;
}

export function scoreLanes(all: readonly GuessedChat[]): LaneScore {
  const links = { marked: 0, guessed: 0, right: 0 };
  const whole = { marked: 0, guessed: 0, right: 0 };
  let [lines, together] = [0, 0];
  const sizes: { readonly overlap: number; readonly guessed: number; readonly marked: number }[] = [];
  for (const { chat, links: guesses } of all) {
    const numbers = [...chat.links.keys()].sort((a, b) => a - b);
    for (const number of numbers) {
      const marked = chat.links.get(number);
      links.marked += marked?.size ?? 0;
      links.guessed += 1;
      if (marked?.has(guesses.get(number) ?? number)) links.right += 1;
    }
    const marked = collectClusters(numbers, (number) => [...(chat.links.get(number) ?? [])]);
    const guessed = collectClusters(numbers, (number) => [guesses.get(number) ?? number]);
    const overlaps = countOverlaps(guessed, marked);
    lines += numbers.length;
    together += computeLargestOverlap(overlaps.map((each) => [each.guessed, each.marked, each.lines]));
    whole.marked += marked.filter(({ length }) => length > 1).length;
    whole.guessed += guessed.filter(({ length }) => length > 1).length;
    for (const each of overlaps) {
      const size = { guessed: guessed[each.guessed]?.length ?? 0, marked: marked[each.marked]?.length ?? 0 };
      if (each.lines > 1 && each.lines === size.guessed && each.lines === size.marked) whole.right += 1;
      sizes.push({ overlap: each.lines, ...size });
    }
  }
  const variation = sizes.reduce(
    (sum, { overlap, guessed, marked }) => sum - (overlap / lines) * Math.log2(overlap ** 2 / (guessed * marked)),
    0,
  );
  const information = lines > 1 ? 100 * (1 - variation / Math.log2(lines)) : 100;
  const { precision, recall, f: linkF } = computeFigures(links);
  return { precision, recall, linkF, information, oneToOne: (100 * together) / lines, exactF: computeFigures(whole).f };
}

function computeFigures({ marked, guessed, right }: { marked: number; guessed: number; right: number }) {
  const precision = guessed === 0 ? 0 : (100 * right) / guessed;
  const recall = marked === 0 ? 0 : (100 * right) / marked;
  return { precision, recall, f: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Marked lines that links connect, also through unmarked lines. */
function collectClusters(
  numbers: readonly number[],
  parents: (number: number) => readonly number[],
): readonly Cluster[] {
  const above = new Map<number, number>();
  const topOf = (number: number): number => {
    let top = number;
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next;
    return top;
  };
  for (const number of numbers) {
    for (const parent of parents(number)) {
      const [one, other] = [topOf(number), topOf(parent)];
      if (one !== other) above.set(Math.max(one, other), Math.min(one, other));
    }
  }
  const clusters = new Map<number, number[]>();
  for (const number of numbers) clusters.set(topOf(number), [...(clusters.get(topOf(number)) ?? []), number]);
  return [...clusters.values()];
}

function countOverlaps(guessed: readonly Cluster[], marked: readonly Cluster[]): readonly Overlap[] {
  const places = new Map(marked.flatMap((cluster, index) => cluster.map((number) => [number, index] as const)));
  return guessed.flatMap((cluster, index) => {
    const counts = new Map<number, number>();
    for (const number of cluster) {
      const place = places.get(number);
      if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    return [...counts].map(([place, lines]) => ({ guessed: index, marked: place, lines }));
  });
}
