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
  "memory/ambiguous",
  "memory/bad",
  "memory/changed-since",
  "memory/unknown",
  "message/bad",
  "message/repeated",
  "message/too-large",
  "model/empty",
  "model/overflow",
  "model/quota",
  "model/unavailable",
  "model/unknown",
  "options/bad",
  "person/unknown",
  "pointer/unknown",
  "policy/bad",
  "receipt/erased",
  "receipt/unknown",
  "session/bad-key",
  "session/unknown",
  "setting/bad",
  "store/closed",
  "store/damaged",
  "store/newer-schema",
  "store/no-driver",
  "store/unavailable",
  "store/untrusted",
  "tokens/no-exact-counter",
  "turn/not-running",
  "turn/unknown",
  "turn/waiting",
  "view/too-small",
] as const;

/** One of the codes in docs/errors.md. */
export type ErrorCode = (typeof errorCodes)[number];

/** Optional fields of an error besides its message. */
export interface ErrorDetails {
  /** The reader's next step, in one sentence. */
  readonly hint?: string;
  /** The error or value that caused this one. */
  readonly cause?: unknown;
}

/** Marks the errors of every copy of the package: two of them in one program have two classes. */
const marker = Symbol.for("clewline.error");

/** The one error class: a stable code for programs, a sentence and a next step for people. */
export class ClewError extends Error {
  /** One of a closed list; a code never changes its meaning. */
  readonly code: ErrorCode;
  /** The next step for the reader, if there is one. */
  readonly hint: string | undefined;
  /** Every ClewError carries it, for `isInstance`. */
  readonly [marker] = true;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.name = "ClewError";
    this.code = code;
    this.hint = details.hint;
  }

  /** Whether a thrown value is an error of Clew, including one from another copy of the package. */
  static isInstance(error: unknown): error is ClewError {
    return typeof error === "object" && error !== null && marker in error && error[marker] === true;
  }
}
