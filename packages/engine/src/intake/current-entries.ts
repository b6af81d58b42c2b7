/** Entries as they read now: the newest version of each message, without withdrawn ones. */

import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import {
  type Entry,
  listParts,
  type Part,
  renderPlainText,
  resolveMessageId,
  type Speaker,
} from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";

export interface CurrentEntry {
  readonly ref: LaneRef;
  /** The first version, which has the place, time and speaker of the message. */
  readonly entry: Exclude<Entry, { kind: "revised" | "withdrawn" }>;
  /** The version with the current words. */
  readonly version: Entry;
}

/** Lists the entries of a lane that may be shown, in order. An edit appears as its message, if that is given too. */
export async function listCurrentEntries(
  engine: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  surface: string | null,
): Promise<readonly CurrentEntry[]> {
  const open = entries.filter(
    (entry) => entry.late === undefined && (entry.private === undefined || entry.private === surface),
  );
  return applyChanges(ref, open, await engine.store.changesOf(ref, open.map(resolveMessageId)));
}

/** The entries after these edits and withdrawals of them. */
export function applyChanges(
  ref: LaneRef,
  entries: readonly Entry[],
  changes: readonly Entry[],
): readonly CurrentEntry[] {
  const taken = new Set(changes.flatMap((each) => (each.kind === "withdrawn" ? [each.target] : [])));
  const newest = pickNewestVersions(changes);
  return entries.flatMap((entry): readonly CurrentEntry[] => {
    if (entry.kind === "revised" || entry.kind === "withdrawn" || taken.has(entry.id)) return [];
    return [{ ref, entry, version: newest.get(entry.id) ?? entry }];
  });
}

type Revision = Extract<Entry, { kind: "revised" }>;

/** The version that counts of each message that was edited, by the message's own id. */
export function pickNewestVersions(changes: readonly Entry[]): ReadonlyMap<EntryId, Revision> {
  const newest = new Map<EntryId, Revision>();
  for (const each of changes) {
    if (each.kind !== "revised") continue;
    const { revision } = newest.get(each.target)?.source ?? { revision: Number.NEGATIVE_INFINITY };
    if (each.source.revision >= revision) newest.set(each.target, each);
  }
  return newest;
}

/** Names the speaker so that no address can pass for another speaker or for more than a name. */
function nameSpeaker({ people }: Engine, { role, address }: Speaker): string {
  if (role !== "user") return role;
  if (address === undefined) return "user";
  const name = makeNamer(people)(address);
  const isPlain =
    /^[\p{L}\p{N}@+_.-][\p{L}\p{N}@+_.:-]{0,79}(?<!:)$/u.test(name) && !/^(?:agent|user|system)$/i.test(name);
  return isPlain ? name : JSON.stringify(name.slice(0, 60).replace(/[\s\p{Cc}\p{Cf}]+/gu, " "));
}

/** Returns the parts that people read: all but the model's reasoning. */
export function listSpokenParts({ version }: CurrentEntry): readonly Part[] {
  return listParts(version).filter((part) => part.kind !== "reasoning");
}

/** Whether it contains anything that a person would read. */
export function isSpoken(standing: CurrentEntry): boolean {
  return standing.entry.kind === "said" && renderPlainText(listSpokenParts(standing)).trim() !== "";
}

/** Who said it, or which tool it belongs to. */
export function describeSource(engine: Engine, { entry }: CurrentEntry): string {
  switch (entry.kind) {
    case "said":
      return nameSpeaker(engine, entry.by);
    case "called":
      return `call of ${cleanToolName(entry.tool)}`;
    case "returned":
      return `result of ${cleanToolName(entry.tool)}`;
    case "noted":
      return "note";
    default:
      return entry satisfies never;
  }
}

function cleanToolName(name: string): string {
  return name.slice(0, 80).replace(/[\s\p{Cc}\p{Cf}]+/gu, " ");
}
