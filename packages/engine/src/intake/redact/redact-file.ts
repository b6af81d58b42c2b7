/** Files of text lose their secrets; pictures and programs stay as they are. */

const textTypes =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-pem-file|x-ndjson|jsonl|csv|[\w.-]+\+(?:json|xml)))/i;

/** The same base64 where the file is none of text, or has no secret. */
export function redactFileText(base64: string, mediaType: string, redact: (text: string) => string): string {
  if (!textTypes.test(mediaType) && isClearlyNoText(base64)) return base64;
  const text = decode(base64);
  if (text === null || (!textTypes.test(mediaType) && !looksLikeText(text))) return base64;
  const clean = redact(text);
  return clean === text ? base64 : encode(clean);
}

/** Base64 of the bytes that are checked, a multiple of four characters. */
const tellingLength = 5_464;

/** By its beginning, so that a large picture is not decoded for nothing. */
function isClearlyNoText(base64: string): boolean {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(base64.slice(0, tellingLength)), (sign) => sign.charCodeAt(0));
  } catch {
    // White space may have shifted the cut, so the whole text is checked.
    return false;
  }
  try {
    return !looksLikeText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true }));
  } catch {
    return true;
  }
}

/** Null if it is not UTF-8. */
function decode(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // A picture, or base64 that is none: its bytes stay as they came.
    return null;
  }
}

function looksLikeText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no file of text has
  return !/[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 4_096));
}

function encode(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
