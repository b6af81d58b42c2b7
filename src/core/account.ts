import type { Budget } from "./budget.js";
import type { Candidate, Collected } from "./collect.js";
import type { Form } from "./form.js";
import type { Item } from "./item.js";
import type { Ladder } from "./ladder/climb.js";
import type { RungName } from "./policy.js";
import type { Scribe } from "./scribe.js";
import type { Epoch } from "./snapshot.js";
import { turnAnswering } from "./starting-form.js";
import type { Rule, Verdict } from "./verdict.js";

/** A candidate as it is shown: each of its items in its form. */
export interface Shown {
  readonly candidate: Candidate;
  readonly items: readonly (readonly [Item, Form])[];
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Entries that were left out together. A late result goes with its step and leaves no gap of its own. */
export interface Gap extends Range {
  readonly count: number;
}

export interface Account {
  readonly shown: readonly Shown[];
  /** In the order of the log. */
  readonly gaps: readonly Gap[];
  /** One verdict for every seq of the lane, in order, none twice. */
  readonly verdicts: readonly Verdict[];
}

/** What becomes of every entry of the lane when the reductions stand where they stand. */
export function account(
  scribe: Scribe,
  collected: Collected,
  ladder: Ladder,
  through: Epoch["through"],
  budget: Budget,
): Account {
  const shown: Shown[] = [];
  const gaps: Gap[] = unread(scribe).map((range) => ({ ...range, count: range.to - range.from + 1 }));
  const lines: Verdict[] = [];
  for (const candidate of collected.candidates) {
    const forms = candidate.items.map((item) => [item, ...ladder.formAt(candidate, item, through)] as const);
    for (const [item, form, rung] of forms) lines.push(itemVerdict(scribe, candidate, item, form, rung, budget));
    const items = forms.filter(([, form]) => form !== "gone").map(([item, form]) => [item, form] as const);
    if (items.length > 0) shown.push({ candidate, items });
    else gaps.push(gapOf(candidate));
  }
  for (const [seq, rule] of collected.settled) lines.push(settledVerdict(scribe, seq, rule, budget));
  for (const range of unread(scribe)) lines.push(leftOutVerdict(scribe, range, budget));
  return { shown, verdicts: merged(scribe, lines), gaps: gaps.sort((a, b) => a.from - b.from) };
}

function gapOf({ items, unit }: Candidate): Gap {
  const to = Math.max(unit.first, ...items.map((item) => item.entry.seq));
  return { from: unit.first, to, count: items.length };
}

function itemVerdict(
  scribe: Scribe,
  candidate: Candidate,
  item: Item,
  form: Form,
  rung: RungName | null,
  budget: Budget,
): Verdict {
  const { seq } = item.entry;
  if (form === "gone") return leftOutVerdict(scribe, { from: seq, to: seq }, budget);
  const tokens = item.tokens(form);
  if (form === "full" && item.baseRule === "fits") {
    const rule = candidate.layer === "message" ? "message" : "fits";
    return { from: seq, to: seq, kind: "kept", rule, limit: null, tokens, pointer: null };
  }
  const rule = rung ?? item.baseRule;
  const limit = limitBehind(scribe, item, rule, budget);
  return { from: seq, to: seq, kind: "stubbed", rule, limit, tokens, pointer: scribe.pointer("e", seq) };
}

function limitBehind(scribe: Scribe, item: Item, rule: Rule, budget: Budget): string {
  if (rule === "spill.over") return `spillOver=${scribe.policy.spillOver}`;
  if (rule !== "attachment") return `window=${budget.window}`;
  return `attachOver=${turnAnswering(scribe, item.entry)?.attachOver ?? "unknown"}`;
}

function settledVerdict(scribe: Scribe, seq: number, rule: Rule, budget: Budget): Verdict {
  if (rule === "leave-out") return leftOutVerdict(scribe, { from: seq, to: seq }, budget);
  const kept = rule === "bookkeeping" || rule === "edited";
  const pointer = kept ? null : scribe.pointer("e", seq);
  return { from: seq, to: seq, kind: kept ? "kept" : "omitted", rule, limit: null, tokens: 0, pointer };
}

function leftOutVerdict(scribe: Scribe, { from, to }: Range, budget: Budget): Verdict {
  const pointer = scribe.pointer("s", from);
  return { from, to, kind: "omitted", rule: "leave-out", limit: `window=${budget.window}`, tokens: 0, pointer };
}

/** The runs of the lane that the snapshot does not hold: an earlier compaction left them out. */
export function unread({ snapshot }: Scribe): readonly Range[] {
  const ranges: Range[] = [];
  let next = 1;
  for (const { seq } of snapshot.entries) {
    if (seq > next) ranges.push({ from: next, to: seq - 1 });
    next = seq + 1;
  }
  if (next <= snapshot.last) ranges.push({ from: next, to: snapshot.last });
  return ranges;
}

/** In order, with neighbours that were left out alike as one span. */
function merged(scribe: Scribe, lines: readonly Verdict[]): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  for (const line of [...lines].sort((a, b) => a.from - b.from)) {
    const before = verdicts.at(-1);
    if (before?.rule === "leave-out" && line.rule === "leave-out" && before.to + 1 === line.from) {
      verdicts[verdicts.length - 1] = { ...before, to: line.to, pointer: scribe.pointer("s", before.from) };
    } else verdicts.push(line);
  }
  return verdicts;
}
