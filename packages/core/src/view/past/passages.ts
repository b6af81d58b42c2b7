/** Groups the past of a lane into passages: turns, and messages without an answer. */
import { type Entry, isFromModel, resolveMessageId } from "../../log/entry.js";
import type { Instant, TurnId } from "../../log/keys.js";
import { isBackgroundTurn, type TurnOrigin, type TurnRecord } from "../../log/turn.js";

export interface Passage {
  /** The turn's id, or that of its first entry. */
  readonly key: string;
  readonly entries: readonly Entry[];
  readonly origin: TurnOrigin;
  /** When it began and ended, by the channel's time. */
  readonly at: Instant;
  readonly until: Instant;
}

/** In the order in which they began, without the turn to answer. */
export function groupPassages(
  entries: readonly Entry[],
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): readonly Passage[] {
  const groups = new Map<string, Entry[]>();
  const keyOfMessage = new Map<string, string>();
  for (const { id, messages } of turns.values()) for (const message of messages) keyOfMessage.set(message, id);
  const keyOf = new Map<string, string>();
  let loose: string | null = null;
  for (const entry of entries) {
    const answered = entry.turn ?? keyOfMessage.get(entry.id) ?? null;
    const target: string | undefined =
      resolveMessageId(entry) === entry.id ? undefined : keyOf.get(resolveMessageId(entry));
    // A model's entries without a turn belong to the message before them.
    const follows: string | null = isFromModel(entry) || entry.kind === "noted" ? loose : null;
    const key: string = answered ?? target ?? follows ?? entry.id;
    if (answered === null && entry.kind !== "revised") loose = key;
    keyOf.set(entry.id, key);
    if (key === turn?.id || turn?.messages.includes(resolveMessageId(entry))) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([key, own]) => makePassage(key, own, readOrigin(turns.get(key as TurnId))));
}

function readOrigin(turn: TurnRecord | undefined): TurnOrigin {
  return turn !== undefined && isBackgroundTurn(turn) ? turn.origin : "interactive";
}

/** An edit makes nothing younger: the conversation that it belongs to is over. */
function makePassage(key: string, entries: readonly Entry[], origin: TurnOrigin): Passage {
  const words = entries.filter(({ kind }) => kind !== "revised");
  const times = (words.length === 0 ? entries : words).map(({ at }) => at).filter(Number.isFinite);
  const [first = Number.NaN] = times;
  return { key, entries, origin, at: first, until: times.reduce((latest, at) => Math.max(latest, at), first) };
}

/** Whether a clock or another agent began it. */
export function isBackground({ origin }: Passage): boolean {
  return origin !== "interactive";
}
