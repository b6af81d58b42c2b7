import { assemble } from "../core/assemble.js";
import { type Budget, roomIn } from "../core/budget.js";
import type { Text } from "../core/entry.js";
import { toJson } from "../core/json.js";
import type { Instant, Tokens } from "../core/keys.js";
import { systemText } from "../core/layout.js";
import type { Policy } from "../core/policy.js";
import type { Change } from "../core/ports.js";
import { type Made, type Receipt, receiptFor } from "../core/receipt.js";
import { type Before, depthOf, kept } from "../core/receipt-delta.js";
import type { LaneRecord } from "../core/record.js";
import type { Message } from "../core/request.js";
import type { Snapshot } from "../core/snapshot.js";
import { countTokens } from "../core/tokens.js";
import type { TurnRecord } from "../core/turn.js";
import type { Assembled, View } from "../core/view.js";
import type { Spent } from "./choose.js";
import { compactionOf, eventRecord, usageEvent } from "./compaction.js";
import { decidePast, type Helping } from "./decide-past.js";
import type { House } from "./house.js";
import { anchorDecision } from "./pending.js";
import { isNearlyFull } from "./prepare.js";
import { readSnapshot } from "./snapshot.js";
import type { ViewRequest } from "./turn.js";

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
    }
  | { readonly kind: "too-small"; readonly needed: Tokens; readonly available: Tokens };

/** What is to be sent next, and how that went before. */
export interface Call {
  readonly turn: TurnRecord;
  /** Its number inside the turn, from 1. */
  readonly number: number;
  readonly budget: Budget;
  readonly request: ViewRequest;
  /** How often the provider has refused a view of this turn as too large, the last time just now; else 0. */
  readonly refusals: number;
  readonly roomLimit: Tokens;
}

export interface MadeView {
  readonly viewed: Viewed;
  readonly turn: TurnRecord;
  /** Whether it is time to think of the next compaction. */
  readonly nearlyFull: boolean;
}

/** Computes the view of one call, and writes its receipt and what it decided in one go. */
export async function makeView(
  house: House,
  { turn: begun, number, budget, request, refusals, roomLimit }: Call,
): Promise<MadeView> {
  const { tools = [], instructions } = request;
  const wanted = { turn: begun, budget, tools, instructions, refusals, roomLimit };
  const began = house.clock.now();
  const { snapshot: read, policy, lastReceipt } = await readSnapshot(house, begun.ref, wanted);
  const { snapshot, spent, decisions } = await decidePast(house, read, policy, helpingFor(house, request, began));
  const turn = snapshot.turn ?? begun;
  const costs = spent === null ? [] : [spendingOf(house, snapshot, spent)];
  const { assembled, decided } = fitOrAttach(house, snapshot, policy, turn, budget);
  if (assembled.kind === "too-small") {
    if (costs.length > 0) await house.store.write({ ref: turn.ref, turn: decided, records: costs });
    return { viewed: assembled, turn: decided, nearlyFull: false };
  }
  const { view } = assembled;
  const { kit, clock } = house;
  const { ref, id } = turn;
  const at = clock.now();
  const occasion = {
    ref,
    turn: id,
    call: number,
    parent: lastReceipt,
    at,
    window: budget.window,
    reply: budget.reply,
    policy,
    calibration: kit.calibration.version,
    decisions: {
      ...decisions,
      ...(refusals === 0 ? {} : { refusals, roomLimit }),
      ...anchorDecision(turn, snapshot.replyTarget),
    },
  };
  const before = lastReceipt === null ? null : await house.receipts.find(lastReceipt);
  const seqs = new Map(snapshot.entries.map(({ id: entry, seq }) => [entry, seq]));
  const made = receiptFor(view, occasion, before?.receipt ?? null, seqs, kit.hash);
  const record: TurnRecord = { ...decided, asides: view.asides };
  const added = newOf(made, before);
  const compaction = view.compacted ? compactionOf(house, snapshot, view, { at, manual: false }) : null;
  await house.store.write({
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
  return { viewed: viewedOf(view, made.receipt), turn: record, nearlyFull };
}

/** Who chooses among older turns, and by when: the model that whoever opened the log named, else the turn's own. */
function helpingFor(house: House, { helper, deadlineMs, signal }: ViewRequest, began: Instant): Helping {
  const until = deadlineMs === undefined ? Number.POSITIVE_INFINITY : began + deadlineMs;
  return { helper: house.helper ?? helper ?? null, until, signal };
}

/** What a model was asked besides the answer itself, for whoever counts costs. */
function spendingOf(house: House, snapshot: Snapshot, spent: Spent): LaneRecord {
  const { stage, failed } = snapshot.turn?.choice ?? {};
  const event = { role: "triage", turn: snapshot.turn?.id ?? null, stage: stage ?? null, ...spent };
  return eventRecord(
    house,
    snapshot,
    house.clock.now(),
    toJson(failed === undefined ? event : { ...event, failed }),
    usageEvent,
  );
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

function viewedOf(view: View, receipt: Receipt): Viewed {
  const { request, tokens } = view;
  return { kind: "fits", system: systemText(request), messages: request.messages, tokens, receipt };
}

/** A message too large for this window becomes an attachment, once; from then on every view of the turn shows it so. */
function fitOrAttach(
  house: House,
  snapshot: Snapshot,
  policy: Policy,
  turn: TurnRecord,
  budget: Budget,
): { readonly assembled: Assembled; readonly decided: TurnRecord } {
  const assembled = assemble(snapshot, policy, budget, house.kit);
  const attachOver = Math.floor(Math.min(roomIn(budget, policy), snapshot.roomLimit) / 2);
  if (
    assembled.kind === "fits" ||
    attachOver >= turn.attachOver ||
    !hasMessageOver(house, snapshot, turn, attachOver)
  ) {
    return { assembled, decided: turn };
  }
  const decided = { ...turn, attachOver };
  const turns = new Map(snapshot.turns).set(turn.id, decided);
  const again = assemble({ ...snapshot, turn: decided, turns }, policy, budget, house.kit);
  return { assembled: again, decided };
}

function hasMessageOver(house: House, snapshot: Snapshot, turn: TurnRecord, limit: Tokens): boolean {
  const tokens = (text: Text) => (typeof text === "string" ? countTokens(text, house.kit.calibration) : text.tokens);
  return snapshot.entries.some(
    (entry) =>
      entry.kind === "said" &&
      turn.messages.includes(entry.id) &&
      (entry.parts.some((part) => part.kind !== "file" && tokens(part.text) > limit) ||
        entry.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : 0), 0) > limit),
  );
}
