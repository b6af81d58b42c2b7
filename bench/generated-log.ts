import type { Draft } from "../src/core/log/entry.js";
import { type EntryId, type LaneRef, ownerKey, sessionKey, type TurnId } from "../src/core/log/keys.js";
import { route } from "../src/core/log/route.js";
import type { TurnRecord } from "../src/core/log/turn.js";
import type { Change, LogStore } from "../src/core/ports/index.js";
import { type GeneratedRound, generatedRound } from "./generated-round.js";

/** The lane that generated logs are in. */
export const generatedRef: LaneRef = laneOf("bench:harbour");

const begun = 1_700_000_000_000;
const roundMs = 60_000;
const batchSize = 1_000;
const attachOver = 3_000;

/** Writes this many entries, or up to five more, a thousand at a time. */
export async function fillLog(store: LogStore, entries: number): Promise<void> {
  for (const change of changes(generatedRef, entries)) await store.write(change);
}

function laneOf(name: string): LaneRef {
  const session = sessionKey(name);
  return { owner: ownerKey("me"), session, lane: route({ session, topic: null, replyTo: null }, null) };
}

function timeOf(number: number): number {
  return begun + number * roundMs;
}

function* changes(ref: LaneRef, entries: number): Generator<Change> {
  let [drafts, history, count]: [Draft[], TurnRecord[], number] = [[], [], 0];
  for (let number = 0; count < entries; number++) {
    const added = draftsOf(generatedRound(number), number);
    count += added.length;
    drafts.push(...added);
    history.push(turnOf(ref, number));
    if (drafts.length < batchSize) continue;
    yield { ref, entries: drafts, history };
    [drafts, history] = [[], []];
  }
  if (drafts.length > 0) yield { ref, entries: drafts, history };
}

function turnOf(ref: LaneRef, number: number): TurnRecord {
  const id = turnId(number);
  const began = timeOf(number);
  const messages = [entryId(number, 0)];
  const ended = began + roundMs / 2;
  return { id, ref, state: "completed", origin: "interactive", began, ended, messages, attachOver, asides: [] };
}

function draftsOf({ message, calls, reply }: GeneratedRound, number: number): readonly Draft[] {
  const [at, turn] = [timeOf(number), turnId(number)];
  let place = 0;
  const base = (step: number | null) => ({
    id: entryId(number, place++),
    turn,
    step,
    at: at + place,
    arrived: at + place,
  });
  const source = { message: String(number), revision: 0 };
  const by = { role: "user", address: "7" } as const;
  const asked = { ...base(null), kind: "said", by, parts: [textPart(message)], source, replyTo: null } as const;
  const called = calls.map(({ tool, input }, index): Draft => {
    return { ...base(0), kind: "called", call: callId(number, index), tool, input };
  });
  const returned = calls.map(({ tool, output }, index): Draft => {
    const call = callId(number, index);
    return { ...base(0), kind: "returned", call, tool, output: { kind: "text", text: output } };
  });
  const agent = { role: "agent" } as const;
  const parts = [textPart(reply)];
  return [asked, ...called, ...returned, { ...base(1), kind: "said", by: agent, parts, source: null, replyTo: null }];
}

function textPart(text: string) {
  return { kind: "text", text } as const;
}

function turnId(number: number): TurnId {
  return `turn-${number}` as TurnId;
}

function entryId(number: number, place: number): EntryId {
  return `entry-${number}-${place}` as EntryId;
}

function callId(number: number, index: number): string {
  return `call-${number}-${index}`;
}
