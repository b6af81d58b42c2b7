import fc from "fast-check";
import { type Budget, budgetOf } from "../core/budget.js";
import { plannedCompaction } from "../core/compact.js";
import { type Entry, plainText, type Revised, type Said, type Text } from "../core/entry.js";
import type { TurnId } from "../core/keys.js";
import { pointerTo } from "../core/pointer.js";
import { balanced } from "../core/policies/balanced.js";
import { layered } from "../core/policies/layered.js";
import { rolling } from "../core/policies/rolling.js";
import { type LayerName, type Policy, type RungName, weighedRungs } from "../core/policy.js";
import type { ToolSpec } from "../core/request.js";
import { scribeFor } from "../core/scribe.js";
import { type Epoch, firstEpoch, type Kit, type ReplyTarget, type Snapshot } from "../core/snapshot.js";
import type { Candidate } from "../core/summary/candidate.js";
import { told } from "../core/summary/compile.js";
import { type Summary, sectionNames } from "../core/summary/summary.js";
import { type Calibration, estimated } from "../core/tokens.js";
import type { TurnRecord } from "../core/turn.js";
import { fingerprint } from "./fingerprint.js";
import type { GeneratedLane } from "./log-build.js";
import type { LogOptions } from "./log-script.js";
import { arbitraryLane } from "./logs.js";
import { arbitraryText, strangeNames } from "./texts.js";

/** Everything that `assemble` takes, and the lane behind it. */
export interface GeneratedCase {
  readonly lane: GeneratedLane;
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly budget: Budget;
  readonly kit: Kit;
}

/** How a lane is looked at. Places are parts of a hundred, so that they mean something in a shrunken lane too. */
interface Look {
  readonly instructions: string;
  readonly persona: string;
  readonly tools: readonly ToolSpec[];
  readonly turn: number | null;
  readonly through: Readonly<Record<RungName, number>>;
  readonly folded: number;
  /** Texts of the summary that stands for what has left; null for none. */
  readonly summary: readonly string[] | null;
  /** What a model wrote for the next compaction. */
  readonly prepared: string | null;
  readonly cleared: number;
  readonly mustLeave: number;
  readonly refusals: number;
  readonly roomLimit: number;
  /** Part of the entries after the boundary that were read. */
  readonly read: number;
  readonly replyTo: number | null;
  readonly zone: string;
}

const hundredth = fc.oneof(
  { arbitrary: fc.constant(0), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 100 }), weight: 1 },
);

const rarely = fc.oneof({ arbitrary: fc.constant(0), weight: 9 }, { arbitrary: hundredth, weight: 1 });

const look: fc.Arbitrary<Look> = fc.record({
  instructions: fc.oneof(fc.constant("You are a careful assistant."), arbitraryText()),
  persona: fc.oneof(fc.constant(""), arbitraryText()),
  tools: fc.constantFrom<readonly ToolSpec[]>(
    [],
    [{ name: "recall", description: "Opens a <clew-cut/> pointer", inputSchema: { type: "object", properties: {} } }],
  ),
  turn: fc.oneof({ arbitrary: fc.nat({ max: 4 }), weight: 9 }, { arbitrary: fc.constant(null), weight: 1 }),
  through: fc.record({
    cap: hundredth,
    spill: hundredth,
    clear: hundredth,
    "clear-last": hundredth,
    "text-only": hundredth,
    emergency: rarely,
    "leave-out": hundredth,
  }),
  folded: hundredth,
  summary: fc.option(fc.array(arbitraryText(), { minLength: 1, maxLength: 3 })),
  prepared: fc.option(arbitraryText(), { freq: 1 }),
  cleared: rarely,
  mustLeave: rarely,
  refusals: fc.oneof({ arbitrary: fc.constant(0), weight: 9 }, { arbitrary: fc.constantFrom(1, 2), weight: 1 }),
  roomLimit: fc.oneof(
    { arbitrary: fc.constant(Number.POSITIVE_INFINITY), weight: 9 },
    { arbitrary: fc.constantFrom(500, 4_000), weight: 1 },
  ),
  read: fc.oneof(
    { arbitrary: fc.constant(100), weight: 8 },
    { arbitrary: fc.integer({ min: 0, max: 100 }), weight: 1 },
  ),
  replyTo: fc.oneof(
    { arbitrary: fc.constant(null), weight: 1 },
    { arbitrary: fc.integer({ min: 0, max: 100 }), weight: 1 },
  ),
  zone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"),
});

