import { type Budget, roomIn } from "../core/budget.js";
import { type CacheMark, cacheMarks } from "../core/cache-marks.js";
import { toJson } from "../core/json.js";
import type { Instant, Tokens } from "../core/keys.js";
import type { Holder } from "../core/lease.js";
import type { Hash } from "../core/pointer.js";
import type { Policy } from "../core/policy.js";
import type { Change } from "../core/ports.js";
import { type Made, type Receipt, receiptFor } from "../core/receipt.js";
import { type Before, depthOf, kept } from "../core/receipt-delta.js";
import type { LaneRecord } from "../core/record.js";
import type { Message } from "../core/request.js";
import type { Snapshot } from "../core/snapshot.js";
import type { TurnRecord } from "../core/turn.js";
import { assembleFrom } from "../core/view/assemble.js";
import { hashOf, isFraming, systemText } from "../core/view/render/layout.js";
import type { View } from "../core/view.js";
import type { Sent } from "./called.js";
import type { Spent } from "./choose.js";
import { keptUnits } from "./compact-lane.js";
import { compactionOf } from "./compaction.js";
import { countingFor, fitCounted, switchIn } from "./counting.js";
import { decidePast, type Helping } from "./decide-past.js";
import { helperRecord } from "./helper-usage.js";
import type { House } from "./house.js";
import { anchorDecision } from "./pending.js";
import { isNearlyFull } from "./prepare.js";
import { readSnapshot, type Wanted } from "./snapshot.js";
import type { ViewRequest } from "./turn.js";
import { writeHeld } from "./write-held.js";

/** The answer to "what shall I send?". */
export type Viewed =
  | {
      readonly kind: "fits";
      /** All system text. */
      readonly system: string;
      /** In the AI SDK's shape. */
      readonly messages: readonly Message[];
      readonly tokens: Tokens;
      readonly receipt: Receipt;
      /** Where the provider's cache is to keep it. */
      readonly marks: readonly CacheMark[];
    }
  | { readonly kind: "too-small"; readonly needed: Tokens; readonly available: Tokens };

/** What is to be sent next, and how that went before. */
export interface Call {
  readonly turn: TurnRecord;
  /** What its writes show for its place; null where the host keeps order itself. */
  readonly holder?: Holder | null;
  /** Its number inside the turn, from 1. */
  readonly number: number;
  readonly budget: Budget;
  readonly request: ViewRequest;
  /** How often the provider has refused a view of this turn as too large, the last time just now; else 0. */
  readonly refusals: number;
  readonly roomLimit: Tokens;
  /** It was refused for the first time, with the limit named: there is something to aim at. */
  readonly isAimed?: boolean;
  /** The agent asked for a compaction. */
  readonly compact?: boolean;
}

export interface MadeView {
  readonly viewed: Viewed;
  /** What the call of this view is told by; null where there is none. */
  readonly sent: Omit<Sent, "asked"> | null;
  readonly turn: TurnRecord;
  /** Whether it is time to think of the next compaction. */
  readonly nearlyFull: boolean;
}

/** Computes the view of one call, and writes its receipt and what it decided in one go. */
export async function makeView(opened: House, call: Call): Promise<MadeView> {
  const { turn: begun, number, budget, request, refusals, roomLimit } = call;
  const began = opened.clock.now();
  const { snapshot: read, policy, lastReceipt } = await readSnapshot(opened, begun.ref, wantedBy(opened, call));
  const counting = await countingFor(opened, read, budget, request.model);
  const { house } = counting;
  const decided = await decidePast(house, read, policy, helpingFor(house, request, began));
  const { survey, spent, decisions } = decided;
  const snapshot = call.compact ? { ...decided.snapshot, keepNewest: keptUnits } : decided.snapshot;
  const turn = snapshot.turn ?? begun;
  const costs = spent === null ? [] : [spendingOf(house, snapshot, spent)];
  const before = lastReceipt === null ? null : await house.receipts.find(turn.ref, lastReceipt);
  const fitted = fitCounted(counting, snapshot, before?.receipt ?? null, (given, local) =>
    assembleFrom(survey, given, { policy, budget, fns: local.kit }),
  );
  const { assembled } = fitted;
  if (assembled.kind === "too-small") {
    if (costs.length > 0) await writeHeld(house, call.holder ?? null, { ref: turn.ref, turn, records: costs });
    return { viewed: assembled, sent: null, turn, nearlyFull: false };
  }
  const { view } = assembled;
  const { kit, clock } = fitted.house;
  const at = clock.now();
  const marks = marksFor(view, before?.receipt ?? null, policy, call, kit.hash);
  const told = toJson({
    ...decisions,
    ...(refusals === 0 ? {} : { refusals, roomLimit }),
    ...anchorDecision(turn, snapshot.replyTarget),
    ...switchIn(counting, view.tokens),
    ...(marks.length === 0 ? {} : { marks }),
  });
  const { version: calibration } = kit.calibration;
  const { window, reply } = budget;
  const place = { ref: turn.ref, turn: turn.id, call: number, parent: lastReceipt, at };
  const occasion = { ...place, window, reply, policy, calibration, decisions: told };
  const seqs = new Map(snapshot.entries.map(({ id: entry, seq }) => [entry, seq]));
  const made = receiptFor(view, occasion, before?.receipt ?? null, seqs, kit.hash);
  const record: TurnRecord = { ...(view.turn ?? turn), asides: view.asides };
  const added = newOf(made, before);
  const compaction = view.compacted ? compactionOf(house, snapshot, view, { at, manual: false }) : null;
  await writeHeld(house, call.holder ?? null, {
    ref: turn.ref,
    turn: record,
    ...added,
    ...(compaction === null ? {} : { epoch: view.epoch }),
    records: [...(compaction?.records ?? []), ...costs],
    derived: [...added.derived, ...(compaction?.derived ?? [])],
  });
  house.receipts.remember(made.receipt, depthOf(added.receipt.receipt));
  const room = Math.min(roomIn(budget, policy), roomLimit);
  const nearlyFull = isNearlyFull(view, room, policy, snapshot);
  const sent = { receipt: made.receipt, estimated: Math.round(view.tokens / kit.calibration.factor) };
  return { viewed: viewedOf(view, made.receipt, marks), sent, turn: record, nearlyFull };
}

