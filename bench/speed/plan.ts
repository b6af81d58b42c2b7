export interface Plan {
  /** Messages in the logs on which turns are played. */
  readonly sizes: readonly number[];
  /** Turns of each subject: in rounds that alternate with those of the others, after some that are not counted. */
  readonly turns: { readonly warmUps: number; readonly rounds: number; readonly each: number; readonly mostMs: number };
  readonly toolViews: {
    readonly window: number;
    readonly filled: number;
    readonly rounds: number;
    readonly views: number;
  };
  readonly compacting: { readonly messages: number; readonly turns: number };
  readonly firstView: { readonly messages: number; readonly runs: number };
  readonly start: { readonly rounds: number; readonly each: number };
  readonly bytes: { readonly rounds: number; readonly lived: number };
  readonly import: { readonly messages: number; readonly rounds: number };
  readonly search: {
    /** Entries of a small and of a large log, and messages of those on which turns are played. */
    readonly few: number;
    readonly many: number;
    readonly turnSizes: readonly number[];
    readonly questions: number;
    readonly rounds: number;
  };
  readonly meaning: { readonly sizes: readonly number[]; readonly questions: number; readonly rounds: number };
  readonly loop: { readonly messages: number; readonly turns: number };
}

export const fullPlan: Plan = {
  sizes: [1_000, 10_000, 100_000],
  turns: { warmUps: 20, rounds: 5, each: 40, mostMs: 10_000 },
  toolViews: { window: 200_000, filled: 150_000, rounds: 5, views: 10 },
  compacting: { messages: 1_000, turns: 240 },
  firstView: { messages: 100_000, runs: 3 },
  start: { rounds: 5, each: 3 },
  bytes: { rounds: 10_000, lived: 300 },
  import: { messages: 20_000, rounds: 5 },
  search: { few: 10_000, many: 1_000_000, turnSizes: [10_000, 100_000], questions: 40, rounds: 3 },
  meaning: { sizes: [10_000, 100_000], questions: 20, rounds: 3 },
  loop: { messages: 1_000, turns: 300 },
};

/** Takes a few seconds, to see that the bench works; its figures mean nothing. */
export const quickPlan: Plan = {
  sizes: [60],
  turns: { warmUps: 1, rounds: 2, each: 2, mostMs: 60_000 },
  toolViews: { window: 40_000, filled: 10_000, rounds: 1, views: 2 },
  compacting: { messages: 200, turns: 12 },
  firstView: { messages: 200, runs: 1 },
  start: { rounds: 1, each: 1 },
  bytes: { rounds: 100, lived: 5 },
  import: { messages: 200, rounds: 1 },
  search: { few: 60, many: 200, turnSizes: [60], questions: 6, rounds: 1 },
  meaning: { sizes: [200], questions: 3, rounds: 1 },
  loop: { messages: 60, turns: 5 },
};
