/** Accounts for every entry of the lane at the reductions' current reach. */

import { endsStep, type Steps } from "@clewline/text/steps.js";
import { isSkipped } from "../../log/background-runs.js";
import type { Entry } from "../../log/entry.js";
import type { Tokens, TurnId } from "../../log/keys.js";
import { findRange, formatRange } from "../../log/ranges/lane-ranges.js";
import type { TurnRecord } from "../../log/turn.js";
import type { PastPolicy } from "../../policy/past-policy.js";
import { hasSchedule, type Policy, readPrefix } from "../../policy/policy.js";
import { isTold } from "../reduce/ground.js";
import { leaveOut } from "../reduce/leave-out.js";
import { showItems, type WeighedUnit } from "../reduce/measure-units.js";
import { findLeaveBoundary, isReductionName, type ReductionName } from "../reduce/reductions.js";
import { textOnly } from "../reduce/text-only.js";
import type { ReducedView } from "../reduced.js";
import type { Renderer } from "../renderer.js";
import type { Rendition } from "../rendition.js";
import type { Snapshot } from "../snapshot.js";
import type { Item } from "../units/item.js";
import { listNamedFiles } from "../units/named-files.js";
import { readReplyCharacters } from "../units/past-item.js";
import { findAnsweringTurn } from "../units/starting-rendition.js";
import type { Rule, Verdict } from "../verdict.js";
import { isListed, listUnreadRanges, type Range } from "./hidden.js";
import type { Gap } from "./notice.js";

/** Caches the last verdict on each item, because a lane keeps its items between calls. */
const known = new WeakMap<Item, Verdict>();

type ItemVerdict = Pick<Verdict, "kind" | "rule" | "limit"> & { readonly rendition: Rendition };

/** Returns the same object while a verdict stays equal. It is frozen, because many receipts share it. */
function keepVerdict(
  item: Item,
  { kind, rule, limit, rendition }: ItemVerdict,
  pointTo: () => Verdict["pointer"],
): Verdict {
  const tokens = item.tokens(rendition);
  const before = known.get(item);
  const isSame = before?.kind === kind && before.rule === rule && before.limit === limit && before.tokens === tokens;
  if (before !== undefined && isSame) return before;
  const { seq } = item.entry;
  const verdict: Verdict = Object.freeze({ from: seq, to: seq, tokens, kind, rule, limit, pointer: pointTo() });
  known.set(item, verdict);
  return verdict;
}

/** A unit as shown: its items with their renditions. */
export interface ShownUnit {
  readonly unit: WeighedUnit;
  readonly items: readonly (readonly [Item, Rendition, ...unknown[]])[];
}

export interface Account {
  readonly shown: readonly ShownUnit[];
  /** In the order of the log. */
  readonly gaps: readonly Gap[];
  /** One verdict for every seq of the lane, in order, without overlaps. */
  readonly verdicts: readonly Verdict[];
}

export interface AccountInput {
  readonly reduced: ReducedView;
  readonly snapshot: Pick<Snapshot, "last" | "cleared" | "turns" | "skipped" | "ranges">;
  readonly policy: Policy;
  readonly window: Tokens;
  readonly renderer: Renderer;
}

export function* makeAccount(accounted: AccountInput): Steps<Account> {
  const { reduced, snapshot, policy } = accounted;
  const { units, rules, entries, epoch, ground } = reduced;
  const retrieved = new Set(ground.preambles.flatMap(({ seqs = [] }) => seqs));
  const hidden = makeHiddenRules(accounted, retrieved);
  // If the prefix must stay stable, entries that were looked up for one turn still count in its notices.
  const noticed = readPrefix(policy) === "epoch" ? makeHiddenRules(accounted, new Set()) : hidden;
  const ranges = listUnreadRanges(entries, snapshot.last);
  const gaps: Gap[] = ranges
    .flatMap(noticed.split)
    .flatMap(({ rule, from, to }) => (rule === leaveOut.name ? [{ from, to, count: to - from + 1 }] : []));
  const verdicts = new Verdicts(accounted);
  const left = findLeaveBoundary(epoch.through);
  const shown: ShownUnit[] = [];
  for (const [place, unit] of units.entries()) {
    if (endsStep(place)) yield;
    const how = showItems(unit, ground.acting, epoch.through);
    for (const [item, rendition, by] of how) {
      const { seq } = item.entry;
      if (rendition !== "gone") verdicts.addItem(unit, item, rendition, by);
      else if (by === textOnly.name && !retrieved.has(seq)) verdicts.addSpan({ from: seq, to: seq }, by);
      else verdicts.addSpan({ from: seq, to: seq }, hidden.ruleOf(seq));
    }
    const items = how.filter(([, rendition]) => rendition !== "gone");
    if (items.length > 0) shown.push({ unit, items });
    else gaps.push(...listGaps(unit, how, { ...noticed, left }).map((gap) => ({ ...gap, ...nameFiles(how, policy) })));
  }
  for (const [seq, rule] of rules) {
    if (rule === leaveOut.name) verdicts.addSpan({ from: seq, to: seq }, rule);
    else if (retrieved.has(seq)) verdicts.addSpan({ from: seq, to: seq }, "memory");
    else verdicts.addSettled(seq, rule);
    if (isListed(rule) && !retrieved.has(seq)) gaps.push({ from: seq, to: seq, count: 1 });
  }
  for (const { rule, ...range } of ranges.flatMap(hidden.split)) verdicts.addSpan(range, rule);
  yield;
  return { shown, verdicts: verdicts.merge(), gaps: gaps.sort((a, b) => a.from - b.from) };
}

