/**
 * Names of files for keys that come from a channel. The name leads back to its key, so that no two keys share a file, and
 * nothing in a key can lead out of the folder: whatever is no plain letter, digit or one of `-_.@+` is written as in addresses
 * of the web (`:` is `%3A`). Beside it, letters of any script may stand as they are.
 */

const ending = ".md";

/** The name of the key's file. */
export function makeFileName(key: string): string {
  return `${encodeURIComponent(replaceHalves(key)).replace(/[!~*'()]|^\.|%40|%2B/g, adjust)}${ending}`;
}

/** The key that a file is for; null for a name that no key has, such as one with a colon. */
export function parseFileName(name: string): string | null {
  try {
    const key = decodeURIComponent(name.endsWith(ending) ? name.slice(0, -ending.length) : "");
    return key !== "" && makeFileName(key) === name ? key : null;
  } catch {
    // A percent sign that begins no character.
    return null;
  }
}

/**
 * The names of the key's file as a person writes it, where every file system takes it: `José.md`, in either form of its accents. For
 * keys that `makeFileName` writes otherwise.
 */
export function listPlainNames(key: string): readonly string[] {
  if (!isPlain(key) || makeFileName(key) === `${key}${ending}`) return [];
  return [...new Set([key.normalize("NFC"), key.normalize("NFD")])].map((name) => `${name}${ending}`);
}

/** Whether a file may be some key's by such a name. */
export function isPlainName(name: string): boolean {
  return name.endsWith(ending) && isPlain(name.slice(0, -ending.length));
}

function isPlain(key: string): boolean {
  return key.length <= mostPlain && /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} .@+_-]*[\p{L}\p{N}\p{M}])?$/u.test(key);
}

/** In any script, a file system takes as many. */
const mostPlain = 60;

function adjust(found: string): string {
  if (found === "%40") return "@";
  if (found === "%2B") return "+";
  return `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Half of a pair is no character and has no bytes of its own. */
function replaceHalves(key: string): string {
  return key.replace(/\p{Surrogate}/gu, "\ufffd");
}
