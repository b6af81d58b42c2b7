/** Found entries in the order of how well they answer a question; what was said right before or after a good one counts too. */

import { scoresFor } from "../../core/conversation/selection/best-first.js";
import { type Entry, plainText } from "../../core/log/entry.js";
import { type LaneRef, laneAddress } from "../../core/log/keys.js";
import type { Found } from "../../core/ports/index.js";
import type { House } from "../engine.js";
import { isSpoken, type Standing, sourceIn, standingAmong } from "../intake/as-it-stands.js";

/** Hits that are weighed for one question. */
export const mostLooked = 240;
/** The best messages, whose neighbours are looked at. */
const mostLed = 40;
/** How far away a neighbour may be: tools may have been called in between. */
const neighbourReach = 8;
/** What a message gets of its neighbour's score: an answer seldom holds the words of its question. */
const neighbourPart = 0.5;

export interface Scored {
  readonly standing: Standing;
  /** 0 for one that only the search could find, in the depth of a long text. */
  readonly score: number;
}

/** Best first. `mayShow` says what may be offered at all, hits and neighbours alike. */
export async function bestEntries(
  house: House,
  question: string,
  hits: readonly Found[],
  surface: string | null,
  mayShow: (entry: Entry) => boolean,
): Promise<readonly Scored[]> {
  const found = await firstVersions(house, hits, surface);
  const scores = scoresFor(
    question,
    found.map((each) => `${sourceIn(house, each)} ${briefText(each.version)}`),
  );
  const scored = found.map((standing, index) => ({ standing, score: scores[index] ?? 0 })).sort(byScore);
  const messages = scored.filter(({ standing }) => isSpoken(standing)).slice(0, mostLed);
  const around = await neighbourhoods(house, messages, surface, mayShow);
  const all = new Map(scored.map((each) => [placeOf(each.standing), each]));
  for (const each of spread(messages, around)) all.set(placeOf(each.standing), each);
  return [...all.values()].sort(byScore);
}

/** Those with the same score stay as the search found them: more words first, then newer. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score;
}

function placeOf({ ref, entry }: Standing): string {
  return `${laneAddress(ref)} ${entry.seq}`;
}

/** An edit was found for the message that it edits. */
async function firstVersions(
  house: House,
  hits: readonly Found[],
  surface: string | null,
): Promise<readonly Standing[]> {
  const firsts = await Promise.all(
    hits.map(async ({ ref, entry }) => ({
      ref,
      entry: entry.kind === "revised" ? await house.store.byId(ref, entry.target) : entry,
    })),
  );
  const standing = new Map<string, Standing>();
  for (const [ref, entries] of byLane(firsts)) {
    for (const each of await standingAmong(house, ref, entries, surface)) standing.set(placeOf(each), each);
  }
  const order = firsts.map(({ ref, entry }) => `${laneAddress(ref)} ${entry?.seq}`);
  return [...new Set(order)].flatMap((place) => standing.get(place) ?? []);
}

function byLane(
  placed: readonly { readonly ref: LaneRef; readonly entry: Entry | null }[],
): ReadonlyMap<LaneRef, readonly Entry[]> {
  const lanes = new Map<string, { readonly ref: LaneRef; readonly entries: Entry[] }>();
  for (const { ref, entry } of placed) {
    const lane = lanes.get(laneAddress(ref)) ?? { ref, entries: [] };
    lanes.set(laneAddress(ref), lane);
    if (entry !== null) lane.entries.push(entry);
  }
  return new Map([...lanes.values()].map(({ ref, entries }) => [ref, entries]));
}

/** Without the contents of blobs: their ends must do. */
function briefText(entry: Entry): string {
  switch (entry.kind) {
    case "said":
    case "revised":
      return plainText(entry.parts);
    case "called":
      return plainText([{ kind: "text", text: entry.input }]);
    case "returned":
      return plainText(
        entry.output.kind === "content" ? entry.output.parts : [{ kind: "text", text: entry.output.text }],
      );
    case "noted":
    case "withdrawn":
      return "";
    default:
      return entry satisfies never;
  }
}

/** The messages of each lane that stand near one of these, oldest first. */
async function neighbourhoods(
  house: House,
  messages: readonly Scored[],
  surface: string | null,
  mayShow: (entry: Entry) => boolean,
): Promise<readonly (readonly Standing[])[]> {
  const near = await Promise.all(
    messages.map(async ({ standing: { ref, entry } }) => {
      const read = await house.store.range(ref, Math.max(1, entry.seq - neighbourReach), entry.seq + neighbourReach);
      return read.filter(mayShow).map((each) => ({ ref, entry: each }));
    }),
  );
  const lanes: (readonly Standing[])[] = [];
  for (const [ref, entries] of byLane(near.flat())) {
    const distinct = [...new Map(entries.map((entry) => [entry.seq, entry])).values()].sort((a, b) => a.seq - b.seq);
    lanes.push((await standingAmong(house, ref, distinct, surface)).filter(isSpoken));
  }
  return lanes;
}

function spread(messages: readonly Scored[], lanes: readonly (readonly Standing[])[]): readonly Scored[] {
  const own = new Map(messages.map(({ standing, score }) => [placeOf(standing), score]));
  const scoreOf = (other: Standing | undefined, seq: number) =>
    other === undefined || Math.abs(other.entry.seq - seq) > neighbourReach ? 0 : (own.get(placeOf(other)) ?? 0);
  return lanes.flatMap((lane) =>
    lane.map((standing, index) => {
      const { seq } = standing.entry;
      const beside = scoreOf(lane[index - 1], seq) + scoreOf(lane[index + 1], seq);
      return { standing, score: (own.get(placeOf(standing)) ?? 0) + neighbourPart * beside };
    }),
  );
}