type SpanRule =
  | "cleared"
  | "hidden"
  | "summary"
  | "memory"
  | "background"
  | typeof leaveOut.name
  | typeof textOnly.name;

interface HiddenRules {
  ruleOf(seq: number): SpanRule;
  split(range: Range): readonly (Range & { readonly rule: SpanRule })[];
}

/** Hidden entries were looked up, cleared by the reader, summarised, or left out. */
function makeHiddenRules({ reduced, snapshot, policy }: AccountInput, retrieved: ReadonlySet<number>): HiddenRules {
  const { summary } = reduced;
  const { cleared } = snapshot;
  const background = snapshot.skipped?.ranges ?? [];
  const apart = snapshot.ranges?.hidden ?? [];
  const visible = summary !== null && isTold(summary, cleared, policy) ? summary : null;
  const edges = [
    cleared,
    ...[...retrieved].flatMap((seq) => [seq - 1, seq]),
    ...(summary === null ? [] : [summary.from - 1, summary.to]),
    ...[...background, ...apart].flatMap(({ from, to }) => [from - 1, to]),
  ];
  const ruleOf = (seq: number): SpanRule => {
    if (retrieved.has(seq)) return "memory";
    if (seq <= cleared) return "cleared";
    if (isSkipped(seq, apart)) return "hidden";
    if (visible !== null && visible.from <= seq && seq <= visible.to) return "summary";
    return isSkipped(seq, background) ? "background" : leaveOut.name;
  };
  return {
    ruleOf,
    split({ from, to }) {
      const cuts = [...new Set(edges.filter((edge) => from <= edge && edge < to))].sort((a, b) => a - b);
      return [...cuts, to].map((end, index) => {
        const start = (cuts[index - 1] ?? from - 1) + 1;
        return { from: start, to: end, rule: ruleOf(end) };
      });
    },
  };
}

/**
 * Entries that the summary covers or the reader cleared are no gap, unless they would be shown for all that. Nor is a result behind
 * the boundary before which its step left: once the step is no longer read, no notice could count it.
 */
function listGaps(
  { items, unit }: WeighedUnit,
  how: ReturnType<typeof showItems>,
  { ruleOf, left }: Pick<HiddenRules, "ruleOf"> & { readonly left: number },
): Gap[] {
  const byText = new Set(how.flatMap(([item, , by]) => (by === textOnly.name ? [item.entry.seq] : [])));
  const isGap = (seq: number) => ruleOf(seq) === leaveOut.name || (byText.has(seq) && ruleOf(seq) !== "memory");
  const isLate = ({ seq, kind }: Entry) => kind === "returned" && unit.place <= left && seq > left && !byText.has(seq);
  const seqs = items.flatMap(({ entry }) => (isGap(entry.seq) && !isLate(entry) ? [entry.seq] : []));
  const [first] = seqs;
  if (first === undefined) return [];
  const from = isGap(unit.first) ? unit.first : first;
  return [{ from, to: seqs.reduce((last, seq) => Math.max(last, seq), from), count: seqs.length }];
}

/** Files of steps that left while their turn stays; who goes by prices keeps what is cheap to keep. */
function nameFiles(how: ReturnType<typeof showItems>, policy: Policy): Pick<Gap, "files"> {
  if (!hasSchedule(policy)) return {};
  return { files: how.flatMap(([item, , by]) => (by === textOnly.name ? listNamedFiles(item.entry) : [])) };
}

class Verdicts {
  readonly #lines: Verdict[] = [];
  readonly #accounted: AccountInput;

  constructor(accounted: AccountInput) {
    this.#accounted = accounted;
  }

  addItem({ role, pinned }: WeighedUnit, item: Item, rendition: Rendition, by: ReductionName | null): void {
    const { renderer } = this.#accounted;
    const { seq } = item.entry;
    if (rendition === "full" && item.baseRule === "fits") {
      const rule = role === "message" ? "message" : pinned ? "pinned" : "fits";
      this.#lines.push(keepVerdict(item, { kind: "kept", rule, limit: null, rendition }, () => null));
      return;
    }
    const rule = by ?? item.baseRule;
    const limit = this.#limitBehind(item, rule);
    const pointTo = () => renderer.pointer("e", seq);
    this.#lines.push(keepVerdict(item, { kind: "stubbed", rule, limit, rendition }, pointTo));
  }

