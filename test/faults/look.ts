/** Reads a whole log past the public API, to compare it with what it must hold. */

import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, memorySession, parseOwnerKey } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";

const owner = parseOwnerKey("me");

export interface Lane {
  readonly ref: LaneRef;
  readonly entries: readonly Entry[];
  /** Oldest first. */
  readonly turns: readonly TurnRecord[];
}

/** All lanes of a file with chats, or those of one session, by their names. */
export async function lanesIn(path: string, session?: string): Promise<readonly Lane[]> {
  const store = openSqliteStore({ path, hash: sha256 });
  const lanes: Lane[] = [];
  for (const each of await store.sessions(owner, { after: null, limit: 1_000 })) {
    if (each.session === memorySession || (session !== undefined && each.session !== session)) continue;
    for (const { ref } of await store.lanes({ owner, session: each.session })) {
      lanes.push({ ref, entries: await entriesIn(store, ref), turns: (await store.turns(ref, 100_000)).toReversed() });
    }
  }
  await store.close();
  return lanes.sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

export function nameOf({ ref }: Pick<Lane, "ref">): string {
  return `${ref.session} ${ref.lane}`;
}

async function entriesIn(store: LogStore, ref: LaneRef): Promise<readonly Entry[]> {
  const { last } = await store.read(ref, 0, null);
  const entries: Entry[] = [];
  for (let from = 1; from <= last; from += 1_000) entries.push(...(await store.range(ref, from, from + 999)));
  return entries;
}
