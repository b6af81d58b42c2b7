/** How people change their minds in everyday words, and how they only seem to. */
interface MindWordings {
  /** What was said, what is said later, and a word of what holds then; "" if nothing has to be told. What was said holds no more. */
  readonly changes: readonly (readonly [said: string, later: string, holds: string])[];
  /** What was said, and what changes nothing of it: questions, other people's things, suppositions, quotes. */
  readonly others: readonly (readonly [said: string, later: string])[];
}

/** By language. */
export type MindTable = Readonly<Record<"en" | "de" | "fr" | "es" | "ru" | "zh", MindWordings>>;
