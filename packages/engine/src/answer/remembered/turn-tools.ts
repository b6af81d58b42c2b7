/** What the tools answer by which a model asks for memories and for other chats. */
import type { Tokens } from "@clewline/core/log/keys.js";
import { makePointer, parsePointer } from "@clewline/core/log/pointer.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { Engine } from "../../engine.js";
import { readZone } from "../../growth/session-zone.js";
import { answerRecall, longestQuestion, type RecallOutput } from "../../read/answer-recall.js";
import { type PageSide, writeConversation } from "../../read/conversation/conversation-text.js";
import { forgetTold } from "../../read/memories/forget-told.js";
import { compareMemories } from "../../read/memories/memory-likeness.js";
import { findTold, writeMemoryLines } from "../../read/memories/memory-lines.js";
import type { RecallInput } from "../../read/recall.js";
import { recallQuestion } from "../../read/recall-question.js";
import { type AskingTurn, readTurnReach } from "./turn-reach.js";

export async function searchFromTurn(
  engine: Engine,
  asking: AskingTurn,
  { query, limit, offset = 0 }: { readonly query: string; readonly limit: Tokens; readonly offset?: number },
): Promise<string> {
  const { index, scopes, person, mayRead } = await readTurnReach(engine, asking);
  // Memories stand on the first page.
  const likeness = offset > 0 ? null : await compareMemories(engine, query, scopes);
  const first = offset > 0 ? [] : writeMemoryLines(engine, findTold(engine, query, index(), { person, likeness }));
  // How rare a word is must not be told from chats that the person has no part in: of these, there are the memories.
  const { owner, session } = asking.ref;
  const scope = { kind: "session", owner, session } as const;
  const { surface = null, id = null } = asking;
  const zone = await readZone(engine, asking.ref);
  return recallQuestion(engine, scope, query, { limit, offset, surface, turn: id, mayRead, first, zone });
}

interface TurnPage {
  readonly pointer: string;
  readonly direction?: PageSide | undefined;
  readonly writeNext?: (pointer: string, side: PageSide) => string;
}

const mostMessages = 20;

/** One out of reach gets the same answer as one that was never given out. */
export async function readFromTurn(
  engine: Engine,
  asking: AskingTurn,
  { pointer, direction = "around", writeNext }: TurnPage,
  limit: Tokens,
): Promise<string> {
  const { readFrom, mayRead, told } = await readTurnReach(engine, asking);
  const found = await findPlace(engine, pointer, told);
  const since = found === null || !mayRead(found.entry, found.ref) ? "never" : readFrom(found.ref);
  if (found === null || since === "never")
    return `Nothing within reach has the pointer ${pointer.trim().slice(0, 40)}.`;
  const surface = found.ref.session === asking.ref.session ? (asking.surface ?? null) : null;
  const place = { seq: found.entry.seq, side: direction };
  const page = { place, most: mostMessages, limit, surface, since };
  return writeConversation(engine, found.ref, writeNext === undefined ? page : { ...page, writeNext });
}

/** As a model writes it into `pointer`, and as a page says how to go on. */
const talk = /^\s*(around|before|after)\s+(clew:\S+)\s*$/i;
const writeNext = (pointer: string, side: PageSide) => `${side} ${pointer}`;

/** One tool for what left the lane's views, for what was said around a pointer, and for what other chats told. */
export async function recallFromTurn(
  engine: Engine,
  asking: AskingTurn,
  input: RecallInput,
  { limit, page }: { readonly limit: Tokens; readonly page: Tokens },
): Promise<RecallOutput> {
  const { pointer, question } = input;
  if (pointer === undefined && question !== undefined)
    return searchFromTurn(engine, asking, {
      query: question.slice(0, longestQuestion),
      limit: page,
      offset: Math.floor(input.offset ?? 0),
    });
  const [, side, place] = talk.exec(pointer ?? "") ?? [];
  if (side !== undefined && place !== undefined) {
    const direction = side.toLowerCase() as PageSide;
    return readFromTurn(engine, asking, { pointer: place, direction, writeNext }, page);
  }
  return answerRecall(engine, asking, input, { limit, hint: ' What stands elsewhere opens as "around clew:…".' });
}

/** The entry at a pointer; for a memory, the message that told it last. */
async function findPlace({ store, owner, fns }: Engine, pointer: string, told: readonly ToldMemory[]) {
  const { address } = parsePointer(pointer);
  const addressOf = ({ memory, seq }: ToldMemory) =>
    parsePointer(makePointer("e", makeScopeRef(owner, memory.scope), seq, fns.hash)).address;
  const source = told.find((each) => addressOf(each) === address)?.memory.sources.at(-1);
  if (source === undefined) {
    const [place] = await store.locate(owner, { kind: "address", address });
    return place === undefined ? null : store.byAddress({ owner, session: place.ref.session }, address);
  }
  const ref = { owner, session: source.session, lane: source.lane };
  const entry = await store.byId(ref, source.entry);
  return entry === null ? null : { ref, entry };
}

export async function forgetFromTurn(engine: Engine, asking: AskingTurn, given: string): Promise<string> {
  const { index } = await readTurnReach(engine, asking);
  return forgetTold(engine, index(), given);
}
