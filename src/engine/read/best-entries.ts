/** Ranks found entries by how well they answer a question. What was said right before or after one counts too. */

import { scoreTexts } from "../../core/conversation/selection/best-first.js";
import { type Entry, renderPlainText } from "../../core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "../../core/log/keys.js";
import type { FoundEntry } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import { type CurrentEntry, describeSource, isSpoken, listCurrentEntries } from "../intake/current-entries.js";

/** Hits to weigh for one question. */
export const mostLooked = 240;
/** How many of the best messages lend their score to neighbours. */
const mostLed = 40;
/** How many entries away a neighbour may be: tool calls may lie in between. */
const neighbourReach = 8;
/** The part of its neighbour's score that a message gets, because an answer seldom holds the words of its question. */
const neighbourPart = 0.5;

export interface ScoredEntry {
  readonly standing: CurrentEntry;
  /** 0 where only the store's search found the words, deep in a long text. */
  readonly score: number;
}

/** Who asks, and which entries may be offered, hits and neighbours alike. */
interface Audience {
  readonly surface: string | null;
  mayShow(entry: Entry): boolean;
  /** Whether an entry that was found precedes all that only stand beside one: a single word is there or not. */
  readonly isHitFirst: boolean;
}

/** Best first. */
export async function rankEntries(
  engine: Engine,
  question: string,
  hits: readonly FoundEntry[],
  audience: Audience,
): Promise<readonly ScoredEntry[]> {
  const found = await resolveFirstVersions(engine, hits, audience.surface);
  const scores = scoreTexts(
    question,
    found.map((each) => `${describeSource(engine, each)} ${renderBriefText(each.version)}`),
  );
  const scored = found.map((standing, index) => ({ standing, score: scores[index] ?? 0 })).sort(compareScores);
  const messages = scored.filter(({ standing }) => isSpoken(standing)).slice(0, mostLed);
  const around = await readNeighbours(engine, messages, audience);
  const all = new Map(scored.map((each) => [makePlaceKey(each.standing), each]));
  for (const each of shareScores(messages, around)) all.set(makePlaceKey(each.standing), each);
  const best = [...all.values()].sort(compareScores);
  if (!audience.isHitFirst) return best;
  const hit = new Set(scored.map(({ standing }) => makePlaceKey(standing)));
  const isHit = ({ standing }: ScoredEntry) => hit.has(makePlaceKey(standing));
  return [...best.filter(isHit), ...best.filter((each) => !isHit(each))];
}

/** Equal scores keep the order of the search: more words first, then newer. */
function compareScores(a: ScoredEntry, b: ScoredEntry): number {
  return b.score - a.score;
}

function makePlaceKey({ ref, entry }: CurrentEntry): string {
  return `${makeLaneAddress(ref)} ${entry.seq}`;
}

/** Replaces an edit by the message that it edits. */
async function resolveFirstVersions(
  engine: Engine,
  hits: readonly FoundEntry[],
  surface: string | null,
): Promise<readonly CurrentEntry[]> {
  const firsts = await Promise.all(
    hits.map(async ({ ref, entry }) => ({
      ref,
      entry: entry.kind === "revised" ? await engine.store.byId(ref, entry.target) : entry,
    })),
  );
  const standing = new Map<string, CurrentEntry>();
  for (const [ref, entries] of groupByLane(firsts)) {
    for (const each of await listCurrentEntries(engine, ref, entries, surface)) standing.set(makePlaceKey(each), each);
  }
  const order = firsts.map(({ ref, entry }) => `${makeLaneAddress(ref)} ${entry?.seq}`);
  return [...new Set(order)].flatMap((place) => standing.get(place) ?? []);
}

function groupByLane(
  placed: readonly { readonly ref: LaneRef; readonly entry: Entry | null }[],
): ReadonlyMap<LaneRef, readonly Entry[]> {
  const lanes = new Map<string, { readonly ref: LaneRef; readonly entries: Entry[] }>();
  for (const { ref, entry } of placed) {
    const lane = lanes.get(makeLaneAddress(ref)) ?? { ref, entries: [] };
    lanes.set(makeLaneAddress(ref), lane);
    if (entry !== null) lane.entries.push(entry);
  }
  return new Map([...lanes.values()].map(({ ref, entries }) => [ref, entries]));
}

/** Leaves out the contents of blobs, except for their ends. */
function renderBriefText(entry: Entry): string {
  switch (entry.kind) {
    case "said":
    case "revised":
      return renderPlainText(entry.parts);
    case "called":
      return renderPlainText([{ kind: "text", text: entry.input }]);
    case "returned":
      return renderPlainText(
        entry.output.kind === "content" ? entry.output.parts : [{ kind: "text", text: entry.output.text }],
      );
    case "noted":
    case "withdrawn":
      return "";
    default:
      return entry satisfies never;
  }
}

/** The messages near one of these, oldest first, lane by lane. */
async function readNeighbours(
  engine: Engine,
  messages: readonly ScoredEntry[],
  { surface, mayShow }: Audience,
): Promise<readonly (readonly CurrentEntry[])[]> {
  const near = await Promise.all(
    messages.map(async ({ standing: { ref, entry } }) => {
      const read = await engine.store.range(ref, Math.max(1, entry.seq - neighbourReach), entry.seq + neighbourReach);
      return read.filter(mayShow).map((each) => ({ ref, entry: each }));
    }),
  );
  const lanes: (readonly CurrentEntry[])[] = [];
  for (const [ref, entries] of groupByLane(near.flat())) {
    const distinct = [...new Map(entries.map((entry) => [entry.seq, entry])).values()].sort((a, b) => a.seq - b.seq);
    lanes.push((await listCurrentEntries(engine, ref, distinct, surface)).filter(isSpoken));
  }
  return lanes;
}

function shareScores(
  messages: readonly ScoredEntry[],
  lanes: readonly (readonly CurrentEntry[])[],
): readonly ScoredEntry[] {
  const own = new Map(messages.map(({ standing, score }) => [makePlaceKey(standing), score]));
  const scoreOf = (other: CurrentEntry | undefined, seq: number) =>
    other === undefined || Math.abs(other.entry.seq - seq) > neighbourReach ? 0 : (own.get(makePlaceKey(other)) ?? 0);
  return lanes.flatMap((lane) =>
    lane.map((standing, index) => {
      const { seq } = standing.entry;
      const beside = scoreOf(lane[index - 1], seq) + scoreOf(lane[index + 1], seq);
      return { standing, score: (own.get(makePlaceKey(standing)) ?? 0) + neighbourPart * beside };
    }),
  );
}
