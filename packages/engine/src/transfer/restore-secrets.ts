import type { ExportLine } from "@clewline/core/importing/export-line.js";
import { type Entry, listTexts, type Text } from "@clewline/core/log/entry.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../engine.js";

/** Notices secrets that an export brings into a log that is to hold none. */
export interface SecretWatch {
  see(line: ExportLine): void;
  /** Warns if there were any. */
  report(): void;
}

/** Warns about secrets in an import: an export is taken over byte for byte, or its receipts would no longer replay. */
export function makeSecretWatch({ redact, presence }: Pick<Engine, "redact" | "presence">): SecretWatch {
  let count = 0;
  return {
    see(line) {
      if (redact !== "stored") return;
      if (line.kind === "entry" && holdsSecret(line.entry)) count += 1;
      if (line.kind === "blob" && isUnclean(line.content)) count += 1;
    },
    report() {
      if (count > 0) presence.warn(describe(count));
    },
  };
}

/** Entries that were written with `"derived"` name the known secrets that stand in them bare. */
function holdsSecret(entry: Entry): boolean {
  return entry.veiled !== undefined || listTexts(entry).map(readInline).some(isUnclean);
}

function isUnclean(text: string): boolean {
  return redactSecrets(text) !== text;
}

function readInline(text: Text): string {
  return typeof text === "string" ? text : "";
}

function describe(count: number): string {
  return `${count} ${count === 1 ? "message" : "messages"} of this export may hold secrets, and an export is kept as it is: for a log without them, import the original transcripts into a new one`;
}
