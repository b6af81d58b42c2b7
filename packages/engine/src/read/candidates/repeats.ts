import { type Entry, listParts, renderPlainText } from "@clewline/core/log/entry.js";
import { normaliseText } from "@clewline/text/normalise-text.js";

/** Whether an entry says just this, whatever its spaces and capitals; `text` is normalised. An earlier copy of a question answers nothing. */
export function repeats(entry: Entry, text: string): boolean {
  return normaliseText(renderPlainText(listParts(entry))) === text;
}
