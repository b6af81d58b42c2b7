/**
 * Which memories the prefix of a view tells (decision 0093).
 *
 * 1. All that hold, newest first, while they fit into the budget.
 * 2. Else what is pinned, then wishes and short facts in half of it; the rest is ranked for the message that is answered.
 * 3. What the agent noted by itself is only looked up.
 * 4. What the view still shows as a message takes no room and is not repeated.
 * 5. A list that a view has told stays as it is while the provider's cache has it (`hold-standing.ts`).
 */
import type { EntryId, Instant, Pointer, Tokens } from "../log/keys.js";
import type { Memory } from "../log/memories/memory.js";
import { mostHidden, type StandingMemories, type StandingMemory } from "../log/memories/standing-memory.js";
import { isCurrent } from "./memory-age.js";

/** A memory that may be told, with the entry of the change that made it what it is. */
export interface ToldMemory {
  readonly memory: Memory;
  readonly entry: EntryId;
  /** Its place in the lane of the scope. */
  readonly seq: number;
  /** Set if somebody worded it anew: it is nobody's own words any more. */
  readonly isReworded?: true;
}

export interface StandingTerms {
  readonly now: Instant;
  /** What a window of this size has for them. */
  readonly budget: Tokens;
  /** What is left for them of the part of the room that all pinned texts share. */
  readonly share: Tokens;
  /** Whether what doesn't fit is ranked for each message. */
  readonly hasRest: boolean;
  /** Whose words need no name; null where several people speak, or nobody has an address. */
  readonly person: string | null;
  /** The seq of the message that said it if the view may show that and nothing earlier said it; else null. */
  findInView(memory: Memory): number | null;
  countLine(memory: DescribedMemory): Tokens;
  countFrame(): Tokens;
  point(told: ToldMemory): Pointer;
}

export type DescribedMemory = Omit<StandingMemory, "tokens">;

const [leastBudget, mostBudget, partOfWindow] = [300, 1_200, 0.01];

/** The most tokens of what a prefix tells. */
export function computeStandingBudget(window: Tokens): Tokens {
  return Math.min(mostBudget, Math.max(leastBudget, Math.floor(window * partOfWindow)));
}

/** What a view tells, given which messages after its boundary it does not show. */
export type StandingAfter = (hasLeft: (seq: number) => boolean) => StandingMemories;

/** `told` is newest first. */
export function pickStanding(told: readonly ToldMemory[], terms: StandingTerms): StandingAfter {
  const holding = told.filter(({ memory }) => mayStand(memory, terms.now));
  const placed = holding.map((each) => ({ each, seq: terms.findInView(each.memory) }));
  return (hasLeft) => pickAfter(placed, terms, hasLeft);
}

/** Whether a memory is one of those that the prefix tells while there is room. */
export function mayStand(memory: Memory, now: Instant): boolean {
  const { by, pinned, from } = memory;
  // A page that the agent has read may have told it what to note: that stands only if a person pinned it.
  if (!isCurrent(memory, now) || (by === "agent" && pinned !== true)) return false;
  return !isWish(memory) || from === undefined || from <= now;
}

interface Placed {
  readonly each: ToldMemory;
  /** Of its message, where the view has that. */
  readonly seq: number | null;
}

function pickAfter(
  holding: readonly Placed[],
  terms: StandingTerms,
  hasLeft: (seq: number) => boolean,
): StandingMemories {
  const { budget, share, person, point } = terms;
  const isInView = (seq: number | null): seq is number => seq !== null && !hasLeft(seq);
  const open = holding.flatMap(({ each, seq }) => (isInView(seq) ? [] : [each]));
  const room = Math.min(budget, share) - terms.countFrame();
  const shown = takeAll(open, room, terms) ?? takeFirst(open, room, terms);
  const entries = new Set(shown.map(({ entry }) => entry));
  const hidden: Pointer[] = [];
  for (const each of open) {
    if (hidden.length === mostHidden) break;
    if (!entries.has(each.entry)) hidden.push(point(each));
  }
  return {
    ...{ person, shown, hidden, hasRest: hidden.length > 0 },
    left: room - shown.reduce((sum, { tokens }) => sum + tokens, 0),
    waiting: holding.flatMap(({ each, seq }) => (isInView(seq) ? [{ memory: describeCounted(each, terms), seq }] : [])),
    limit: share < budget ? `pinned=${share}` : `standing=${budget}`,
  };
}

function takeAll(open: readonly ToldMemory[], room: Tokens, terms: StandingTerms): readonly StandingMemory[] | null {
  const shown: StandingMemory[] = [];
  let left = room;
  for (const each of open) {
    const counted = describeCounted(each, terms);
    left -= counted.tokens;
    if (left < 0) return null;
    shown.push(counted);
  }
  return shown;
}

/** Those of equal rank newest first. A rank is over when many in a row find no place, so that time does not grow with the log. */
function takeFirst(open: readonly ToldMemory[], room: Tokens, terms: StandingTerms): readonly StandingMemory[] {
  const { hasRest } = terms;
  const ranks: ToldMemory[][] = [[], [], [], [], []];
  for (const each of open) ranks[rank(each.memory)]?.push(each);
  const shown = new Map<ToldMemory, StandingMemory>();
  let used = 0;
  for (const [place, ranked] of ranks.entries()) {
    // What is long is not told by half a budget; where nothing is ranked, it has all of it.
    if (place === ranks.length - 1 && hasRest) break;
    const most = place === 0 || !hasRest ? room : Math.floor(room / 2);
    let misses = 0;
    for (const each of ranked) {
      const counted = describeCounted(each, terms);
      if (used + counted.tokens > most) {
        misses += 1;
        if (misses > mostMisses) break;
        continue;
      }
      used += counted.tokens;
      shown.set(each, counted);
    }
  }
  return open.flatMap((each) => shown.get(each) ?? []);
}

const mostMisses = 10;

/** What is pinned leaves last, then wishes, of which those with an end leave first. */
function rank({ pinned, kind, until, text }: Memory): number {
  if (pinned === true) return 0;
  if (isWish({ kind })) return until === undefined ? 1 : 2;
  return text.length <= shortText ? 3 : 4;
}

/** In characters: "I'm allergic to penicillin" rather than a story. */
const shortText = 60;

export function isWish({ kind }: Pick<Memory, "kind">): boolean {
  return kind === "instruction" || kind === "preference";
}

function describeCounted(each: ToldMemory, { countLine, point }: StandingTerms): StandingMemory {
  const described = describe(each, point);
  return { ...described, tokens: countLine(described) };
}

export function describe(each: ToldMemory, point: StandingTerms["point"]): DescribedMemory {
  const { memory, entry, isReworded } = each;
  const { name, text, person, saidAt, by, pinned } = memory;
  const isSaid = isReworded !== true && (by === "rule" || by === "model");
  return {
    ...{ name, text, person, saidAt, entry },
    form: isWish(memory) ? "wish" : "fact",
    told: by === "agent" ? "noted by the agent" : isSaid ? "said" : "noted",
    pointer: point(each),
    ...(pinned === true ? { isPinned: true } : {}),
  };
}

export function compareNewest({ memory: a }: ToldMemory, { memory: b }: ToldMemory): number {
  return b.saidAt - a.saidAt || (a.name < b.name ? -1 : 1);
}
