/** The note of what is to be erased: a setting of the log of memories, which no chat has. */
import type { LaneRef } from "../../../core/log/keys.js";
import { makeScopeRef } from "../../../core/memory/memory-scope.js";
import type { Json } from "../../../core/text/json.js";
import type { Engine } from "../../engine.js";

export const noteName = "erasing";

export function makeNoteRef({ owner }: Pick<Engine, "owner">): LaneRef {
  return makeScopeRef(owner, { kind: "everyone" });
}

export async function keepNote({ store, owner }: Pick<Engine, "store" | "owner">, value: Json): Promise<void> {
  await store.write({ ref: makeNoteRef({ owner }), settings: { [noteName]: value } });
}

/** Null if nothing is to be gone on with. */
export async function readNote({ store, owner }: Pick<Engine, "store" | "owner">): Promise<Json> {
  const { settings } = await store.read(makeNoteRef({ owner }), { limit: 0 });
  return settings[noteName] ?? null;
}

export async function isErasing(engine: Pick<Engine, "store" | "owner">): Promise<boolean> {
  return (await readNote(engine)) !== null;
}
