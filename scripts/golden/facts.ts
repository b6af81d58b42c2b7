/** A conversation to play, or an export of it to read. */
export interface Job {
  readonly preset: string;
  readonly window: number;
  /** Number of the generated conversation; null for a transcript. */
  readonly seed: number | null;
  /** A transcript to import, or the export to read. */
  readonly file?: string;
  /** Where the export is written. */
  readonly into?: string;
  /** Time of the reader's clock. */
  readonly endsAt?: number;
  /** Whether the facts hold whole texts instead of their hashes. */
  readonly whole?: boolean;
}

/** One answer of a build, as text that two builds must agree on. */
export interface Fact {
  readonly what: "view" | "replay" | "verdicts" | "search" | "next view" | "next verdicts";
  /** Names it within its conversation. */
  readonly key: string;
  readonly said: string;
  /** Tokens by layer, for views and what stands in them: they tell where two differ. */
  readonly layers?: Readonly<Record<string, number>>;
}

export interface Played {
  readonly endsAt: number;
  readonly facts: readonly Fact[];
}