/** A limit to aim at calls for a compaction to there, as any other; only what can't be aimed at calls for drastic means. */
function wantedBy({ policy }: House, call: Call): Wanted {
  const { turn, budget, request, roomLimit, isAimed = false } = call;
  const { tools = [], instructions, closing } = request;
  const refusals = isAimed && policy.makeRoom !== "by halves" ? 0 : call.refusals;
  return { turn, budget, tools, instructions, refusals, roomLimit, ...(closing === undefined ? {} : { closing }) };
}

function marksFor(
  view: View,
  before: Receipt | null,
  { prefix }: Policy,
  { request: { model, tools = [], closing } }: Call,
  hash: Hash,
): readonly CacheMark[] {
  const most = model?.facts.marks ?? 0;
  if (most === 0) return [];
  const goesOn = tools.length > 0 && closing === undefined;
  return cacheMarks(view.blocks, { most, shared: sharedBlocks(view, before?.chunks ?? [], hash), goesOn, prefix });
}

/** Blocks from the first that the call before had too, each in its place. */
function sharedBlocks({ blocks, request }: View, chunks: readonly string[], hash: Hash): number {
  const before = chunks.filter((chunk) => !isFraming(chunk)).slice(request.tools.length);
  const shown = blocks.filter(({ role, contents }) => role === "system" || contents.length > 0);
  const fresh = shown.find((block, place) => hashOf(block, hash) !== before[place]);
  return fresh === undefined ? blocks.length : blocks.indexOf(fresh);
}

/** Who chooses among older turns, and by when: the model that whoever opened the log named, else the turn's own. */
function helpingFor(house: House, { helper, deadlineMs, signal }: ViewRequest, began: Instant): Helping {
  const until = deadlineMs === undefined ? Number.POSITIVE_INFINITY : began + deadlineMs;
  return { helper: house.helper ?? helper ?? null, until, signal };
}

/** What a model was asked besides the answer itself, for whoever counts costs. */
function spendingOf(house: House, snapshot: Snapshot, asked: Spent): LaneRecord {
  const { stage, failed } = snapshot.turn?.choice ?? {};
  const { usage = [], promptTokens: estimated, milliseconds: durationMs } = asked;
  const turn = snapshot.turn?.id ?? null;
  const more = { ...asked, stage: stage ?? null };
  return helperRecord(house, snapshot, { role: "triage", turn, usage, estimated, durationMs, failed, more });
}

/** What the receipt adds to the one before it: chunks that it shares with that one are stored already. */
function newOf(
  { receipt, chunks, derived }: Made,
  before: Before | null,
): Required<Pick<Change, "receipt" | "derived">> {
  const known = new Set(before?.receipt.chunks);
  return {
    receipt: { receipt: kept(receipt, before), chunks: new Map([...chunks].filter(([key]) => !known.has(key))) },
    derived,
  };
}

function viewedOf(view: View, receipt: Receipt, marks: readonly CacheMark[]): Viewed {
  const { request, tokens } = view;
  return { kind: "fits", system: systemText(request), messages: request.messages, tokens, receipt, marks };
}
