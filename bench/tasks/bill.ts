/** What the calls of a lane cost by the rules of a prefix cache, counted on the parts of the requests that reached the model. */
import type { SeenPart } from "@clewline/store-kit/index.js";

/** Multiples of the plain price of input. */
export interface Prices {
  readonly read: number;
  readonly write: number;
  /** How long the cache keeps a prefix; 0 for a provider without one. */
  readonly minutes: number;
}

export interface Bill {
  /** Takes a request in, and tells what the provider reports of it. */
  add(parts: readonly SeenPart[], at: number): CountedRequest;
  /** Adds a request beside the lane, such as one for a summary. */
  addAside(parts: readonly SeenPart[], answer: number): void;
  /** Adds the tokens of an answer. */
  answer(tokens: number): void;
  /** In tokens at the plain price of input. */
  readonly total: number;
  readonly calls: number;
  /** What writing the largest request costs. */
  readonly compaction: number;
  readonly largest: number;
}

export interface CountedRequest {
  readonly tokens: number;
  readonly read: number;
  readonly written: number;
}

/** The answer's price. */
const output = 5;
/** Around each part. */
const framing = 4;

export function countPart(part: SeenPart, charactersPerToken: number): number {
  return framing + Math.ceil(readLength(part) / charactersPerToken);
}

function readLength(part: SeenPart): number {
  if (part.kind === "media") return 4_000;
  return part.kind === "called" ? part.tool.length + part.input.length : part.text.length;
}

interface Counting {
  readonly charactersPerToken: number;
  /** Caps a request: beyond the window the full history counts as a full window, of which what is new is written. */
  readonly most?: number;
}

export function makeBill({ read, write, minutes }: Prices, counting: Counting): Bill {
  const { charactersPerToken, most = Number.POSITIVE_INFINITY } = counting;
  const count = (part: SeenPart) => countPart(part, charactersPerToken);
  let before: readonly SeenPart[] = [];
  let [last, total, calls, largest] = [Number.NEGATIVE_INFINITY, 0, 0, 0];
  return {
    add(parts, at) {
      const sizes = parts.map(count);
      const whole = add(sizes);
      const tokens = Math.min(most, whole);
      const isWarm = minutes > 0 && at - last <= minutes * 60_000;
      const same = parts.findIndex((part, place) => !isSame(part, before[place]));
      const known = isWarm ? add(same === -1 ? sizes : sizes.slice(0, same)) : 0;
      const shared = Math.max(0, tokens - (whole - known));
      total += shared * read + (tokens - shared) * write;
      largest = Math.max(largest, tokens);
      [before, last, calls] = [parts, at, calls + 1];
      return { tokens, read: shared, written: minutes > 0 ? tokens - shared : 0 };
    },
    addAside(parts, answer) {
      total += add(parts.map(count)) + answer * output;
    },
    answer(tokens) {
      total += tokens * output;
    },
    get total() {
      return total;
    },
    get calls() {
      return calls;
    },
    get compaction() {
      return largest * write;
    },
    get largest() {
      return largest;
    },
  };
}

function isSame(part: SeenPart, other: SeenPart | undefined): boolean {
  if (other === undefined || part.kind !== other.kind || part.kind === "media" || other.kind === "media") return false;
  if (part.kind === "called" && other.kind === "called") return part.input === other.input && part.tool === other.tool;
  return part.kind !== "called" && other.kind !== "called" && part.text === other.text;
}

function add(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
