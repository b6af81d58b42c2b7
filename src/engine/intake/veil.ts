import { type Draft, listTexts, type Text } from "../../core/log/entry.js";
import type { BlobId } from "../../core/log/keys.js";
import { splitSecrets } from "../../core/text/redact/redact-secrets.js";
import type { KnownSecrets } from "./secret-register.js";

/** The draft with the known secrets that stand in it without a label. What it tells itself is known from here on. */
export function veilSecrets<D extends Draft>(draft: D, known: KnownSecrets, blobs: ReadonlyMap<BlobId, string>): D {
  const veiled = new Set<string>();
  for (const text of listTexts(draft)) {
    const { clean, secrets } = splitSecrets(readWhole(text, blobs));
    known.tell(secrets);
    for (const secret of known.find(clean)) veiled.add(secret);
  }
  return veiled.size === 0 ? draft : { ...draft, veiled: [...veiled] };
}

function readWhole(text: Text, blobs: ReadonlyMap<BlobId, string>): string {
  return typeof text === "string" ? text : (blobs.get(text.blob) ?? `${text.head}\n${text.tail}`);
}
