import { type Entry, type Part, resolveMessageId } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import type { MemoryMaker, MemoryScope } from "../../../core/log/memories/memory.js";
import { redactEntryText } from "../../../core/log/redact-entry.js";
import { isBackgroundTurn } from "../../../core/log/turn.js";
import { applyWanted } from "../../../core/memory/apply-wanted.js";
import { learnStatements } from "../../../core/memory/learn/learn-statements.js";
import type { LearnedStatement, ToldMessage } from "../../../core/memory/learned.js";
import { planApart } from "../../../core/memory/model/plan-apart.js";
import { chooseScope } from "../../../core/memory/reach.js";
import type { Engine } from "../../engine.js";
import { changeMemories } from "../../intake/memories/change-memories.js";
import { cleanMemoryText } from "../../intake/memories/clean-memory-text.js";
import { makeFreeName } from "../../intake/memories/free-name.js";

/** A text of more characters was pasted: nobody tells so much of themselves. */
const longestMessage = 4_000;

/** Whether something came of it. */
export async function learnMessage(engine: Engine, ref: LaneRef, entry: Entry, zone: string): Promise<boolean> {
  const told = await readTold(engine, ref, entry, zone);
  const statements = told === null ? [] : learnStatements(told);
  if (told === null || statements.length === 0 || (await isBegunByClock(engine, ref, entry))) return false;
  return keepStatements(engine, told, statements, "rule");
}

/** Plans what becomes of the memories of the scope to which the message belongs, and writes it. */
export async function keepStatements(
  engine: Engine,
  told: ToldMessage,
  statements: readonly LearnedStatement[],
  by: MemoryMaker,
): Promise<boolean> {
  const scope = await findScope(engine, told);
  const clean: LearnedStatement[] = [];
  for (const statement of statements) {
    const text = await cleanMemoryText(engine, statement.text, told.source.session);
    clean.push({ ...statement, text });
  }
  const salt = told.source.entry;
  const changes = await changeMemories(engine, scope, (now) => {
    const wanted = planApart(now, clean, told, by);
    const makeName = (text: string, taken: { has(name: string): boolean }) =>
      makeFreeName(engine, text, { salt, taken });
    return applyWanted(now, wanted, { scope, by, makeName });
  });
  return changes.length > 0;
}

async function findScope({ memories }: Engine, { person, source: { session } }: ToldMessage): Promise<MemoryScope> {
  const { members } = await memories.read({ kind: "session", session });
  return chooseScope({ session, person }, members);
}

/** The message as it stands, by its own id; null where it has no words of a person. */
export async function readTold(
  { store }: Engine,
  ref: LaneRef,
  entry: Entry,
  zone: string,
): Promise<ToldMessage | null> {
  if (entry.kind !== "said" && entry.kind !== "revised") return null;
  const first = entry.kind === "said" ? entry : await store.byId(ref, entry.target);
  if (first?.kind !== "said" || first.by.role !== "user") return null;
  const text = redactEntryText(entry, dropQuotes(joinTexts(entry.parts)));
  if (text.trim() === "" || text.length > longestMessage) return null;
  const { session, lane } = ref;
  const source = { session, lane, entry: resolveMessageId(entry) };
  return { text, at: entry.at, zone, person: first.by.address ?? null, source };
}

function joinTexts(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.kind === "text" && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

/** Lines that repeat somebody else's words, as mail does, or what our own tools have printed. */
function dropQuotes(text: string): string {
  return text.replaceAll(/^\s*(?:>|\W*clew:[a-z]\w{10}\b).*$/gmu, "");
}

/** A schedule's prompt is nobody's wish. */
export async function isBegunByClock({ store }: Engine, ref: LaneRef, entry: Entry): Promise<boolean> {
  const turn = entry.turn === null ? null : await store.turn(ref, entry.turn);
  return turn !== null && isBackgroundTurn(turn);
}
