import { ClewError } from "@clewline/core/errors.js";
import { describeValue } from "@clewline/text/error-text.js";
import { findNearest } from "@clewline/text/nearest.js";

/** Kinds of values, each with its test and the words for a value that fails it. */
const kinds = {
  text: { test: (given: unknown) => typeof given === "string", wanted: "a text" },
  id: { test: (given: unknown) => typeof given === "string" || Number.isFinite(given), wanted: "a text or a number" },
  number: { test: (given: unknown) => Number.isFinite(given), wanted: "a number" },
  count: {
    test: (given: unknown) => Number.isSafeInteger(given) && Number(given) >= 0,
    wanted: "a whole number from 0",
  },
  switch: { test: (given: unknown) => typeof given === "boolean", wanted: "true or false" },
  list: { test: Array.isArray, wanted: "a list" },
  table: { test: isPlain, wanted: "an object" },
  texts: {
    test: (given: unknown) => isPlain(given) && Object.values(given).every((each) => typeof each === "string"),
    wanted: "an object of texts",
  },
  function: { test: (given: unknown) => typeof given === "function", wanted: "a function" },
  signal: { test: (given: unknown) => given instanceof AbortSignal, wanted: "an AbortSignal" },
} as const;

type ValueKind = keyof typeof kinds;

/**
 * The names of a type's options, all of them: the compiler asks for those that are missing. Each with the kind of its value,
 * or `true` where another check follows.
 */
export type OptionNames<Options> = Readonly<Record<keyof Options, ValueKind | true>>;

/** Returns the options as they are. Refuses misspelt names, which would be silent defaults, and values of another kind. */
export function checkOptions<Options extends object>(given: Options, names: OptionNames<Options>): Options {
  const known = Object.keys(names);
  checkPlain(given, known);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw makeOptionError(name, findNearest(name, known), known);
    const kind = names[name as keyof Options];
    if (kind !== true && value !== undefined) checkKind(name, value, kind);
  }
  return given;
}

/** Programs without types may give anything. */
export function checkKind(name: string, given: unknown, kind: ValueKind): void {
  const { test, wanted } = kinds[kind];
  if (test(given)) return;
  const wrong = kind === "texts" && isPlain(given) ? "has something that is no text" : `is ${describeValue(given)}`;
  throw new ClewError("options/bad", `${name} ${wrong}`, { hint: `Give ${name} as ${wanted}` });
}

/**
 * For options that another library made, which may have fields of its own. Refuses a field whose name is near one of
 * ours and that the library does not know.
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

export function checkText(name: string, given: unknown): string {
  checkKind(name, given, "text");
  return given as string;
}

export function checkFilled(name: string, given: unknown): string {
  if (checkText(name, given).trim() !== "") return checkText(name, given);
  throw new ClewError("options/bad", `${name} is empty`, {
    hint: `Give ${name} as a text with at least one character`,
  });
}

export function checkPlain(given: unknown, known: readonly string[]): void {
  if (isPlain(given)) return;
  throw new ClewError("options/bad", "The options are no plain object", { hint: `Give { ${known.join(", ")} }` });
}

/** An instance of a class is refused: merging options would lose the members of its prototype. */
function isPlain(given: unknown): given is object {
  if (typeof given !== "object" || given === null) return false;
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function makeOptionError(name: string, near: string | null, known: readonly string[]): ClewError {
  return new ClewError("options/bad", `There is no option ${JSON.stringify(name)}`, {
    hint: near === null ? `The options are ${known.join(", ")}` : `Did you mean ${near}?`,
  });
}
