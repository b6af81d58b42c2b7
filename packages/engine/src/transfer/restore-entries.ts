/** Restores the entries of an export to their places, with the settings of the lane and its session. */

import { ClewError } from "@clewline/core/errors.js";
import type { ExportLine } from "@clewline/core/importing/export-line.js";
import { encodeBody } from "@clewline/core/log/delivery.js";
import type { Draft, Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import type { Change, LaneState } from "@clewline/core/ports/index.js";
import type { Engine } from "../engine.js";

/** The attributes in a lane's line of an export. */
export type LaneAttributes = Pick<Extract<ExportLine, { kind: "lane" }>, "cleared" | "settings">;
type Settings = LaneState["settings"];

/** Writes the entries, and returns how many of them the log did not have. */
export async function writeEntries(
  engine: Engine,
  ref: LaneRef,
  { entries, ...beside }: Pick<Change, "blobs" | "derived"> & { readonly entries: readonly Entry[] },
  { cleared = 0, settings }: LaneAttributes,
): Promise<number> {
  if (ref.session === memorySession) return mergeEntries(engine, ref, entries);
  const { last, settings: there } = await engine.store.read(ref, 0, null);
  const known = entries.filter(({ seq }) => seq <= last);
  await checkSame(engine, ref, known);
  const added = entries.slice(known.length);
  const place = added[0] === undefined ? {} : { expectedSeq: added[0].seq };
  const set = added.length > 0 && settings !== undefined ? { settings: replaceSettings(there, settings) } : {};
  const drafts = added.map(dropSeq);
  engine.fence.open(added.map(({ id }) => id));
  const { done } = await engine.store.write({ ref, entries: drafts, ...beside, cleared, ...set, ...place });
  if (!done) throw makeConflictError(ref);
  return added.length;
}

/**
 * No receipt refers to a place in the log of memories, so that two logs can be put together: what is new comes after what
 * is there, whatever place it had.
 */
async function mergeEntries(engine: Engine, ref: LaneRef, entries: readonly Entry[]): Promise<number> {
  const isKnown = await Promise.all(entries.map(async ({ id }) => (await engine.store.byId(ref, id)) !== null));
  const added = entries.filter((_entry, index) => isKnown[index] === false);
  engine.fence.open(added.map(({ id }) => id));
  if (added.length > 0) await engine.store.write({ ref, entries: added.map(dropSeq) });
  return added.length;
}

/** Sets the session to exactly these settings. Only with new entries: else the export may be older than the session. */
function replaceSettings(there: Settings, given: Settings): Settings {
  return { ...Object.fromEntries(Object.keys(there).map((key) => [key, null])), ...given };
}

/** Throws unless the log has the same entries in these places, which receipts refer to. */
async function checkSame(engine: Engine, ref: LaneRef, entries: readonly Entry[]): Promise<void> {
  const first = entries[0];
  if (first === undefined) return;
  const there = await engine.store.range(ref, first.seq, first.seq + entries.length - 1);
  const same = there.every((entry, index) => {
    const wanted = entries[index];
    return wanted !== undefined && wanted.id === entry.id && encodeBody(dropSeq(wanted)) === encodeBody(dropSeq(entry));
  });
  if (!same) throw makeConflictError(ref);
}

function makeConflictError(ref: LaneRef): ClewError {
  return new ClewError("import/bad", `Lane ${ref.lane} of ${ref.session} has other entries in the same places`, {
    hint: "Import the export into a log of its own: clew --store NEW-FILE import …",
  });
}

function dropSeq({ seq: _seq, ...draft }: Entry): Draft {
  return draft as Draft;
}
