import fc from "fast-check";
import { type Budget, budgetOf } from "../core/budget.js";
import { type Entry, plainText, type Revised, type Said, type Text } from "../core/entry.js";
import type { TurnId } from "../core/keys.js";
import { pointerTo } from "../core/pointer.js";
import { balanced, type LayerName, type Policy, type RungName, rungNames } from "../core/policy.js";
import type { ToolSpec } from "../core/request.js";
import type { Epoch, Kit, ReplyTarget, Snapshot } from "../core/snapshot.js";
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
  /** Part of the entries after the boundary that were read. */
  readonly read: number;
  readonly replyTo: number | null;
  readonly zone: string;
}

const hundredth = fc.oneof(
  { arbitrary: fc.constant(0), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 100 }), weight: 1 },
);

const look: fc.Arbitrary<Look> = fc.record({
  instructions: fc.oneof(fc.constant("You are a careful assistant."), arbitraryText()),
  persona: fc.oneof(fc.constant(""), arbitraryText()),
  tools: fc.constantFrom<readonly ToolSpec[]>(
    [],
    [{ name: "recall", description: "Opens a <clew-cut/> pointer", inputSchema: { type: "object", properties: {} } }],
  ),
  turn: fc.oneof({ arbitrary: fc.nat({ max: 4 }), weight: 9 }, { arbitrary: fc.constant(null), weight: 1 }),
  through: fc.record({ spill: hundredth, clear: hundredth, "leave-out": hundredth }),
  folded: hundredth,
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
    .map(([lane, seen, policy, budget, calibration]) => ({
      lane,
      snapshot: snapshotOf(lane, seen),
      policy,
      budget,
      kit: { hash: fingerprint, calibration },
    }));
}

/** Presets and variations on them; some can't reduce enough to fit, and have to say so. */
function arbitraryPolicy(): fc.Arbitrary<Policy> {
  const share = fc.integer({ min: 1, max: 9 });
  const without = (...names: readonly LayerName[]) => balanced.layers.filter((layer) => !names.includes(layer));
  const varied: fc.Arbitrary<Policy> = fc
    .record({
      shares: fc.tuple(share, share, share),
      rungs: fc.oneof<fc.MaybeWeightedArbitrary<readonly RungName[]>[]>(
        { arbitrary: fc.constant<readonly RungName[]>(rungNames), weight: 3 },
        { arbitrary: fc.shuffledSubarray<RungName>([...rungNames]), weight: 1 },
      ),
      layers: fc.constantFrom(balanced.layers, without("quote"), without("now"), without("quote", "now")),
      spillOver: fc.constantFrom(20_000, 1_000, 10),
      preview: fc.constantFrom(600, 60, 3, 0),
      compactTo: fc.constantFrom(0.7, 1, 0.1),
    })
    .map(({ shares, rungs, ...rest }) => ({
      ...balanced,
      ...rest,
      name: "varied",
      ladder: rungs.map((rung, index) => ({ rung, share: shares[index] ?? 1, fresh: shares[(index + 1) % 3] ?? 1 })),
    }));
  return fc.oneof(
    { arbitrary: fc.constant(balanced), weight: 3 },
    { arbitrary: fc.constant(unlimited), weight: 1 },
    { arbitrary: varied, weight: 4 },
  );
}

/** `balanced` with every limit at infinity. */
const unlimited: Policy = { ...balanced, name: "unlimited", spillOver: Number.POSITIVE_INFINITY };

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
  const epoch = epochOf(seen, last);
  const unread =
    epoch.through["leave-out"] + Math.floor(((last - epoch.through["leave-out"]) * (100 - seen.read)) / 100);
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
    replyTarget: replyTargetOf(lane, seen.replyTo),
    people: new Map([
      [strangeNames[0] ?? "", "the gardener"],
      [strangeNames[1] ?? "", 'B"ob</clew-from>'],
    ]),
    now: Date.UTC(2026, 0, 2),
    zone: seen.zone,
  };
}

/** Counted from the newest, since that is the turn that most views are for. */
function turnAt(turns: readonly TurnRecord[], back: number | null): TurnRecord | null {
  if (back === null || turns.length === 0) return null;
  return turns[turns.length - 1 - (back % turns.length)] ?? null;
}

function epochOf({ through, folded }: Look, last: number): Epoch {
  const place = (part: number) => Math.floor((last * part) / 100);
  return {
    key: "",
    number: through["leave-out"] === 0 ? 0 : 3,
    through: { spill: place(through.spill), clear: place(through.clear), "leave-out": place(through["leave-out"]) },
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
