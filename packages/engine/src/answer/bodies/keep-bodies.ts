/**
 * Keeps requests as they left, so that each can be read again byte by byte.
 * 1. A piece is stored once, under its hash, and the register knows whose words it has. Only what is new is hashed.
 * 2. A list of pieces is kept as its difference from that of the request before.
 * 3. Text that a stored piece of the view has already is replaced by its place in that piece.
 */
import { type Entry, isErased } from "@clewline/core/log/entry.js";
import { type EntryId, type LaneRef, makeLaneAddress, type TurnId } from "@clewline/core/log/keys.js";
import type { KeptBody, LaneRecord } from "@clewline/core/log/record.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { joinNames } from "@clewline/core/receipt/body-pieces.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { nameErasedPiece, withheldPiece } from "@clewline/core/receipt/erased-piece.js";
import { foldText, noteTexts, type StoredTexts } from "@clewline/core/receipt/folded-text.js";
import { checkpointEvery, diffChunks } from "@clewline/core/receipt/receipt-delta.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import type { FittingView } from "@clewline/core/view/view-result.js";
import { encodeCanonicalJson, tryParseJson } from "@clewline/text/json.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { Engine } from "../../engine.js";
import { apartFromErasing } from "../../intake/apart-from-erasing.js";
import { refuseErased } from "../../intake/fenced-store.js";
import { redactJson } from "../../intake/redact/redact-json.js";
import { makeRedactor, type Redact } from "../../intake/redact/redact-words.js";
import { listViewPieces } from "../list/shown-messages.js";
import type { KeptBeside } from "../open-turn.js";
import { type NewChunks, writeChunksAhead } from "../place/write-chunks.js";

const page = 500;
/** Entries of a lane that are looked through at most. */
const mostRead = 50_000;

/** The entries of a list's messages, by the marks that follow them: the newest are looked at first. */
async function findMarkedEntries(
  { store }: Engine,
  ref: LaneRef,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const found = new Map<string, Entry[]>();
  if (wanted.size === 0) return found;
  const { last } = await store.read(ref, { limit: 0 });
  let open: Entry[] | null = null;
  for (let to = last; to > Math.max(0, last - mostRead); to -= page) {
    for (const entry of (await store.range(ref, Math.max(1, to - page + 1), to)).toReversed()) {
      const mark = readMark(entry);
      if (mark === null) {
        if (entry.kind !== "noted" || isErased(entry)) open?.push(entry);
        continue;
      }
      if (open !== null && found.size === wanted.size) return found;
      // A list may have been sent again: then the newest time counts.
      open = wanted.has(mark) && !found.has(mark) ? [] : null;
      if (open !== null) found.set(mark, open);
    }
  }
  return found;
}

function readMark(entry: Entry): string | null {
  return entry.kind === "noted" && entry.note.kind === "sent" ? (entry.note.messages[0] ?? null) : null;
}

/** A request that left and was answered. */
export interface LeftBody extends Pick<KeptBody, "receipt" | "isOwn" | "status" | "packing"> {
  readonly pieces: readonly LeftPiece[];
  /** The view that was made for it, also where its client's own bytes left; null without one. */
  readonly view: FittingView | null;
}

export interface LeftPiece {
  /** The same object has the same bytes behind the same joint; null where nothing is known of it. */
  readonly value: object | null;
  /** The bytes that join it to the piece before. */
  readonly joint: string;
  /** The entries whose words it has, as far as the view knows. */
  readonly sources: readonly EntryId[];
  /** Marks of messages whose words it has, where no view knows them. */
  readonly marks: readonly string[];
  /** The joint, and what follows it. */
  read(): string;
}

/** The last request of a lane, as far as it is known here. */
interface LaneBodies {
  last: {
    readonly base: NonNullable<KeptBody["base"]>;
    readonly depth: number;
    readonly pieces: readonly string[];
  } | null;
  /** The sources of its pieces, by their names. */
  sources: ReadonlyMap<string, readonly EntryId[]>;
  /** The pieces of its view. */
  shown: ReadonlySet<string>;
  readonly names: WeakMap<object, { readonly joint: string; readonly name: string }>;
}