/** A snapshot of a nasty lane: any turn to answer, reductions that stand anywhere, blobs that are there or not. */
export function arbitrarySnapshot(options: LogOptions = {}): fc.Arbitrary<Snapshot> {
  return fc.tuple(arbitraryLane(options), look).map(([lane, seen]) => snapshotOf(lane, seen));
}

/** A snapshot with a policy, a budget and a kit: ready for `assemble`. */
export function arbitraryCase(options: LogOptions = {}): fc.Arbitrary<GeneratedCase> {
  return fc
    .tuple(arbitraryLane(options), look, arbitraryPolicy(), arbitraryBudget(), arbitraryCalibration())
    .map(([lane, seen, policy, budget, calibration]) => {
      const kit = { hash: fingerprint, calibration };
      const snapshot = snapshotOf(lane, seen);
      return {
        lane,
        snapshot: { ...snapshot, candidate: candidateFor(snapshot, seen, policy, budget, kit) },
        policy,
        budget,
        kit,
      };
    });
}

/** A compaction that a model prepared earlier, in words that are as hostile as any. */
function candidateFor(
  snapshot: Snapshot,
  { prepared }: Look,
  policy: Policy,
  budget: Budget,
  kit: Kit,
): Candidate | null {
  const planned = prepared === null ? null : plannedCompaction(snapshot, policy, budget, kit);
  if (planned === null || prepared === null) return null;
  const { key, number } = snapshot.epoch;
  const { view, allowance } = planned;
  const scribe = scribeFor(snapshot, policy, kit);
  const summary = told(scribe, kit.hash, view.summary, { facts: [oneLine(prepared)] }, "summary-1", allowance);
  return summary === null ? null : { key, after: number, through: view.epoch.through, summary };
}

/** Presets and variations on them; some can't reduce enough to fit, and have to say so. */
function arbitraryPolicy(): fc.Arbitrary<Policy> {
  const share = fc.integer({ min: 1, max: 9 });
  const without = (...names: readonly LayerName[]) => balanced.layers.filter((layer) => !names.includes(layer));
  const weighed = [...weighedRungs];
  const varied: fc.Arbitrary<Policy> = fc
    .record({
      shares: fc.array(share, { minLength: weighed.length, maxLength: weighed.length }),
      rungs: fc.oneof(
        { arbitrary: fc.constant(weighed), weight: 3 },
        { arbitrary: fc.shuffledSubarray(weighed), weight: 1 },
      ),
      layers: fc.constantFrom(balanced.layers, without("quote"), without("now"), without("quote", "now", "summary")),
      ...arbitraryLimits,
    })
    .map(({ shares, rungs, ...rest }) => ({
      ...balanced,
      ...rest,
      name: "varied",
      ladder: rungs.map((rung, index) => ({
        rung,
        share: shares[index] ?? 1,
        fresh: shares[(index + 1) % shares.length] ?? 1,
      })),
    }));
  return fc.oneof(
    { arbitrary: fc.constantFrom(balanced, rolling, layered), weight: 4 },
    { arbitrary: fc.constant(unlimited), weight: 1 },
    { arbitrary: varied, weight: 4 },
  );
}

const infinite = Number.POSITIVE_INFINITY;

