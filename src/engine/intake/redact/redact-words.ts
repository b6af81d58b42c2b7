import { hideValues } from "../../../core/text/redact/known-secrets.js";
import { splitSecrets } from "../../../core/text/redact/redact-secrets.js";
import type { KnownSecrets } from "../secret-register.js";

export type Redact = (text: string) => string;

/**
 * Takes secrets out of words on their way to the log: those that show themselves, and those that were told before and stand
 * bare. What a label gives away here is known from here on. Whatever an engine stores of a conversation goes through it.
 */
export function makeRedactor(known: KnownSecrets): Redact {
  return (text) => {
    const { clean, secrets } = splitSecrets(text);
    known.tell(secrets);
    return hideValues(clean, known.find(clean));
  };
}
