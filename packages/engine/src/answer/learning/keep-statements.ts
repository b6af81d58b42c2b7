import { narrowAudience } from "@clewline/core/log/memories/chat-kind.js";
import type { MemoryChange, MemoryMaker, MemoryScope } from "@clewline/core/log/memories/memory.js";
import { applyWanted } from "@clewline/core/memory/apply-wanted.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import type { LearnedStatement, Level, ToldMessage } from "@clewline/core/memory/learned.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import { planLearning } from "@clewline/core/memory/plan-learning.js";
import { makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { addPlanned, beginPlanning } from "@clewline/core/memory/planning/planned-memories.js";
import { chooseScope } from "@clewline/core/memory/reach.js";
import { isSaidBefore, isToldNoMore } from "@clewline/core/memory/touched-names.js";
import { tellsOnlySecret } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../../engine.js";
import { changeMemoriesInGroups } from "../../intake/memories/change-memories.js";
import { loadTextCleaner } from "../../intake/memories/clean-memory-text.js";
import { makeFreeName } from "../../intake/memories/free-name.js";

/** A message, and what it says that lasts. */
export interface UnderstoodMessage {
  readonly told: ToldMessage;
  readonly statements: readonly LearnedStatement[];
  /** Whose the memories of it are. */
  readonly scope: MemoryScope;
  /** The level from which a statement is kept for what it says itself. */
  readonly least: Level;
  /** Set if it was said before in other words. */
  readonly isEdited?: true;
  /** Set if it was said long ago and came in with a list: it teaches nothing that was taken back since. */
  readonly isHistory?: true;
}

/** With whom the message was said at the time: more may be heard before it is kept. */
export async function findScope(
  { memories }: Engine,
  { person, at, source: { session } }: ToldMessage,
): Promise<MemoryScope> {
  const chat = await memories.read({ kind: "session", session });
  return chooseScope({ session, person }, narrowAudience(chat, at));
}

/**
 * Plans what becomes of the memories of each scope, one message after another, and writes it at once: a long history has thousands
 * of messages. What one message changes is undone on its own. Whether something came of it.
 */
export async function keepStatements(
  engine: Engine,
  by: MemoryMaker,
  understood: readonly UnderstoodMessage[],
): Promise<boolean> {
  let changed = false;
  for (const { scope, messages } of groupByScope(understood)) {
    // The messages are of one chat.
    const clean = await loadTextCleaner(engine, messages[0]?.told.source.session ?? null);
    const cleaned = messages.map((each) => ({ ...each, statements: cleanStatements(each.statements, clean) }));
    const changes = await changeMemoriesInGroups(engine, scope, (now) =>
      planGroups(engine, now, by, { scope, messages: cleaned }),
    );
    if (changes.length > 0) changed = true;
  }
  return changed;
}

interface ScopeMessages {
  readonly scope: MemoryScope;
  readonly messages: readonly UnderstoodMessage[];
}

function groupByScope(understood: readonly UnderstoodMessage[]): readonly ScopeMessages[] {
  const groups = new Map<string, { scope: MemoryScope; messages: UnderstoodMessage[] }>();
  for (const each of understood) {
    const key = makeScopeLane(each.scope);
    const group = groups.get(key) ?? { scope: each.scope, messages: [] };
    groups.set(key, group);
    group.messages.push(each);
  }
  return [...groups.values()];
}

/** Without what would only say that there is a secret. */
export function cleanStatements(
  statements: readonly LearnedStatement[],
  clean: (text: string) => string,
): readonly LearnedStatement[] {
  return statements
    .map((statement) => ({ ...statement, text: clean(statement.text) }))
    .filter(({ text }) => !tellsOnlySecret(text));
}

function planGroups(
  engine: Engine,
  now: LaneMemories,
  by: MemoryMaker,
  { scope, messages }: ScopeMessages,
): readonly (readonly MemoryChange[])[] {
  const current = beginPlanning(now, engine.memories.index(scope, makeMemoryIndex));
  return messages.map(({ told, statements, least, isEdited, isHistory }) => {
    const makeName = (text: string, taken: { has(name: string): boolean }) =>
      makeFreeName(engine, text, { salt: told.source.entry, taken });
    const isNew = (each: LearnedStatement) =>
      (isEdited !== true || !isSaidBefore(current, told.source.entry, each)) &&
      (isHistory !== true || !isToldNoMore({ memories: current.memories, takenBack: now.takenBack }, each));
    const news = statements.filter(isNew);
    const planned = planLearning(current.index, news, told, least);
    // A model that repeats what is known changes nothing of it.
    const wanted = by === "rule" ? planned : planned.filter(({ op }) => op === "add");
    const changes = applyWanted(current, wanted, { scope, by, makeName });
    addPlanned(current, changes);
    return changes;
  });
}
