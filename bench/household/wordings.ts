/**
 * How the people of a household say things, in one language. Half of the wordings of each language (`tuned.ts`) may be looked at
 * while rules are written; the other half (`held.ts`) shows what the rules have understood of the language, and is for nobody's eyes. `fresh.ts` has twenty more of what is told, what holds for a while and what is
 * taken back: written before any rule for them, then looked at.
 *
 * Slots: {my} and {My} for whose thing it is, {bare} for the thing alone, {fresh} for a new one of its kind, {value} for what
 * it is now, {old} for what it was.
 */
export interface Wordings {
  readonly facts: readonly string[];
  readonly changes: readonly string[];
  /** Each names its end, within five weeks of the day on which it is said. */
  readonly temporary: readonly string[];
  /** Said right after a fact with the wrong value. */
  readonly corrections: readonly string[];
  readonly wishes: readonly Wish[];
  readonly questions: readonly string[];
  /** Greetings, feelings, requests for one thing to be done, suppositions, other people's words: nothing to keep. */
  readonly noise: readonly string[];
}

interface Wish {
  readonly text: string;
  /** What ends it; it holds until the end if nothing does. */
  readonly end?: string;
}

export type ValueClass = "doctor" | "shop" | "time" | "number" | "place" | "colour" | "dish" | "brand" | "day";

export interface Thing {
  readonly bare: string;
  readonly my: string;
  readonly our: string;
  readonly fresh: string;
  /** Whose it is, by the index of the person. */
  readonly of: (name: PersonName) => string;
  readonly values: readonly string[];
}

export interface PersonName {
  readonly name: string;
  /** As an owner, where the language changes it. */
  readonly owner: string;
}

/** Which of the wordings. */
export type Half = "tuned" | "held" | "fresh";

export interface Language {
  readonly name: string;
  readonly people: readonly PersonName[];
  readonly things: readonly Thing[];
  readonly tuned: Wordings;
  readonly held: Wordings;
  readonly fresh: Wordings;
}
