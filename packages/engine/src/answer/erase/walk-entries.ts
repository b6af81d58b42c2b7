import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef, SessionRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";

export interface PlacedEntry {
  readonly ref: LaneRef;
  readonly entry: Entry;
}

const page = 1_000;

/** Every entry of a session, lane by lane. */
export async function* walkEntries({ store }: Pick<Engine, "store">, session: SessionRef): AsyncGenerator<PlacedEntry> {
  for (const { ref } of await store.lanes(session)) {
    for (let from = 1; ; from += page) {
      const entries = await store.range(ref, from, from + page - 1);
      for (const entry of entries) yield { ref, entry };
      if (entries.length < page) break;
    }
  }
}
