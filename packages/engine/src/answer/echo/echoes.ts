/** Joins what a channel delivered of an answer before its ids were known: views show the answer, and not its echo. */
import { isPiece } from "@clewline/core/conversation/echo.js";
import { isSentUnder } from "@clewline/core/log/delivery.js";
import { isErased, renderPlainText, type SaidEntry } from "@clewline/core/log/entry.js";
import { isOpen, type TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../../engine.js";
import { makeIngest } from "../../intake/ingest.js";
import { type FoundMessage, readFirst } from "../../intake/voice/own-voice.js";

interface SentAnswer {
  readonly ids: readonly string[];
  /** "" while it is not known. */
  readonly reply: string;
}

type Stop = (engine: Engine, turn: TurnRecord) => Promise<void>;

/** Withdraws the echoes under these ids, stops the turns that answer them, and returns the ids that are the answer's. */
export async function joinEchoes(
  engine: Engine,
  turn: TurnRecord,
  { ids, reply }: SentAnswer,
  stop: Stop,
): Promise<readonly string[]> {
  const own: string[] = [];
  for (const id of ids) {
    const found = await engine.store.bySource(turn.ref, id);
    const isFree = found === null || isErased(found.entry) || isSentUnder(found.entry, id);
    const echo = isFree ? null : await readFirst(engine, found);
    if (echo !== null && !isEcho(echo, turn, reply)) {
      engine.presence.warn(`Message ${id} of ${turn.ref.session} is a person's, so it is not noted as an answer`);
      continue;
    }
    own.push(id);
    if (found !== null && echo !== null) await withdrawEcho(engine, { ...found, echo }, stop);
  }
  return own;
}

/** So many entries back, an answer's echo may have come while the answer was still being made. */
const entriesLookedAt = 32;

/** Joins messages from the agent's own addresses since the turn began, before the log has the answer. */
export async function joinHeard(engine: Engine, turn: TurnRecord, reply: string, stop: Stop): Promise<void> {
  if (engine.self.size === 0 || reply === "") return;
  const recent = await engine.store.recentSaid(turn.ref, entriesLookedAt);
  const ids = recent.flatMap(({ entry }) =>
    isOutside(entry) && entry.arrived >= turn.began && isPiece(renderPlainText(entry.parts), reply)
      ? [entry.source?.message ?? ""]
      : [],
  );
  const messages = ids.length === 0 ? [] : await joinEchoes(engine, turn, { ids, reply }, stop);
  if (messages.length === 0) return;
  const note = makeIngest(engine, turn).noted({ kind: "sent", messages }, turn.id);
  await engine.store.write({ ref: turn.ref, entries: [note] });
}

/** A message of the agent outside of a turn, under an id of the channel. */
function isOutside({ by, turn, source }: SaidEntry): boolean {
  return by.role === "agent" && turn === null && source !== null;
}

/** A person's message has other words, was there before the turn, or is what the turn answers. */
function isEcho(entry: SaidEntry, turn: TurnRecord, reply: string): boolean {
  if (entry.by.role !== "user") return true;
  if (entry.arrived < turn.began || turn.messages.includes(entry.id)) return false;
  return reply === "" || isPiece(renderPlainText(entry.parts), reply);
}

async function withdrawEcho(
  engine: Engine,
  { ref, entry, echo }: FoundMessage & { readonly echo: SaidEntry },
  stop: Stop,
): Promise<void> {
  const { store } = engine;
  if (entry.kind !== "withdrawn") await store.write({ ref, entries: [makeIngest(engine).withdrawn(echo.id)] });
  for (const turn of await store.turnsAnswering(ref, echo.id)) {
    if (isOpen(turn.state) && turn.messages.every((message) => message === echo.id)) await stop(engine, turn);
  }
}
