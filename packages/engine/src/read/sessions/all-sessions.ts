import type { Instant } from "@clewline/core/log/keys.js";
import type { SessionCursor, SessionSummary } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";

const page = 500;

/**
 * All sessions of the owner, newest first, each exactly once; with `since`, those with something of that time or later. One that
 * is written to meanwhile moves to the front, so after several pages the walk reads the front again.
 */
export async function* walkSessions(
  engine: Pick<Engine, "store" | "owner">,
  since = Number.NEGATIVE_INFINITY,
): AsyncGenerator<SessionSummary> {
  const seen = new Set<string>();
  for (let isLookingAgain = false; ; isLookingAgain = true) {
    let [after, found]: [SessionCursor | null, number] = [null, 0];
    for (;;) {
      const listed: readonly SessionSummary[] = await engine.store.sessions(engine.owner, { after, limit: page });
      const recent = listed.filter(({ newest }) => newest >= since);
      const fresh = recent.filter(({ session }) => !seen.has(session));
      for (const each of fresh) seen.add(each.session);
      yield* fresh;
      found += fresh.length;
      if (recent.length < page || (isLookingAgain && fresh.length === 0)) break;
      after = listed.at(-1) ?? null;
    }
    if (after === null || found === 0) return;
  }
}

/** As a list. */
export async function listAllSessions(
  engine: Pick<Engine, "store" | "owner">,
  since?: Instant,
): Promise<readonly SessionSummary[]> {
  const sessions: SessionSummary[] = [];
  for await (const each of walkSessions(engine, since)) sessions.push(each);
  return sessions;
}
