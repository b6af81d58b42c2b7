import { ClewError } from "../errors.js";
import type { Tokens } from "../log/keys.js";

export interface Budget {
  /** The model's whole window: the request and its answer. */
  readonly window: Tokens;
  /** Kept free for the answer. */
  readonly reply: Tokens;
}

const defaultWindow: Tokens = 32_768;
const smallestWindow: Tokens = 256;

/** Completes and checks a budget. By default the reply gets 4,096 tokens, or a quarter of a small window. */
export function makeBudget(given: Partial<Budget> = {}): Budget {
  const window = given.window ?? defaultWindow;
  const reply = given.reply ?? Math.min(4_096, Math.floor(window / 4));
  if (!Number.isInteger(window) || window < smallestWindow) {
    throw new ClewError("budget/bad", `The window is ${window} tokens`, {
      hint: `Give the model's window as a whole number of at least ${smallestWindow}`,
    });
  }
  if (!Number.isInteger(reply) || reply < 0 || reply >= window) {
    throw new ClewError("budget/bad", `The reply reserve is ${reply} of ${window} tokens`, {
      hint: `Give a whole number from 0 to ${window - 1}`,
    });
  }
  return Object.freeze({ window, reply });
}

export function countAvailableTokens(budget: Budget): Tokens {
  return budget.window - budget.reply;
}

/** The most tokens of a view: the window without the reply, limited by the policy's `maxTokens`. */
export function computeRoom(budget: Budget, { maxTokens }: { readonly maxTokens: Tokens }): Tokens {
  return Math.min(countAvailableTokens(budget), maxTokens);
}
