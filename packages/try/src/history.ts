/** Reads the model calls of a log: each with the entries before it, and what its provider counted. */
import { type Entry, isFromModel, listBlobIds, listTexts } from "@clewline/core/log/entry.js";
import type { BlobId, Instant, LaneRef, ReceiptId, SessionKey, Tokens, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { type CallUsage, usageEvent } from "@clewline/core/model/call-usage.js";
import type { SpentTokens } from "@clewline/core/model/prices.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { countHeadTokens } from "@clewline/core/view/view.js";
import { readCountFactor } from "@clewline/engine/answer/counting.js";
import type { Engine } from "@clewline/engine/engine.js";
import { listAllSessions } from "@clewline/engine/read/sessions/all-sessions.js";
import type { Json } from "@clewline/text/json.js";

/** One lane, ready to be replayed. */
export interface LaneHistory {
  readonly ref: LaneRef;
  /** In order of their places, from 1. */
  readonly entries: readonly Entry[];
  readonly blobs: ReadonlyMap<BlobId, string>;
  /** The tokens of each entry's words, by our own estimate. */
  readonly sizes: readonly Tokens[];
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
  readonly calls: readonly PastCall[];
}

export interface PastCall {
  readonly turn: TurnId;
  /** The last place before its answer, up to which its view was made. */
  readonly after: number;
  /** Its number inside the turn, from 1. */
  readonly number: number;
  /** When the answer began. */
  readonly at: Instant;
  /** As the provider or the program counted it; null if neither did. */
  readonly usage: Json | null;
  /** The program had summarised everything before this place; 0 if never. */
  readonly since: number;
  /** The view that was sent, by our own estimate; null where this log made none. */
  readonly view: SentView | null;
}

interface SentView {
  readonly tokens: Tokens;
  /** Its instructions and tools, which no replay has. */
  readonly around: Tokens;
  /** Whether it says what time it is: programs with conversations of their own do that themselves. */
  readonly hasNow: boolean;
}

type Reader = Pick<Engine, "store" | "owner" | "fns">;

export async function readLaneHistories(
  { store, owner, fns }: Reader,
  session: SessionKey | null,
): Promise<readonly LaneHistory[]> {
  const sessions = session === null ? (await listAllSessions({ store, owner })).map((each) => each.session) : [session];
  const lanes: LaneHistory[] = [];
  for (const each of sessions) {
    for (const { ref, entries } of await store.lanes({ owner, session: each }))
      lanes.push(await readLaneHistory({ store, fns }, ref, entries));
  }
  return lanes.filter(({ calls }) => calls.length > 0).sort((a, b) => findStart(a) - findStart(b));
}

function findStart({ calls }: LaneHistory): Instant {
  return calls[0]?.at ?? 0;
}

async function readLaneHistory(
  { store, fns }: Pick<Reader, "store" | "fns">,
  ref: LaneRef,
  count: number,
): Promise<LaneHistory> {
  const entries: Entry[] = [];
  while (entries.length < count) {
    const page = await store.range(ref, entries.length + 1, count);
    if (page.length === 0) break;
    entries.push(...page);
  }
  const blobs = await store.blobs(ref, [...new Set(entries.flatMap(listBlobIds))]);
  const turns = new Map((await store.turns(ref, count + 1)).map((turn) => [turn.id, turn]));
  const sizes = entries.map(countEntryTokens);
  const [traced, sent] = [await readTracedUsage(store, ref), await readSentViews({ store, fns }, ref)];
  return { ref, entries, blobs, sizes, turns, calls: collectPastCalls(entries, turns, { traced, sent }) };
}

const page = 1_000;

/** The view of each call, by its turn and its number. */
async function readSentViews(
  { store, fns }: Pick<Reader, "store" | "fns">,
  ref: LaneRef,
): Promise<ReadonlyMap<string, SentView>> {
  const views = new Map<string, SentView>();
  for (let after: ReceiptId | null = null; ; ) {
    const receipts: readonly KeptReceipt[] = await store.receipts(ref, after, page);
    for (const receipt of receipts)
      views.set(`${receipt.turn} ${receipt.call}`, describeSentView(receipt, readCountFactor({ fns }, receipt)));
    const last = receipts.at(-1);
    if (last === undefined || receipts.length < page) return views;
    after = last.id;
  }
}

function describeSentView({ tokens, layers, overheads }: KeptReceipt, factor: number): SentView {
  const around = countHeadTokens(layers, overheads);
  return { tokens: tokens / factor, around: around / factor, hasNow: layers.now !== undefined };
}

/** No lane has more calls. */
const mostCalls = 10_000_000;

/** The cost of each call by the log's own trace, by its turn and its number: a note of a turn has only the sum of its calls. */
async function readTracedUsage(store: LogStore, ref: LaneRef): Promise<ReadonlyMap<string, Json>> {
  const records = await store.records(ref, "event", usageEvent, mostCalls);
  const calls = records.flatMap((record) => (record.kind === "event" ? [record.event as unknown as CallUsage] : []));
  const told = calls.flatMap(({ turn, call, model, spent }): readonly (readonly [string, Json])[] =>
    turn === null || call === null || spent === null ? [] : [[`${turn} ${call}`, writeUsage(model, spent)]],
  );
  return new Map(told.toReversed());
}

/** As an account that `readAccount` reads. */
function writeUsage(model: string | null, { fresh, read, written, writtenLong, output }: SpentTokens): Json {
  return {
    ...{
      model,
      input_tokens: fresh,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written + writtenLong,
    },
    ...{ cache_creation: { ephemeral_1h_input_tokens: writtenLong }, output_tokens: output },
  };
}

function countEntryTokens(entry: Entry): Tokens {
  const texts = listTexts(entry).map((text) => (typeof text === "string" ? Math.ceil(text.length / 3) : text.tokens));
  return texts.reduce((sum, tokens) => sum + tokens, 0);
}

/** The calls of our own log, by turn and number. */
interface KnownCalls {
  readonly traced: ReadonlyMap<string, Json>;
  readonly sent: ReadonlyMap<string, SentView>;
}

/** The answer of a call is everything of one step; a result belongs to the call that asked for it. */
function collectPastCalls(
  entries: readonly Entry[],
  turns: ReadonlyMap<TurnId, TurnRecord>,
  { traced, sent }: KnownCalls,
): readonly PastCall[] {
  const isTraced = new Set([...traced.keys()].map((key) => key.split(" ")[0]));
  const calls: PastCall[] = [];
  const numbers = new Map<TurnId, number>();
  let [current, since] = ["", 0];
  for (const entry of entries) {
    if (entry.kind === "noted" && entry.note.kind === "usage") {
      const last = calls.at(-1);
      if (entry.turn !== null && isTraced.has(entry.turn)) continue;
      if (last !== undefined && last.usage === null) calls[calls.length - 1] = { ...last, usage: entry.note.usage };
      continue;
    }
    if (entry.kind === "noted" && entry.note.kind === "compacted") since = entry.seq;
    if (!isFromModel(entry) || entry.kind === "returned" || entry.turn === null || !turns.has(entry.turn)) continue;
    const step = `${entry.turn} ${entry.step}`;
    if (current === step) continue;
    current = step;
    const number = (numbers.get(entry.turn) ?? 0) + 1;
    numbers.set(entry.turn, number);
    const name = `${entry.turn} ${number}`;
    calls.push({
      turn: entry.turn,
      after: entry.seq - 1,
      number,
      at: entry.at,
      usage: traced.get(name) ?? null,
      since,
      view: sent.get(name) ?? null,
    });
  }
  return calls;
}
