/** Computes a lane's next call, as it is now or with a message that was not sent. Nothing is written to the log. */

import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { GroupWord } from "@clewline/core/log/memories/chat-kind.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { limitBudget } from "@clewline/core/model/learned-limit.js";
import { type Budget, countAvailableTokens } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { joinChunks, type Receipt } from "@clewline/core/receipt/receipt.js";
import { assembleInSteps } from "@clewline/core/view/assemble.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import type { ModelRequest } from "@clewline/core/view/request.js";
import { readLaneBill } from "@clewline/core/view/schedule/lane-bill.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { type AssemblyResult, makeTooSmallError, type View } from "@clewline/core/view/view.js";
import { begin } from "../answer/begin.js";
import { describeCallCosts } from "../answer/call-costs.js";
import { fitCounted, prepareCounting } from "../answer/counting.js";
import type { OpenTurn } from "../answer/open-turn.js";
import { isHeld } from "../answer/place/queue.js";
import { pickReader } from "../answer/reasoning/bind-answer.js";
import { findLearnedLimit } from "../answer/refusals.js";
import { leavesAsMuch, showLeavingMemories } from "../answer/remembered/standing.js";
import { readSnapshot } from "../answer/snapshot.js";
import { openTurn } from "../answer/turn.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { makeValueRegister } from "../intake/lane-values.js";
import type { MemoryLog } from "../intake/memories/memory-log.js";
import { makeSecretRegister } from "../intake/secret-register.js";
import type { NextCall } from "./next-call.js";
import { readStoredPieces } from "./pieces/stored-pieces.js";
import { makeReceiptCache } from "./receipts.js";
import { makeRehearsalStore } from "./rehearsal-store.js";

export interface Preview {
  readonly view: View;
  readonly snapshot: Snapshot;
  /** With the session's settings. */
  readonly policy: Policy;
  readonly budget: Budget;
}

/** The view as it would be now, before a new message. */
export async function previewLane(engine: Engine, ref: LaneRef, call: NextCall): Promise<Preview> {
  const { assembled, ...seen } = await tryPreview(engine, ref, call);
  if (assembled.kind === "too-small") throw makeTooSmallError(assembled.needed, countAvailableTokens(seen.budget));
  return { view: assembled.view, ...seen };
}

/** The same, which may not fit; with another epoch than the lane's, where one is given. */
export async function tryPreview(
  engine: Engine,
  ref: LaneRef,
  { request }: NextCall,
  tried?: Epoch,
): Promise<Omit<Preview, "view"> & { readonly assembled: AssemblyResult }> {
  const { model } = request;
  const learned = await findLearnedLimit(engine, ref, model?.name ?? "", request.budget.window);
  const budget = learned === null ? request.budget : limitBudget(request.budget, learned.limit, learned.model);
  const read = await readSnapshot(engine, ref, {
    ...request,
    budget,
    turn: null,
    isPreview: true,
    ...(tried === undefined ? {} : { tried }),
  });
  const { snapshot, policy, lastReceipt } = read;
  const counting = prepareCounting(engine, read, budget, request);
  const last = lastReceipt === null ? null : await engine.receipts.look(ref, lastReceipt);
  const bill = readLaneBill(last?.receipt.decisions ?? null);
  const costs = describeCallCosts(counting, snapshot, bill, engine.clock.now());
  const priced = { ...snapshot, costs, ...pickReader(request) };
  const assembleBy = (given: Snapshot, { fns }: Engine, room: Budget) =>
    assembleInSteps(given, { policy, budget: room, fns });
  const fit = async (given: Snapshot) => (await engine.runSteps(fitCounted(counting, given, assembleBy))).assembled;
  const assembled = await fit(priced);
  const told =
    assembled.kind === "fits" ? showLeavingMemories(priced, assembled.view, read.standingAfter, policy) : null;
  const again = told === null ? assembled : await fit(told);
  return told !== null && leavesAsMuch(again, assembled, policy)
    ? { assembled: again, snapshot: told, policy, budget }
    : { assembled, snapshot: priced, policy, budget };
}

export interface PreviewedCall {
  readonly receipt: Receipt;
  readonly request: ModelRequest;
  readonly bytes: string;
  /** Knows the message, so that a caller can explain the receipt. */
  readonly engine: Engine;
}

/** The call that would answer the message. It is begun and viewed as any other, over a log that forgets. No model is asked. */
export async function previewMessage(
  opened: Engine,
  { lane }: LaneRef,
  { request }: NextCall,
  message: Incoming,
): Promise<PreviewedCall> {
  const engine = await makeRehearsal(opened, message);
  const options = { origin: "interactive", whenBusy: "queue", signal: undefined, lane } as const;
  const { turn, holder } = await begin(engine, [{ ...message, id: null }], options);
  return readPreview(engine, openTurn(engine, turn, { place: holder }), request);
}

/** A call of a turn that the log has: the engine is to forget it. `number` counts the turn's calls from 1. */
export function previewTurn(
  engine: Engine,
  turn: TurnRecord,
  { request }: Pick<NextCall, "request">,
  number: number,
): Promise<PreviewedCall> {
  return readPreview(engine, openTurn(engine, turn, { place: "hosted", calls: number - 1 }), request);
}

async function readPreview(engine: Engine, turn: OpenTurn, request: NextCall["request"]): Promise<PreviewedCall> {
  const viewed = await turn.view(request);
  if (viewed.kind === "too-small") throw makeTooSmallError(viewed.needed, viewed.available);
  const { receipt } = viewed;
  const pieces = await readStoredPieces(
    engine.store,
    receipt.ref,
    receipt.chunks.filter((chunk) => !isFraming(chunk)),
  );
  const bytes = joinChunks(receipt, pieces);
  return { receipt, bytes, request: JSON.parse(bytes) as ModelRequest, engine };
}

async function makeRehearsal(engine: Engine, message: Incoming): Promise<Engine> {
  return { ...rehearse(engine), memories: await hearMessage(engine, message) };
}

/** The same engine over a log that forgets all writes. No model is asked. */
export function rehearse(engine: Engine): Engine {
  const store = makeRehearsalStore(engine.store, (lease) => isHeld(engine, lease));
  const secrets = makeSecretRegister(store, engine.fns.hash);
  const own = { store, receipts: makeReceiptCache(store), secrets, values: makeValueRegister(store) };
  return {
    ...engine,
    ...own,
    fastModel: null,
    files: { ...engine.files, keep: null },
    memoryFolder: null,
    onCall: null,
  };
}

/** The log notes who speaks, and whether it is a group, with the message, which it does not get. */
async function hearMessage(
  { memories, store, owner, clock }: Engine,
  { session, from: person, at, group }: Incoming,
): Promise<MemoryLog> {
  const isNew = person !== null && (await store.lanes({ owner, session })).length === 0;
  if (!isNew && group === undefined) return memories;
  const since = at ?? clock.now();
  const words: readonly GroupWord[] = group === undefined ? [] : [{ group, by: "channel", at: clock.now() }];
  const hear = (scope: MemoryScope, now: LaneMemories): LaneMemories => {
    if (scope.kind === "session" && scope.session === session) {
      const members = isNew ? new Map(now.members).set(person, since) : now.members;
      return { ...now, members, groupWords: [...now.groupWords, ...words] };
    }
    if (isNew && scope.kind === "person" && scope.person === person)
      return { ...now, joined: new Map(now.joined).set(session, since) };
    return now;
  };
  return {
    ...memories,
    read: async (scope) => hear(scope, await memories.read(scope)),
    recall: (scope) => hear(scope, memories.recall(scope)),
  };
}
