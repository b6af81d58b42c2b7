/**
 * Settles the promises of a stream's result once the turn is stored. They reject with our own error if there is one.
 */
import { ClewError } from "@clewline/core/errors.js";

/** The first error of ours that stopped a loop. The SDK reports only that there was no output. */
export interface LoopFaults {
  readonly first: ClewError | null;
  /** Passes the promise on, and remembers why it failed. */
  watch<Result>(work: Promise<Result>): Promise<Result>;
}

export function trackFaults(): LoopFaults {
  let first: ClewError | null = null;
  return {
    get first() {
      return first;
    },
    async watch(work) {
      try {
        return await work;
      } catch (error) {
        if (error instanceof ClewError) first ??= error;
        throw error;
      }
    },
  };
}

/** The answer itself. After an abort the SDK would give that of the last finished step, which is none. */
const answering = ["text", "content", "reasoning", "reasoningText", "files", "sources", "output", "finishReason"];

/** Those of both majors; a result has the ones that its version knows. */
const promised = [
  ...answering,
  ...["steps", "toolCalls", "toolResults", "staticToolCalls", "dynamicToolCalls", "staticToolResults"],
  ...["dynamicToolResults", "usage", "totalUsage", "warnings", "request", "response", "providerMetadata"],
];

/**
 * `stored` resolves when the loop has come to its end and its last step is in the log; to the signal, if that cut the loop
 * off.
 */
export function settleAfter<Result extends object>(
  result: Result,
  stored: Promise<AbortSignal | null>,
  faults: LoopFaults,
): Result {
  const prototype: object = Object.getPrototypeOf(result);
  for (const name of promised.filter((each) => each in prototype)) {
    const get = () => {
      const value = Promise.resolve(Reflect.get(prototype, name, result) as unknown);
      const isAnswer = answering.includes(name);
      value.catch(() => undefined);
      const settled = stored
        .then((aborted) => (isAnswer && aborted !== null ? Promise.reject(aborted.reason) : value))
        .catch((error: unknown) => Promise.reject(faults.first ?? error));
      // A caller may read the property without awaiting it, so a rejection must not count as unhandled.
      settled.catch(() => undefined);
      return settled;
    };
    Object.defineProperty(result, name, { get, configurable: true });
  }
  return result;
}
