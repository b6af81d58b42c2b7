import type { LaneSelector } from "@clewline/agent/answer-options.js";
import type { IncomingMessage } from "@clewline/agent/incoming-message.js";
import { laneNames } from "@clewline/agent/option-names.js";
import { resolveUnsentMessage } from "@clewline/agent/unsent-message.js";
import { readBudget, type Window } from "@clewline/agent/window.js";
import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { ColdCall } from "@clewline/core/model/cold-call.js";
import { computeThresholds } from "@clewline/core/model/usage.js";
import type { Budget } from "@clewline/core/policy/budget.js";
import type { LayerName } from "@clewline/core/policy/layer.js";
import { orderLayers, type Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import { decodePolicy } from "@clewline/core/policy/stored-policy.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { ModelRequest } from "@clewline/core/view/request.js";
import { type Overhead, sumLayerTokens } from "@clewline/core/view/view.js";
import { listStandingVerdicts } from "@clewline/engine/answer/remembered/standing-verdicts.js";
import { checkOptions, type OptionNames } from "@clewline/engine/check-options.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { type ExplainedVerdict, explain, explainView } from "@clewline/engine/read/inspect.js";
import { type CompactionCount, countCompactions, predictColdCall } from "@clewline/engine/read/lane-status.js";
import { type ExplainedStanding, explainStanding } from "@clewline/engine/read/memories/explain-standing.js";
import { adoptImportedModel, type NextCall, readNextCall } from "@clewline/engine/read/next-call.js";
import { previewLane, previewMessage } from "@clewline/engine/read/preview.js";
import { replay } from "@clewline/engine/read/replay.js";
import type { RetrievalStage } from "@clewline/engine/read/retrieve.js";
import type { RebuiltCall } from "@clewline/engine/transfer/past-call.js";
import { isObject, type Json } from "@clewline/text/json.js";
import { makeEngineContext, resolvePolicy } from "./options.js";

/** The next call of a lane, without or with a message, or a past one, with the account of it. */
export interface ContextReport {
  /** The chat. */
  readonly session: string;
  /** The thread inside it. */
  readonly lane: string;
  /** The model's window. */
  readonly window: number;
  /** The part of it kept free for the reply. */
  readonly reply: number;
  /** The tokens of the view, as an upper estimate. */
  readonly tokens: number;
  /** Tokens by kind of content, in the order of the view. */
  readonly layers: readonly { readonly layer: LayerName; readonly tokens: number }[];
  /** Where it is reduced although it fits: old results are cleared, older turns summarised. Null for a view of the past. */
  readonly thresholds: { readonly clear: number; readonly summary: number; readonly turns: number | null } | null;
  /** How often the lane was compacted so far. */
  readonly compactions: CompactionCount;
  /** The cost of the next call if the cache's lifetime is over; null while it is not, and for a view of the past. */
  readonly cold: ColdCall | null;
  /** Tokens that belong to no message. */
  readonly overheads: readonly Overhead[];
  /** The request itself. */
  readonly request: ModelRequest;
  /** The verdict on every entry, with the rule that decided. */
  readonly verdicts: readonly ExplainedVerdict[];
  /** The verdict on each standing memory. */
  readonly standing: readonly ExplainedStanding[];
  /** Set if no call was made yet and no window was set: it is that of the imported history's model, or a guess. */
  readonly assumed?: { readonly model: string | null };
  /** Set if a model would be asked which older turns belong to the message: here, all that fit are shown. */
  readonly unasked?: true;
  /** How far the look-up for the message came, where there is an embedder. */
  readonly lookedUp?: RetrievalStage;
  /** Of a past call under another policy or window: how well the log as it stood then could be rebuilt. */
  readonly rebuilt?: RebuiltCall;
}

/** Options of `context`. */
export interface ContextOptions extends LaneSelector {
  /**
   * A past call instead of the next one: the last one of this turn, or that of this receipt. With `policy` or `window`, as it would have
   * been under them, on the log as it stood then.
   */
  readonly at?: string | undefined;
  /** The message that the next call would answer: a text, or the whole message. */
  readonly message?: string | IncomingMessage | undefined;
  /** The sender of a text, as the channel's ID; by default the one answered last in the lane. */
  readonly from?: string | number | undefined;
  /** Another window than that of the lane's last call. */
  readonly window?: Window | undefined;
  /** Another policy than that of the lane, as a preset's name or as data: what the call would be under it. */
  readonly policy?: string | Policy | undefined;
}

const contextNames: OptionNames<ContextOptions> = {
  ...laneNames,
  at: "text",
  message: true,
  from: "id",
  window: true,
  policy: true,
};

type LaneFinder = (choice: LaneSelector) => Promise<LaneRef>;

/**
 * Reports the next call of a lane, or a past one. `told` is null where the program that opened the log answers in it.
 */
export async function reportContext(
  engine: Engine,
  options: ContextOptions,
  told: ToldOptions | null,
  findLane: LaneFinder,
): Promise<ContextReport> {
  const { at, ...next } = checkOptions(options, contextNames);
  if (at === undefined) return reportNextCall(engine, next, told, findLane);
  if (next.message !== undefined || next.from !== undefined) throw makeMessageError();
  if (next.policy === undefined && next.window === undefined) return makePastContextReport(engine, at);
  return makeOtherContextReport(engine, at, next);
}

function makeMessageError(): ClewError {
  return new ClewError("options/bad", "A past call has the message that it answered", {
    hint: "Leave at out to see the next call with another message",
  });
}

async function reportNextCall(
  opened: Engine,
  { message, from, window, policy, ...choice }: ContextOptions,
  lastCall: ToldOptions | null,
  findLane: LaneFinder,
): Promise<ContextReport> {
  const engine = policy === undefined ? opened : { ...opened, policy: await findPolicy(opened, policy) };
  const told = policy === undefined || lastCall === null ? lastCall : { ...lastCall, policy: true };
  const unsent = await resolveUnsentMessage(engine, { message, from }, () => findLane(choice));
  return makeContextReport(engine, { ...unsent, budget: window === undefined ? null : readBudget(window), told });
}

async function makePastContextReport(engine: Engine, at: string): Promise<ContextReport> {
  const { receipt, bytes } = await replay(engine, at);
  return {
    ...describeReceipt(engine, receipt),
    thresholds: null,
    compactions: await countCompactions(engine, receipt.ref, receipt.at),
    cold: null,
    request: JSON.parse(bytes) as ModelRequest,
    verdicts: await explain(engine, receipt),
    standing: await explainStanding(engine, receipt.standing),
  };
}

/** A policy of clew.toml is known here only as the engine's own. */
async function findPolicy({ policy: own }: Engine, named: string | Policy): Promise<Policy> {
  return named === own.name ? own : resolvePolicy(named);
}

/** The call as it would have been. */
async function makeOtherContextReport(
  engine: Engine,
  at: string,
  { policy, window }: Pick<ContextOptions, "policy" | "window">,
): Promise<ContextReport> {
  const { makeOtherCall } = await import("@clewline/engine/transfer/past-call.js");
  const { makeMemoryStore } = await import("./stores/memory.js");
  const { previewed, rebuilt, ...other } = await makeOtherCall(engine, at, {
    policy: policy === undefined ? null : await findPolicy(engine, policy),
    budget: window === undefined ? null : readBudget(window),
    adopt: (opened, call) => adoptLastCall(opened, call, { policy: false, timeZone: false }),
    openEmpty: ({ owner, zone, redact, presence }) =>
      makeEngineContext({ owner, timeZone: zone, redact }, makeMemoryStore(), presence),
  });
  const { receipt, request, engine: past } = previewed;
  return {
    ...describeReceipt({ ...engine, policy: other.policy }, receipt),
    thresholds: computeThresholds(other.policy, { window: receipt.window, reply: receipt.reply ?? 0 }),
    compactions: await countCompactions(past, receipt.ref),
    cold: null,
    request,
    verdicts: await explain(past, receipt),
    standing: await explainStanding(past, receipt.standing),
    rebuilt,
  };
}

function describeReceipt(engine: Engine, receipt: Receipt) {
  const { ref, window, tokens, overheads } = receipt;
  const order: readonly LayerName[] = orderLayers(engine.policy);
  const place = ([layer]: [LayerName, number]) => order.indexOf(layer);
  const layers = (Object.entries(receipt.layers) as [LayerName, number][]).sort((a, b) => place(a) - place(b));
  return {
    session: ref.session,
    lane: ref.lane,
    window,
    reply: receipt.reply ?? 0,
    tokens,
    layers: layers.map(([layer, sum]) => ({ layer, tokens: sum })),
    overheads,
    ...readLookUp(receipt),
  };
}

function readLookUp({ decisions }: Receipt): Pick<ContextReport, "lookedUp"> {
  const lookedUp = isObject(decisions) ? decisions.lookedUp : undefined;
  return isObject(lookedUp) ? { lookedUp: lookedUp as unknown as RetrievalStage } : {};
}

/** Flags for the options given when the log was opened: these override the last call's. */
export interface ToldOptions {
  readonly policy: boolean;
  readonly timeZone: boolean;
}

/** The lane to preview, and the changes to its next call. */
export interface NextView {
  readonly ref: LaneRef;
  /** The message not yet sent; null shows what any message would find. */
  readonly message: Incoming | null;
  /** In the place of the last call's. */
  readonly budget: Budget | null;
  readonly told: ToldOptions | null;
}

export async function makeContextReport(
  opened: Engine,
  { ref, message, budget, told }: NextView,
): Promise<ContextReport> {
  const read = await readNextCall(opened, ref, budget);
  const call = budget !== null || told === null ? read : await adoptImportedModel(opened, ref, read);
  const engine = await adoptLastCall(opened, call, told);
  if (message !== null) {
    return { ...(await makeMessageReport(engine, ref, call, message)), ...describeAssumption(engine, call, budget) };
  }
  const { view, snapshot, policy, budget: sized } = await previewLane(engine, ref, call);
  return {
    session: ref.session,
    lane: ref.lane,
    window: sized.window,
    reply: sized.reply,
    tokens: view.tokens,
    layers: [...sumLayerTokens(view)].map(([layer, tokens]) => ({ layer, tokens })),
    thresholds: computeThresholds(policy, sized),
    compactions: await countCompactions(engine, ref),
    cold: await predictColdCall(engine, call, view.tokens),
    overheads: view.overheads,
    request: view.request,
    verdicts: await explainView(engine, ref, view.verdicts),
    standing: await explainStanding(engine, listStandingVerdicts(snapshot.standing)),
    ...describeAssumption(engine, call, budget),
  };
}

/** The first call of a chat may be made with a model that is not known yet. */
function describeAssumption(
  { windowTold }: Engine,
  { last, request }: NextCall,
  budget: Budget | null,
): Pick<ContextReport, "assumed"> {
  if (last !== null || windowTold || budget !== null) return {};
  return { assumed: { model: request.model?.name ?? null } };
}

async function makeMessageReport(
  engine: Engine,
  ref: LaneRef,
  call: NextCall,
  message: Incoming,
): Promise<ContextReport> {
  const { receipt, request, engine: rehearsing } = await previewMessage(engine, ref, call, message);
  const { settings } = await engine.store.read(receipt.ref, { limit: 0 });
  const budget = { window: receipt.window, reply: receipt.reply ?? 0 };
  return {
    ...describeReceipt(engine, receipt),
    thresholds: computeThresholds(applySettings(engine.policy, settings), budget),
    compactions: await countCompactions(engine, receipt.ref),
    cold: await predictColdCall(engine, call, receipt.tokens),
    request,
    verdicts: await explain(rehearsing, receipt),
    standing: await explainStanding(rehearsing, receipt.standing),
    ...(isChosenByModel(call.last) ? { unasked: true } : {}),
  };
}

/** Whether a model picked among older turns for the last call: it would be asked again, which costs, and may pick others. */
function isChosenByModel(last: Receipt | null): boolean {
  const selection = isObject(last?.decisions) ? last.decisions.selection : undefined;
  return isObject(selection) && selection.stage === "triage";
}

/**
 * Previews the lane as the program that answers in it would. `told` is null for that program itself, which knows best
 * what its next call will be.
 */
async function adoptLastCall(engine: Engine, call: NextCall, told: ToldOptions | null): Promise<Engine> {
  const { basis, instructions } = call;
  if (told === null || basis === null) return engine;
  return {
    ...engine,
    policy: told.policy ? engine.policy : await readPolicy(basis.policy, engine.policy),
    zone: told.timeZone ? engine.zone : basis.zone,
    people: new Map([...Object.entries(basis.people), ...engine.people]),
    instructions: instructions === null ? engine.instructions : dropOwn(instructions, basis.own),
  };
}

/** Drops the program's own instructions, given when it opened the log. */
function dropOwn(instructions: string, own: number): string {
  return own === 0 ? instructions : instructions.slice(0, Math.max(0, instructions.length - own - "\n\n".length));
}

/** One that an earlier or later version wrote may have another shape: then the policy at hand has to do. */
async function readPolicy(stored: Json, otherwise: Policy): Promise<Policy> {
  if (typeof stored === "string") return Object.hasOwn(presets, stored) ? (presets[stored] ?? otherwise) : otherwise;
  const { checkPolicy } = await import("../config/policy-schema.js");
  try {
    return checkPolicy(decodePolicy(stored) as Policy);
  } catch {
    return otherwise;
  }
}
