import { type Entry, type Part, resolveMessageId } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { redactEntryText } from "@clewline/core/log/redact-entry.js";
import { isBackgroundTurn } from "@clewline/core/log/turn.js";
import { learnStatements } from "@clewline/core/memory/learn/learn-statements.js";
import type { Level, ToldMessage } from "@clewline/core/memory/learned.js";
import { mayTeachModel } from "@clewline/core/memory/model/candidates.js";
import type { Engine } from "../../engine.js";
import { findScope, type UnderstoodMessage } from "./keep-statements.js";
import { isListedHistory } from "./listed-history.js";

/** A text of more characters was pasted: nobody tells so much of themselves. */
const longestMessage = 4_000;

/** Null where it tells nothing that lasts. */
export async function understandMessage(
  engine: Engine,
  ref: LaneRef,
  entry: Entry,
  zone: string,
): Promise<UnderstoodMessage | null> {
  const told = await readTold(engine, ref, entry, zone);
  const statements = told === null ? [] : learnStatements(told);
  if (told === null || statements.length === 0 || (await isBegunByClock(engine, ref, entry))) return null;
  const edited = entry.kind === "revised" ? ({ isEdited: true } as const) : {};
  const history = (await isListedHistory(engine, ref, entry)) ? ({ isHistory: true } as const) : {};
  return { told, statements, scope: await findScope(engine, told), least: readLeast(entry), ...edited, ...history };
}

/** The level from which a statement is kept: what people say to each other is chatter sooner than what they tell the agent. */
export function readLeast({ turn }: Entry): Level {
  return turn === null ? 2 : 1;
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

/** Whether to ask a model about a message that came in, as far as its words tell. */
export function mayTellModel(entry: Entry): boolean {
  if (entry.kind !== "said" && entry.kind !== "revised") return false;
  const text = dropQuotes(joinTexts(entry.parts));
  return text.length <= longestMessage && mayTeachModel({ text, at: entry.at, zone: "UTC" });
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
