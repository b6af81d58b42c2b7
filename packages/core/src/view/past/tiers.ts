/** Sorts the past by age: the current conversation, the rest of a day, the days before. */
import type { Instant } from "../../log/keys.js";
import type { TieredPast } from "../../policy/past-policy.js";
import type { Passage } from "./passages.js";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Passages without a longer pause between them, oldest first. */
export type Conversation = readonly Passage[];

export interface Tiers {
  /** The current conversation; empty if a new one begins. */
  readonly active: Conversation;
  /** The others, oldest first: those of the hours that are shown in full, and those of the days that are summarised. */
  readonly recent: readonly Conversation[];
  readonly earlier: readonly Conversation[];
  readonly older: readonly Passage[];
}

/** The newest passages without a pause longer than `minutes`, up to now. The caller leaves out background turns. */
export function findActiveThread(passages: readonly Passage[], now: Instant, minutes: number): readonly Passage[] {
  const pause = minutes * minuteMs;
  let next = now;
  let start = passages.length;
  while (start > 0) {
    const passage = passages[start - 1];
    // A passage without a valid time is no pause.
    if (passage === undefined || next - passage.until > pause) break;
    if (Number.isFinite(passage.at)) next = Math.min(next, passage.at);
    start -= 1;
  }
  return passages.slice(start);
}

/** A conversation is as old as its last words: what began a little earlier stays with it. */
export function splitByAge(
  passages: readonly Passage[],
  now: Instant,
  threadMinutes: number,
  { fullHours, days }: Pick<TieredPast, "fullHours" | "days">,
): Tiers {
  const active = findActiveThread(passages, now, threadMinutes);
  const rest = groupConversations(passages.slice(0, passages.length - active.length), threadMinutes);
  const full = fullHours * hourMs;
  const last = Math.max(full + dayMs, days * dayMs);
  const ages = rest.map((conversation) => measureAge(conversation, now));
  const between = (above: number, most: number) =>
    rest.filter((_, index) => above < (ages[index] ?? 0) && (ages[index] ?? 0) <= most);
  return {
    active,
    recent: between(Number.NEGATIVE_INFINITY, full),
    earlier: between(full, last),
    older: between(last, Number.POSITIVE_INFINITY).flat(),
  };
}

/** When a conversation ended, by the latest time in it; NaN without a valid one. */
export function findEnd(conversation: Conversation): Instant {
  const times = conversation.map(({ until }) => until).filter(Number.isFinite);
  return times.length === 0 ? Number.NaN : Math.max(...times);
}

/** Without a valid time it is taken for new, and stays. */
function measureAge(conversation: Conversation, now: Instant): number {
  const age = now - findEnd(conversation);
  return Number.isFinite(age) ? age : 0;
}

/** Where pauses don't count, a day of the past is one conversation. */
function groupConversations(passages: readonly Passage[], minutes: number): readonly Conversation[] {
  const groups: Passage[][] = [];
  let end = Number.NaN;
  for (const passage of passages) {
    const isPause = minutes === 0 ? isOtherDay(end, passage.at) : passage.at - end > minutes * minuteMs;
    const open = groups.at(-1);
    if (open === undefined || isPause) groups.push([passage]);
    else open.push(passage);
    if (Number.isFinite(passage.until))
      end = open === undefined || isPause ? passage.until : Math.max(end, passage.until);
  }
  return groups;
}

function isOtherDay(before: Instant, after: Instant): boolean {
  return Math.floor(before / dayMs) < Math.floor(after / dayMs);
}
