import { hideValues } from "@clewline/redact/known-secrets.js";
import { splitSecrets } from "@clewline/redact/redact-secrets.js";
import type { KnownSecrets } from "../secret-register.js";

export type Redact = (text: string) => string;

/**
 * Redacts words on their way to the log: secrets with a label or a known form, and known secrets without one. It
 * remembers each secret that a label gives away. All words that an engine stores of a conversation pass through it.
 */
export function makeRedactor(known: KnownSecrets): Redact {
  return (text) => {
    const { clean, secrets } = splitSecrets(text);
    known.tell(secrets);
    return hideValues(clean, known.find(clean));
  };
}
