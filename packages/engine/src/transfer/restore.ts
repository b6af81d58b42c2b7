/** Reads back what `exportLines` wrote: the same entries in the same places, so that every receipt is valid again. */

import { ClewError } from "@clewline/core/errors.js";
import { type ExportLine, validateExportLine } from "@clewline/core/importing/export-line.js";
import type { Entry } from "@clewline/core/log/entry.js";
import {
  type BlobId,
  isSameLane,
  type LaneRef,
  makeLaneAddress,
  memorySession,
  type OwnerKey,
  parseLaneKey,
  parseOwnerKey,
  parseSessionKey,
} from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { type KeptReceipt, listOwnChunks } from "@clewline/core/receipt/receipt-delta.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import { defer } from "@clewline/text/defer.js";
import { isObject } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { readStoredPieces } from "../read/pieces/stored-pieces.js";
import { replay } from "../read/replay.js";
import { exportVersion, learningRules } from "./export.js";
import { keepNewest, readChangesBefore } from "./merge-memories.js";
import { type LaneAttributes, writeEntries } from "./restore-entries.js";
import { makeEpochRestorer } from "./restore-epochs.js";
import { type ErasedSince, findErasedSince } from "./restore-erased.js";
import { makeSecretWatch, type SecretWatch } from "./restore-secrets.js";

export interface RestoreResult {
  readonly added: number;
  readonly known: number;
  readonly sessions: readonly string[];
  readonly lanes: number;
  readonly receipts: number;
  /** Receipts of views that can't be replayed, because the export lacks pieces of them. Absent if there is none. */
  readonly unreplayable?: readonly string[];
  /** Whether older rules made its memories. */
  readonly isOfOlderRules: boolean;
  /** Lanes that were left out, and why. */
  readonly bad: readonly { readonly line: number; readonly reason: string }[];
}

const batchSize = 1_000;
/** Each epoch is one write, so a number from a damaged file must not keep restore busy for ever. */
const mostEpochs = 100_000;

export async function restore(
  engine: Engine,
  lines: AsyncIterable<{ readonly number: number; readonly text: string }>,
  onProgress: (records: number) => void,
): Promise<RestoreResult> {
  const watch = makeSecretWatch(engine);
  const restorer = makeLogRestorer(engine, watch);
  let owner: OwnerKey | null = null;
  let isOfOlderRules = false;
  for await (const { number, text } of lines) {
    if (text.trim() === "") continue;
    const value = parseLine(number, text);
    if (owner === null) {
      owner = readOwner(engine, number, value);
      isOfOlderRules = !(Number(value.rules) >= learningRules);
    } else await restorer.add(number, owner, acceptLine(number, value));
    if (number % batchSize === 0) onProgress(number);
  }
  await restorer.finish();
  watch.report();
  const unreplayable = await listUnreplayable(engine, restorer.suspects);
  return {
    ...restorer.sums,
    isOfOlderRules,
    sessions: [...restorer.sessions],
    bad: restorer.bad,
    ...(unreplayable.length === 0 ? {} : { unreplayable }),
  };
}

/** Of receipts that lack a piece, or build on one that does, those that really give other bytes. */
async function listUnreplayable(engine: Engine, suspects: ReadonlySet<string>): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const id of suspects) {
    try {
      await replay(engine, id);
    } catch (error) {
      if (!(error instanceof ClewError)) throw error;
      if (error.code === "receipt/erased") continue;
      broken.push(id);
    }
  }
  return broken;
}

function parseLine(number: number, text: string): Record<string, unknown> {
  try {
    const line: unknown = JSON.parse(text);
    if (isObject(line)) return line;
  } catch (cause) {
    throw makeDamagedError(number, "is not JSON", cause);
  }
  throw makeDamagedError(number, "is not an object");
}

/** The log's user could not see the entries of another owner. */
function readOwner(engine: Engine, number: number, head: Record<string, unknown>): OwnerKey {
  const { clew, version, owner } = head;
  if (clew !== "export" || typeof owner !== "string") throw makeDamagedError(number, "is not the head of an export");
  if (version !== 1 && version !== exportVersion) {
    throw new ClewError("import/bad", `This export has version ${JSON.stringify(version)}`, {
      hint: `This version of clew reads exports of version 1 to ${exportVersion}: use the one that wrote it, or a newer one`,
    });
  }
  const key = parseKey(number, "is the head of an export without a proper owner", () => parseOwnerKey(owner));
  if (key === engine.owner) return key;
  throw new ClewError("import/bad", `This export is of the owner ${key}, and the log is open for ${engine.owner}`, {
    hint: `Open the log with that owner: openClew({ owner: ${JSON.stringify(key)} })`,
  });
}

function acceptLine(number: number, value: Record<string, unknown>): ExportLine {
  const read = validateExportLine(value);
  if (read.kind === "bad") throw makeDamagedError(number, read.what);
  return read.line;
}

