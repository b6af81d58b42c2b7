/** The notes of a running erasure: settings of the log of memories, which no chat has. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import { isObject, type Json } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";

export const noteName = "erasing";
/** Files to erase in a folder of memories that was not named, and files that stay while another log has them too. */
export const owedName = "erasing-files";

export function makeNoteRef({ owner }: Pick<Engine, "owner">): LaneRef {
  return makeScopeRef(owner, { kind: "everyone" });
}

type Notes = Readonly<Partial<Record<typeof noteName | typeof owedName, Json>>>;

export async function keepNotes({ store, owner }: Pick<Engine, "store" | "owner">, settings: Notes): Promise<void> {
  await store.write({ ref: makeNoteRef({ owner }), settings });
}

/** Null where nothing is to be gone on with. */
export async function readNotes({ store, owner }: Pick<Engine, "store" | "owner">): Promise<Required<Notes>> {
  const { settings } = await store.read(makeNoteRef({ owner }), { limit: 0 });
  return { [noteName]: settings[noteName] ?? null, [owedName]: settings[owedName] ?? null };
}

/** Whether there is something to go on with here. */
export async function isErasing(engine: Pick<Engine, "store" | "owner" | "memoryFolder">): Promise<boolean> {
  const { [noteName]: erasing, [owedName]: owed } = await readNotes(engine);
  const hasFiles =
    isObject(owed) && [owed.spilled, owed.histories].some((each) => Array.isArray(each) && each.length > 0);
  return erasing !== null || hasFiles || (owed !== null && engine.memoryFolder !== null);
}
