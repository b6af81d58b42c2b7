/** Reads the lanes of a log as what their calls sent and cost, for advice. */
import { type Entry, isFromModel, listTexts, type Text } from "@clewline/core/log/entry.js";
import type { LaneRef, ReceiptId, SessionKey, Tokens } from "@clewline/core/log/keys.js";
import { type Advice, advise } from "@clewline/core/model/advice/advise.js";
import type { CountedCall, LaneStep } from "@clewline/core/model/advice/lane-steps.js";
import { readBilledCall } from "@clewline/core/model/billed-call.js";
import { usageEvent } from "@clewline/core/model/call-usage.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { countSentTokens } from "@clewline/core/model/prices.js";
import { readAccount } from "@clewline/core/model/read-account.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { listLaneRefs } from "./journal.js";

export async function readAdvice(engine: Engine, session: SessionKey | null): Promise<readonly Advice[]> {
  const lanes: (readonly LaneStep[])[] = [];
  for (const ref of await listLaneRefs(engine, session)) lanes.push(await readLaneSteps(engine, ref));
  return advise(lanes);
}

const page = 1_000;
/** No lane has more calls. */
const most = 10_000_000;

/** Of a lane that Clew answered in, its views decide what was sent: its calls alone are read, without the entries. */
async function readLaneSteps(engine: Engine, ref: LaneRef): Promise<readonly LaneStep[]> {
  const traced = await readTracedCalls(engine, ref);
  if (traced.length > 0) return traced;
  const steps: LaneStep[] = [];
  for (let from = 1; ; from += page) {
    const entries = await engine.store.range(ref, from, from + page - 1);
    for (const entry of entries) steps.push(...makeSteps(engine, entry));
    if (entries.length < page) return steps;
  }
}

async function readTracedCalls(engine: Engine, ref: LaneRef): Promise<readonly LaneStep[]> {
  const records = await engine.store.records(ref, "event", usageEvent, most);
  const calls = records.toReversed().flatMap((record) => {
    const call = record.kind === "event" ? readBilledCall(record.event, record.at, ref.session, engine.models) : null;
    return call === null || !call.isCounted || call.role !== "reply" ? [] : [call];
  });
  const views = calls.length === 0 ? noViews : await readViews(engine, ref);
  let before: number | null = null;
  return calls.flatMap(({ at, model, spent, keptMs, receipt }): readonly LaneStep[] => {
    const { epoch = null, around: part = 0 } = views.get(receipt ?? "") ?? {};
    const isCompacted = before !== null && epoch !== null && epoch !== before;
    before = epoch ?? before;
    const facts = findModelFacts(model, engine.models);
    const around = Math.round(part * countSentTokens(spent));
    const kept = keptMs === null ? {} : { keptMs };
    const call: CountedCall = { kind: "call", at, model, facts, spent, ...kept, around };
    return isCompacted ? [{ kind: "compacted" }, call] : [call];
  });
}

interface SentView {
  /** The compactions before it. */
  readonly epoch: number;
  /** The part of it that is instructions and tools, from 0 to 1. */
  readonly around: number;
}

const noViews: ReadonlyMap<string, SentView> = new Map();

/** By their receipts. */
async function readViews({ store }: Engine, ref: LaneRef): Promise<ReadonlyMap<string, SentView>> {
  const views = new Map<string, SentView>();
  for (let after: ReceiptId | null = null; ; ) {
    const receipts = await store.receipts(ref, after, page);
    for (const receipt of receipts)
      views.set(receipt.id, { epoch: receipt.epoch.number, around: measureAround(receipt) });
    const last = receipts.at(-1);
    if (last === undefined || receipts.length < page) return views;
    after = last.id;
  }
}

/** Returns the share of the builder's own texts and tools, which every view has. */
function measureAround({ layers, overheads, tokens }: KeptReceipt): number {
  const { instructions = 0, persona = 0, skills = 0 } = layers;
  const tools = overheads.find(({ name }) => name === "tools")?.tokens ?? 0;
  return tokens === 0 ? 0 : Math.min(1, (instructions + persona + skills + tools) / tokens);
}

/** Shorter inputs of calls are no results to clear. */
const longInput: Tokens = 200;

function makeSteps(engine: Engine, entry: Entry): readonly LaneStep[] {
  const { id, at } = entry;
  switch (entry.kind) {
    case "withdrawn":
      return [{ kind: "gone", id: entry.target }];
    case "noted": {
      if (entry.note.kind === "compacted") return [{ kind: "compacted" }];
      const account = entry.note.kind === "usage" ? readAccount(entry.note.usage) : null;
      if (account === null) return [];
      const { model, spent } = account;
      return [{ kind: "call", at, model, facts: findModelFacts(model, engine.models), spent }];
    }
    default: {
      const tokens = listSentTexts(entry).reduce((sum, text) => sum + countText(engine, text), 0);
      const isLong = entry.kind === "returned" || (entry.kind === "called" && tokens >= longInput);
      const tool = isLong ? entry.tool : null;
      const call = entry.kind === "called" || entry.kind === "returned" ? entry.call : null;
      return [{ kind: "item", id, tokens, tool, call, isOutput: isFromModel(entry) && entry.kind !== "returned" }];
    }
  }
}

/** Providers leave out the reasoning before a model's last answer. */
function listSentTexts(entry: Entry): readonly Text[] {
  if (entry.kind !== "said") return listTexts(entry);
  return entry.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
}

function countText({ fns }: Engine, text: Text): Tokens {
  return typeof text === "string" ? countTokens(text, fns.calibration) : text.tokens;
}
