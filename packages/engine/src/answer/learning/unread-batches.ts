/** The messages of a lane that no model was asked about yet, in batches. */
import type { Entry } from "@clewline/core/log/entry.js";
import { resolveMessageId } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { ToldMessage } from "@clewline/core/memory/learned.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import { mayTeachModel } from "@clewline/core/memory/model/candidates.js";
import { asksToForget, forgets } from "@clewline/core/memory/model/taken-back.js";
import type { Stretch } from "@clewline/core/memory/stretch.js";
import type { Engine } from "../../engine.js";
import { readZone } from "../../growth/session-zone.js";
import { findScope } from "./keep-statements.js";
import { isBegunByClock, readTold } from "./learn-message.js";
import { mayTeach } from "./may-teach.js";

/** Of one scope; without messages, a stretch in which nothing is worth asking about. */
export interface LaneBatch {
  readonly ref: LaneRef;
  readonly stretch: Stretch;
  readonly scope: MemoryScope | null;
  readonly messages: readonly BatchEntry[];
}

export interface BatchEntry {
  readonly told: ToldMessage;
  readonly entry: Entry;
}

/** A model reads so many at once; what a longer one says is as long as the notes. */
const [mostMessages, mostCharacters] = [20, 8_000];
const page = 200;

/** Of these stretches, in order. Where an entry is not `wanted`, a stretch ends before it and another begins behind it. */
export async function* listUnread(
  engine: Engine,
  ref: LaneRef,
  stretches: readonly Stretch[],
  isWanted: (entry: Entry) => boolean = () => true,
): AsyncGenerator<LaneBatch, void> {
  const zone = await readZone(engine, ref);
  for (const { from, through } of stretches) {
    const open = beginBatch(ref, from);
    for (let first = from; first <= through; first += page) {
      const entries = await engine.store.range(ref, first, Math.min(through, first + page - 1));
      const replaced = await findReplaced(engine, ref, entries);
      for (const entry of entries) {
        if (mayTeach(entry) && !isWanted(entry)) {
          // Of a stretch in which nothing was asked about nothing is noted: between two messages of an import it would cut that in pieces.
          if (!open.isEmpty()) yield* open.end(entry.seq - 1);
          open.skipTo(entry.seq + 1);
          continue;
        }
        const message = replaced.has(entry.seq) ? null : await readMessage(engine, ref, entry, zone);
        if (message === null) continue;
        open.takeBack(message.told);
        if (!mayTeachModel(message.told)) continue;
        const scope = await findScope(engine, message.told);
        if (!open.hasRoom(message, scope)) yield* open.end(entry.seq - 1);
        open.add(message, scope);
      }
    }
    yield* open.end(through);
  }
}

interface OpenBatch {
  isEmpty(): boolean;
  hasRoom(message: BatchEntry, scope: MemoryScope): boolean;
  add(message: BatchEntry, scope: MemoryScope): void;
  /** No model is asked about a message that a later one asks to forget. */
  takeBack(told: ToldMessage): void;
  /** None for a stretch without an entry. */
  end(through: number): readonly LaneBatch[];
  skipTo(seq: number): void;
}

function beginBatch(ref: LaneRef, start: number): OpenBatch {
  let from = start;
  let scope: MemoryScope | null = null;
  let messages: BatchEntry[] = [];
  return {
    isEmpty: () => messages.length === 0,
    hasRoom({ told }, wanted) {
      if (scope === null) return true;
      const size = messages.reduce((sum, each) => sum + each.told.text.length, told.text.length);
      const isSame = makeScopeLane(scope) === makeScopeLane(wanted);
      return isSame && messages.length < mostMessages && size <= mostCharacters;
    },
    add(message, wanted) {
      scope = wanted;
      messages.push(message);
    },
    takeBack(told) {
      messages = messages.filter((message) => !asksToForget(told, message.told, message === findLast(messages, told)));
      if (messages.length === 0) scope = null;
    },
    end(through) {
      if (through < from) return [];
      const batch = { ref, stretch: { from, through }, scope, messages };
      [from, scope, messages] = [through + 1, null, []];
      return [batch];
    },
    skipTo(seq) {
      from = seq;
    },
  };
}

function findLast(messages: readonly BatchEntry[], { person }: ToldMessage): BatchEntry | undefined {
  return messages.findLast(({ told }) => told.person === person);
}

/** The places of messages that a later entry changes or takes back. */
async function findReplaced({ store }: Engine, ref: LaneRef, entries: readonly Entry[]): Promise<ReadonlySet<number>> {
  const told = entries.filter(mayTeach);
  const last = new Map<string, number>();
  for (const change of told.length === 0 ? [] : await store.changesOf(ref, told.map(resolveMessageId)))
    last.set(resolveMessageId(change), change.seq);
  return new Set(told.filter((entry) => (last.get(resolveMessageId(entry)) ?? 0) > entry.seq).map(({ seq }) => seq));
}

async function readMessage(engine: Engine, ref: LaneRef, entry: Entry, zone: string): Promise<BatchEntry | null> {
  const told = mayTeach(entry) ? await readTold(engine, ref, entry, zone) : null;
  if (told === null || !(mayTeachModel(told) || forgets(told)) || (await isBegunByClock(engine, ref, entry)))
    return null;
  return { told, entry };
}
