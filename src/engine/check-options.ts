import { ClewError } from "../core/errors.js";
import { findNearest } from "../core/text/nearest.js";

/** The names of a type's options, all of them: the compiler asks for those that are missing. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>;

/** Returns the options as they are. A misspelt one would be a default that nobody notices, and is refused. */
export function checkOptions<Options extends object>(given: Options, names: OptionNames<Options>): Options {
  const known = Object.keys(names);
  checkPlain(given, known);
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong === undefined) return given;
  throw makeOptionError(wrong, findNearest(wrong, known), known);
}

/**
 * For what somebody else made, who may have added fields of his own: refused is what stands near a name of ours and is none
 * of his.
 */
export function checkMixedOptions(given: object, own: readonly string[], passed: readonly string[]): void {
  const known = [...own, ...passed];
  for (const name of Object.keys(given)) {
    const near = known.includes(name) ? null : findNearest(name, known);
    if (near !== null && own.includes(near)) throw makeOptionError(name, near, known);
  }
}

/**
 * For options that are passed on to a library: refused is what neither it nor we know. `isPassed` lets names through that a
 * later version of the library may have.
 */
export function checkPassedOptions(
  given: object,
  own: readonly string[],
  passed: readonly string[],
  isPassed: (name: string) => boolean,
): void {
  const known = [...own, ...passed];
  const wrong = Object.keys(given).find((name) => !known.includes(name) && !isPassed(name));
  if (wrong !== undefined) throw makeOptionError(wrong, findNearest(wrong, known), own);
}

/** For values that stand alone: whoever writes no types may give anything. */
export function checkText(name: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new ClewError("options/bad", `${name} is ${given === null ? "null" : typeof given}`, {
    hint: `Give ${name} as a text`,
  });
}

export function checkPlain(given: unknown, known: readonly string[]): void {
  if (isPlain(given)) return;
  throw new ClewError("options/bad", "The options are no plain object", { hint: `Give { ${known.join(", ")} }` });
}

/** What an instance of a class has by its prototype would be lost where options are put together. */
function isPlain(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function makeOptionError(name: string, near: string | null, known: readonly string[]): ClewError {
  return new ClewError("options/bad", `There is no option ${JSON.stringify(name)}`, {
    hint: near === null ? `The options are ${known.join(", ")}` : `Did you mean ${near}?`,
  });
}