function parseKey<Key>(number: number, what: string, parse: () => Key): Key {
  try {
    return parse();
  } catch (cause) {
    throw makeDamagedError(number, what, cause);
  }
}

/** Half an export is not a log: the part read so far stays, and importing the whole file completes it. */
function makeDamagedError(number: number, what: string, cause?: unknown): ClewError {
  return new ClewError("import/bad", `Line ${number} of the export ${what}`, {
    hint: "Export again; importing the whole file then completes what came in so far",
    cause,
  });
}

interface LogRestorer {
  readonly sums: { added: number; known: number; lanes: number; receipts: number };
  readonly sessions: Set<string>;
  /** Receipts whose views may not be replayed. */
  readonly suspects: Set<string>;
  readonly bad: { readonly line: number; readonly reason: string }[];
  add(number: number, owner: OwnerKey, line: ExportLine): Promise<void>;
  /** Call after the last line. */
  finish(): Promise<void>;
}

function makeLogRestorer(engine: Engine, watch: SecretWatch): LogRestorer {
  const sums = { added: 0, known: 0, lanes: 0, receipts: 0 };
  const sessions = new Set<string>();
  const suspects = new Set<string>();
  const bad: LogRestorer["bad"] = [];
  const seen = new Set<string>();
  let lane: LaneRestorer | null = null;
  return {
    sums,
    sessions,
    suspects,
    bad,
    finish: async () => lane?.finish(),
    async add(number, owner, line) {
      if (line.kind === "lane") {
        await lane?.finish();
        const ref = registerLane(number, owner, line, seen);
        lane = makeLaneRestorer(engine, ref, line, { sums, suspects });
        if (ref.session === memorySession) return;
        sums.lanes += 1;
        sessions.add(ref.session);
      } else {
        if (lane === null) throw makeDamagedError(number, "comes before its lane");
        checkLine(number, lane.ref, lane.next, line);
        watch.see(line);
        if (await lane.receive(line)) bad.push({ line: number, reason: describeLeftOut(lane.ref) });
      }
    },
  };
}

function describeLeftOut({ session, lane }: LaneRef): string {
  return `something in ${lane} of ${session} was erased after this export was made: the lane stays as it is in the log`;
}

interface LaneRestorer {
  readonly ref: LaneRef;
  /** The place that the next entry must have. */
  readonly next: number;
  /** True if the lane is left out from this line on, because something in it was erased. */
  receive(line: LaneLine): Promise<boolean>;
  finish(): Promise<void>;
}

type LaneLine = Exclude<ExportLine, { kind: "lane" }>;

function makeLaneRestorer(
  engine: Engine,
  ref: LaneRef,
  given: LaneAttributes,
  found: Pick<LogRestorer, "sums" | "suspects">,
): LaneRestorer {
  const epochs = makeEpochRestorer(engine, ref);
  const erased = findErasedSince(engine, ref);
  const waiting = makeLineBuffer(engine, ref, given, found.sums);
  const keepReceipt = makeReceiptRestorer(engine, ref, { ...found, epochs, erased });
  const before = defer(() => readChangesBefore(engine, ref));
  let [last, isLeftOut] = [0, false];
  const take = async (line: LaneLine) => {
    switch (line.kind) {
      case "entry":
      case "blob":
      case "turn":
        return waiting.add(line);
      case "record":
        if (line.record.kind !== "body") return waiting.add(line);
        await waiting.flush();
        return keepReceipt(line);
      case "epoch":
        await waiting.flush();
        return epochs.expect(line.epoch);
      case "receipt":
        await waiting.flush();
        return keepReceipt(line);
      case "chunk":
        return keepReceipt(line);
      default:
        return line satisfies never;
    }
  };
  return {
    ref,
    get next() {
      return last + 1;
    },
    async finish() {
      await waiting.flush();
      await epochs.finish();
      await keepNewest(engine, ref, await before());
    },
    async receive(line) {
      if (line.kind !== "entry") {
        if (!isLeftOut) await take(line);
        return false;
      }
      await before();
      last = line.entry.seq;
      // An export has a lane's entries before all that was made of them.
      const isFirst = !isLeftOut && (await erased.hasEntry(line.entry));
      isLeftOut ||= isFirst;
      await (isLeftOut ? waiting.pass(line) : take(line));
      return isFirst;
    },
  };
}

interface ReceiptSurroundings extends Pick<LogRestorer, "sums" | "suspects"> {
  readonly epochs: ReturnType<typeof makeEpochRestorer>;
  readonly erased: ErasedSince;
}

