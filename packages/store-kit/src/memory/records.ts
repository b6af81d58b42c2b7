import { followsEpoch } from "@clewline/core/log/candidate.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { type LaneRequest, type LaneState, type RecordRequest, summariesLookedAt } from "@clewline/core/ports/index.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { copyValue, type Lane, type Log, makeKey, makeLaneKey, normaliseLimit } from "./log.js";

export function putRecord(lane: Lane, record: LaneRecord): void {
  if (!lane.records.has(record.id)) lane.records.set(record.id, record);
}

export function listRecords(log: Log, ref: LaneRef, { kind, name, limit }: RecordRequest): readonly LaneRecord[] {
  const records = [...(log.lanes.get(makeLaneKey(ref))?.records.values() ?? [])];
  const wanted = records.filter((record) => record.kind === kind && (name === null || record.name === name));
  return wanted.reverse().slice(0, normaliseLimit(limit)).map(copyValue);
}

/** A summary of another epoch that reaches further than this one's. */
export function findFurthestSummary(
  lane: Lane,
  epoch: Epoch,
  isOwn: LaneRequest["isOwnSummary"],
): LaneState["furthest"] {
  if (isOwn === undefined) return null;
  const summaries = [...lane.records.values()].filter((record) => record.kind === "summary");
  const found = summaries.slice(-summariesLookedAt).findLast(({ name }) => isOwn(name));
  const reach = Math.max(findLeaveBoundary(epoch.through), lane.cleared);
  return found !== undefined && found.summary.to > reach ? copyValue(found.summary) : null;
}

/** The summary that the epoch names, and the candidate for the next one. */
export function readPrepared(lane: Lane, epoch: Epoch): Pick<LaneState, "summary" | "candidate"> {
  const named = lane.records.get(epoch.summary?.id ?? "");
  const candidates = [...lane.records.values()].filter((record) => record.kind === "candidate");
  const newest = candidates.findLast(({ name }) => name === epoch.key)?.candidate;
  return {
    summary: epoch.summary !== null && named?.kind === "summary" ? copyValue(named.summary) : null,
    candidate: newest !== undefined && followsEpoch(newest, epoch) ? copyValue(newest) : null,
  };
}

export function mergeSettings(log: Log, { owner, session }: LaneRef, settings: LaneState["settings"]): void {
  const merged = { ...log.settings.get(makeKey(owner, session)), ...settings };
  const set = Object.entries(merged).filter(([, value]) => value !== null);
  log.settings.set(makeKey(owner, session), Object.fromEntries(set));
}

export function readSessionSettings(log: Log, { owner, session }: LaneRef): LaneState["settings"] {
  return copyValue(log.settings.get(makeKey(owner, session)) ?? {});
}
