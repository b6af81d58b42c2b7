import type { Entry } from "../../core/log/entry.js";
import type { LaneRef } from "../../core/log/keys.js";
import { redactEntryText } from "../../core/log/redact-entry.js";
import type { SearchScope } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import { redactJson } from "../intake/redact-json.js";
import { makeSearchDepth } from "./candidates.js";
import { type LogLine, makeLogLine } from "./inspect.js";
import { isLookUp, type RetrievedMessage, retrieve } from "./retrieve.js";

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

/** As they answer the question best, what Clew's own tools looked up last: it repeats what stands elsewhere. */
export async function search(
  engine: Engine,
  scope: SearchScope,
  question: string,
  limit: number,
): Promise<readonly SearchHit[]> {
  const most = Math.min(limit, 1_000);
  if (most <= 0) return [];
  const asked = {
    scope,
    question,
    now: engine.clock.now(),
    surface: null,
    depth: { ...makeSearchDepth(1_000), most: most + spare },
    mayShow: () => true,
  };
  const { found, terms, isApart } = await retrieve(engine, asked);
  const hits = found.filter(({ held }) => held.length > 0);
  const isRepeated = ({ standing }: RetrievedMessage) => isLookUp(standing.entry);
  const isWhole = ({ held }: RetrievedMessage) => held.length >= terms.length;
  const rank = (hit: RetrievedMessage) => (isRepeated(hit) ? 2 : 0) + (isWhole(hit) ? 0 : 1);
  const best = hits.toSorted((a, b) => rank(a) - rank(b)).slice(0, most);
  return best.map(({ standing: { ref, version }, held }) => ({
    ref,
    line: redactLine(version, makeLogLine(engine, ref, version)),
    matched: held.length,
    asked: terms.length,
    ...(isApart ? { apart: true as const } : {}),
  }));
}

/** Among hundreds of look-ups there are still that many others. */
const spare = 140;

/** What a search shows is derived from the log, so it has no secret; the log itself does. */
function redactLine(entry: Entry, line: LogLine): LogLine {
  const redact = (text: string) => redactEntryText(entry, text);
  const raw = line.raw === undefined ? {} : { raw: redactJson(line.raw, redact) };
  return { ...line, words: redact(line.words), text: redact(line.text), ...raw };
}
