import type { SummaryCandidate } from "@clewline/core/log/candidate.js";
import { type Epoch, firstEpoch } from "@clewline/core/log/epoch.js";
import type { EntryId, TurnId } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { Summary } from "@clewline/core/log/summary.js";

export function makeSummary(id: string, more: Partial<Summary> = {}): Summary {
  const sources = ["entry-1" as EntryId];
  const said = { text: "The beans are dry", sources, at: 900, by: "guest", times: 2 };
  const item = { section: "facts", pinned: true, ...said } as const;
  const span = { version: 1, from: 1, to: 2, at: 1_000, by: "rules-1" };
  return { id, ...span, items: [item], shown: 1, prose: null, dropped: 0, source: "hash", ...more };
}

export function makeSummaryRecord(id: string, name = "", more: Partial<Summary> = {}): LaneRecord {
  return { id, name, at: 1_000, kind: "summary", summary: makeSummary(id, more) };
}

/** Prepared for the compaction after the epoch with this number. */
export function makeCandidateRecord(id: string, name: string, after: number): LaneRecord {
  const candidate: SummaryCandidate = {
    key: name,
    after,
    through: firstEpoch.through,
    summary: makeSummary(`${id}-summary`),
  };
  return { id, name, at: 1_000, kind: "candidate", candidate };
}

export function makeJournal(id: string, name: string, text = "Rain all day"): LaneRecord {
  return { id, name, at: 1_000, kind: "journal", text };
}

export function makeEventRecord(
  id: string,
  name: string,
  event: Extract<LaneRecord, { kind: "event" }>["event"],
): LaneRecord {
  return { id, name, at: 1_000, kind: "event", event };
}

export function makeStateRecord(id: string): LaneRecord {
  const turn = "turn-1" as TurnId;
  const entry = "entry-1" as EntryId;
  const asked = { asked: 900, until: 9_000, turn, entry, to: "7" };
  const question = {
    id: "turn-1-1",
    expects: "choice",
    about: "the beans",
    options: ["water", "wait"],
    ...asked,
  } as const;
  const meaning = { about: "the beans", value: "water", pending: question.id, entry: null };
  const heard = [{ message: entry, anchor: { kind: "ask", options: [meaning, meaning] } }] as const;
  const state = { open: [question], refused: [{ ...question, to: null }], which: null, heard };
  return { id, name: "thread_state", at: 1_000, kind: "state", state };
}

export function makeSecretsRecord(id: string): LaneRecord {
  const prints = [{ salt: "a1", length: 11, check: 42, hash: "f00d" }];
  return { id, name: "told", at: 1_000, kind: "secrets", prints };
}

export function makeDigestRecord(id: string): LaneRecord {
  const digest = { source: "hash", by: "prompt-1", prose: { facts: ["The beans are dry"] } };
  return { id, name: "conversation", at: 1_000, kind: "digest", digest };
}

export function makeBodyRecord(id: string): LaneRecord {
  const pieces = [{ at: 0, remove: 1, insert: ["f00d", "beef"] }];
  const body = { receipt: null, isOwn: true, status: 200, base: { name: "turn", id: "before" }, depth: 1, pieces };
  return { id, name: "turn", at: 1_000, kind: "body", body: { ...body, root: "cafe" } };
}

export function makeMemoryRecord(id: string): LaneRecord {
  const [memory] = makeSummary("s").items;
  if (memory === undefined) throw new RangeError("A sample summary has an item");
  return { id, name: "remembered", at: 1_000, kind: "memory", memory: { ...memory, kept: true } };
}

export function makeBasisRecord(id: string): LaneRecord {
  const asked = { model: { name: "openai:gpt-5", factor: 1.1 }, window: 8_192, reply: 512, zone: "Europe/Berlin" };
  const basis = { ...asked, instructions: "hash", own: 12, policy: "balanced", people: { 7: "Ana" } };
  return { id, name: "call", at: 1_000, kind: "basis", basis };
}

export function makeRangesRecord(id: string): LaneRecord {
  const ranges = { hidden: [{ from: 2, to: 4 }], pinned: [{ from: 7, to: 7 }], undone: ["s1"] };
  return { id, name: "views", at: 1_000, kind: "ranges", ranges };
}

export function addSummary(epoch: Epoch, id: string): Epoch {
  return { ...epoch, summary: { id, from: 1, to: 2 } };
}
