import type { Draft } from "@clewline/core/log/entry.js";
import { type EntryId, type LaneRef, parseOwnerKey, parseSessionKey, type TurnId } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Change, LogStore } from "@clewline/core/ports/index.js";
import { type GeneratedRound, generateRound } from "./generated-round.js";

export const generatedRef: LaneRef = makeLaneRef("bench:harbour");

const begun = 1_700_000_000_000;
const roundMs = 60_000;
const batchSize = 1_000;
const attachOver = 3_000;

/**
 * Writes this many entries, or up to five more, a thousand at a time: twenty rounds from the beginning, then as many as there is
 * room for, up to the last. So logs of any length end alike.
 */
export async function fillLog(store: LogStore, entries: number, last: number): Promise<void> {
  for (const change of generateChanges(generatedRef, listRounds(entries, last))) await store.write(change);
}

function listRounds(entries: number, last: number): readonly number[] {
  const size = (number: number) => makeDrafts(generateRound(number), number).length;
  const oldest = Array.from({ length: 20 }, (_, number) => number);
  let [first, left] = [last + 1, entries - oldest.reduce((sum, number) => sum + size(number), 0)];
  while (left > 0 && first > oldest.length) left -= size(--first);
  return [...oldest, ...Array.from({ length: last + 1 - first }, (_, index) => first + index)];
}

function makeLaneRef(name: string): LaneRef {
  const session = parseSessionKey(name);
  return { owner: parseOwnerKey("me"), session, lane: route({ session, topic: null, replyTo: null }, null) };
}

function computeRoundTime(number: number): number {
  return begun + number * roundMs;
}

function* generateChanges(ref: LaneRef, rounds: readonly number[]): Generator<Change> {
  let [drafts, history]: [Draft[], TurnRecord[]] = [[], []];
  for (const number of rounds) {
    drafts.push(...makeDrafts(generateRound(number), number));
    history.push(makeTurn(ref, number));
    if (drafts.length < batchSize) continue;
    yield { ref, entries: drafts, history };
    [drafts, history] = [[], []];
  }
  if (drafts.length > 0) yield { ref, entries: drafts, history };
}

function makeTurn(ref: LaneRef, number: number): TurnRecord {
  const id = makeTurnId(number);
  const began = computeRoundTime(number);
  const messages = [makeEntryId(number, 0)];
  const ended = began + roundMs / 2;
  return { id, ref, state: "completed", origin: "interactive", began, ended, messages, attachOver, asides: [] };
}

function makeDrafts({ message, calls, reply }: GeneratedRound, number: number): readonly Draft[] {
  const [at, turn] = [computeRoundTime(number), makeTurnId(number)];
  let place = 0;
  const base = (step: number | null) => ({
    id: makeEntryId(number, place++),
    turn,
    step,
    at: at + place,
    arrived: at + place,
  });
  const source = { message: String(number), revision: 0 };
  const by = { role: "user", address: "7" } as const;
  const said = { ...base(null), kind: "said", by, parts: [makeTextPart(message)], source, replyTo: null } as const;
  const called = calls.map(({ tool, input }, index): Draft => {
    return { ...base(0), kind: "called", call: makeCallId(number, index), tool, input };
  });
  const returned = calls.map(({ tool, output }, index): Draft => {
    const call = makeCallId(number, index);
    return { ...base(0), kind: "returned", call, tool, output: { kind: "text", text: output } };
  });
  const agent = { role: "agent" } as const;
  const parts = [makeTextPart(reply)];
  return [said, ...called, ...returned, { ...base(1), kind: "said", by: agent, parts, source: null, replyTo: null }];
}

function makeTextPart(text: string) {
  return { kind: "text", text } as const;
}

function makeTurnId(number: number): TurnId {
  return `turn-${number}` as TurnId;
}

function makeEntryId(number: number, place: number): EntryId {
  return `entry-${number}-${place}` as EntryId;
}

function makeCallId(number: number, index: number): string {
  return `call-${number}-${index}`;
}
