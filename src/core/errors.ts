/**
 * Every code that Clew can report. docs/errors.md has one entry for each.
 * @public read by the gate that compares the two
 */
export const errorCodes = [
  "budget/bad",
  "cli/usage",
  "config/bad",
  "import/bad",
  "import/unknown-format",
  "lane/busy",
  "lane/bad-key",
  "log/conflict",
  "message/bad",
  "message/repeated",
  "model/empty",
  "model/overflow",
  "model/quota",
  "model/unavailable",
  "model/unknown",
  "options/bad",
  "pointer/unknown",
  "policy/bad",
  "receipt/unknown",
  "session/bad-key",
  "session/unknown",
  "setting/bad",
  "store/closed",
  "store/damaged",
  "store/newer-schema",
  "store/no-driver",
  "store/unavailable",
  "tokens/no-exact-counter",
  "turn/not-running",
  "turn/unknown",
  "turn/waiting",
  "view/too-small",
] as const;

/** One of the codes in docs/errors.md. */
export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorDetails {
  /** What the reader can do next, in one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The only error class: a stable code for programs, a message and a hint for people. */
export class ClewError extends Error {
  /** One of a closed list; a code never changes its meaning. */
  readonly code: ErrorCode;
  /** The next step for the reader, if there is one. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.name = "ClewError";
    this.code = code;
    this.hint = details.hint;
  }
}