  addSpan({ from, to }: Range, rule: SpanRule): void {
    const { renderer, snapshot, reduced, window, policy } = this.#accounted;
    const moved = reduced.epoch.limits[rule === textOnly.name ? rule : leaveOut.name] ?? `window=${window}`;
    const owned: Partial<Record<SpanRule, string | null>> = {
      memory: null,
      cleared: `cleared=${snapshot.cleared}`,
      background: describeShowingLimit(policy, "background"),
      hidden: this.#hidingLimit(from),
    };
    const limit = rule in owned ? (owned[rule] ?? null) : moved;
    const kind = rule === "summary" ? "summarised" : rule === "memory" ? "retrieved" : "omitted";
    this.#lines.push({ from, to, kind, rule, limit, tokens: 0, pointer: renderer.pointer("s", from) });
  }

  addSettled(seq: number, rule: Rule): void {
    const { renderer, policy } = this.#accounted;
    const kept = rule === "bookkeeping" || rule === "edited";
    const pointer = kept ? null : renderer.pointer("e", seq);
    const kind = kept ? "kept" : rule === "tier" ? "summarised" : "omitted";
    this.#lines.push({
      from: seq,
      to: seq,
      kind,
      rule,
      limit: rule === "hidden" ? this.#hidingLimit(seq) : describeSelectionLimit(policy, rule),
      tokens: 0,
      pointer,
    });
  }

  /** In order, with neighbours that were hidden by the same rule as one span. */
  merge(): readonly Verdict[] {
    const { renderer } = this.#accounted;
    const verdicts: Verdict[] = [];
    for (const line of this.#lines.sort((a, b) => a.from - b.from)) {
      const before = verdicts.at(-1);
      if (before !== undefined && before.rule === line.rule && isSpan(line.rule) && before.to + 1 === line.from) {
        const pointer = line.pointer === null ? null : renderer.pointer("s", before.from);
        verdicts[verdicts.length - 1] = { ...before, to: line.to, pointer };
      } else verdicts.push(line);
    }
    return verdicts;
  }

  /** The range that a person hid. An edit that came later stands outside of it. */
  #hidingLimit(seq: number): string {
    const range = findRange(this.#accounted.snapshot.ranges?.hidden ?? [], seq);
    return `hidden=${range === undefined ? seq : formatRange(range)}`;
  }

  #limitBehind(item: Item, rule: Rule): string {
    const { policy, snapshot, reduced, window } = this.#accounted;
    switch (rule) {
      case "shape":
        return `streamBytes=${policy.streamBytes}`;
      case "condense":
        return `missCost=${policy.missCost}`;
      case "spill.over":
        return `spillOver=${policy.spillOver}`;
      case "outline.over":
        return `outlineOver=${policy.outlineOver}`;
      case "value.over":
        return `valueCharacters=${policy.valueCharacters}`;
      case "reply.over":
        return `replyCharacters=${readReplyCharacters(policy.history)}`;
      case "background":
        return `preview=${policy.preview}`;
      case "actions":
        return `history=${policy.history.form}`;
      case "attachment":
        return `attachOver=${findAttachLimit(item, reduced.ground.turn, snapshot.turns) ?? "unknown"}`;
      case "cap":
        return `capOver=${policy.capOver}`;
      default:
        return (isReductionName(rule) ? reduced.epoch.limits[rule] : undefined) ?? `window=${window}`;
    }
  }
}

function findAttachLimit(
  { entry }: Item,
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): Tokens | undefined {
  return findAnsweringTurn(entry, turn, turns)?.attachOver;
}

const spans: ReadonlySet<Rule> = new Set<SpanRule | "edited">([
  "cleared",
  "summary",
  leaveOut.name,
  textOnly.name,
  "memory",
  "hidden",
  "edited",
]);

function isSpan(rule: Rule): boolean {
  return spans.has(rule);
}

/** The setting that kept a part of the past out; null if the entry itself is the reason. */
function describeSelectionLimit(policy: Policy, rule: Rule): string | null {
  return describePastLimit(policy.past, rule) ?? describeShowingLimit(policy, rule);
}

function describePastLimit(past: PastPolicy, rule: Rule): string | null {
  if (past.kind === "compacting") return null;
  if (rule === "lookback") return `lookback=${past.lookback}`;
  if (rule === "recency") return `recencyHours=${past.recency?.hours ?? 0}`;
  if (past.kind === "choosing") return rule === "selection" ? `alwaysRecent=${past.choice?.recent ?? 0}` : null;
  if (rule === "tier") return `fullHours=${past.fullHours}`;
  return rule === "age" ? `tierDays=${past.days}` : null;
}

function describeShowingLimit(policy: Policy, rule: Rule): string | null {
  switch (rule) {
    case "no-history":
      return `withHistory=${policy.withHistory}`;
    case "narrow":
      return "replyTo=notification";
    case "background":
      return `backgroundTurns=${policy.backgroundTurns}`;
    case "actions":
      return `history=${policy.history.form}`;
    default:
      return null;
  }
}
