/** Reads a lane's next request from its last call: a program gives tools and instructions with each call. */

import type { LaneRef } from "@clewline/core/log/keys.js";
import type { CallBasis } from "@clewline/core/log/record.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { AvailableModel } from "@clewline/core/model/facts/model-facts.js";
import { readAccount } from "@clewline/core/model/read-account.js";
import { type Budget, makeBudget } from "@clewline/core/policy/budget.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { listToolPieces } from "@clewline/core/view/render/layout.js";
import type { ToolSpec } from "@clewline/core/view/request.js";
import type { ViewRequest } from "@clewline/core/view/view-input.js";
import { unescapeText } from "@clewline/text/fence.js";
import { isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { findCallBasis } from "../growth/call-basis.js";
import { readStoredPieces } from "./pieces/stored-pieces.js";

export interface NextCall {
  readonly request: ViewRequest<AbortSignal> & Required<Pick<ViewRequest<AbortSignal>, "budget" | "tools">>;
  /** The last call; null before the first. */
  readonly last: Receipt | null;
  readonly basis: CallBasis | null;
  /** All instructions of the last call; null if they are unknown. */
  readonly instructions: string | null;
}

/** `budget` takes the place of the last call's. */
export async function readNextCall(engine: Engine, ref: LaneRef, budget: Budget | null): Promise<NextCall> {
  const { lastReceipt } = await engine.store.read(ref, { limit: 0 });
  const last = lastReceipt === null ? null : ((await engine.receipts.look(ref, lastReceipt))?.receipt ?? null);
  if (last === null) {
    const request = { budget: budget ?? engine.budget, tools: [] };
    return { request, last, basis: null, instructions: null };
  }
  return describeCall(engine, last, await findCallBasis(engine.store, ref), budget);
}

/** The terms of a call, from its receipt and its basis. `budget` takes the place of its own. */
export async function describeCall(
  engine: Engine,
  last: Receipt,
  basis: CallBasis | null,
  budget: Budget | null,
): Promise<NextCall> {
  const { ref } = last;
  const tools = listToolPieces(last.chunks);
  const pieces = await readStoredPieces(engine.store, ref, [
    ...tools,
    ...(basis?.instructions == null ? [] : [basis.instructions]),
  ]);
  const instructions = readInstructions(basis, pieces);
  const own = basis === null || basis.own === 0 ? undefined : instructions?.slice(-basis.own);
  const request = {
    budget: budget ?? pickBudget(engine, last, basis),
    tools: tools.flatMap((chunk) => readTool(pieces.get(chunk))),
    ...(own === undefined ? {} : { instructions: own }),
    ...(basis === null || basis.model === null ? {} : { model: findModel(engine, basis.model) }),
  };
  return { request, last, basis, instructions };
}

/** Before the first call, and without a given window, takes the model that the calls of an imported history name. */
export async function adoptImportedModel(engine: Engine, ref: LaneRef, call: NextCall): Promise<NextCall> {
  if (call.last !== null || engine.windowTold) return call;
  const name = await findImportedModel(engine, ref);
  const facts = name === null ? null : findModelFacts(name, engine.models);
  if (name === null || facts === null || facts.window === null) return call;
  const request = { ...call.request, budget: makeBudget({ window: facts.window }), model: { name, facts } };
  return { ...call, request };
}

/** Entries to look at: a call's note comes right after its answer. */
const notesReach = 200;

async function findImportedModel({ store }: Engine, ref: LaneRef): Promise<string | null> {
  const { last } = await store.read(ref, { limit: 0 });
  const entries = await store.range(ref, Math.max(1, last - notesReach + 1), last);
  const models = entries.map((entry) =>
    entry.kind === "noted" && entry.note.kind === "usage" ? (readAccount(entry.note.usage)?.model ?? null) : null,
  );
  return models.findLast((model) => model !== null) ?? null;
}

/** Calls of earlier versions have nothing but their receipt. */
function pickBudget({ budget, windowTold }: Engine, last: Receipt, basis: CallBasis | null): Budget {
  if (basis !== null) return makeBudget({ window: basis.window, reply: basis.reply });
  return windowTold
    ? budget
    : makeBudget({ window: last.window, ...(last.reply === undefined ? {} : { reply: last.reply }) });
}

function readInstructions(basis: CallBasis | null, pieces: ReadonlyMap<string, string>): string | null {
  if (basis === null) return null;
  if (basis.instructions === null) return "";
  const block = tryParseJson(pieces.get(basis.instructions) ?? "");
  return isObject(block) && typeof block.text === "string" ? unescapeText(block.text) : null;
}

function readTool(piece: string | undefined): readonly ToolSpec[] {
  const tool: Json | undefined = tryParseJson(piece ?? "");
  return isObject(tool) ? [tool as unknown as ToolSpec] : [];
}

/** Uses the factor of the last call, which a server may have reported. */
function findModel({ models }: Engine, { name, factor }: NonNullable<CallBasis["model"]>): AvailableModel {
  return { name, facts: { ...findModelFacts(name, models), factor } };
}
