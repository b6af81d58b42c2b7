/**
 * Which memories the prefix of a view tells (decision 0093).
 *
 * 1. All that hold, newest first, while they fit into the budget.
 * 2. Else what is pinned, then wishes in half of it; the rest is ranked for the message that is answered. Where nothing is ranked, plain
 *    facts go before the others, and all of the budget is theirs.
 * 3. What the agent noted by itself is only looked up.
 * 4. What the view still shows as a message takes no room and is not repeated.
 * 5. A list that a view has told stays as it is while the provider's cache has it (`hold-standing.ts`).
 */
import type { EntryId, Instant, Pointer, Tokens } from "../../log/keys.js";
import type { Memory } from "../../log/memories/memory.js";
import { mostHidden, type StandingMemories, type StandingMemory } from "../../log/memories/standing-memory.js";
import { isCurrent } from "../memory-age.js";
import type { ToldIndex } from "./told-index.js";
import { compareNewest, isWish, placesInPrefix, type ToldMemory } from "./told-memory.js";

export interface StandingTerms {
  readonly now: Instant;
  /** The room that a window of this size has for them. */
  readonly budget: Tokens;
  /** Their rest of the room that all pinned texts share. */
  readonly share: Tokens;
  /** Whether what doesn't fit is ranked for each message. */
  readonly hasRest: boolean;
  /** Whose words need no name; null where several people speak, or nobody has an address. */
  readonly person: string | null;
  /** The messages that the view may show. */
  readonly inView: Iterable<EntryId>;
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

/** Picks what a view tells, given which messages after its boundary it does not show. */
export type StandingAfter = (hasLeft: (seq: number) => boolean) => StandingMemories;

export function pickStanding(index: ToldIndex<ToldMemory>, terms: StandingTerms): StandingAfter {
  const placed = new Map<EntryId, Placed>();
  for (const { told, memory } of index.bySources(terms.inView)) {
    const seq = mayStand(memory, terms.now) ? terms.findInView(memory) : null;
    if (seq !== null) placed.set(told.entry, { told, seq });
  }
  return (hasLeft) => pickAfter({ index, placed, hasLeft }, terms);
}

/** Whether a memory is one of those that the prefix tells while there is room. */
export function mayStand(memory: Memory, now: Instant): boolean {
  const { by, pinned, from } = memory;
  // A page that the agent has read may have told it what to note: that stands only if a person pinned it.
  if (!isCurrent(memory, now) || (by === "agent" && pinned !== true)) return false;
  return !isWish(memory) || from === undefined || from <= now;
}

/** A memory and the seq of its message, which the view may show. */
interface Placed {
  readonly told: ToldMemory;
  readonly seq: number;
}

interface Picking {
  readonly index: ToldIndex<ToldMemory>;
  readonly placed: ReadonlyMap<EntryId, Placed>;
  readonly hasLeft: (seq: number) => boolean;
}

function isInView({ placed, hasLeft }: Picking, { entry }: ToldMemory): boolean {
  const seq = placed.get(entry)?.seq;
  return seq !== undefined && !hasLeft(seq);
}

/** Those that hold and stand in no message of the view. Nobody goes further than there is room for. */
function* listOpen(picking: Picking, { now }: StandingTerms, told: Iterable<ToldMemory>): Generator<ToldMemory> {
  for (const each of told) if (mayStand(each.memory, now) && !isInView(picking, each)) yield each;
}

function pickAfter(picking: Picking, terms: StandingTerms): StandingMemories {
  const { index, placed } = picking;
  const { budget, share, person, point } = terms;
  const room = Math.min(budget, share) - terms.countFrame();
  const shown = takeAll(picking, room, terms) ?? takeFirst(picking, room, terms);
  const entries = new Set(shown.map(({ entry }) => entry));
  const hidden: Pointer[] = [];
  for (const each of listOpen(picking, terms, index.told)) {
    if (hidden.length === mostHidden) break;
    if (!entries.has(each.entry)) hidden.push(point(each));
  }
  const waiting = [...placed.values()].filter(({ told }) => isInView(picking, told));
  return {
    ...{ person, shown, hidden, hasRest: hidden.length > 0 },
    left: room - shown.reduce((sum, { tokens }) => sum + tokens, 0),
    waiting: waiting.map(({ told, seq }) => ({ memory: describeCounted(told, terms), seq })),
    limit: share < budget ? `pinned=${share}` : `standing=${budget}`,
  };
}

function takeAll(picking: Picking, room: Tokens, terms: StandingTerms): readonly StandingMemory[] | null {
  const shown: StandingMemory[] = [];
  let left = room;
  for (const each of listOpen(picking, terms, picking.index.told)) {
    const counted = describeCounted(each, terms);
    left -= counted.tokens;
    if (left < 0) return null;
    shown.push(counted);
  }
  return shown;
}

/** Those of one place newest first. A place is over when many in a row find no room, so that time does not grow with the log. */
function takeFirst(picking: Picking, room: Tokens, terms: StandingTerms): readonly StandingMemory[] {
  const { hasRest } = terms;
  const shown = new Map<ToldMemory, StandingMemory>();
  let used = 0;
  for (const place of placesInPrefix) {
    if (hasRest && (place === "plain" || place === "other")) break;
    const most = place === "pinned" || !hasRest ? room : Math.floor(room / 2);
    const placed = picking.index.byPlace(place).map(({ told }) => told);
    let misses = 0;
    for (const each of listOpen(picking, terms, placed)) {
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
  return [...shown].sort(([one], [other]) => compareNewest(one, other)).map(([, each]) => each);
}

const mostMisses = 10;

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
