import { ClewError } from "@clewline/core/errors.js";

/** A tool's answer. A refusal is marked as an error, so that no client takes it for a find. */
export type Answer =
  | { readonly kind: "answer"; readonly text: string; readonly files?: readonly AnsweredFile[] }
  | { readonly kind: "refusal"; readonly text: string };

/** A file beside an answer: its bytes as base64, and the pointer that names it. */
export interface AnsweredFile {
  readonly mediaType: string;
  readonly data: string;
  readonly pointer: string;
}

export function makeAnswer(text: string, files: readonly AnsweredFile[] = []): Answer {
  return { kind: "answer", text, ...(files.length === 0 ? {} : { files }) };
}

export function makeRefusal(text: string): Answer {
  return { kind: "refusal", text };
}

/** For a model, which has these tools and no command line. */
const hints: Readonly<Partial<Record<string, string>>> = {
  "pointer/bad": "copy one from search_memories or get_conversation",
  "pointer/unknown": "copy one from search_memories or get_conversation",
  "session/unknown": "get_conversation without arguments lists the sessions",
  "session/bad-key": "get_conversation without arguments lists the sessions",
  "lane/bad-key": "get_conversation of the session names its lanes",
};

/** Explains an error in one sentence. Only Clew's own faults are also worth a line in the server's log. */
export function explainFailure(error: unknown): { readonly answer: Answer; readonly isOurs: boolean } {
  if (error instanceof ClewError) {
    const words = hints[error.code] ?? error.hint;
    const hint = words === undefined ? "" : ` (${words})`;
    return { answer: makeRefusal(`${error.message}${hint}.`), isOurs: false };
  }
  const what = error instanceof Error ? error.message : String(error);
  return { answer: makeRefusal(`This failed inside clew: ${what}.`), isOurs: true };
}
