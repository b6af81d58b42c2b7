/** Picks the contents that a view may show, and therefore has to read. */

import { type Entry, listParts, listTexts, type Text } from "@clewline/core/log/entry.js";
import type { BlobId, Tokens } from "@clewline/core/log/keys.js";
import { isOwnTool } from "@clewline/core/log/own-tools.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { computeSpillLimit } from "@clewline/core/view/units/starting-rendition.js";
import { isStreamed } from "@clewline/text/terminal/terminal-text.js";

/** No window holds a larger text whole. */
const mostWhole: Tokens = 1_000_000;

/** Only what the view may show in full: larger texts are shown by their ends, which the entries themselves hold. */
export function listWantedBlobs(
  policy: Policy,
  { turn, room }: { readonly turn: TurnRecord | null; readonly room: Tokens },
  entries: readonly Entry[],
  quoted: readonly Text[],
): readonly BlobId[] {
  const limit = Math.max(Math.min(policy.spillOver, mostWhole), turn?.attachOver ?? 0);
  // Most entries are short, and a lane has many.
  const holding = entries.filter(holdsBlobs);
  const large = [
    ...holding.flatMap((entry) => pickBlobs(listTexts(entry), isWhole(entry) ? Math.max(limit, room) : limit)),
    ...pickBlobs(quoted, limit),
  ];
  const answered = holding.flatMap((entry) => (turn?.messages.includes(entry.id) === true ? listBlobs(entry) : []));
  const streamed = policy.streamBytes === Number.POSITIVE_INFINITY ? [] : holding.flatMap(listStreamedBlobs);
  return [...new Set([...large, ...answered, ...streamed, ...holding.flatMap(listFileBlobs)])];
}

/** Texts of up to so many tokens. */
function pickBlobs(texts: readonly Text[], limit: Tokens): readonly BlobId[] {
  return texts.flatMap((text) => (typeof text !== "string" && text.tokens <= limit ? [text.blob] : []));
}

/** It was asked for again, and may take the room that there is. */
function isWhole(entry: Entry): boolean {
  return entry.kind === "returned" && (entry.whole === true || isOwnTool(entry.tool));
}

/** Without a list of its own for each entry: most have none. */
function holdsBlobs(entry: Entry): boolean {
  if (entry.kind === "called") return typeof entry.input !== "string";
  if (entry.kind === "returned" && entry.output.kind !== "content") return typeof entry.output.text !== "string";
  for (const part of listParts(entry)) {
    if (part.kind === "file" ? part.source.kind === "blob" : typeof part.text !== "string") return true;
  }
  return false;
}

function listBlobs(entry: Entry): readonly BlobId[] {
  return listTexts(entry).flatMap((text) => (typeof text === "string" ? [] : [text.blob]));
}

/** Attachments of past turns that are still shown at the length that their turn decided. */
export function listAttachedBlobs(
  policy: Policy,
  turns: readonly TurnRecord[],
  entries: readonly Entry[],
): readonly BlobId[] {
  const limit = computeSpillLimit(policy);
  const shown = turns.filter(({ attachRoom }) => attachRoom !== undefined && attachRoom <= limit);
  const messages = new Set(shown.flatMap((turn) => turn.messages));
  return messages.size === 0 ? [] : entries.flatMap((entry) => (messages.has(entry.id) ? listBlobs(entry) : []));
}

/** Characters. A progress bar of a megabyte may come to one line; larger output is shown by its ends. */
const streamedLimit = 1_000_000;

function listStreamedBlobs(entry: Entry): readonly BlobId[] {
  return entry.kind !== "returned" ? [] : listTexts(entry).flatMap((text) => (isFrames(text) ? [text.blob] : []));
}

function isFrames(text: Text): text is Exclude<Text, string> {
  return typeof text !== "string" && text.chars <= streamedLimit && isStreamed(text.head + text.tail);
}

function listFileBlobs(entry: Entry): readonly BlobId[] {
  return listParts(entry).flatMap((part) =>
    part.kind === "file" && part.source.kind === "blob" ? [part.source.blob] : [],
  );
}
