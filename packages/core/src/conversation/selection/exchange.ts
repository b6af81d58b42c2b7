import { nameSpeaker, renderPlainText } from "../../log/entry.js";
import type { Instant } from "../../log/keys.js";
import { redactEntryText } from "../../log/redact-entry.js";
import type { Passage } from "../../view/past/passages.js";

/** A past turn as a whole, or an unanswered message: the unit of selection. */
export interface Exchange {
  /** The turn's id, or the message's. */
  readonly key: string;
  readonly seqs: readonly number[];
  readonly at: Instant;
  /** The messages in order, without secrets. */
  readonly said: readonly { readonly who: string; readonly text: string }[];
}

export function makeExchange({ key, entries, at }: Passage): Exchange {
  const edits = new Map(entries.flatMap((entry) => (entry.kind === "revised" ? [[entry.target, entry]] : [])));
  const said = entries.flatMap((entry) => {
    if (entry.kind !== "said") return [];
    const version = edits.get(entry.id) ?? entry;
    const parts = version.parts.filter((part) => part.kind !== "reasoning");
    const text = redactEntryText(version, renderPlainText(parts));
    return text.trim() === "" ? [] : [{ who: nameSpeaker(entry.by), text }];
  });
  return { key, seqs: entries.map(({ seq }) => seq), at, said };
}
