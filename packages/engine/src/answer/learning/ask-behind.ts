/**
 * Lets the fast model read what was said, while no view waits for it: messages of a lane gather until there are enough, or until
 * nobody has spoken there for a while. How far it came is in the log, so the next process goes on there.
 */
import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import { listGaps, type Stretch } from "@clewline/core/memory/stretch.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { type Background, tellWhy } from "./background.js";
import { noteLearned } from "./note-learned.js";
import type { LaneBatch } from "./unread-batches.js";

export interface AskBehind {
  /** A message that the rules have read, and that says something. */
  add(engine: Engine, ref: LaneRef, entry: Entry): void;
  /** Asks about all that waits. */
  flush(): Promise<void>;
  /** Until what is being asked about was. */
  settled(): Promise<void>;
  /** Lanes may begin anew. */
  forget(): void;
}

const enough = 12;
const quietMs = 300_000;
/** A message that was said longer before it came in is an import: it is read where somebody asks for that. */
const freshMs = 3_600_000;
/** So far back a process looks for what the one before it has left, in time and in entries. */
const leftMs = 7 * 86_400_000;
const mostLeft = 200;

interface WaitingLane {
  readonly engine: Engine;
  readonly ref: LaneRef;
  /** Messages that wait; unknown before the log was looked at. */
  count: number | null;
  /** Whether it failed the last time. */
  hasFailed: boolean;
  timer?: NodeJS.Timeout;
  asking?: Promise<void>;
}

export function makeAskBehind({ behind, closing }: Background): AskBehind {
  const lanes = new Map<string, WaitingLane>();
  const start = (key: string, lane: WaitingLane): Promise<void> => {
    clearTimeout(lane.timer);
    lane.count = 0;
    // One after the other, so that no lane's messages are asked about twice.
    const before = lane.asking ?? Promise.resolve();
    const asking = before.then(() => askLane(lane, closing)).finally(() => settle(key, lane, asking));
    lane.asking = asking;
    behind(`memories by model ${key}`, () => asking);
    return asking;
  };
  const settle = (key: string, lane: WaitingLane, asking: Promise<void>) => {
    if (lane.asking !== asking) return;
    delete lane.asking;
    if (lane.count === 0 && lanes.get(key) === lane && !lane.hasFailed) lanes.delete(key);
    else wait(key, lane);
  };
  const wait = (key: string, lane: WaitingLane) => {
    clearTimeout(lane.timer);
    if (closing.aborted || lane.asking !== undefined) return;
    if ((lane.count ?? 0) >= enough) recount(key, lane);
    // No process stays for it.
    else lane.timer = setTimeout(() => void start(key, lane), quietMs).unref();
  };
  /** Before a batch goes out it is counted anew: a message that came while others were counted may have been counted twice. */
  const recount = (key: string, lane: WaitingLane) =>
    behind(`memories to ask about ${key}`, async () => {
      const before = lane.count;
      const left = await countLeft(lane.engine, lane.ref);
      if (lanes.get(key) !== lane || lane.asking !== undefined) return;
      if (left >= enough) return void start(key, lane);
      if (lane.count === before) lane.count = left;
      wait(key, lane);
    });
  const forget = () => {
    for (const { timer } of lanes.values()) clearTimeout(timer);
    lanes.clear();
  };
  closing.addEventListener("abort", forget, { once: true });
  return {
    add(engine, ref, entry) {
      if (engine.fastModel === null || closing.aborted || !isFresh(entry)) return;
      const key = makeLaneAddress(ref);
      const lane = lanes.get(key) ?? { engine, ref, count: null, hasFailed: false };
      lanes.set(key, lane);
      if (lane.count !== null) lane.count += 1;
      else recount(key, lane);
      wait(key, lane);
    },
    async flush() {
      await Promise.all([...lanes].map(([key, lane]) => start(key, lane)));
    },
    async settled() {
      await Promise.all([...lanes.values()].map(({ asking }) => asking));
    },
    forget,
  };
}

/** One lane at a time asks, so that many chats don't ask at once. */
async function askLane(lane: WaitingLane, closing: AbortSignal): Promise<void> {
  const { engine, ref } = lane;
  const { fastModel } = engine;
  if (fastModel === null || closing.aborted) return;
  try {
    await engine.presence.inOrder("asking", async () => {
      for await (const batch of await listWaiting(engine, ref)) {
        const goesOn = !closing.aborted && (await askOnce(lane, fastModel, batch, closing));
        if (!goesOn) return;
      }
    });
  } catch (error) {
    if (!closing.aborted) engine.presence.warn(`The fast model taught nothing: ${tellWhy(error)}`);
  }
}

/** Whether the next batch may follow. What fails is asked about once more, the next time that the lane is. */
async function askOnce(
  lane: WaitingLane,
  fastModel: TextModel<AbortSignal>,
  batch: LaneBatch,
  closing: AbortSignal,
): Promise<boolean> {
  // Loaded with the first message: most logs have no model.
  const { askAboutBatch, isFull } = await import("./ask-batch.js");
  const outcome = isFull(batch) ? await askAboutBatch(lane.engine, fastModel, batch, closing) : null;
  if (outcome?.kind === "stopped") return false;
  const fails = outcome?.kind === "failed";
  const isFirst = fails && !lane.hasFailed;
  lane.hasFailed = isFirst;
  if (!isFirst) await noteLearned(lane.engine, lane.ref, { ...batch.stretch, by: "model" });
  return !fails;
}

async function listWaiting(engine: Engine, ref: LaneRef): Promise<AsyncGenerator<LaneBatch, void>> {
  const { listUnread } = await import("./unread-batches.js");
  const gaps = await listRecentGaps(engine, ref);
  const since = engine.openedAt - leftMs;
  return listUnread(engine, ref, gaps, (entry) => isFresh(entry) && entry.arrived >= since);
}

/** Near the end of the lane. */
async function listRecentGaps({ store, memories }: Engine, ref: LaneRef): Promise<readonly Stretch[]> {
  const { asked } = await memories.read({ kind: "session", session: ref.session });
  const lanes = await store.lanes(ref);
  const last = lanes.find((each) => each.ref.lane === ref.lane)?.entries ?? 0;
  const first = last - mostLeft + 1;
  return listGaps(asked.get(ref.lane) ?? [], last).flatMap(({ from, through }) =>
    through < first ? [] : [{ from: Math.max(first, from), through }],
  );
}

async function countLeft(engine: Engine, ref: LaneRef): Promise<number> {
  let count = 0;
  for await (const { messages } of await listWaiting(engine, ref)) count += messages.length;
  return count;
}

function isFresh({ arrived, at }: Entry): boolean {
  return arrived - at <= freshMs;
}
