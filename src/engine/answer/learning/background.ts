import { describeError } from "../../../core/text/error-text.js";
import { redactSecrets } from "../../../core/text/redact/redact-secrets.js";

/** Where work goes that nobody waits for. */
export interface Background {
  readonly closing: AbortSignal;
  behind(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
}

/** Why such work came to nothing, for a warning. */
export function tellWhy(error: unknown): string {
  return redactSecrets(describeError(error)).slice(0, 300);
}
