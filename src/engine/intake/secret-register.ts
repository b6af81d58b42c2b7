/**
 * The secrets that were told in a session, by their prints alone. They are kept as a record of the lane that they were told
 * in, in the change that writes the message, so that they are known after a restart.
 */
import { type Instant, type LaneRef, makeLaneAddress, type SessionRef } from "../../core/log/keys.js";
import type { Hash } from "../../core/log/pointer.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  findKnownSecrets,
  isWorthKnowing,
  makePrint,
  mostPrints,
  type SecretPrint,
} from "../../core/text/redact/known-secrets.js";

/** What a message is read with. */
export interface KnownSecrets {
  /** Remembers secrets that a label gave away. */
  tell(secrets: readonly string[]): void;
  /** Those that stand in a text, with a label or without. */
  find(text: string): readonly string[];
}

export interface SecretRegister {
  /** Reads what is known of the lane, and what this process has met in its session. */
  load(ref: LaneRef): Promise<KnownSecrets>;
  /** What a change of the lane has to keep; empty where nothing was told since the change before. */
  takeRecords(ref: LaneRef, at: Instant): readonly LaneRecord[];
}

/** For notes, which hold no words of a conversation. */
export const nothingKnown: KnownSecrets = { tell: () => undefined, find: () => [] };

/** Sessions that are kept in memory; others are read again. */
const mostSessions = 200;
const recordName = "told";

interface SessionSecrets {
  prints: readonly SecretPrint[];
  isNew: boolean;
}

export function makeSecretRegister(store: LogStore, hash: Hash): SecretRegister {
  const sessions = new Map<string, SessionSecrets>();
  return {
    async load(ref) {
      const key = makeSessionKey(ref);
      const state = sessions.get(key) ?? { prints: [], isNew: false };
      // Before the read, so that two who load at once share it.
      sessions.delete(key);
      sessions.set(key, state);
      dropOldest(sessions);
      // Another process may have written to this lane.
      const stored = await readLane(store, ref);
      state.prints = join(stored, state.prints);
      return makeKnown(state, key, hash);
    },
    takeRecords(ref, at) {
      const state = sessions.get(makeSessionKey(ref));
      if (state === undefined || !state.isNew) return [];
      state.isNew = false;
      const { prints } = state;
      const id = hash(JSON.stringify([makeLaneAddress(ref), prints.map((print) => print.hash)])).slice(0, 16);
      return [{ kind: "secrets", id, name: recordName, at, prints }];
    },
  };
}

function makeKnown(state: SessionSecrets, key: string, hash: Hash): KnownSecrets {
  return {
    tell(secrets) {
      const worth = [...new Set(secrets)].filter(isWorthKnowing);
      const fresh = worth.filter((secret) => findKnownSecrets(secret, state.prints, hash).length === 0);
      if (fresh.length === 0) return;
      const salted = fresh.map((secret, index) => {
        const salt = hash(`${key} ${state.prints.length} ${index} ${state.prints.at(-1)?.hash}`).slice(0, 16);
        return makePrint(secret, salt, hash);
      });
      state.prints = [...state.prints, ...salted].slice(-mostPrints);
      state.isNew = true;
    },
    find: (text) => (state.prints.length === 0 ? [] : findKnownSecrets(text, state.prints, hash)),
  };
}

async function readLane(store: LogStore, ref: LaneRef): Promise<readonly SecretPrint[]> {
  const [newest] = await store.records(ref, "secrets", recordName, 1);
  return newest?.kind === "secrets" ? newest.prints : [];
}

function join(before: readonly SecretPrint[], after: readonly SecretPrint[]): readonly SecretPrint[] {
  if (before.length === 0 || before === after) return after;
  return [...new Map([...before, ...after].map((print) => [print.hash, print])).values()].slice(-mostPrints);
}

function makeSessionKey({ owner, session }: SessionRef): string {
  return JSON.stringify([owner, session]);
}

function dropOldest(sessions: Map<string, SessionSecrets>): void {
  for (const [key, { isNew }] of sessions) {
    if (sessions.size <= mostSessions) return;
    if (!isNew) sessions.delete(key);
  }
}
