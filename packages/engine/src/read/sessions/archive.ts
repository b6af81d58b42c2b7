/**
 * Decides which sessions are archived. No state is kept: a session is archived while its newest entry is older than the
 * policy's retention, so its next message brings it back. A store finds sessions by their newest time.
 */
import { ClewError } from "@clewline/core/errors.js";
import type { Instant, OwnerKey, SessionKey } from "@clewline/core/log/keys.js";
import type { LogStore, SessionCursor, SessionSummary } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { listAllSessions } from "./all-sessions.js";

/** Selects the sessions of a list. */
export type SessionChoice = "active" | "archived" | "all";

export function parseSessionChoice(given: unknown): SessionChoice {
  const choice = choices.find((each) => each === given);
  if (choice !== undefined) return choice;
  throw new ClewError("options/bad", `which is ${JSON.stringify(given)}`, { hint: `Use ${choices.join(", ")}` });
}

type Archiving = Pick<Engine, "store" | "owner" | "policy" | "clock">;
const choices: readonly SessionChoice[] = ["active", "archived", "all"];
const dayMs = 86_400_000;
const page = 500;

/** A session with nothing from here on is archived; null where none is. The last moment that is allowed is not over yet. */
export function findIdleSince({ policy, clock }: Pick<Archiving, "policy" | "clock">): Instant | null {
  const days = policy.retention?.days ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(days) ? Math.floor(clock.now() - days * dayMs) : null;
}

/** Newest first. */
export async function listSessions(engine: Archiving, choice: SessionChoice): Promise<readonly SessionSummary[]> {
  const since = findIdleSince(engine);
  if (choice === "archived") return since === null ? [] : listIdle(engine.store, engine.owner, since);
  return listAllSessions(engine, choice === "all" || since === null ? undefined : since);
}

/** The sessions that a search of everything looks at; null for all of them. */
export async function listSearched(engine: Archiving): Promise<ReadonlySet<SessionKey> | null> {
  if (findIdleSince(engine) === null) return null;
  return new Set((await listSessions(engine, "active")).map(({ session }) => session));
}

async function listIdle(store: LogStore, owner: OwnerKey, since: Instant): Promise<readonly SessionSummary[]> {
  const idle: SessionSummary[] = [];
  for (let after = makeIdleCursor(since); ; ) {
    const listed = await store.sessions(owner, { after, limit: page });
    idle.push(...listed);
    const last = listed.at(-1);
    if (listed.length < page || last === undefined) return idle;
    after = last;
  }
}

/** Before the newest of the sessions that have nothing from this moment on: no session has an empty key. */
export function makeIdleCursor(since: Instant): SessionCursor {
  return { newest: since - 1, session: "" as SessionKey };
}
