import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { describeError } from "@clewline/text/error-text.js";

/** Where work goes that nobody waits for. */
export interface Background {
  readonly closing: AbortSignal;
  behind(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
}

/** Why such work came to nothing, for a warning. */
export function tellWhy(error: unknown): string {
  return redactSecrets(describeError(error)).slice(0, 300);
}
