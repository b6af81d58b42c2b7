/** The known names of speakers, which are taken out of texts before they are compared. */

import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { SearchScope } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";

/** Entries that are looked at for who talks. */
const lookedAt = 100;

/** Edits are left out: an edit has the speaker of the message that it edits. */
export function listSpeakerNames({ people }: Pick<Engine, "people">, entries: readonly Entry[]): readonly string[] {
  const name = makeNamer(people);
  const addresses = entries.flatMap((entry) => (entry.kind === "said" ? (entry.by.address ?? []) : []));
  return [...new Set(addresses)].flatMap((address) => [name(address), address]);
}

/** Names of the last speakers in the scope, and of no others; for all sessions, the people that the owner knows. */
export async function findSpeakerNames(engine: Engine, scope: SearchScope): Promise<readonly string[]> {
  switch (scope.kind) {
    case "lane":
      return listSpeakerNames(engine, await readNewest(engine, scope.ref, scope.before));
    case "session":
      return listSpeakerNames(
        engine,
        (await engine.store.recentSaid(scope, lookedAt)).map(({ entry }) => entry),
      );
    case "owner":
      return [...engine.people.values()];
    default:
      return scope satisfies never;
  }
}

async function readNewest({ store }: Engine, ref: LaneRef, before: number | undefined): Promise<readonly Entry[]> {
  const { last } = await store.vectors(ref, "", 0, 0);
  const to = Math.min(last, (before ?? last + 1) - 1);
  return to < 1 ? [] : store.range(ref, Math.max(1, to - lookedAt + 1), to);
}
