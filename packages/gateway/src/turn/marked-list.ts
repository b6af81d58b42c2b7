/** The list of a request with its marks, and with old results as they were before its client cleared them. */
import { isFromModel } from "@clewline/core/log/entry.js";
import { makeMarker } from "@clewline/engine/answer/list/listed-message.js";
import type { Engine } from "@clewline/engine/engine.js";
import { letLoopPass } from "@clewline/platform/let-loop-pass.js";
import type { Json } from "@clewline/text/json.js";
import { hasBeginning } from "../who/lane-choice.js";
import type { LaneSearch } from "../who/session.js";
import type { WireRequest } from "../wire/wire.js";
import type { MarkedList } from "./listed-messages.js";
import type { LaneTraffic } from "./traffic.js";

interface ListToMark {
  readonly engine: Engine;
  readonly request: WireRequest;
  readonly search: LaneSearch;
  readonly traffic: LaneTraffic;
}

interface GoingOnList extends MarkedList {
  /** Marks what follows the list. */
  readonly mark: (key: readonly Json[]) => string;
}

export async function markRequest(given: ListToMark): Promise<GoingOnList> {
  const { engine, request, search, traffic } = given;
  // In a request that continues a provider-stored list, every message is new.
  if (request.continues !== null) {
    const mark = makeMarker(engine.fns.hash);
    mark(await describeContinued(engine, search, request));
    return markList(mark, request.list);
  }
  const marked = await markRestored(given);
  traffic.seen.keep(search.family, marked);
  return marked;
}

/** The same for a request that is only counted, and not remembered. */
export async function markRestored(given: ListToMark): Promise<GoingOnList> {
  const { engine, request, search } = given;
  const { hash } = engine.fns;
  const raw = await markList(makeMarker(hash), request.list);
  const restored = restoreCleared(given, raw);
  const changed = raw.list.findIndex((message, place) => message !== restored[place]);
  // A list that a lane has as it is was never cleared: another conversation has the same calls.
  const isOwn = changed < 0 || (await hasBeginning(engine, search, raw.marks.slice(0, changed + 1)));
  return isOwn ? raw : markList(makeMarker(hash), restored);
}

/** In slices: a list may have thousands of messages, and other requests wait meanwhile. */
async function markList(mark: GoingOnList["mark"], list: MarkedList["list"]): Promise<GoingOnList> {
  const marks: string[] = [];
  for (const { key } of list) {
    marks.push(mark(key));
    await letLoopPass();
  }
  return { list, marks, mark };
}

/** Without a name and without ids of its calls, a list with less in it may be another conversation's. */
function restoreCleared({ search, traffic }: ListToMark, given: MarkedList): MarkedList["list"] {
  const { family, isNamed } = search;
  const isTold = isNamed || !given.list.some(({ items }) => items.some(({ isNameless }) => isNameless === true));
  return isTold ? traffic.seen.restore(family, given) : given.list;
}

/**
 * Describes what came before a list of only new messages: the same words after another answer are a new message. In a
 * provider-stored conversation all answers share one name, so the lane's newest answer tells them apart.
 */
async function describeContinued(
  { store }: Engine,
  { candidate }: LaneSearch,
  { continues, session }: WireRequest,
): Promise<readonly Json[]> {
  if (continues !== session) return ["continues", continues, null];
  const { last } = await store.read(candidate(1), { limit: 0 });
  const newest = await store.range(candidate(1), Math.max(1, last - mostUnanswered), last);
  const answer = newest.findLast((entry) => entry.kind !== "returned" && isFromModel(entry));
  return ["continues", continues, answer?.seq ?? last];
}

/** Items that a request may bring, if a second try of it is to be known as one. */
const mostUnanswered = 64;
