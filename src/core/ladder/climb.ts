/**
 * The ladder: which form each entry takes so that the whole fits.
 *
 * Every rung looks at what it alone would save on each entry. While there is not room for everything, the room is
 * divided among the rungs by weight, and each rung spares the newest entries as far as its part goes. What the newest
 * step brought has a part of its own, so that old entries can't push out a result before the model has read it. So
 *   1. the result fits, whatever the rungs are: the parts add up to the room;
 *   2. more room never shows less of anything: each part only grows, and each rung spares a longer run;
 *   3. a rung never looks at another one's outcome, so a new rung is a new entry in the list and nothing else.
 * Between compactions nothing moves: the boundaries of the last one are reused until the view no longer fits.
 */
import { messageFraming } from "../block.js";
import type { Candidate } from "../collect.js";
import type { Form } from "../form.js";
import type { Item } from "../item.js";
import type { Tokens } from "../keys.js";
import { type LadderStep, type RungName, rungNames } from "../policy.js";
import type { Scribe } from "../scribe.js";
import type { Epoch } from "../snapshot.js";
import { cap } from "./cap.js";
import { clear, clearLast } from "./clear.js";
import { emergency } from "./emergency.js";
import { leaveOut } from "./leave-out.js";
import type { Rung } from "./rung.js";
import { shareOut } from "./share.js";
import { spill } from "./spill.js";
import { textOnly } from "./text-only.js";

const rungs: Readonly<Record<RungName, Rung>> = {
  cap,
  spill,
  clear,
  "clear-last": clearLast,
  "text-only": textOnly,
  emergency,
  "leave-out": leaveOut,
};

export interface Ladder {
  /** What no rung can take away. */
  readonly floor: Tokens;
  /** All candidates together, with these boundaries. */
  tokensAt(through: Epoch["through"]): Tokens;
  /** New boundaries, never behind the given ones, for this much room. */
  climb(from: Epoch["through"], room: Tokens): Epoch["through"];
  formAt(candidate: Candidate, item: Item, through: Epoch["through"]): readonly [Form, RungName | null];
}

interface Saving {
  readonly candidate: Candidate;
  /** What decides whether a boundary has passed it. */
  readonly place: number;
  /** Where the boundary stands once it has passed: nothing of it that could be shown alone is left behind. */
  readonly end: number;
  readonly tokens: Tokens;
}

export function ladderOver(steps: readonly LadderStep[], candidates: readonly Candidate[], scribe: Scribe): Ladder {
  const ordered = rungNames.flatMap((name) => steps.filter((step) => step.rung === name));
  const acting = rungNames.filter((name) => isFixed(name) || steps.some((step) => step.rung === name));
  const savings = new Map<RungName, Saving[]>(ordered.map((step) => [step.rung, []]));
  let floor = 0;
  for (const candidate of candidates) floor += measure(candidate, ordered, savings, scribe);
  const spared = (rung: RungName, through: Epoch["through"]) =>
    (savings.get(rung) ?? []).filter((saving) => saving.place > through[rung]);
  return {
    floor,
    tokensAt: (through) =>
      candidates.reduce((sum, candidate) => sum + shownTokens(acting, scribe, candidate, through), 0),
    climb(from, room) {
      const demands = ordered.flatMap(({ rung, share, fresh }) => {
        const all = spared(rung, from);
        return [
          { rung, weight: share, savings: all.filter((saving) => !saving.candidate.floor) },
          { rung, weight: fresh, savings: all.filter((saving) => saving.candidate.floor) },
        ];
      });
      const parts = shareOut(
        demands.map(({ weight, savings }) => ({ weight, wanted: total(savings) })),
        room,
      );
      const through = { ...from };
      for (const [index, { rung, savings }] of demands.entries()) {
        through[rung] = Math.max(through[rung], boundary(savings, parts[index] ?? 0, from[rung]));
      }
      return through;
    },
    formAt: (candidate, item, through) => formAt(acting, scribe, candidate, item, through),
  };
}

/** These follow a limit of their own, whatever room there is. */
function isFixed(rung: RungName): boolean {
  return rung === "cap" || rung === "emergency";
}

/** What comes with a candidate besides its items. */
function framing(candidate: Candidate): Tokens {
  const messages = candidate.unit.kind === "single" ? 1 : candidate.asides.length > 0 ? 3 : 2;
  return candidate.asides.reduce((sum, aside) => sum + aside.tokens, messages * messageFraming);
}

