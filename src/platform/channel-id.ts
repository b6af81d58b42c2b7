import { sha256 } from "./crypto.js";

/** Ids become part of keys and labels: a very long one, or one that is no proper text, is known by its hash. */
export function readChannelId(given: string | number): string {
  const raw = String(given);
  const fine = !/\p{Surrogate}/u.test(raw) && encodeURIComponent(raw).length <= 200;
  return fine ? raw : `sha256-${sha256(raw).slice(0, 32)}`;
}
