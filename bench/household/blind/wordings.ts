/**
 * Everyday sentences about all sorts of things, in one language: not templates with things in them, as the halves of the household
 * are. They were written by somebody who had not seen the rules, and counted once before any rule was changed for them.
 */
export interface BlindWordings {
  /** What is told, and a word that a memory of it has. */
  readonly facts: readonly Told[];
  /** What somebody likes or wants in general: a preference or an instruction. */
  readonly preferences: readonly string[];
  /** How the agent is to behave from now on: an instruction or a preference. */
  readonly wishes: readonly string[];
  readonly changes: readonly Replaced[];
  /** Said right after. */
  readonly corrections: readonly Replaced[];
  /** Holds for less than forty days, and says so. */
  readonly temporary: readonly Told[];
  /** What is said, and what ends it days later. */
  readonly ended: readonly (readonly [said: string, end: string])[];
  /** What was said, and what is said days later beside it: a word of each, and both hold. */
  readonly besides?: readonly (readonly [said: string, later: string, first: string, second: string])[];
  /** Of which nothing may be kept. */
  readonly nothing: readonly string[];
}

type Told = readonly [text: string, word: string];

/** What was said, what is said later, a word of what holds then, and one of what holds no more. */
type Replaced = readonly [said: string, later: string, holds: string, old: string];
