/**
 * How a request goes out: as its view, as its client wrote it, or as its client wrote it while the view is made all the same, to see
 * the difference.
 */
export type SentForm = "viewed" | "own" | "observed";

/** How the requests of one turn go out. */
export interface KeptForm {
  readonly form: SentForm;
  /** Whether they go out without reasoning, which the provider refused. */
  readonly isBare: boolean;
  /** Views of the turn that its provider failed at, one after the other. */
  readonly faults: number;
}

export function makeKept(form: SentForm): KeptForm {
  return { form, isBare: false, faults: 0 };
}

export interface TurnForm {
  /** Null for a turn of which nothing is known yet. */
  read(): KeptForm | null;
  keep(kept: KeptForm): void;
  drop(): void;
}
