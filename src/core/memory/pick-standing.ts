import type { EntryId, Instant, Tokens } from "../log/keys.js";
import type { Memory } from "../log/memories/memory.js";
import type { StandingMemories, StandingMemory } from "../log/memories/standing-memory.js";
import { escapeText } from "../text/fence.js";
import { isCurrent } from "./memory-age.js";

/** A memory that may be told, with the entry of the change that made it what it is. */
export interface ToldMemory {
  readonly memory: Memory;
  readonly entry: EntryId;
  /** Its place in the lane of the scope. */
  readonly seq: number;
}

export interface StandingTerms {
  readonly now: Instant;
  /** What is left for them of the part of the room that all pinned texts share. */
  readonly share: Tokens;
  /** Names who said it, where that is not plain: several people speak in the chat, or somebody else said it elsewhere. */
  nameSpeaker(memory: Memory): string | null;
  /** The seq of its message, if the view has that and so need not repeat it; else null. */
  findInView(memory: Memory): number | null;
  count(text: string): Tokens;
}

/** The most tokens of all standing memories. */
export const mostStanding = 600;
/** What stands around the lines, and around each of them. */
const [frameTokens, lineTokens] = [45, 14];

/** What stands in every view of the chat: what is pinned, then instructions and preferences, the newest first as long as there is room. */
export function pickStanding(
  told: readonly ToldMemory[],
  { now, share, nameSpeaker, findInView, count }: StandingTerms,
): StandingMemories {
  const standing = told.filter(({ memory }) => isStanding(memory) && isCurrent(memory, now) && hasBegun(memory, now));
  const ranked = standing.toSorted(
    ({ memory: a }, { memory: b }) => rank(a) - rank(b) || b.saidAt - a.saidAt || (a.name < b.name ? -1 : 1),
  );
  const costed = ranked.map((each) => {
    const speaker = nameSpeaker(each.memory);
    const tokens = count(escapeText(each.memory.text)) + lineTokens + (speaker === null ? 0 : count(speaker));
    return { memory: describe(each, speaker !== null, tokens), seq: findInView(each.memory) };
  });
  let left = Math.min(mostStanding, share) - frameTokens;
  const placed = costed.filter(({ memory: { tokens } }) => {
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  const places = new Set(placed);
  return {
    shown: placed.flatMap(({ memory, seq }) => (seq === null ? [memory] : [])).toSorted(compareTold),
    waiting: placed.flatMap(({ memory, seq }) => (seq === null ? [] : [{ memory, seq }])),
    hidden: costed.flatMap((each) => (places.has(each) || each.seq !== null ? [] : [each.memory])),
    limit: share < mostStanding ? `pinned=${share}` : `standing=${mostStanding}`,
  };
}

/** The same when a compaction has taken the messages up to this seq out of the view. */
export function showLeaving(standing: StandingMemories, boundary: number): StandingMemories {
  const leaving = standing.waiting.filter(({ seq }) => seq <= boundary);
  if (leaving.length === 0) return standing;
  return {
    shown: [...standing.shown, ...leaving.map(({ memory }) => memory)].toSorted(compareTold),
    waiting: standing.waiting.filter(({ seq }) => seq > boundary),
    hidden: standing.hidden,
    limit: standing.limit,
  };
}

export function isStanding({ kind, pinned }: Memory): boolean {
  return pinned === true || kind === "instruction" || kind === "preference";
}

function hasBegun({ from }: Memory, now: Instant): boolean {
  return from === undefined || from <= now;
}

/** What lasts comes before what ends by itself; what somebody pinned comes first and so leaves last. */
function rank({ pinned, kind, until }: Memory): number {
  if (pinned === true) return 0;
  return (until === undefined ? 1 : 3) + (kind === "instruction" ? 0 : 1);
}

function describe({ memory, entry, seq }: ToldMemory, isNamed: boolean, tokens: Tokens): StandingMemory {
  const { name, text, person, saidAt, scope } = memory;
  return { name, text, person: isNamed ? person : null, saidAt, entry, place: { scope, seq }, tokens };
}

function compareTold(a: StandingMemory, b: StandingMemory): number {
  return a.saidAt - b.saidAt || (a.name < b.name ? -1 : 1);
}