/** Lanes whose last request is known. */
const mostLanes = 100;
const stores = new WeakMap<LogStore, Map<string, LaneBodies>>();

/** Pieces may be gone from now on. */
export function forgetBodies(store: LogStore): void {
  stores.delete(store);
}

function openLane(store: LogStore, address: string): LaneBodies {
  const lanes = stores.get(store) ?? new Map<string, LaneBodies>();
  stores.set(store, lanes);
  const lane = lanes.get(address) ?? { last: null, sources: new Map(), shown: new Set(), names: new WeakMap() };
  lanes.delete(address);
  lanes.set(address, lane);
  const [oldest] = lanes.keys();
  if (lanes.size > mostLanes && oldest !== undefined) lanes.delete(oldest);
  return lane;
}

/**
 * Writes requests with what else is to be written: `write` is called once. Returns what was in the way of keeping them, null if
 * nothing was: then all else was written without them.
 */
export async function keepBodies(
  engine: Engine,
  { ref, id }: { readonly ref: LaneRef; readonly id: TurnId },
  list: () => Promise<readonly LeftBody[]>,
  write: (kept: KeptBeside) => Promise<void>,
): Promise<{ readonly fault: unknown } | null> {
  return apartFromErasing(engine, async () => {
    const lane = openLane(engine.store, makeLaneAddress(ref));
    let kept: KeptBeside = nothingKept;
    let fault: { readonly fault: unknown } | null = null;
    try {
      const records: LaneRecord[] = [];
      const made: NewPieces = { chunks: new Map(), derived: [] };
      for (const body of await list()) records.push(await addBody({ engine, ref, turn: id, lane, made }, body));
      refuseErased(engine.fence, made.derived);
      const { chunks, derived } = await writeChunksAhead(ref, made, (change) => engine.store.write(change));
      kept = { records, chunks, derived };
    } catch (error) {
      fault = { fault: error };
    }
    try {
      await write(kept);
    } catch (error) {
      fault ??= { fault: error };
      throw error;
    } finally {
      // The next request builds only on pieces that are known to be there.
      if (fault !== null) stores.get(engine.store)?.delete(makeLaneAddress(ref));
    }
    return fault;
  });
}

const nothingKept: KeptBeside = { records: [], chunks: new Map(), derived: [] };

interface NewPieces extends NewChunks {
  readonly chunks: Map<string, string>;
  readonly derived: Derivation[];
}

interface AddingBodies {
  readonly engine: Engine;
  readonly ref: LaneRef;
  readonly turn: TurnId;
  readonly lane: LaneBodies;
  readonly made: NewPieces;
}

async function addBody({ engine, ref, turn, lane, made }: AddingBodies, body: LeftBody): Promise<LaneRecord> {
  const { pieces: left, view, receipt, isOwn, status, packing } = body;
  const fresh = left.filter((piece) => nameKnown(lane, piece) === null);
  const write = await openWriter(engine, ref, { lane, view, fresh });
  const { pieces, sources } = await engine.runSteps(namePieces({ lane, made }, left, write));
  const { last } = lane;
  const base = last === null || last.depth + 1 >= checkpointEvery ? null : last;
  const id = engine.clock.id();
  const own: KeptBody = {
    ...{ receipt, isOwn, status, base: base?.base ?? null, depth: base === null ? 0 : base.depth + 1 },
    ...(packing === undefined ? {} : { packing }),
    pieces: diffChunks(base?.pieces ?? [], pieces),
    root: engine.fns.hash(joinNames(pieces)),
  };
  lane.last = { base: { name: turn, id }, depth: own.depth, pieces };
  lane.sources = sources;
  if (view !== null) lane.shown = new Set(view.receipt.chunks);
  return { kind: "body", id, name: turn, at: engine.clock.now(), body: own };
}

