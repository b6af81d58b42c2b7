import { listTexts } from "@clewline/core/log/entry.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { writeHistory } from "@clewline/core/summary/history-file.js";
import { listLeavingSources } from "@clewline/core/summary/leaving-entries.js";
import { makeRenderer } from "@clewline/core/view/make-renderer.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import type { Engine } from "../../engine.js";
import { apartFromErasing } from "../../intake/apart-from-erasing.js";

/**
 * Writes the history file that a compaction's summary names, before the log has the summary. Returns why it could not be written; null
 * if it was, or if there is nothing to write. `before` is the snapshot that the compaction was made from.
 */
export async function keepHistory(
  engine: Engine,
  before: Snapshot,
  { summary, leaving }: View,
  policy: Policy,
): Promise<string | null> {
  const { files, store, place, presence, fence, fns } = engine;
  const file = summary?.file;
  if (leaving === null || file === undefined || file === before.summary?.file || files.keep === null) return null;
  try {
    const texts = [...leaving.entries, ...leaving.changes].flatMap(listTexts);
    const long = [...new Set(texts.flatMap((text) => (typeof text === "string" ? [] : [text.blob])))];
    const blobs = long.length === 0 ? before.blobs : await store.blobs(before.ref, long);
    const path = files.locate(file);
    const text = writeHistory(makeRenderer({ ...before, blobs }, policy, fns), before, leaving);
    const sources = listLeavingSources(leaving);
    await apartFromErasing(engine, async () => {
      // The log refuses the summary too.
      if (!fence.has(sources)) await files.replace(path, text);
    });
    await place.addFolder(file.slice(0, Math.max(0, file.lastIndexOf("/"))));
    return null;
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "it can't be written";
    presence.warn(`The history file of a summary can't be written to the spill folder: ${why}. The log has the words.`);
    return why;
  }
}

/** The engine after a failure: its summaries name no new history file. */
export function forgoHistory(engine: Engine): Engine {
  const { keptPath: _gone, ...fns } = engine.fns;
  return { ...engine, fns };
}