/** Takes the chunks of a receipt or a request, and then itself. */
function makeReceiptRestorer(engine: Engine, ref: LaneRef, { sums, suspects, epochs, erased }: ReceiptSurroundings) {
  const chunks = new Map<string, string>();
  const pieces = makePieceCheck(engine, ref, suspects);
  return async (line: Line<"chunk" | "receipt" | "record">): Promise<void> => {
    if (line.kind === "chunk") {
      pieces.add(line.hash);
      chunks.set(line.hash, line.content);
      return;
    }
    if (line.kind === "record") {
      const kept = (await erased.hasBody(line.record)) ? [] : chunks;
      await engine.store.write({ ref, records: [line.record], chunks: new Map(kept) });
      chunks.clear();
      return;
    }
    const { receipt } = line;
    const shown = (await erased.hasReceipt(receipt)) ? [] : chunks;
    await engine.store.write({
      ref,
      ...(await epochs.upTo(receipt.epoch)),
      receipt: { receipt, chunks: new Map(shown) },
    });
    await pieces.check(receipt);
    sums.receipts += 1;
    chunks.clear();
  };
}

/** Notices receipts that name pieces which neither the export nor the log has, and those that build on them. */
function makePieceCheck(engine: Engine, ref: LaneRef, suspects: Set<string>) {
  const known = new Set<string>();
  return {
    add: (hash: string) => void known.add(hash),
    async check(receipt: KeptReceipt): Promise<void> {
      if ("delta" in receipt && suspects.has(receipt.delta.base)) suspects.add(receipt.id);
      const wanted = listOwnChunks(receipt).filter((hash) => !isFraming(hash) && !known.has(hash));
      if (wanted.length === 0) return;
      const there = await readStoredPieces(engine.store, ref, wanted);
      if (wanted.some((hash) => !there.has(hash))) suspects.add(receipt.id);
    },
  };
}

type Line<Kind extends ExportLine["kind"]> = Extract<ExportLine, { kind: Kind }>;

/** Collects lines, to write many at a time. */
interface LineBuffer {
  add(line: Line<"entry" | "blob" | "turn" | "record">): Promise<void>;
  flush(): Promise<void>;
  /** Writes neither this entry nor the collected ones: the log has them, or they are left out. */
  pass(line: Line<"entry">): Promise<void>;
}

function makeLineBuffer(engine: Engine, ref: LaneRef, given: LaneAttributes, sums: LogRestorer["sums"]): LineBuffer {
  let [entries, derived]: [Entry[], Derivation[]] = [[], []];
  let [history, records]: [TurnRecord[], LaneRecord[]] = [[], []];
  const blobs = new Map<BlobId, string>();
  const flushEntries = async () => {
    if (entries.length === 0) return;
    const added = await writeEntries(engine, ref, { entries, blobs, derived }, given);
    sums.added += added;
    sums.known += entries.length - added;
    [entries, derived] = [[], []];
    blobs.clear();
  };
  const flush = async () => {
    await flushEntries();
    if (history.length + records.length === 0) return;
    await engine.store.write({ ref, history, records });
    [history, records] = [[], []];
  };
  return {
    flush,
    async pass({ entry }) {
      sums.known += entries.length + ((await engine.store.byId(ref, entry.id)) === null ? 0 : 1);
      [entries, derived] = [[], []];
      blobs.clear();
    },
    async add(line) {
      if (line.kind === "blob") blobs.set(line.id, line.content);
      else if (line.kind === "turn") history.push(line.turn);
      else if (line.kind === "record") records.push(line.record);
      else {
        entries.push(line.entry);
        for (const each of line.derived ?? []) derived.push({ ...each, sources: [line.entry.id] });
      }
      if (Math.max(entries.length, history.length, records.length) >= batchSize) await flush();
    },
  };
}

function registerLane(
  number: number,
  owner: OwnerKey,
  line: Extract<ExportLine, { kind: "lane" }>,
  seen: Set<string>,
): LaneRef {
  const session = line.session === memorySession ? memorySession : null;
  const parse = () => ({ owner, session: session ?? parseSessionKey(line.session), lane: parseLaneKey(line.lane) });
  const ref = parseKey(number, "has no proper session or lane", parse);
  if (seen.has(makeLaneAddress(ref))) throw makeDamagedError(number, "begins a lane a second time");
  seen.add(makeLaneAddress(ref));
  return ref;
}

/** A lost line would move all entries after it, and a line of another lane would never be found. */
function checkLine(number: number, lane: LaneRef, next: number, line: ExportLine): void {
  if (line.kind === "entry" && line.entry.seq !== next) {
    throw makeDamagedError(number, `has place ${line.entry.seq} where ${next} comes next`);
  }
  const epoch = line.kind === "epoch" ? line.epoch : line.kind === "receipt" ? line.receipt.epoch : null;
  if (epoch !== null && epoch.number > mostEpochs) throw makeDamagedError(number, "has an epoch that no lane comes to");
  const named = line.kind === "turn" ? line.turn.ref : line.kind === "receipt" ? line.receipt.ref : lane;
  if (!isSameLane(lane, named)) throw makeDamagedError(number, "names another lane than the one that it stands in");
}
