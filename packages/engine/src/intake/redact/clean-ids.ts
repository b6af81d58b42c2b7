/** In a log that stores no secrets, replaces an id that holds one with a hash, the same for the same id. */
import { ClewError } from "@clewline/core/errors.js";
import type { BadRecord, ImportedRecord } from "@clewline/core/importing/importer.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../../engine.js";
import type { Incoming } from "../incoming.js";

export type IdKeeper = Pick<Engine, "redact" | "fns">;

/** An id as the log keeps it. A look-up by the channel's own id finds it, too. */
export function cleanId<Id extends string | null | undefined>({ redact, fns }: IdKeeper, id: Id): Id {
  if (redact !== "stored" || typeof id !== "string" || redactSecrets(id) === id) return id;
  return `sha256-${fns.hash(id).slice(0, 32)}` as Id;
}

/** Options of a program as the log keeps them: they stand in every stored view. */
export interface Keeper {
  text(text: string): string;
  /** Texts by their ids, in any depth. */
  tables<Value>(value: Value): Value;
}

export function makeKeeper(engine: IdKeeper): Keeper {
  const isStored = engine.redact === "stored";
  const text = (given: string) => (isStored ? redactSecrets(given) : given);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([id, inner]) => [cleanId(engine, id), walk(inner)]));
  };
  return { text, tables: (value) => (isStored ? (walk(value) as typeof value) : value) };
}

/** A message with its ids as the log keeps them. A chat's name is what every verb asks for, so one with a secret is refused. */
export function cleanIncoming<M extends Incoming>(engine: IdKeeper, message: M): M {
  if (engine.redact !== "stored") return message;
  refuseSession(engine, message.session);
  const { id, from, topic, replyTo, surface, quote } = message;
  const by = quote?.by.address === undefined ? quote?.by : { ...quote.by, address: cleanId(engine, quote.by.address) };
  return {
    ...message,
    id: cleanId(engine, id),
    from: cleanId(engine, from),
    topic: cleanId(engine, topic),
    replyTo: cleanId(engine, replyTo),
    surface: cleanId(engine, surface),
    ...(quote == null || by === undefined ? {} : { quote: { ...quote, by } }),
  };
}

/** The records of a foreign history, likewise. */
export function cleanRecords(engine: IdKeeper, records: Records): Records {
  return engine.redact === "stored" ? cleanEach(engine, records) : records;
}

type Records = AsyncIterable<ImportedRecord | BadRecord>;

async function* cleanEach(engine: IdKeeper, records: Records): Records {
  for await (const record of records) yield record.kind === "bad" ? record : cleanImported(engine, record);
}

function cleanImported(engine: IdKeeper, record: ImportedRecord): ImportedRecord {
  const [channel = ""] = record.session.split(":");
  const isFine = cleanId(engine, record.session) === record.session;
  const session = isFine ? record.session : parseSessionKey(`${channel}:${cleanId(engine, record.session)}`);
  const place = { ...record, session, lane: cleanId(engine, record.lane), key: cleanId(engine, record.key) };
  if (place.kind !== "item") return place;
  const { source, from } = place;
  const named =
    source === undefined ? null : { id: cleanId(engine, source.id), replyTo: cleanId(engine, source.replyTo) };
  return {
    ...place,
    ...(from === undefined ? {} : { from: cleanId(engine, from) }),
    ...(source === undefined ? {} : { source: { ...source, ...named } }),
  };
}

function refuseSession(engine: IdKeeper, session: string): void {
  if (cleanId(engine, session) === session) return;
  throw new ClewError("session/bad-key", 'The name of the chat holds a secret, and redact is "stored"', {
    hint: "Name the chat by another id, e.g. telegram:chat:42",
  });
}