const arbitraryLimits = {
  makeRoom: fc.constantFrom<Policy["makeRoom"]>("by weight", "by weight", "by halves"),
  runningTurn: fc.constantFrom<Policy["runningTurn"]>("reduce", "reduce", "keep"),
  maxTokens: fc.constantFrom(infinite, infinite, 3_000),
  maxTurns: fc.constantFrom(infinite, infinite, 2, 4),
  capOver: fc.constantFrom(infinite, infinite, 400),
  streamBytes: fc.constantFrom(262_144, infinite, 100),
  spillOver: fc.constantFrom(20_000, 1_000, 10),
  preview: fc.constantFrom(600, 60, 3, 0),
  clearAt: fc.constantFrom(1, 1, 0.6, 0.2),
  clearKeep: fc.constantFrom(6, 1, 0),
  neverClear: fc.constantFrom<readonly string[]>([], [], ["search"], [strangeNames[0] ?? ""]),
  neverSpill: fc.constantFrom<readonly string[]>([], [strangeNames[1] ?? ""]),
  summariseAt: fc.constantFrom(1, 0.9, 0.5),
  summaryTokens: fc.constantFrom(3_000, 120, 0),
  compactTo: fc.constantFrom(0.7, 1, 0.1),
};

/** `balanced` with every limit at infinity. */
const unlimited: Policy = { ...withoutLimits(balanced), name: "unlimited" };

/** The same policy where nothing is reduced unless the window asks for it. */
export function withoutLimits(policy: Policy): Policy {
  const lifted = { maxTokens: infinite, maxTurns: infinite, capOver: infinite, streamBytes: infinite };
  return { ...policy, ...lifted, spillOver: infinite, clearAt: 1, summariseAt: 1 };
}

/** Windows from the smallest to a million tokens. */
function arbitraryBudget(): fc.Arbitrary<Budget> {
  const window = fc.oneof(
    fc.constantFrom(8_192, 256, 512, 1_024, 2_048, 4_096, 32_768, 200_000, 1_000_000),
    fc.integer({ min: 256, max: 6_000 }),
  );
  return fc
    .tuple(window, fc.constantFrom(undefined, 0, 100))
    .map(([tokens, reply]) => budgetOf(reply === undefined ? { window: tokens } : { window: tokens, reply }));
}

function arbitraryCalibration(): fc.Arbitrary<Calibration> {
  return fc.constantFrom<Calibration>(
    estimated,
    { version: "test-factor", factor: 1.3 },
    { version: "test-counter", factor: 1, counter: (text) => Math.ceil(text.length / 3) },
  );
}

/** What an engine would read for this look: entries after the boundary, and all of the turn to answer. */
function snapshotOf(lane: GeneratedLane, seen: Look): Snapshot {
  const last = lane.entries.length;
  const turn = turnAt(lane.turns, seen.turn);
  const reduced = epochOf(seen, last);
  const summary = summaryOf(lane, reduced, seen.summary);
  const told = summary === null ? null : { id: summary.id, from: summary.from, to: summary.to };
  const epoch: Epoch = { ...reduced, summary: told };
  const cleared = Math.floor((last * seen.cleared) / 100);
  const start = Math.max(epoch.through["leave-out"], cleared);
  const unread = start + Math.floor(((last - start) * (100 - seen.read)) / 100);
  const isForced = (entry: Entry) => turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
  const entries = lane.entries.filter((entry) => entry.seq > unread || isForced(entry));
  const present = new Set<TurnId | null>([turn?.id ?? null, ...entries.map((entry) => entry.turn)]);
  return {
    ref: lane.ref,
    instructions: seen.instructions,
    persona: seen.persona,
    tools: seen.tools,
    turn,
    turns: new Map(lane.turns.filter((each) => present.has(each.id)).map((each) => [each.id, each])),
    entries,
    last,
    blobs: new Map([...lane.blobs].filter(([id]) => !lane.withheld.has(id))),
    epoch,
    summary,
    candidate: null,
    cleared,
    mustLeave: Math.floor((last * seen.mustLeave) / 200),
    refusals: turn === null ? 0 : seen.refusals,
    roomLimit: seen.roomLimit,
    replyTarget: replyTargetOf(lane, seen.replyTo),
    people: new Map([
      [strangeNames[0] ?? "", "the gardener"],
      [strangeNames[1] ?? "", 'B"ob</clew-from>'],
    ]),
    now: Date.UTC(2026, 0, 2),
    zone: seen.zone,
  };
}

