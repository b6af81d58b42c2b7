import type { Entry } from "../../core/log/entry.js";
import type { LaneRef } from "../../core/log/keys.js";
import { redactEntryText } from "../../core/log/redact-entry.js";
import { pickAskedWords } from "../../core/log/search-words.js";
import type { SearchScope } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import { redactJson } from "../intake/redact-json.js";
import { type LogLine, makeLogLine } from "./inspect.js";

/** An entry that a search found. */
export interface SearchHit {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** The entry. */
  readonly line: LogLine;
  /** How many of the words it holds. */
  readonly matched: number;
  /** How many words were searched for; common ones are left out where there are others. */
  readonly asked: number;
}

/** Entries with words of the question: more of them first, then newer before older. */
export async function search(
  engine: Engine,
  scope: SearchScope,
  question: string,
  limit: number,
): Promise<readonly SearchHit[]> {
  const words = pickAskedWords(question);
  const found = await engine.store.search(scope, words, Math.min(limit, 1_000));
  return found.map(({ ref, entry, matched }) => ({
    ref,
    line: redactLine(entry, makeLogLine(engine, ref, entry)),
    matched,
    asked: words.length,
  }));
}

/** What a search shows is derived from the log, so it has no secret; the log itself does. */
function redactLine(entry: Entry, line: LogLine): LogLine {
  const redact = (text: string) => redactEntryText(entry, text);
  const raw = line.raw === undefined ? {} : { raw: redactJson(line.raw, redact) };
  return { ...line, words: redact(line.words), text: redact(line.text), ...raw };
}
