import { join } from "node:path";
import { trackTurns } from "../../src/agent/active-turns.js";
import { importFile } from "../../src/compose/import/import-file.js";
import { openSource } from "../../src/compose/import/import-source.js";
import { importers } from "../../src/compose/import/importers.js";
import { makeEngineContext } from "../../src/compose/options.js";
import { ClewError } from "../../src/core/errors.js";
import type { BadRecord, ImportedRecord } from "../../src/core/importing/importer.js";
import { type LaneKey, type LaneRef, parseSessionKey, type SessionKey } from "../../src/core/log/keys.js";
import { route } from "../../src/core/log/route-to-lane.js";
import { countAvailableTokens } from "../../src/core/policy/budget.js";
import type { LogStore } from "../../src/core/ports/index.js";
import type { Receipt } from "../../src/core/receipt/receipt.js";
import { joinSystemText } from "../../src/core/view/render/layout.js";
import type { ModelRequest } from "../../src/core/view/request.js";
import type { ViewOutcome } from "../../src/core/view/view-result.js";
import type { Engine } from "../../src/engine/engine.js";
import { replay } from "../../src/engine/read/replay.js";
import type { ImportCounts } from "../../src/engine/transfer/import.js";
import { sha256 } from "../../src/platform/crypto.js";
import { openSqliteStore } from "../../src/stores/sqlite/sqlite-store.js";
import { pickLargest, sum } from "../../src/try/sums.js";
import { makeCountingStore, type ReceiptBytes } from "./counted-store.js";
import { countLogEntries } from "./log-counts.js";
import { type LaneRehearsal, startLaneRehearsal } from "./rehearse-lane.js";

/** The result of importing a transcript and replaying it call by call. */
export interface Rehearsal {
  readonly format: string;
  readonly lanes: number;
  /** Records that could not be read. */
  readonly bad: number;
  readonly counts: { readonly read: ImportCounts; readonly imported: ImportCounts; readonly lived: ImportCounts };
  /** Views that were requested. */
  readonly calls: number;
  readonly largestView: number;
  /** Views with more tokens than the window less the reply. */
  readonly over: number;
  readonly tooSmall: number;
  readonly compactions: number;
  readonly receipts: number;
  readonly checkpoints: number;
  /** Receipts whose bytes, read from the reopened file, are those that were handed out. */
  readonly replayed: number;
  /** Bytes of all receipts, without the text of their views. */
  readonly receiptBytes: number;
}

interface SentView {
  readonly receipt: Receipt;
  readonly tokens: number;
  readonly hash: string;
}

export async function rehearse(path: string, folder: string, window: number): Promise<Rehearsal> {
  const imported = await runOnStore(join(folder, "imported.db"), window, async (engine) => {
    const report = await importFile(engine, path);
    return { ...report, found: await countLogEntries(engine.store, engine.owner) };
  });
  const lived = await replayRecords(await readRecords(path), join(folder, "lived.db"), window);
  const { format, lanes, bad, read, found } = imported;
  if (read === undefined) throw makeTranscriptError(path);
  const counts = { read, imported: found, lived: lived.counts };
  return { format, lanes, bad: bad.length, ...lived, counts };
}

async function readRecords(path: string): Promise<AsyncIterable<ImportedRecord | BadRecord>> {
  const source = await openSource(path, () => undefined);
  const importer = importers.find((each) => each.recognises(source.sample));
  if (importer === undefined) throw makeTranscriptError(path);
  return importer.read(source, { agents: [], isEnded: true });
}

function makeTranscriptError(path: string): ClewError {
  return new ClewError("import/unknown-format", `${path} is no transcript`, {
    hint: "Give one that clew import takes",
  });
}

async function replayRecords(records: AsyncIterable<ImportedRecord | BadRecord>, path: string, window: number) {
  const sent: SentView[] = [];
  const bytes: ReceiptBytes[] = [];
  let tooSmall = 0;
  const seen = (viewed: ViewOutcome) => {
    if (viewed.kind === "too-small") tooSmall += 1;
    else
      sent.push({ receipt: viewed.receipt, tokens: viewed.tokens, hash: hashRequest(viewed.system, viewed.messages) });
  };
  const counting = (store: LogStore) => makeCountingStore(store, (receipt) => bytes.push(receipt));
  const { counts, room } = await runOnStore(
    path,
    window,
    async (engine) => {
      await replayLanes(engine, records, seen);
      return { counts: await countLogEntries(engine.store, engine.owner), room: countAvailableTokens(engine.budget) };
    },
    counting,
  );
  return {
    counts,
    calls: sent.length + tooSmall,
    largestView: pickLargest(sent.map(({ tokens }) => tokens)),
    over: sent.filter(({ tokens }) => tokens > room).length,
    tooSmall,
    compactions: bytes.filter(({ compacted }) => compacted).length,
    receipts: bytes.length,
    checkpoints: bytes.filter(({ checkpoint }) => checkpoint).length,
    replayed: await runOnStore(path, window, (engine) => countReplayed(engine, sent)),
    receiptBytes: sum(bytes.map((each) => each.bytes)),
  };
}

/** Replays each lane in its own session, because no message reaches the lane of a subagent. */
async function replayLanes(
  engine: Engine,
  records: AsyncIterable<ImportedRecord | BadRecord>,
  seen: (viewed: ViewOutcome) => void,
): Promise<void> {
  const lanes = new Map<string, LaneRehearsal>();
  for await (const record of records) {
    if (record.kind === "bad") continue;
    const name = `${record.session} ${record.lane}`;
    const lane = lanes.get(name) ?? startLaneRehearsal(engine, makeSessionRef(engine, record), seen);
    lanes.set(name, lane);
    await lane.add(record);
  }
  for (const lane of lanes.values()) await lane.end();
}

function makeSessionRef(
  { owner, fns }: Engine,
  place: { readonly session: SessionKey; readonly lane: LaneKey },
): LaneRef {
  const session = parseSessionKey(`rehearsal:${fns.hash(`${place.session} ${place.lane}`).slice(0, 16)}`);
  return { owner, session, lane: route({ session, topic: null, replyTo: null }, null) };
}

async function countReplayed(engine: Engine, sent: readonly SentView[]): Promise<number> {
  let equal = 0;
  for (const { receipt, hash } of sent) {
    const bytes = await replayBytes(engine, receipt);
    if (bytes === null || sha256(bytes) !== receipt.root) continue;
    const request = JSON.parse(bytes) as ModelRequest;
    if (hashRequest(joinSystemText(request), request.messages) === hash) equal += 1;
  }
  return equal;
}

async function replayBytes(engine: Engine, { id }: Receipt): Promise<string | null> {
  try {
    return (await replay(engine, id)).bytes;
  } catch (error) {
    // The bench counts receipts that can't be replayed.
    if (error instanceof ClewError) return null;
    throw error;
  }
}

function hashRequest(system: string, messages: unknown): string {
  return sha256(JSON.stringify([system, messages]));
}

async function runOnStore<Result>(
  path: string,
  window: number,
  work: (engine: Engine) => Promise<Result>,
  over: (store: LogStore) => LogStore = (store) => store,
): Promise<Result> {
  const store = over(openSqliteStore({ path, hash: sha256 }));
  try {
    return await work(await makeEngineContext({ window, timeZone: "UTC" }, store, trackTurns().presence));
  } finally {
    await store.close();
  }
}
