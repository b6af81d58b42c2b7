/**
 * Names of files for keys that come from a channel. The name leads back to its key, so that no two keys share a file, and
 * nothing in a key can lead out of the folder: whatever is no plain letter, digit or one of `-_.@+` is written as in addresses
 * of the web (`:` is `%3A`).
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

function adjust(found: string): string {
  if (found === "%40") return "@";
  if (found === "%2B") return "+";
  return `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Half of a pair is no character and has no bytes of its own. */
function replaceHalves(key: string): string {
  return key.replace(/\p{Surrogate}/gu, "\ufffd");
}