/** Null for a piece that may be new. */
function nameKnown({ names }: LaneBodies, { value, joint }: LeftPiece): string | null {
  const known = value === null ? undefined : names.get(value);
  return known?.joint === joint ? known.name : null;
}

interface NamedPieces {
  readonly pieces: readonly string[];
  readonly sources: ReadonlyMap<string, readonly EntryId[]>;
}

/** Runs alone: no other body of the lane is kept meanwhile. */
function* namePieces(
  { lane, made }: Pick<AddingBodies, "lane" | "made">,
  left: readonly LeftPiece[],
  write: (piece: LeftPiece) => WrittenPiece,
): Steps<NamedPieces> {
  const pieces: string[] = [];
  const sources = new Map<string, readonly EntryId[]>();
  for (const [place, piece] of left.entries()) {
    const there = nameKnown(lane, piece);
    const own = there === null ? write(piece) : { name: there, text: null, sources: piece.sources };
    const { name, text } = own;
    pieces.push(name);
    if (text !== null && !lane.sources.has(name)) made.chunks.set(name, text);
    if (there === null && piece.value !== null) lane.names.set(piece.value, { joint: piece.joint, name });
    const known = sources.get(name) ?? lane.sources.get(name) ?? [];
    const added = own.sources.filter((source) => !known.includes(source));
    if (added.length > 0 && !isNameOnly(name)) made.derived.push({ kind: "chunk", key: name, sources: added });
    sources.set(name, added.length === 0 ? known : [...known, ...added]);
    if (endsStep(place)) yield;
  }
  return { pieces, sources };
}

/** Whether nothing is stored under it. */
function isNameOnly(name: string): boolean {
  return name.includes(":");
}

interface WrittenPiece {
  readonly name: string;
  /** Null if no text is stored. */
  readonly text: string | null;
  readonly sources: readonly EntryId[];
}

interface Writing {
  readonly lane: LaneBodies;
  readonly view: FittingView | null;
  readonly fresh: readonly LeftPiece[];
}

async function openWriter(
  engine: Engine,
  ref: LaneRef,
  { lane, view, fresh }: Writing,
): Promise<(piece: LeftPiece) => WrittenPiece> {
  const { hash } = engine.fns;
  const stored: StoredTexts = new Map();
  if (fresh.length > 0 && view !== null) await engine.runSteps(noteView(stored, view, lane.shown));
  const marked = await findMarkedEntries(engine, ref, new Set(fresh.flatMap(({ marks }) => marks)));
  const redact = engine.redact === "stored" ? makeRedactor(await engine.secrets.load(ref)) : null;
  return (piece) => {
    const said: readonly Entry[] = piece.marks.flatMap((mark) => marked.get(mark) ?? []);
    const gone = said.filter(isErased).map(({ id }) => id);
    // Its client still has the words that were erased here.
    if (gone.length > 0) return { name: nameErasedPiece(gone), text: null, sources: [] };
    const whole = piece.read();
    if (redact !== null && holdsSecret(whole, redact)) return { name: withheldPiece, text: null, sources: [] };
    const text = foldText(whole, stored);
    return { name: hash(text), text, sources: [...piece.sources, ...said.map(({ id }) => id)] };
  };
}

/** Pieces that the last view had too have nothing that is new in this request. */
function* noteView(stored: StoredTexts, view: FittingView, shown: ReadonlySet<string>): Steps<void> {
  const { chunks } = view.receipt;
  for (const [place, piece] of listViewPieces(view).entries()) {
    const key = chunks[place] as string;
    if (!shown.has(key) && !isFraming(key)) noteTexts(stored, key, piece);
    if (endsStep(place)) yield;
  }
}

/** Checks value by value, since the name of its field may show that a value is a secret. */
function holdsSecret(text: string, redact: Redact): boolean {
  const value = tryParseJson(text.replace(/^[\s,]+/, ""));
  if (value === undefined) return redact(text) !== text;
  return encodeCanonicalJson(redactJson(value, redact)) !== encodeCanonicalJson(value);
}
