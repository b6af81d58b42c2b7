import type { SessionRef } from "../../../core/log/keys.js";
import type { SpilledFile } from "../../../core/ports/index.js";
import { nameHistories } from "../../../core/summary/history-file.js";
import type { Engine } from "../../engine.js";

/**
 * The history files of a session: those that its summaries name, and those that only the folder's list names, because the process ended
 * before the log had their summary.
 */
export async function listHistories(engine: Engine, session: SessionRef): Promise<readonly SpilledFile[]> {
  const { store, files, place, fns } = engine;
  const prefix = nameHistories(session.session, fns.hash);
  const named = new Map<string, string>();
  for (const path of await files.list(await place.folders()))
    if (readName(path).startsWith(prefix)) named.set(readName(path), path);
  for (const { ref } of await store.lanes(session))
    for (const record of await store.records(ref, "summary", null, Number.MAX_SAFE_INTEGER))
      if (record.kind === "summary" && record.summary.file !== undefined)
        named.set(readName(record.summary.file), record.summary.file);
  // A log may come from elsewhere, and name any file: it is then left.
  return [...named].map(([name, path]) => ({ path, id: name.startsWith(prefix) ? name : prefix }));
}

function readName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/\.txt$/, "");
}
