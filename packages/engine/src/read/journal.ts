import { ClewError } from "@clewline/core/errors.js";
import type { Instant, LaneRef, SessionKey } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";
import { formatDay } from "../growth/compaction.js";
import { readZone } from "../growth/session-zone.js";
import { listAllSessions } from "./sessions/all-sessions.js";
import { readStandingParagraphs } from "./standing-journal.js";

/** No lane has more summaries in a day. */
const most = 100_000;

/** Returns the summaries written on a day (by default today), oldest first, as Markdown; "" if there are none. */
export async function readJournal(
  engine: Engine,
  session: SessionKey | null,
  named: string | undefined,
): Promise<string> {
  const { store, clock } = engine;
  const asked = named === undefined ? null : parseDay(named);
  const found: { readonly at: Instant; readonly text: string }[] = [];
  for (const ref of await listLaneRefs(engine, session)) {
    const day = asked ?? formatDay(await readZone(engine, ref), clock.now());
    const records = (await store.records(ref, "journal", day, most)).filter((record) => record.kind === "journal");
    const standing = await readStandingParagraphs(engine, ref, records.toReversed());
    found.push(...standing.map(({ record, text }) => ({ at: record.at, text })));
  }
  const inOrder = found.sort((a, b) => a.at - b.at);
  return inOrder.map(({ text }) => text).join("\n\n");
}

/** All lanes of a session; of every session for null. */
export async function listLaneRefs(engine: Engine, session: SessionKey | null): Promise<readonly LaneRef[]> {
  const sessions = session === null ? (await listAllSessions(engine)).map((each) => each.session) : [session];
  const { store, owner } = engine;
  const lanes: LaneRef[] = [];
  for (const each of sessions) lanes.push(...(await store.lanes({ owner, session: each })).map(({ ref }) => ref));
  return lanes;
}

/** Parses a day as a person types it. */
export function parseDay(named: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(named) ? new Date(`${named}T00:00:00Z`) : new Date(Number.NaN);
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(named)) return named;
  throw new ClewError("options/bad", `Not a day: ${JSON.stringify(named)}`, { hint: "Write it as 2026-11-15" });
}
