/** How a chat began, by which people know it again: a key of an import or of a gateway says nothing to them. */
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { SessionSummary } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { isSpoken, listCurrentEntries } from "../../intake/current-entries.js";
import { describeEntry } from "../headline.js";

/** A session in a list that people read. */
export interface ListedSession extends SessionSummary {
  /** The first words of a person in its largest lane, if they were asked for; null where none are near the beginning. */
  readonly begins?: string | null;
}

/** Entries to read: only notes come before the first message. */
const reach = 20;

/** The first `most` of them get theirs. */
export async function addFirstWords(
  engine: Engine,
  sessions: readonly SessionSummary[],
  most: number,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  for (const each of sessions.slice(0, most)) listed.push({ ...each, begins: await readFirstWords(engine, each) });
  return [...listed, ...sessions.slice(most)];
}

async function readFirstWords(engine: Engine, { session }: SessionSummary): Promise<string | null> {
  const ref = await findLargestLane(engine, session);
  if (ref === null) return null;
  const entries = await listCurrentEntries(engine, ref, await engine.store.range(ref, 1, reach), null);
  const first = entries.find((each) => each.entry.kind === "said" && each.entry.by.role === "user" && isSpoken(each));
  return first === undefined ? null : describeEntry(first.version).words;
}

/** Titles and subtasks of a client are lanes too, and short ones. */
async function findLargestLane({ store, owner }: Engine, session: SessionSummary["session"]): Promise<LaneRef | null> {
  const lanes = await store.lanes({ owner, session });
  const talked = lanes.filter(({ ref }) => !isChildLane(ref.lane));
  const [largest] = (talked.length > 0 ? talked : lanes).toSorted((a, b) => b.entries - a.entries);
  return largest?.ref ?? null;
}
