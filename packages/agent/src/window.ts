import { ClewError } from "@clewline/core/errors.js";
import { type Budget, makeBudget } from "@clewline/core/policy/budget.js";
import { checkOptions } from "@clewline/engine/check-options.js";
import { describeValue } from "@clewline/text/error-text.js";

/** Tokens that the model can hold, or those with the part kept free for the reply. */
export type Window = number | { readonly tokens: number; readonly reply: number };

/** A window with room for a reply of so many tokens, though never with more room than for the request. */
export function makeReservedWindow(tokens: number, reply: number): { readonly tokens: number; readonly reply: number } {
  return { tokens, reply: Math.min(reply, Math.floor(tokens / 2)) };
}

export function readBudget(window: Window | undefined): Budget {
  if (window === undefined) return makeBudget();
  if (typeof window !== "number" && (typeof window !== "object" || window === null)) {
    throw new ClewError("budget/bad", `The window is ${describeValue(window)}`, {
      hint: "Give a number of tokens, e.g. 32768, or { tokens, reply }",
    });
  }
  if (typeof window === "number") return makeBudget({ window });
  const { tokens, reply } = checkOptions(window, { tokens: "number", reply: "number" });
  return makeBudget({ window: tokens, reply });
}
