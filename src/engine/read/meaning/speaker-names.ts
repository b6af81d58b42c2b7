/** The names of those who talk, as far as they are known: what is taken out of texts before they are compared. */

import { makeNamer } from "../../../core/conversation/speaker-name.js";
import type { Entry } from "../../../core/log/entry.js";
import type { SearchScope } from "../../../core/ports/index.js";
import type { Engine } from "../../engine.js";

/** Messages of a session that are looked at for who talks there. */
const lookedAt = 100;

/** For an edit nobody is named: it has the speaker of the message that it edits. */
export function listSpeakerNames({ people }: Pick<Engine, "people">, entries: readonly Entry[]): readonly string[] {
  const name = makeNamer(people);
  const addresses = entries.flatMap((entry) => (entry.kind === "said" ? (entry.by.address ?? []) : []));
  return [...new Set(addresses)].flatMap((address) => [name(address), address]);
}

/** Of those who talked last in the session; in a search of all of them, of those whom the owner knows. */
export async function findSpeakerNames(engine: Engine, scope: SearchScope): Promise<readonly string[]> {
  if (scope.kind === "owner") return [...engine.people.values()];
  const session = scope.kind === "lane" ? scope.ref : scope;
  const recent = await engine.store.recentSaid(session, lookedAt);
  return listSpeakerNames(
    engine,
    recent.map(({ entry }) => entry),
  );
}
