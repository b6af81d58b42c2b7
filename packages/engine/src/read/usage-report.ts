/** Adds up the cost of a log's calls. It reads every call that it reports, so no request may wait for it. */

import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, parseSessionKey, type ReceiptId } from "@clewline/core/log/keys.js";
import type { Advice } from "@clewline/core/model/advice/advise.js";
import { type BilledCall, readBilledCall, readBilledNote } from "@clewline/core/model/billed-call.js";
import { usageEvent } from "@clewline/core/model/call-usage.js";
import {
  type LayerReader,
  makeUsageRows,
  sumAgain,
  sumUsage,
  type UsageKey,
  type UsageRow,
  usageKeys,
} from "@clewline/core/model/usage-rows.js";
import { sumWatched, type WatchedUsage } from "@clewline/core/model/watched-calls.js";
import type { Engine } from "../engine.js";
import { formatDay } from "../growth/compaction.js";
import { listLaneRefs, parseDay } from "./journal.js";
import { readAdvice } from "./usage-advice.js";

/** Selects the calls to add up, and how to group them: by day by default. */
export interface UsageChoice {
  /** Only this chat, as channel:name. */
  readonly session?: string | undefined;
  /** The first day, as 2026-11-15, in the log's zone. */
  readonly since?: string | undefined;
  /** The key to group by. */
  readonly by?: UsageKey | undefined;
  /** Also finds the largest avoidable costs, over all days. */
  readonly advise?: boolean | undefined;
}

/** The cost of a log's calls, added up. */
export interface UsageReport {
  /** One for each day, session, model, layer, role or cause. */
  readonly rows: readonly UsageRow[];
  /** All of them together. */
  readonly total: UsageRow;
  /** The part that was paid again after a cache miss. */
  readonly again: UsageRow;
  /** Models without a known price, by name. */
  readonly unpriced: readonly string[];
  /** Calls that are known only from a note of their turn. */
  readonly noted: number;
  /** Calls that their provider did not count, so that they are estimates. */
  readonly uncounted: number;
  /** Calls that were only watched, and what their views would have come to. */
  readonly watched: WatchedUsage;
  /** Avoidable costs, the largest first; absent unless they were asked for. */
  readonly advice?: readonly Advice[];
}

const page = 1_000;
/** No lane has more calls. */
const most = 10_000_000;

export async function reportUsage(engine: Engine, choice: UsageChoice): Promise<UsageReport> {
  const { session, since, by = "day", advise = false } = choice;
  if (!usageKeys.includes(by)) {
    throw new ClewError("options/bad", `Usage can't be added up by ${JSON.stringify(by)}`, {
      hint: `Use one of: ${usageKeys.join(", ")}`,
    });
  }
  const first = since === undefined ? null : parseDay(since);
  const days = new Map<BilledCall, string>();
  const layers = new Map<string, ReturnType<LayerReader>>();
  for (const ref of await listLaneRefs(engine, session === undefined ? null : parseSessionKey(session))) {
    for (const call of await readLaneCalls(engine, ref)) {
      const day = formatDay(engine.zone, call.at);
      if (first === null || day >= first) days.set(call, day);
    }
    if (by === "layer") await readLayers(engine, ref, layers);
  }
  const calls = [...days.keys()];
  const named = calls.filter(({ dollars, isCounted }) => dollars === null && isCounted);
  return {
    rows: makeUsageRows(
      calls,
      by,
      (call) => days.get(call) ?? "",
      (receipt) => layers.get(receipt) ?? null,
    ),
    total: sumUsage(calls),
    again: sumAgain(calls),
    unpriced: [...new Set(named.flatMap(({ model }) => model ?? []))].sort(),
    noted: calls.filter(({ isNoted }) => isNoted).length,
    uncounted: calls.filter(({ isCounted }) => !isCounted).length,
    watched: sumWatched(calls.flatMap(({ watched }) => watched ?? [])),
    ...(advise ? { advice: await readAdvice(engine, session === undefined ? null : parseSessionKey(session)) } : {}),
  };
}

async function readLaneCalls(engine: Engine, ref: LaneRef): Promise<readonly BilledCall[]> {
  const records = await engine.store.records(ref, "event", usageEvent, most);
  const traced = records.flatMap((record) =>
    record.kind === "event" ? (readBilledCall(record.event, record.at, ref.session, engine.models) ?? []) : [],
  );
  const answered = new Set(traced.filter(({ role }) => role === "reply" || role === "subtask").map(({ turn }) => turn));
  return [...traced, ...(await readNotedCalls(engine, ref, answered))];
}

/** Logs of an earlier version, and imported histories, have a note for a turn or a call instead. */
async function readNotedCalls(
  { store, models }: Engine,
  ref: LaneRef,
  traced: ReadonlySet<string | null>,
): Promise<readonly BilledCall[]> {
  const found: BilledCall[] = [];
  for (let from = 1; ; ) {
    const entries = await store.range(ref, from, from + page - 1);
    const last = entries.at(-1);
    if (last === undefined) return found;
    from = last.seq + 1;
    for (const entry of entries) {
      if (entry.kind !== "noted" || entry.note.kind !== "usage") continue;
      if (entry.turn !== null && traced.has(entry.turn)) continue;
      const { at, turn, note } = entry;
      const call = readBilledNote({ usage: note.usage, turn, at }, ref.session, models);
      if (call !== null) found.push(call);
    }
  }
}

async function readLayers(
  { store }: Engine,
  ref: LaneRef,
  layers: Map<string, ReturnType<LayerReader>>,
): Promise<void> {
  for (let after: ReceiptId | null = null; ; ) {
    const receipts = await store.receipts(ref, after, page);
    for (const { id, layers: shown, overheads } of receipts) layers.set(id, { layers: shown, overheads });
    const last = receipts.at(-1);
    if (last === undefined || receipts.length < page) return;
    after = last.id;
  }
}
