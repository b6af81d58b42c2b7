/** A past call under another policy or window: the log as it stood then, in memory, and the call made there again. Nothing is written to the log. */

import { ClewError } from "@clewline/core/errors.js";
import type { CallBasis } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Budget } from "@clewline/core/policy/budget.js";
import type { LayerName } from "@clewline/core/policy/layer.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import { hashPolicy, type Receipt } from "@clewline/core/receipt/receipt.js";
import type { Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { describeCall, type NextCall } from "../read/next-call.js";
import { type PreviewedCall, previewTurn, rehearse } from "../read/preview.js";
import { replay } from "../read/replay.js";
import { exportPast, type PastCall } from "./past-lines.js";
import { restore } from "./restore.js";

/** How well the log as it stood then could be rebuilt: the call's own policy is tried on it too. */
export interface RebuiltCall {
  /** True if that gives the bytes that were sent. */
  readonly exact: boolean;
  /** Where it does not: the kinds of content that take other tokens, so that their part of this report is not certain either. */
  readonly differs: readonly LayerName[];
}

interface OtherCall {
  readonly previewed: PreviewedCall;
  /** With the settings of the session. */
  readonly policy: Policy;
  readonly rebuilt: RebuiltCall;
}

interface OtherTerms {
  /** Null for the call's own. */
  readonly policy: Policy | null;
  readonly budget: Budget | null;
  /** The engine with the eyes of the program that made the call. */
  readonly adopt: (engine: Engine, call: NextCall) => Promise<Engine>;
  /** An engine of the same owner over an empty log in memory. */
  readonly openEmpty: (engine: Engine) => Promise<Engine>;
}

export async function makeOtherCall(
  engine: Engine,
  at: string,
  { policy, budget, adopt, openEmpty }: OtherTerms,
): Promise<OtherCall> {
  const { receipt, bytes } = await replay(engine, at);
  const { ref } = receipt;
  const { before, basis } = await readAround(engine, receipt);
  const call = await describeCall(engine, receipt, basis, null);
  const seen = await adopt(engine, call);
  const { settings: now } = await engine.store.read(ref, { limit: 0 });
  const settings = pickSettings(seen, receipt, now);
  const past = await rebuild(seen, await openEmpty(seen), { receipt, before, settings });
  const turn = await past.store.turn(ref, receipt.turn);
  if (turn === null)
    throw new ClewError("turn/unknown", `The turn of receipt ${receipt.id} is not in the log`, {
      hint: "clew doctor --thorough names what is damaged",
    });
  const own = await previewTurn(rehearse(past), turn, call, receipt.call);
  const rebuilt = compare(receipt, bytes, own);
  const other = policy ?? seen.policy;
  const asked = budget === null ? call : { ...call, request: { ...call.request, budget } };
  const isSame = budget === null && hashPolicy(other, engine.fns.hash) === hashPolicy(seen.policy, engine.fns.hash);
  const previewed = isSame
    ? own
    : await previewTurn(rehearse({ ...past, policy: other }), dropDecisions(turn), asked, receipt.call);
  return { previewed, policy: applySettings(other, settings), rebuilt };
}

/** The receipt before, and the program's input of the call: the newest basis from before the next receipt. */
async function readAround(
  { store, receipts }: Engine,
  { id, ref, parent }: Receipt,
): Promise<{ before: Receipt | null; basis: CallBasis | null }> {
  const before = parent === null ? null : ((await receipts.find(ref, parent))?.receipt ?? null);
  const [next] = await store.receipts(ref, id, 1);
  const bases = await store.records(ref, "basis", null, Number.MAX_SAFE_INTEGER);
  const found = bases.find(({ at }) => next === undefined || at < next.at);
  return { before, basis: found?.kind === "basis" ? found.basis : null };
}

/** Settings have no time of their own: those of today count if they give the policy of the call, or if nothing else does. */
function pickSettings({ policy, fns }: Engine, receipt: Receipt, now: Readonly<Record<string, Json>>) {
  const isIts = (settings: typeof now) => hashPolicy(applySettings(policy, settings), fns.hash) === receipt.policy.hash;
  return !isIts(now) && isIts({}) ? {} : now;
}

async function rebuild(engine: Engine, fresh: Engine, call: PastCall): Promise<Engine> {
  await restore(fresh, number(exportPast(engine, call)), () => undefined);
  const { store, receipts, secrets, memories, fence, place, learning } = fresh;
  const at = call.receipt.at;
  return {
    ...engine,
    ...{ store, receipts, secrets, memories, fence, place, learning },
    clock: { ...engine.clock, now: () => at },
    openedAt: 0,
    meaning: null,
  };
}

async function* number(lines: AsyncIterable<string>) {
  let count = 0;
  for await (const text of lines) {
    count += 1;
    yield { number: count, text };
  }
}

/** The turn as it began: another policy would have decided otherwise. */
function dropDecisions({
  asides: _asides,
  epochs: _epochs,
  attachRoom: _room,
  choice: _choice,
  ...turn
}: TurnRecord): TurnRecord {
  return { ...turn, asides: [] };
}

function compare(receipt: Receipt, bytes: string, { receipt: own, bytes: again }: PreviewedCall): RebuiltCall {
  const names = [...new Set([...Object.keys(receipt.layers), ...Object.keys(own.layers)])] as LayerName[];
  return {
    exact: again === bytes,
    differs: again === bytes ? [] : names.filter((name) => receipt.layers[name] !== own.layers[name]),
  };
}
