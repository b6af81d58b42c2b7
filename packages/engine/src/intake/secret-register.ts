/**
 * Knows the secrets of a session by their prints alone. The change that writes a message keeps its secrets as a record
 * of the message's lane, so that they are known after a restart.
 */
import { type Instant, type LaneRef, makeLaneAddress, type SessionRef } from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { LogStore, RecordRequest } from "@clewline/core/ports/index.js";
import {
  findKnownSecrets,
  makePrint,
  matchesPrint,
  mostPrints,
  type SecretPrint,
} from "@clewline/redact/known-secrets.js";

/** The secrets that an ingest recognises in a message. */
export interface KnownSecrets {
  /** Remembers secrets that a label gave away. */
  tell(secrets: readonly string[]): void;
  /** Those that stand in a text, with a label or without. */
  find(text: string): readonly string[];
}

export interface SecretRegister {
  /** Known secrets of the lane, read if not given, and those that this process has met in its session. */
  load(ref: LaneRef, told?: readonly LaneRecord[]): Promise<KnownSecrets>;
  /** Returns the record that a change of the lane has to write; null if the log has all secrets of the lane. */
  prepare(ref: LaneRef, at: Instant): PreparedSecrets | null;
  /** Forgets what this process has met; it is read again from the log. */
  forget(): void;
}

/** A record to write. Until it is known to be written, every change of the lane brings it along. */
interface PreparedSecrets {
  readonly record: LaneRecord;
  /** Call after the change was written. */
  confirm(): void;
}

/** For notes, which hold no words of a conversation. */
export const nothingKnown: KnownSecrets = { tell: () => undefined, find: () => [] };

/** Sessions that are kept in memory; others are read again. */
const mostSessions = 200;
const recordName = "told";

/** The parts of the lane that a read asks for. */
export const toldRequest: RecordRequest = { kind: "secrets", name: recordName, limit: 1 };

interface SessionSecrets {
  prints: readonly SecretPrint[];
  readonly lanes: Map<string, LaneSecrets>;
}

/** Hashes of prints: those in the lane's newest record, and those seen in the lane and not recorded yet. */
interface LaneSecrets {
  kept: ReadonlySet<string>;
  readonly untold: Set<string>;
}

export function makeSecretRegister(store: LogStore, hash: Hash): SecretRegister {
  const sessions = new Map<string, SessionSecrets>();
  return {
    forget: () => sessions.clear(),
    async load(ref, told) {
      const key = makeSessionKey(ref);
      const state = sessions.get(key) ?? { prints: [], lanes: new Map<string, LaneSecrets>() };
      // Before the read, so that two who load at once share it.
      sessions.delete(key);
      sessions.set(key, state);
      dropOldest(sessions);
      const lane = takeLane(state, ref);
      // Another process may have written to this lane.
      const stored = pickPrints(told ?? (await store.records(ref, "secrets", recordName, 1)));
      state.prints = join(stored, state.prints);
      lane.kept = new Set(stored.map((print) => print.hash));
      return makeKnown(state, lane, { key, hash });
    },
    prepare(ref, at) {
      const state = sessions.get(makeSessionKey(ref));
      const lane = state?.lanes.get(ref.lane);
      if (state === undefined || lane === undefined || lane.untold.size === 0) return null;
      const { prints } = state;
      const hashes = prints.map((print) => print.hash);
      const due = [...lane.untold];
      const id = hash(JSON.stringify([makeLaneAddress(ref), hashes])).slice(0, 16);
      return {
        record: { kind: "secrets", id, name: recordName, at, prints },
        confirm() {
          lane.kept = new Set(hashes);
          for (const told of due) lane.untold.delete(told);
        },
      };
    },
  };
}

function makeKnown(state: SessionSecrets, lane: LaneSecrets, { key, hash }: { key: string; hash: Hash }): KnownSecrets {
  const addPrint = (secret: string): SecretPrint => {
    const salt = hash(`${key} ${state.prints.length} ${state.prints.at(-1)?.hash}`).slice(0, 16);
    const print = makePrint(secret, salt, hash);
    state.prints = [...state.prints, print].slice(-mostPrints);
    return print;
  };
  return {
    tell(secrets) {
      for (const secret of new Set(secrets)) {
        const print = state.prints.find((each) => matchesPrint(secret, each, hash)) ?? addPrint(secret);
        // A restart reads each lane alone, so this lane records secrets of other lanes too.
        if (!lane.kept.has(print.hash)) lane.untold.add(print.hash);
      }
    },
    find: (text) => (state.prints.length === 0 ? [] : findKnownSecrets(text, state.prints, hash)),
  };
}

function takeLane({ lanes }: SessionSecrets, ref: LaneRef): LaneSecrets {
  const lane = lanes.get(ref.lane) ?? { kept: new Set<string>(), untold: new Set<string>() };
  lanes.set(ref.lane, lane);
  return lane;
}

function pickPrints([newest]: readonly LaneRecord[]): readonly SecretPrint[] {
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
  for (const [key, { lanes }] of sessions) {
    if (sessions.size <= mostSessions) return;
    if (![...lanes.values()].some(({ untold }) => untold.size > 0)) sessions.delete(key);
  }
}
