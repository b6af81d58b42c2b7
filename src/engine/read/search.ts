import type { Entry } from "../../core/log/entry.js";
import type { LaneRef } from "../../core/log/keys.js";
import { isOwnTool } from "../../core/log/own-tools.js";
import { redactEntryText } from "../../core/log/redact-entry.js";
import { pickSearchTerms } from "../../core/log/search-terms.js";
import type { FoundEntry, SearchScope } from "../../core/ports/index.js";
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
  /** No entry has a name of the question whole, such as session_live; its words were searched one by one. */
  readonly apart?: true;
}

/**
 * Entries with the terms of the question: more of them first, then newer before older. What Clew's own tools looked up comes
 * last: it repeats what stands elsewhere.
 */
export async function search(
  engine: Engine,
  scope: SearchScope,
  question: string,
  limit: number,
): Promise<readonly SearchHit[]> {
  const { terms, apart } = pickSearchTerms(question);
  const whole = await findEntries(engine, scope, terms, limit);
  const words = whole.length === 0 && apart !== null ? apart : terms;
  const found = words === terms ? whole : await findEntries(engine, scope, words, limit);
  return found.map(({ ref, entry, matched }) => ({
    ref,
    line: redactLine(entry, makeLogLine(engine, ref, entry)),
    matched,
    asked: words.length,
    ...(words === terms ? {} : { apart: true as const }),
  }));
}

/** Among hundreds of look-ups there are still that many others. */
const spare = 100;

async function findEntries(
  { store }: Engine,
  scope: SearchScope,
  words: readonly string[],
  limit: number,
): Promise<readonly FoundEntry[]> {
  const most = Math.min(limit, 1_000);
  if (most <= 0) return [];
  const found = await store.search(scope, words, most + spare);
  const [own, others] = [found.filter(isLookUp), found.filter((each) => !isLookUp(each))];
  return [...others, ...own].slice(0, most);
}

function isLookUp({ entry }: FoundEntry): boolean {
  return (entry.kind === "called" || entry.kind === "returned") && isOwnTool(entry.tool);
}

/** What a search shows is derived from the log, so it has no secret; the log itself does. */
function redactLine(entry: Entry, line: LogLine): LogLine {
  const redact = (text: string) => redactEntryText(entry, text);
  const raw = line.raw === undefined ? {} : { raw: redactJson(line.raw, redact) };
  return { ...line, words: redact(line.words), text: redact(line.text), ...raw };
}