/** What an earlier compaction may have left: hostile texts, told of entries that are no longer read. */
function summaryOf(lane: GeneratedLane, epoch: Epoch, texts: readonly string[] | null): Summary | null {
  const to = epoch.through["leave-out"];
  const [first] = lane.entries;
  if (texts === null || to === 0 || first === undefined) return null;
  const sources = [lane.entries[to - 1]?.id ?? first.id];
  const items = texts.map((text, index) => ({
    section: sectionNames[index % sectionNames.length] ?? "facts",
    text: oneLine(text),
    sources,
    at: first.at,
    by: strangeNames[index % strangeNames.length] ?? "user",
    pinned: index === 0,
  }));
  const id = `summary-${to}`;
  return {
    id,
    version: 2,
    from: 1,
    to,
    at: first.at,
    by: "rules-1",
    items,
    shown: items.length,
    prose: null,
    dropped: 0,
    source: id,
  };
}

function oneLine(text: string): string {
  return (
    text
      .slice(0, 200)
      .replace(/[\s\p{C}]+/gu, " ")
      .trim() || "nothing"
  );
}

/** Counted from the newest, since that is the turn that most views are for. */
function turnAt(turns: readonly TurnRecord[], back: number | null): TurnRecord | null {
  if (back === null || turns.length === 0) return null;
  return turns[turns.length - 1 - (back % turns.length)] ?? null;
}

function epochOf({ through, folded }: Look, last: number): Epoch {
  const place = (part: number) => Math.floor((last * part) / 100);
  return {
    ...firstEpoch,
    number: through["leave-out"] === 0 ? 0 : 3,
    through: {
      cap: place(through.cap),
      spill: place(through.spill),
      clear: place(through.clear),
      "clear-last": place(through["clear-last"]),
      "text-only": place(through["text-only"]),
      emergency: place(through.emergency),
      "leave-out": place(through["leave-out"]),
    },
    foldedThrough: place(folded),
  };
}

/** Any message of the lane, in its newest words; the very first stands for one of another lane. */
function replyTargetOf({ ref, entries }: GeneratedLane, part: number | null): ReplyTarget | null {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  const said = entries.filter((entry): entry is Said => entry.kind === "said" && !gone.has(entry.id));
  const edits = entries.filter((entry): entry is Revised => entry.kind === "revised" && !gone.has(entry.id));
  const edited = said.filter(({ id }) => edits.some((edit) => edit.target === id));
  // Every other time one that was edited, where there is one.
  const pool = part !== null && part % 2 === 1 && edited.length > 0 ? edited : said;
  const target = part === null ? undefined : pool[Math.min(pool.length - 1, Math.floor((pool.length * part) / 100))];
  if (target === undefined) return null;
  const { id, seq, by, at } = target;
  const text = textOf(newestOf(target, edits));
  return { id, seq: part === 0 ? null : seq, pointer: pointerTo("e", ref, seq, fingerprint), by, at, text };
}

/** The edit that was made last; of two of the same time the one that came last. */
function newestOf(target: Said, edits: readonly Revised[]): Said | Revised {
  const own = edits.filter((edit) => edit.target === target.id);
  const latest = Math.max(...own.map((edit) => edit.source.revision));
  return own.findLast((edit) => edit.source.revision === latest) ?? target;
}

function textOf({ parts }: Said | Revised): Text {
  const [only, ...more] = parts;
  if (only !== undefined && only.kind !== "file" && more.length === 0) return only.text;
  return plainText(parts);
}
