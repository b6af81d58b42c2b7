import { createHash } from "node:crypto";

/**
 * Anthropic's prefix cache by the documented rules.
 * 1. A mark writes one entry: the prefix that ends with its block. Nothing is written anywhere else.
 * 2. A read looks from every mark backwards, at most at 20 positions with the mark's own, for an entry that an earlier
 *    request wrote; the longest prefix found is read. Every block is a position here. Anthropic itself counts a run of tool
 *    calls or of their results as one, others that serve its models do not: what is found here is found there too.
 * 3. An entry is equal bytes up to its block, in the order tools, system, messages, of one model. So other tools are another
 *    cache, and other system text keeps nothing but an entry that ends with the tools.
 * 4. A prefix that is shorter than the model's minimum is not written, and nobody is told.
 * 5. An entry lives for 5 minutes or for an hour after the request that wrote it or read it last.
 * 6. Up to the longest prefix found is read; from there to the last mark of an hour is a long write, from there to the last
 *    mark a short one; the rest is plain input.
 */
export class AnthropicCache {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  /** Every prefix of every request, for the oracle. */
  readonly #prefixes = new Map<string, Entry>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Serves one request. `least` is the model's shortest prefix. */
  serve(model: string, blocks: readonly CacheBlock[], least = leastPrefix(model)): CacheServed {
    const prefixes = prefixesOf(model, blocks);
    const marked = prefixes.filter(({ mark, tokens }) => mark !== undefined && tokens >= least);
    const found = this.#longestFound(prefixes);
    const oracle = prefixes.findLast(({ key, tokens }) => tokens >= least && this.#alive(this.#prefixes, key));
    const read = found?.tokens ?? 0;
    const last = Math.max(read, marked.at(-1)?.tokens ?? 0);
    const lastLong = Math.max(read, marked.findLast(({ mark }) => mark === "1h")?.tokens ?? 0);
    this.#keep(prefixes, marked, found);
    return {
      read,
      longWrite: lastLong - read,
      shortWrite: last - lastLong,
      fresh: (prefixes.at(-1)?.tokens ?? 0) - last,
      oracle: oracle?.tokens ?? 0,
    };
  }

  #longestFound(prefixes: readonly Prefix[]): Prefix | undefined {
    const found = prefixes.flatMap(({ mark }, place) =>
      mark === undefined ? [] : (this.#foundBackwards(prefixes, place) ?? []),
    );
    return found.sort((a, b) => a.tokens - b.tokens).at(-1);
  }

  #foundBackwards(prefixes: readonly Prefix[], place: number): Prefix | undefined {
    return prefixes
      .slice(Math.max(0, place + 1 - lookback), place + 1)
      .findLast(({ key }) => this.#alive(this.#entries, key));
  }

  #keep(prefixes: readonly Prefix[], marked: readonly Prefix[], found: Prefix | undefined): void {
    const now = this.#now();
    const keep = (entries: Map<string, Entry>, key: string, ttlMs: number) => {
      const known = this.#alive(entries, key) ? (entries.get(key)?.ttlMs ?? 0) : 0;
      const longer = Math.max(known, ttlMs);
      entries.set(key, { until: now + longer, ttlMs: longer });
    };
    if (found !== undefined) keep(this.#entries, found.key, 0);
    for (const { key, mark } of marked) keep(this.#entries, key, ttlMs[mark ?? "5m"]);
    const lastLong = prefixes.findLastIndex(({ mark }) => mark === "1h");
    prefixes.forEach(({ key }, place) => {
      keep(this.#prefixes, key, ttlMs[place <= lastLong ? "1h" : "5m"]);
    });
  }

  #alive(entries: ReadonlyMap<string, Entry>, key: string): boolean {
    const entry = entries.get(key);
    return entry !== undefined && this.#now() <= entry.until;
  }
}

/** One block of a request in the order tools, system, messages. */
export interface CacheBlock {
  /** Everything that has to be equal, without the mark. */
  readonly bytes: string;
  readonly tokens: number;
  readonly mark?: CacheTtl | undefined;
}

export type CacheTtl = "5m" | "1h";

/** Tokens of one request by what became of them. */
export interface CacheServed {
  readonly read: number;
  readonly longWrite: number;
  readonly shortWrite: number;
  readonly fresh: number;
  /** The longest prefix that an earlier request had too and that marks could still have kept, wherever the marks were. */
  readonly oracle: number;
}

/** The shortest prefix that is cached for a model. */
export function leastPrefix(model: string): number {
  return minimums.find(([pattern]) => pattern.test(model))?.[1] ?? 1_024;
}

interface Entry {
  readonly until: number;
  readonly ttlMs: number;
}

interface Prefix {
  readonly key: string;
  readonly tokens: number;
  readonly mark: CacheTtl | undefined;
}

const lookback = 20;
const ttlMs: Readonly<Record<CacheTtl, number>> = { "5m": 5 * 60_000, "1h": 60 * 60_000 };
const minimums: readonly (readonly [RegExp, number])[] = [
  [/(opus|fable|mythos)-5|(sonnet|haiku)-5-5/, 512],
  [/opus-4-[56]|haiku-4-5/, 4_096],
  [/opus-4-7|haiku-3/, 2_048],
];

function prefixesOf(model: string, blocks: readonly CacheBlock[]): readonly Prefix[] {
  let key = model;
  let tokens = 0;
  return blocks.map((block) => {
    key = createHash("sha256").update(key).update("\n").update(block.bytes).digest("base64");
    tokens += block.tokens;
    return { key, tokens, mark: block.mark };
  });
}
