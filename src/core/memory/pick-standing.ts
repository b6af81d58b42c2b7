import type { EntryId, Instant, Tokens } from "../log/keys.js";
import type { Memory } from "../log/memories/memory.js";
import type { StandingMemories, StandingMemory } from "../log/memories/standing-memory.js";
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
  /** The room of the view. */
  readonly room: Tokens;
  /** Whether several people speak in the chat, so that a line names who said it. */
  readonly isGroup: boolean;
  /** The seq of its message, if the view has that and so need not repeat it; else null. */
  findInView(memory: Memory): number | null;
  count(text: string): Tokens;
}

/** The most tokens of all standing memories, and the most of the view's room. */
const [mostTokens, mostOfRoom] = [600, 0.1];
/** What stands around the lines, and around each of them. */
const [frameTokens, lineTokens] = [45, 14];

/** What stands in every view of the chat: what is pinned, then instructions and preferences, the newest first as long as there is room. */
export function pickStanding(
  told: readonly ToldMemory[],
  { now, room, isGroup, findInView, count }: StandingTerms,
): StandingMemories {
  const standing = told.filter(({ memory }) => isStanding(memory) && isCurrent(memory, now) && hasBegun(memory, now));
  const ranked = standing.toSorted(
    ({ memory: a }, { memory: b }) => rank(a) - rank(b) || b.saidAt - a.saidAt || (a.name < b.name ? -1 : 1),
  );
  let left = Math.min(mostTokens, Math.floor(room * mostOfRoom)) - frameTokens;
  const taken = ranked.filter(({ memory }) => {
    const cost = count(memory.text) + lineTokens + (isGroup ? count(memory.person ?? "") : 0);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  const placed = taken.map((each) => ({ memory: describe(each, isGroup), seq: findInView(each.memory) }));
  const places = new Set(taken);
  return {
    shown: placed.flatMap(({ memory, seq }) => (seq === null ? [memory] : [])).toSorted(compareTold),
    waiting: placed.flatMap(({ memory, seq }) => (seq === null ? [] : [{ memory, seq }])),
    hidden: standing.filter((each) => !places.has(each) && findInView(each.memory) === null).length,
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

function describe({ memory, entry }: ToldMemory, isGroup: boolean): StandingMemory {
  const { name, text, person, saidAt } = memory;
  return { name, text, person: isGroup ? person : null, saidAt, entry };
}

function compareTold(a: StandingMemory, b: StandingMemory): number {
  return a.saidAt - b.saidAt || (a.name < b.name ? -1 : 1);
}
