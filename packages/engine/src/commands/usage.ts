/** Measures a lane's context, from the view that the next message would get and from the newest receipts. */

import type { LaneRef, Tokens } from "@clewline/core/log/keys.js";
import {
  computeThresholds,
  estimateGrowth,
  growthTurns,
  type LastCall,
  measureGrowthPerTurn,
  readRequestTokens,
  type Usage,
} from "@clewline/core/model/usage.js";
import type { LayerName } from "@clewline/core/policy/layer.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { countMessages } from "@clewline/core/view/message-counts.js";
import { listPastTurns } from "@clewline/core/view/reduce/turns.js";
import type { ModelRequest } from "@clewline/core/view/request.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { renderContent } from "@clewline/core/view/transcript.js";
import { type Overhead, sumLayerTokens, type View } from "@clewline/core/view/view.js";
import type { Engine } from "../engine.js";
import { readNextCall } from "../read/next-call.js";
import { previewLane } from "../read/preview.js";

/** Null while nothing was said. */
export async function measureUsage(engine: Engine, ref: LaneRef): Promise<Usage | null> {
  if ((await engine.store.read(ref, { limit: 0 })).last === 0) return null;
  const call = await readNextCall(engine, ref, null);
  const { last } = call;
  const { view, snapshot, policy, budget } = await previewLane(engine, ref, call);
  const categories = listCategories(view, last);
  const tokens = categories.reduce((sum, each) => sum + each.tokens, 0);
  const thresholds = computeThresholds(policy, budget);
  const turnsShown = listPastTurns(view.units, null, view.epoch.through).length;
  const perTurn = last === null ? null : measureGrowthPerTurn(await readRecentCalls(engine, last));
  return {
    messages: countMessages(view.units, view.verdicts),
    characters: countRequestCharacters(view.request),
    categories,
    tokens,
    window: budget.window,
    windowTold: engine.windowTold || budget.window !== engine.budget.window,
    thresholds,
    last: last === null ? null : await readLastCall(engine, last),
    growth: estimateGrowth(perTurn, tokens, thresholds, turnsShown),
    estimated: findEstimateReason(snapshot, last),
  };
}

/** Calls of earlier versions did not leave their instructions to look up: those of the last one count by their size. */
function listCategories(view: View, last: Receipt | null): Usage["categories"] {
  const layers = new Map<LayerName, Tokens>(sumLayerTokens(view));
  const pinned = (["instructions", "persona"] as const).map(
    (layer) => [layer, Math.max(layers.get(layer) ?? 0, last?.layers[layer] ?? 0)] as const,
  );
  const tools = findOverhead(view.overheads, "tools");
  const framing = view.overheads.reduce((sum, each) => sum + each.tokens, 0) - tools;
  const rest = [...layers].filter(([layer]) => layer !== "instructions" && layer !== "persona");
  const all = [...pinned, ["tools", tools] as const, ...rest, ["framing", framing] as const];
  return all.filter(([, tokens]) => tokens > 0).map(([name, tokens]) => ({ name, tokens }));
}

function findOverhead(overheads: readonly Overhead[], wanted: Overhead["name"]): Tokens {
  return overheads.find(({ name }) => name === wanted)?.tokens ?? 0;
}

function countRequestCharacters({ system, messages }: ModelRequest): number {
  const contents = [system, ...messages.map(({ content }) => content)].flat();
  return contents.reduce((sum, content) => sum + renderContent(content).length, 0);
}

/** A receipt's chain reaches back to its checkpoint only; the parent of that leads to the chain before. */
async function readRecentCalls({ store }: Engine, last: Receipt): Promise<readonly Pick<Receipt, "turn" | "tokens">[]> {
  let calls = await store.receipt(last.ref, last.id);
  for (let looked = 1; looked < growthTurns; looked++) {
    const parent = calls[0]?.parent ?? null;
    if (parent === null || new Set(calls.map(({ turn }) => turn)).size > growthTurns) break;
    calls = [...(await store.receipt(last.ref, parent)), ...calls];
  }
  return calls;
}

async function readLastCall({ store }: Engine, { ref, turn, tokens, at, call }: Receipt): Promise<LastCall> {
  const { entries } = await store.read(ref, 0, turn);
  const notes = entries.flatMap((entry) => (entry.turn === turn && entry.kind === "noted" ? [entry.note] : []));
  const [counted] = notes.flatMap((note) => (note.kind === "usage" ? [readRequestTokens(note.usage)] : [])).slice(-1);
  // Where no provider was asked, such as offline, nothing was counted.
  const isCounted = counted !== undefined && counted !== null && counted > 0;
  return { tokens, at, counted: isCounted ? { tokens: counted, calls: call } : null };
}

function findEstimateReason({ epoch, cleared }: Snapshot, last: Receipt | null): Usage["estimated"] {
  if (last === null) return "no call";
  if (last.verdicts.some(({ from, rule }) => from <= cleared && rule !== "cleared")) return "clearing";
  if (last.epoch.key !== epoch.key) return "setting";
  return last.epoch.number < epoch.number ? "compaction" : null;
}
