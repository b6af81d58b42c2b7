/**
 * Makes a stateless view: nothing of an earlier compaction counts, and nothing is remembered of this one.
 *
 * With tiers, the current conversation comes first, then the others of the day in full, the newest first, then digests:
 * of the day's conversations that found no room, and of the days before. A conversation is in full only if all newer ones
 * are, so that more room never shows less of one.
 */

import { finish, type Steps } from "@clewline/text/steps.js";
import { firstEpoch } from "../../log/epoch.js";
import type { Tokens } from "../../log/keys.js";
import { readSummaryTokens } from "../../policy/policy.js";
import { mergeItems } from "../../summary/merge.js";
import { makeRememberedBlock } from "../../summary/remembered-block.js";
import { messageFraming } from "../block.js";
import type { Conversation } from "../past/tiers.js";
import type { ReducedView, TooSmall } from "../reduced.js";
import type { Snapshot } from "../snapshot.js";
import type { Drawing } from "../units/drawn-unit.js";
import { cap } from "./cap.js";
import { type CompactionInput, compactView, prepareGround } from "./compact.js";
import { makeDigestWriter, writeDigests } from "./digests.js";
import { computeFloor, countViewTokens, type Digests, type Ground } from "./ground.js";
import { reductions } from "./reductions.js";

export function* fitAfresh(given: CompactionInput): Steps<ReducedView | TooSmall> {
  const { snapshot, drawings } = given;
  const bare = {
    ...snapshot,
    epoch: { ...firstEpoch, key: snapshot.epoch.key },
    summary: null,
    candidate: null,
    mustLeave: 0,
  };
  const compacting = { ...given, snapshot: bare };
  const { epoch } = prepareGround(compacting, null);
  const kept = yield* keepRemembered(compacting, epoch);
  const made =
    drawings.tiers.length === 0
      ? yield* compactView(compacting, { epoch, summary: null, digests: kept, drawing: drawings.compact })
      : yield* fitTiers(compacting, epoch, kept);
  return made.kind === "too-small" ? made : { ...made, epoch: { ...made.epoch, number: 0 }, compacted: false };
}

const nothingKept: Digests = { remembered: null, summaries: [], room: 0 };

/** The most tokens of what is to be remembered; of a small window, the tenth that pinned text may take. */
const rememberedTokens: Tokens = 2_000;

/** All of it has the same room whatever else is shown, so that a little more room never shows less of the past. */
function* keepRemembered(compacting: CompactionInput, epoch: Snapshot["epoch"]): Steps<Digests> {
  const { snapshot, policy, drawings, renderer } = compacting;
  const items = policy.withHistory ? mergeItems([], snapshot.remembered ?? []) : [];
  if (items.length === 0) return nothingKept;
  const ground = yield* compacting.groundOf(drawings.compact, { epoch, summary: null, digests: nothingKept });
  const most = Math.min(rememberedTokens, computeFreePart(compacting, ground));
  const whole = makeRememberedBlock(renderer, items, Number.POSITIVE_INFINITY);
  const reserve = Math.min(most, (whole?.tokens ?? 0) + messageFraming);
  return { remembered: makeRememberedBlock(renderer, items, reserve), summaries: [], room: reserve };
}

interface Attempt {
  readonly drawing: Drawing;
  readonly ground: Ground;
  /** The tokens of the view without digests. */
  readonly taken: Tokens;
  /** With the digests of the day's conversations that are not in full. */
  readonly needed: Tokens;
}

function* fitTiers(
  compacting: CompactionInput,
  epoch: Snapshot["epoch"],
  kept: Digests,
): Steps<ReducedView | TooSmall> {
  const { drawings, policy, room, renderer, snapshot, fns } = compacting;
  const { tiers } = drawings;
  const writer = makeDigestWriter(snapshot, renderer, fns);
  const footing = { epoch, summary: null };
  const limit = room * policy.summariseAt;
  const last = tiers.length - 1;
  const attempts = new Map<number, Attempt>();
  const widest = new Set(tiers[0]?.().pose.told);
  const sizes = new Map<Conversation, Tokens>();
  const attemptAt = (fallen: number): Attempt => {
    const known = attempts.get(fallen);
    if (known !== undefined) return known;
    const drawing = tiers[fallen]?.() ?? drawings.compact;
    const ground = finish(compacting.groundOf(drawing, { ...footing, digests: kept }));
    const taken = countViewTokens(ground, epoch.through, snapshot);
    const { told, rules } = drawing.pose;
    const ofDay = told.filter((conversation) => !widest.has(conversation));
    const digests = ofDay.map((each) => writer.write(each, rules, Number.POSITIVE_INFINITY)?.tokens ?? 0);
    // A digest that is longer than its conversation must not make the fall seem dearer than the conversation.
    const needed =
      taken +
      digests.reduce((sum, tokens, place) => sum + Math.min(tokens, sizes.get(ofDay[place] ?? []) ?? tokens), 0);
    const attempt = { drawing, ground, taken, needed };
    attempts.set(fallen, attempt);
    return attempt;
  };
  const first = attemptAt(0);
  for (const conversation of tiers[last]?.().pose.told ?? [])
    sizes.set(conversation, measure(first.ground, conversation));
  for (let fallen = findFirst(last, (each) => attemptAt(each).needed <= limit); ; fallen++) {
    const { drawing, ground, taken } = attemptAt(fallen);
    const isOver = taken > limit;
    const reserve = isOver
      ? reserveDigests(compacting, ground)
      : Math.min(readSummaryTokens(policy) ?? 0, limit - taken);
    const written = writeDigests(writer, drawing, reserve);
    const digests = { ...kept, summaries: written.summaries, room: kept.room + (isOver ? reserve : written.tokens) };
    const made = yield* compactView(compacting, { ...footing, digests, drawing: written.drawing });
    if (fallen >= last || isUnreduced(made, epoch.through)) return made;
  }
}

/** The tokens of a conversation's own units. */
function measure({ units }: Ground, conversation: Conversation): Tokens {
  const own = new Set(conversation.flatMap(({ entries }) => entries.map(({ seq }) => seq)));
  const items = units.filter(({ unit }) => own.has(unit.first)).flatMap((unit) => unit.items);
  return items.reduce((sum, item) => sum + item.tokens(item.base), 0);
}

/** The first place up to `last` that passes, where every later one passes too; `last` if none does. */
function findFirst(last: number, passes: (place: number) => boolean): number {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Once the current conversation has to lose something, a tenth of the room is for what came before it. */
function reserveDigests(compacting: CompactionInput, ground: Ground): Tokens {
  return Math.min(readSummaryTokens(compacting.policy) ?? 0, computeFreePart(compacting, ground));
}

/** A tenth of the room, but no more than a quarter of what is free. */
function computeFreePart({ room }: CompactionInput, ground: Ground): Tokens {
  const free = Math.max(0, room - computeFloor(ground) - ground.reserved);
  return Math.min(Math.floor(free / 4), Math.floor(room / 10));
}

/** Other conversations are shown in full only if that takes nothing from the current one. */
function isUnreduced(made: ReducedView | TooSmall, before: Snapshot["epoch"]["through"]): boolean {
  if (made.kind === "too-small") return false;
  const { through } = made.epoch;
  return reductions.every(({ name }) => name === cap.name || (through[name] ?? 0) <= (before[name] ?? 0));
}
