/** Measures what a lane's context takes: from the view that the next message would find, and from the newest receipts. */

import type { LaneRef, Tokens } from "../../core/log/keys.js";
import {
  countedTokens,
  growthFrom,
  growthPerTurn,
  growthTurns,
  type LastCall,
  thresholdsOf,
  type Usage,
} from "../../core/model/usage.js";
import { availableIn } from "../../core/policy/budget.js";
import type { LayerName } from "../../core/policy/layer.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { assemble } from "../../core/view/assemble.js";
import { messageCounts } from "../../core/view/message-counts.js";
import { pastTurns } from "../../core/view/reduce/turns.js";
import type { Request } from "../../core/view/request.js";
import type { Snapshot } from "../../core/view/snapshot.js";
import { contentText } from "../../core/view/transcript.js";
import { type Overhead, tokensByLayer, tooSmall, type View } from "../../core/view/view.js";
import { readSnapshot } from "../answer/snapshot.js";
import type { House } from "../engine.js";
import { asCalled } from "./as-called.js";

/** Null where nothing was said yet. */
export async function measureUsage(opened: House, ref: LaneRef): Promise<Usage | null> {
  const { house, last } = await asCalled(opened, ref);
  const { budget, kit } = house;
  const { snapshot, policy } = await readSnapshot(house, ref, { turn: null, budget, tools: [] });
  if (snapshot.last === 0) return null;
  const assembled = assemble(snapshot, policy, budget, kit);
  if (assembled.kind === "too-small") throw tooSmall(assembled.needed, availableIn(budget));
  const { view } = assembled;
  const categories = categoriesOf(view, last);
  const tokens = categories.reduce((sum, each) => sum + each.tokens, 0);
  const thresholds = thresholdsOf(policy, budget);
  const turnsShown = pastTurns(view.units, null, view.epoch.through).length;
  const perTurn = last === null ? null : growthPerTurn(await callsUpTo(house, last));
  return {
    messages: messageCounts(view.units, view.verdicts),
    characters: charactersOf(view.request),
    categories,
    tokens,
    window: budget.window,
    windowTold: house.windowTold,
    thresholds,
    last: last === null ? null : await lastCall(house, last),
    growth: growthFrom(perTurn, tokens, thresholds, turnsShown),
    estimated: estimatedBecause(snapshot, last),
  };
}

/** Instructions and tools come with each call, so those of the last one count where the log has none or fewer. */
function categoriesOf(view: View, last: Receipt | null): Usage["categories"] {
  const layers = new Map<LayerName, Tokens>(tokensByLayer(view));
  const pinned = (["instructions", "persona"] as const).map(
    (layer) => [layer, Math.max(layers.get(layer) ?? 0, last?.layers[layer] ?? 0)] as const,
  );
  const tools = overhead(last?.overheads ?? [], "tools");
  const framing = view.overheads.reduce((sum, each) => sum + each.tokens, 0);
  const rest = [...layers].filter(([layer]) => layer !== "instructions" && layer !== "persona");
  const all = [...pinned, ["tools", tools] as const, ...rest, ["framing", framing] as const];
  return all.filter(([, tokens]) => tokens > 0).map(([name, tokens]) => ({ name, tokens }));
}

function overhead(overheads: readonly Overhead[], wanted: Overhead["name"]): Tokens {
  return overheads.find(({ name }) => name === wanted)?.tokens ?? 0;
}

function charactersOf({ system, messages }: Request): number {
  const contents = [system, ...messages.map(({ content }) => content)].flat();
  return contents.reduce((sum, content) => sum + contentText(content).length, 0);
}

/** A receipt's chain begins at a compaction or some calls ago; what came before it is its parent's. */
async function callsUpTo({ store }: House, last: Receipt): Promise<readonly Pick<Receipt, "turn" | "tokens">[]> {
  let calls = await store.receipt(last.ref, last.id);
  for (let looked = 1; looked < growthTurns; looked++) {
    const parent = calls[0]?.parent ?? null;
    if (parent === null || new Set(calls.map(({ turn }) => turn)).size > growthTurns) break;
    calls = [...(await store.receipt(last.ref, parent)), ...calls];
  }
  return calls;
}

async function lastCall({ store }: House, { ref, turn, tokens, at, call }: Receipt): Promise<LastCall> {
  const { entries } = await store.read(ref, 0, turn);
  const notes = entries.flatMap((entry) => (entry.turn === turn && entry.kind === "noted" ? [entry.note] : []));
  const [counted] = notes.flatMap((note) => (note.kind === "usage" ? [countedTokens(note.usage)] : [])).slice(-1);
  return { tokens, at, counted: counted === undefined || counted === null ? null : { tokens: counted, calls: call } };
}

function estimatedBecause({ epoch, cleared }: Snapshot, last: Receipt | null): Usage["estimated"] {
  if (last === null) return "no call";
  if (last.verdicts.some(({ from, rule }) => from <= cleared && rule !== "cleared")) return "clearing";
  if (last.epoch.key !== epoch.key) return "setting";
  return last.epoch.number < epoch.number ? "compaction" : null;
}