function shownTokens(
  acting: readonly RungName[],
  scribe: Scribe,
  candidate: Candidate,
  through: Epoch["through"],
): Tokens {
  const forms = candidate.items.map((item) => [item, ...formAt(acting, scribe, candidate, item, through)] as const);
  if (forms.every(([, form]) => form === "gone")) {
    return forms.some(([, , by]) => by === "text-only") ? candidate.notice : 0;
  }
  return forms.reduce((sum, [item, form]) => sum + item.tokens(form), framing(candidate));
}

/** Enters what each rung would save on a candidate, and returns what none can. */
function measure(
  candidate: Candidate,
  steps: readonly LadderStep[],
  savings: ReadonlyMap<RungName, Saving[]>,
  scribe: Scribe,
): Tokens {
  let rest = framing(candidate);
  for (const item of candidate.items) {
    let tokens = item.tokens(item.base);
    for (const { rung } of steps) {
      if (rungs[rung].grain === "unit" || !acts(rung, candidate, item, scribe)) continue;
      const smaller = Math.min(tokens, item.tokens(rungs[rung].form));
      const { seq } = item.entry;
      savings.get(rung)?.push({ candidate, place: seq, end: seq, tokens: tokens - smaller });
      tokens = smaller;
    }
    rest += tokens;
  }
  if (candidate.floor) return rest;
  const [place, end] = [candidate.unit.first, endOf(candidate)];
  const between = candidate.between ? savings.get("text-only") : undefined;
  if (between !== undefined && rest > candidate.notice) {
    // A notice stands in its place, which leaves when the whole turn does.
    between.push({
      candidate,
      place,
      end: Math.min(end, candidate.between?.before ?? end),
      tokens: rest - candidate.notice,
    });
    rest = candidate.notice;
  }
  const leaving = savings.get("leave-out");
  if (leaving === undefined) return rest;
  leaving.push({ candidate, place, end, tokens: rest });
  return 0;
}

/** Results and answers that come much later are nothing without their call; those that follow at once leave with it. */
export function endOf({ unit }: Candidate): number {
  const own = unit.entries.filter((entry) => entry.kind !== "returned" && entry.kind !== "noted");
  let end = Math.max(unit.first, ...own.map((entry) => entry.seq));
  for (const { seq } of unit.entries) if (seq === end + 1) end = seq;
  return end;
}

/** A rung leaves alone what is fixed, what already starts smaller, and what it would not shorten. */
function acts(rung: RungName, candidate: Candidate, item: Item, scribe: Scribe): boolean {
  const { form, applies } = rungs[rung];
  return !candidate.fixed && applies(item, scribe) && item.tokens(form) < item.tokens(item.base);
}

function total(savings: readonly Saving[]): Tokens {
  return savings.reduce((sum, saving) => sum + saving.tokens, 0);
}

/** Walks from the newest; the first that no longer fits, and everything older, is reduced. */
function boundary(savings: readonly Saving[], part: Tokens, from: number): number {
  let left = part;
  const newestFirst = [...savings].sort((a, b) => b.place - a.place);
  for (const [index, saving] of newestFirst.entries()) {
    left -= saving.tokens;
    // The parts are quotients: a hair's breadth of rounding must not cost an entry its place.
    if (left < -1e-6) return newestFirst.slice(index).reduce((end, each) => Math.max(end, each.end), from);
  }
  return from;
}

function formAt(
  acting: readonly RungName[],
  scribe: Scribe,
  candidate: Candidate,
  item: Item,
  through: Epoch["through"],
): readonly [Form, RungName | null] {
  let form: Form = item.base;
  let by: RungName | null = null;
  for (const rung of acting) {
    const reached = reaches(rung, candidate, item, scribe, through[rung]);
    // A stub may be larger than short ends: a rung never gives back what another one took.
    if (reached && item.tokens(rungs[rung].form) <= item.tokens(form)) [form, by] = [rungs[rung].form, rung];
  }
  return [form, by];
}

function reaches(rung: RungName, candidate: Candidate, item: Item, scribe: Scribe, through: number): boolean {
  if (rungs[rung].grain === "entry") return item.entry.seq <= through && acts(rung, candidate, item, scribe);
  if (candidate.floor || candidate.held || candidate.unit.first > through) return false;
  return rung !== "text-only" || candidate.between !== null;
}
