import { createHash } from "node:crypto";

/**
 * The prefix cache of a vendor that finds the prefix by itself.
 * 1. A prompt is kept in steps of so many tokens, each known by everything up to its end.
 * 2. The longest run of known steps from the start is read; below the least length nothing is read and nothing is kept.
 * 3. A step lives for a while after the request that used it last.
 */
export class StepCache {
  readonly #rules: StepRules;
  readonly #now: () => number;
  readonly #until = new Map<string, number>();

  constructor(rules: StepRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Tokens of the prompt by what became of them. `scope` never shares a cache with another: the model, the caller's key. */
  serve(scope: string, prompt: string): { readonly read: number; readonly written: number } {
    const { stepTokens, leastTokens, ttlMs } = this.#rules;
    const steps = stepsOf(scope, Buffer.from(prompt), stepTokens * bytesPerToken);
    const whole = steps.length * stepTokens;
    if (whole < leastTokens) return { read: 0, written: 0 };
    const now = this.#now();
    const unknown = steps.findIndex((step) => now > (this.#until.get(step) ?? Number.NEGATIVE_INFINITY));
    for (const step of steps) this.#until.set(step, now + ttlMs);
    const read = (unknown < 0 ? steps.length : unknown) * stepTokens;
    return read < leastTokens ? { read: 0, written: whole } : { read, written: whole - read };
  }
}

export interface StepRules {
  readonly stepTokens: number;
  readonly leastTokens: number;
  readonly ttlMs: number;
}

export const bytesPerToken = 4;

function stepsOf(scope: string, bytes: Buffer, size: number): readonly string[] {
  let key = scope;
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, place) => {
    key = createHash("sha256")
      .update(key)
      .update(bytes.subarray(place * size, (place + 1) * size))
      .digest("base64");
    return key;
  });
}
