/** The summaries of other lanes of the session that a message refers to. */
import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { isSameLane, type LaneRef } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Summary } from "@clewline/core/log/summary.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { listShownItems } from "@clewline/core/summary/fit-items.js";
import { writeSummaryLines } from "@clewline/core/summary/summary-text.js";
import type { RetrievedEntry, Snapshot } from "@clewline/core/view/snapshot.js";
import { countShared, readContentStems } from "@clewline/text/content-words.js";
import type { Engine } from "../engine.js";
import { readZone } from "./session-zone.js";
import { readStandingSummary } from "./standing-summary.js";

/** The newest lanes that are looked at, and how many of their summaries are shown. */
const mostLanes = 8;
const mostShown = 2;

/** Those that have some of the words, the most first; where the message has none of its own, the only one that there is. */
export async function retrieveSummaries(
  engine: Engine,
  { ref }: Pick<Snapshot, "ref">,
  words: readonly string[],
): Promise<readonly RetrievedEntry[]> {
  const all = await engine.store.lanes(ref);
  const others = all.filter((lane) => !isSameLane(lane.ref, ref) && !isChildLane(lane.ref.lane));
  const newest = others.toSorted((a, b) => b.newest - a.newest).slice(0, mostLanes);
  const found = await Promise.all(newest.map(async (lane) => readCandidate(engine, lane.ref, words)));
  const summaries = found.filter((each) => each !== null);
  const isBare = readContentStems(words.join(" ")).size === 0;
  const good = isBare && summaries.length === 1 ? summaries : summaries.filter(({ matched }) => matched > 0);
  const best = good.toSorted((a, b) => b.matched - a.matched).slice(0, mostShown);
  return best.map(({ entry }) => entry);
}

interface RelatedSummary {
  readonly entry: RetrievedEntry;
  readonly matched: number;
}

async function readCandidate(engine: Engine, ref: LaneRef, words: readonly string[]): Promise<RelatedSummary | null> {
  const summary = await readStandingSummary(engine, ref);
  if (summary === null) return null;
  const text = writeText(engine, summary, await readZone(engine, ref));
  const [id, ...more] = [...new Set(summary.items.flatMap(({ sources }) => sources))];
  if (id === undefined) return null;
  const matched = countShared(readContentStems(words.join(" ")), readContentStems(text));
  const because = `the message refers to another lane: its summary, ${matched} of ${words.length} words`;
  const pointer = makePointer("s", ref, summary.from, engine.fns.hash);
  const entry = { id, seq: null, lane: ref.lane, pointer, by: { role: "agent" }, at: summary.at, text } as const;
  return { entry: { ...entry, summarised: [id, ...more], because }, matched };
}

function writeText({ people }: Engine, summary: Summary, zone: string): string {
  const told = { ...summary, items: listShownItems(summary) };
  return writeSummaryLines(told, makeNamer(people), makeTimeFormatter(zone)).join("\n");
}
