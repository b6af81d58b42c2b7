import type { Budget } from "./budget.js";
import type { Candidate, Collected } from "./collect.js";
import type { Form } from "./form.js";
import type { Item } from "./item.js";
import type { Ladder } from "./ladder/climb.js";
import type { Gap } from "./notice.js";
import { type RungName, rungNames } from "./policy.js";
import type { Scribe } from "./scribe.js";
import { type Epoch, isTold } from "./snapshot.js";
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
  const notices = noticing(scribe);
  const gaps: Gap[] = unread(scribe)
    .flatMap((range) => splitBy(notices, range))
    .flatMap(({ rule, ...range }) => (rule === "leave-out" ? [{ ...range, count: range.to - range.from + 1 }] : []));
  const lines: Verdict[] = [];
  for (const candidate of collected.candidates) {
    const forms = candidate.items.map((item) => [item, ...ladder.formAt(candidate, item, through)] as const);
    for (const [item, form, rung] of forms) lines.push(itemVerdict(scribe, candidate, item, form, rung, budget));
    const items = forms.filter(([, form]) => form !== "gone").map(([item, form]) => [item, form] as const);
    if (items.length > 0) shown.push({ candidate, items });
    else gaps.push(...gapOf(notices, candidate));
  }
  for (const [seq, rule] of collected.settled) {
    lines.push(settledVerdict(scribe, seq, rule, budget));
    if (isListed(rule) && !isRetrieved(scribe, seq)) gaps.push({ from: seq, to: seq, count: 1 });
  }
  for (const range of unread(scribe)) lines.push(...hiddenVerdicts(scribe, range, budget));
  return { shown, verdicts: merged(scribe, lines), gaps: gaps.sort((a, b) => a.from - b.from) };
}

/** Where the prefix has to stay as it is, what was looked up for one turn takes no notice out of it. */
function noticing(scribe: Scribe): Scribe {
  return scribe.policy.prefix === "epoch" ? { ...scribe, retrieved: new Set() } : scribe;
}

/** What the summary tells, or its reader cleared, is no gap. */
function gapOf(scribe: Scribe, { items, unit }: Candidate): readonly Gap[] {
  const seqs = items.map((item) => item.entry.seq).filter((seq) => ruleOfHidden(scribe, seq) === "leave-out");
  const [first] = seqs;
  if (first === undefined) return [];
  const from = ruleOfHidden(scribe, unit.first) === "leave-out" ? unit.first : first;
  return [{ from, to: Math.max(from, ...seqs), count: seqs.length }];
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
  if (form === "gone" && rung === "text-only" && !isRetrieved(scribe, seq))
    return spanVerdict(scribe, { from: seq, to: seq }, rung, budget);
  if (form === "gone") return spanVerdict(scribe, { from: seq, to: seq }, ruleOfHidden(scribe, seq), budget);
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
  const { policy, snapshot } = scribe;
  switch (rule) {
    case "shape":
      return `streamBytes=${policy.streamBytes}`;
    case "spill.over":
      return `spillOver=${policy.spillOver}`;
    case "cap":
      return `capOver=${policy.capOver}`;
    case "reply.over":
      return `replyCharacters=${policy.replyCharacters}`;
    case "background":
      return `preview=${policy.preview}`;
    case "actions":
      return `history=${policy.history}`;
    case "attachment":
      return `attachOver=${turnAnswering(scribe, item.entry)?.attachOver ?? "unknown"}`;
    default:
      return isRung(rule) ? (snapshot.epoch.limits[rule] ?? `window=${budget.window}`) : `window=${budget.window}`;
  }
}

function isRung(rule: Rule): rule is RungName {
  return (rungNames as readonly string[]).includes(rule);
}

function settledVerdict(scribe: Scribe, seq: number, rule: Rule, budget: Budget): Verdict {
  if (rule === "leave-out") return leftOutVerdict(scribe, { from: seq, to: seq }, budget);
  if (isRetrieved(scribe, seq)) return spanVerdict(scribe, { from: seq, to: seq }, "memory", budget);
  const kept = rule === "bookkeeping" || rule === "edited";
  const pointer = kept ? null : scribe.pointer("e", seq);
  const kind = kept ? "kept" : rule === "tier" ? "summarised" : "omitted";
  return { from: seq, to: seq, kind, rule, limit: limitOfSorting(scribe, rule), tokens: 0, pointer };
}

