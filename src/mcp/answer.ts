import { ClewError } from "../core/errors.js";

/** What a tool says. A refusal is marked as an error, so that no client takes it for something that was found. */
export type Answer =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "refusal"; readonly text: string };

export function makeAnswer(text: string): Answer {
  return { kind: "answer", text };
}

export function makeRefusal(text: string): Answer {
  return { kind: "refusal", text };
}

/** What went wrong, in one sentence. Only a fault of ours is also worth a line in the server's own log. */
export function explainFailure(error: unknown): { readonly answer: Answer; readonly isOurs: boolean } {
  if (error instanceof ClewError) {
    const hint = error.hint === undefined ? "" : ` (${error.hint})`;
    return { answer: makeRefusal(`${error.message}${hint}.`), isOurs: false };
  }
  const what = error instanceof Error ? error.message : String(error);
  return { answer: makeRefusal(`This failed inside clew: ${what}.`), isOurs: true };
}
