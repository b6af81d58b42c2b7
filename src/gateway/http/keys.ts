import { ClewError } from "../../core/errors.js";
import { type OwnerKey, parseOwnerKey } from "../../core/log/keys.js";

/** The owner of each key; null without any. Each is given as OWNER=KEY. */
export function parseKeys(given: readonly string[]): ReadonlyMap<string, OwnerKey> | null {
  return given.length === 0 ? null : new Map(given.map(parseKey));
}

function parseKey(given: string): readonly [string, OwnerKey] {
  const [, owner, key] = /^([^=]+)=(\S{16,})$/.exec(given) ?? [];
  if (owner !== undefined && key !== undefined) return [key, parseOwnerKey(owner)];
  throw new ClewError("cli/usage", "CLEW_KEYS has something that is no key", {
    hint: "Write OWNER=KEY with at least 16 characters for the key, several with spaces between them",
  });
}
