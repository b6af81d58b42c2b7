import type { SessionCursor, SessionSummary } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";

const page = 500;

/**
 * All sessions of the owner, newest first, each exactly once. One that is written to meanwhile moves to the front, so
 * after several pages the walk reads the front again.
 */
export async function* walkSessions(engine: Pick<Engine, "store" | "owner">): AsyncGenerator<SessionSummary> {
  const seen = new Set<string>();
  for (let isLookingAgain = false; ; isLookingAgain = true) {
    let [after, found]: [SessionCursor | null, number] = [null, 0];
    for (;;) {
      const listed: readonly SessionSummary[] = await engine.store.sessions(engine.owner, { after, limit: page });
      const fresh = listed.filter(({ session }) => !seen.has(session));
      for (const each of fresh) seen.add(each.session);
      yield* fresh;
      found += fresh.length;
      if (listed.length < page || (isLookingAgain && fresh.length === 0)) break;
      after = listed.at(-1) ?? null;
    }
    if (after === null || found === 0) return;
  }
}

export async function listAllSessions(engine: Pick<Engine, "store" | "owner">): Promise<readonly SessionSummary[]> {
  const sessions: SessionSummary[] = [];
  for await (const each of walkSessions(engine)) sessions.push(each);
  return sessions;
}