/** Which setting kept a part of the past out; null for what follows from the entry itself. */
function limitOfSorting({ policy }: Scribe, rule: Rule): string | null {
  switch (rule) {
    case "no-history":
      return `withHistory=${policy.withHistory}`;
    case "narrow":
      return "replyTo=notification";
    case "lookback":
      return `lookback=${policy.lookback}`;
    case "recency":
      return `recencyHours=${policy.recencyHours}`;
    case "selection":
      return `alwaysRecent=${policy.alwaysRecent}`;
    case "tier":
      return `fullHours=${policy.fullHours}`;
    case "age":
      return `tierDays=${policy.tierDays}`;
    case "background":
      return `backgroundTurns=${policy.backgroundTurns}`;
    case "actions":
      return `history=${policy.history}`;
    default:
      return null;
  }
}

/** Parts of the past that a notice has to tell of, because nothing else does. */
export function isListed(rule: Rule): boolean {
  return rule === "lookback" || rule === "recency" || rule === "selection" || rule === "age";
}

/** Whether something that was looked up shows it after all. */
function isRetrieved(scribe: Scribe, seq: number): boolean {
  return scribe.retrieved.has(seq);
}

function leftOutVerdict(scribe: Scribe, range: Range, budget: Budget): Verdict {
  return spanVerdict(scribe, range, "leave-out", budget);
}

/** Rules under which entries are not shown one by one. */
type SpanRule = "cleared" | "summary" | "leave-out" | "text-only" | "memory";

function spanVerdict(scribe: Scribe, { from, to }: Range, rule: SpanRule, { window }: Budget): Verdict {
  const { epoch, cleared } = scribe.snapshot;
  const moved = epoch.limits[rule === "text-only" ? rule : "leave-out"] ?? `window=${window}`;
  const limit = rule === "memory" ? null : rule === "cleared" ? `cleared=${cleared}` : moved;
  const kind = rule === "summary" ? "summarised" : rule === "memory" ? "retrieved" : "omitted";
  return { from, to, kind, rule, limit, tokens: 0, pointer: scribe.pointer("s", from) };
}

/** What is not read was cleared by its reader, is told by the summary, or was left out. */
function hiddenVerdicts(scribe: Scribe, range: Range, budget: Budget): readonly Verdict[] {
  return splitBy(scribe, range).map(({ rule, ...part }) => spanVerdict(scribe, part, rule, budget));
}

function ruleOfHidden(scribe: Scribe, seq: number): SpanRule {
  const { snapshot, policy } = scribe;
  const { cleared, summary } = snapshot;
  if (isRetrieved(scribe, seq)) return "memory";
  if (seq <= cleared) return "cleared";
  const isInside = summary !== null && summary.from <= seq && seq <= summary.to;
  return isInside && isTold(snapshot, policy) ? "summary" : "leave-out";
}

function splitBy(scribe: Scribe, { from, to }: Range): readonly (Range & { readonly rule: SpanRule })[] {
  const { cleared, summary } = scribe.snapshot;
  const found = [...scribe.retrieved].flatMap((seq) => [seq - 1, seq]);
  const edges = [cleared, ...found, ...(summary === null ? [] : [summary.from - 1, summary.to])];
  const cuts = [...new Set(edges.filter((edge) => from <= edge && edge < to))].sort((a, b) => a - b);
  return [...cuts, to].map((end, index) => {
    const start = (cuts[index - 1] ?? from - 1) + 1;
    return { from: start, to: end, rule: ruleOfHidden(scribe, end) };
  });
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

const spans: ReadonlySet<Rule> = new Set<SpanRule>(["cleared", "summary", "leave-out", "text-only", "memory"]);

/** In order, with neighbours that were left out alike as one span. */
function merged(scribe: Scribe, lines: readonly Verdict[]): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  for (const line of [...lines].sort((a, b) => a.from - b.from)) {
    const before = verdicts.at(-1);
    if (before !== undefined && before.rule === line.rule && spans.has(line.rule) && before.to + 1 === line.from) {
      verdicts[verdicts.length - 1] = { ...before, to: line.to, pointer: scribe.pointer("s", before.from) };
    } else verdicts.push(line);
  }
  return verdicts;
}
