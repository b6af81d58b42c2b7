import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LearnedStatement } from "@clewline/core/memory/learned.js";
import { readMemoryItem } from "@clewline/core/summary/memory-item.js";
import type { Engine } from "../../engine.js";
import { findScope, keepStatements } from "./keep-statements.js";
import { isListedHistory } from "./listed-history.js";

/**
 * What the agent asked to remember is found from other chats too. It is a fact without a subject: only what people say in their
 * own words stands in every view as a wish, or takes the place of what they said before. A page that the agent has read may have
 * told it what to remember.
 */
export async function learnRemembered(engine: Engine, ref: LaneRef, entry: Entry, zone: string): Promise<boolean> {
  const item = readMemoryItem(entry);
  if (item === null) return false;
  const { session, lane } = ref;
  const source = { session, lane, entry: entry.id };
  const statement: LearnedStatement = { kind: "fact", text: item.text, level: 3 };
  const told = { text: item.text, at: entry.at, zone, person: await findAnswered(engine, ref, entry), source };
  const history = (await isListedHistory(engine, ref, entry)) ? ({ isHistory: true } as const) : {};
  const scope = await findScope(engine, told);
  return keepStatements(engine, "agent", [{ told, statements: [statement], scope, least: 3, ...history }]);
}

/** Whose message the turn answers. */
async function findAnswered({ store }: Engine, ref: LaneRef, { turn: id }: Entry): Promise<string | null> {
  const turn = id === null ? null : await store.turn(ref, id);
  const [message] = turn?.messages ?? [];
  const entry = message === undefined ? null : await store.byId(ref, message);
  return entry?.kind === "said" && entry.by.role === "user" ? (entry.by.address ?? null) : null;
}
