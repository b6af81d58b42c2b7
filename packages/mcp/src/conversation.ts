import { type LaneRef, parseLaneKey, parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { PageQuery } from "@clewline/engine/read/conversation/conversation-page.js";
import { writeConversation } from "@clewline/engine/read/conversation/conversation-text.js";
import { writeMemory } from "@clewline/engine/read/memories/open-memory.js";
import { listSessions } from "@clewline/engine/read/sessions/archive.js";
import { addFirstWords } from "@clewline/engine/read/sessions/first-words.js";
import { type Answer, makeAnswer, makeRefusal } from "./answer.js";
import { findReachableMemory } from "./memories.js";
import { findReachableEntry, isInReach, noSurface, type Reach } from "./reach.js";

export interface ConversationInput {
  readonly session?: string | undefined;
  readonly lane?: string | undefined;
  readonly pointer?: string | undefined;
  readonly direction?: "around" | "before" | "after" | undefined;
  readonly limit?: number | undefined;
}

/** Twice a page of recall, because a conversation is read for its course. */
const pageTokens = 4_000;
const defaultMessages = 20;
/** Sessions and lanes to list at most. */
const [sessionsListed, lanesListed] = [40, 8];

export async function getConversation(engine: Engine, reach: Reach, input: ConversationInput): Promise<Answer> {
  const { pointer, session, lane, direction = "around", limit: most = defaultMessages } = input;
  if (pointer !== undefined) {
    const found = await findReachableEntry(engine, reach, pointer);
    if (found === null) return openMemoryPlace(engine, reach, pointer, { side: direction, most });
    if ((session ?? found.ref.session) !== found.ref.session) return refuseUnknownPointer(pointer);
    return renderConversationPage(engine, found.ref, { place: { seq: found.entry.seq, side: direction }, most });
  }
  const key = session === undefined ? (reach.kind === "all" ? null : reach.session) : parseSessionKey(session);
  if (key === null) return renderSessionList(engine);
  const lanes = await listReachableLanes(engine, reach, key);
  const wanted = lane === undefined ? null : parseLaneKey(lane);
  const ref = wanted === null ? lanes[0] : lanes.find((each) => each.lane === wanted);
  if (ref !== undefined) return renderConversationPage(engine, ref, { place: "newest", most }, lanes);
  if (lanes.length === 0) return makeRefusal(`There is no session ${key} within reach.`);
  return makeRefusal(`There is no lane ${wanted} in ${key}; it has ${formatLaneNames(lanes)}.`);
}

interface MemoryPage {
  readonly side: "around" | "before" | "after";
  readonly most: number;
}

/** A memory, and the conversation in which it was told last, as far as that is within reach. */
async function openMemoryPlace(
  engine: Engine,
  reach: Reach,
  pointer: string,
  { side, most }: MemoryPage,
): Promise<Answer> {
  const memory = await findReachableMemory(engine, reach, pointer);
  if (memory === null) return refuseUnknownPointer(pointer);
  const source = memory.sources.findLast((each) => isInReach(reach, each));
  const ref = source === undefined ? null : { owner: engine.owner, session: source.session, lane: source.lane };
  const entry = ref === null || source === undefined ? null : await engine.store.byId(ref, source.entry);
  const told = await writeMemory(engine, memory, (each) => isInReach(reach, each));
  if (ref === null || entry === null) return makeAnswer(told);
  const place = { seq: entry.seq, side } as const;
  const page = await writeConversation(engine, ref, { place, most, limit: pageTokens, surface: noSurface });
  return makeAnswer(`memory ${memory.name}: ${memory.text}\n${page}`);
}

export function refuseUnknownPointer(pointer: string): Answer {
  return makeRefusal(`Nothing within reach has the pointer ${pointer.trim().slice(0, 40)}.`);
}

async function renderSessionList(engine: Engine): Promise<Answer> {
  const sessions = await listSessions(engine, "active");
  const { length: archived } = await listSessions(engine, "archived");
  if (sessions.length + archived === 0) return makeAnswer("The log has no session yet.");
  const time = makeTimeFormatter(engine.zone);
  const shown = await addFirstWords(engine, sessions.slice(0, sessionsListed), sessionsListed);
  const lines = shown.map(({ session, entries, newest, begins }) => {
    const words = begins == null ? "" : `: ${begins}`;
    return `${session} ${entries} entries, newest ${time(newest)}${words}`;
  });
  const more = sessions.length > shown.length ? [`[and ${sessions.length - shown.length} older ones]`] : [];
  if (archived > 0) more.push(`[and ${archived} archived ${archived === 1 ? "one" : "ones"}]`);
  return makeAnswer([...lines, ...more, "[give one of them as session to read it]"].join("\n"));
}

async function listReachableLanes(engine: Engine, reach: Reach, session: SessionKey): Promise<readonly LaneRef[]> {
  const lanes = await engine.store.lanes({ owner: engine.owner, session });
  return lanes.map(({ ref }) => ref).filter((ref) => isInReach(reach, ref));
}

function formatLaneNames(lanes: readonly LaneRef[]): string {
  const names = lanes.slice(0, lanesListed).map(({ lane }) => (lane.length > 80 ? `${lane.slice(0, 79)}…` : lane));
  return `${names.join(", ")}${lanes.length > names.length ? " and others" : ""}`;
}

async function renderConversationPage(
  engine: Engine,
  ref: LaneRef,
  { place, most }: Pick<PageQuery, "place" | "most">,
  lanes: readonly LaneRef[] = [],
): Promise<Answer> {
  const page = await writeConversation(engine, ref, { place, most, limit: pageTokens, surface: noSurface });
  const others = lanes.filter((each) => each.lane !== ref.lane);
  const beside = others.length === 0 ? [] : [`[other lanes of this session: ${formatLaneNames(others)}]`];
  return makeAnswer([page, ...beside].join("\n"));
}
