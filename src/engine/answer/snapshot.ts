/** Reads what a view is computed from, with a fixed number of look-ups, however long the log is. */

import {
  type BackgroundRuns,
  countSkipped,
  isSkipped,
  listReadRuns,
  listSkippedPlaces,
  noRuns,
  type SkippedPlaces,
} from "../../core/log/background-runs.js";
import { type Entry, listParts, listTexts, renderPlainText, type SaidEntry, type Text } from "../../core/log/entry.js";
import type { Epoch } from "../../core/log/epoch.js";
import {
  type BlobId,
  type EntryId,
  isSameLane,
  type LaneRef,
  type ReceiptId,
  type Tokens,
  type TurnId,
} from "../../core/log/keys.js";
import { makePointer } from "../../core/log/pointer.js";
import { findReply } from "../../core/log/replied-message.js";
import type { Summary } from "../../core/log/summary.js";
import { listSources, type TurnRecord } from "../../core/log/turn.js";
import { type Budget, computeRoom, countAvailableTokens } from "../../core/policy/budget.js";
import { isStateless, type Policy, readPrefix } from "../../core/policy/policy.js";
import { applySettings } from "../../core/policy/settings.js";
import type { FoundEntry, LaneState, UnreadablePart } from "../../core/ports/index.js";
import { hashPolicy } from "../../core/receipt/receipt.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";
import { isStreamed } from "../../core/text/terminal/terminal-text.js";
import { spareBackgroundTurns } from "../../core/view/past/selected-past.js";
import { findLeaveBoundary } from "../../core/view/reduce/reductions.js";
import { listReplacedEdits } from "../../core/view/settled-log.js";
import type { PureFns, ReplyTarget, Snapshot } from "../../core/view/snapshot.js";
import type { ViewInput } from "../../core/view/view-input.js";
import type { Engine } from "../engine.js";
import { readRuns } from "./background.js";
import { keepReading } from "./keep-reading.js";

export interface SnapshotResult {
  readonly snapshot: Snapshot;
  /** The engine's policy with the session's settings applied. */
  readonly policy: Policy;
  readonly lastReceipt: ReceiptId | null;
  /** What of the lane could not be read. */
  readonly unreadable: readonly UnreadablePart[];
}

/** Hardly any entry takes fewer tokens, which bounds how many can fit. */
const leastTokensPerEntry: Tokens = 8;

export async function readSnapshot(
  engine: Engine,
  ref: LaneRef,
  input: ViewInput<AbortSignal>,
): Promise<SnapshotResult> {
  const { turn, budget, tools, refusals = 0, roomLimit = Number.POSITIVE_INFINITY } = input;
  const limit = computeEntryLimit(engine.policy, budget);
  const runs = (await readRuns(engine.store, ref)) ?? noRuns;
  const whole = await readState(engine, ref, input, { limit, runs });
  const policy = applySettings(engine.policy, whole.settings);
  const stateless = isStateless(policy);
  const skipped = listSkipped(runs, whole.epoch, policy);
  const state = dropSkipped(whole, skipped, turn);
  const newest = stateless ? null : (state.furthest ?? state.summary);
  const { entries: kept, summary } = keepReading(engine.store, ref, state.entries, newest);
  const inherited = stateless || state.furthest === null ? 0 : state.furthest.to;
  const leave = stateless ? 0 : Math.max(computeLeaveBoundary(state, limit, policy, skipped), inherited);
  const read = leave === 0 ? kept : await addChanges(engine, ref, kept, summary);
  const replyTarget = turn === null ? null : await findReplyTarget(engine, ref, turn, { entries: read, state });
  const forced = readPrefix(policy) === "head" ? await readTargetTurn(engine, ref, replyTarget, read) : noneForced;
  const entries = forced.entries.length === 0 ? read : [...read, ...forced.entries].sort((a, b) => a.seq - b.seq);
  const quoted = replyTarget === null ? [] : [replyTarget.text];
  const missing = listWantedBlobs(policy, turn, entries, quoted).filter((blob) => !state.blobs.has(blob));
  const blobs =
    missing.length === 0 ? state.blobs : new Map([...state.blobs, ...(await engine.store.blobs(ref, missing))]);
  const turns = new Map<TurnId, TurnRecord>([...forced.turns, ...state.turns].map((each) => [each.id, each]));
  if (turn !== null) turns.set(turn.id, turn);
  const { last, epoch, lastReceipt, candidate, cleared } = state;
  const { persona, people, zone } = engine;
  const instructions = joinInstructions(engine, input);
  return {
    snapshot: {
      ref,
      ...(input.closing === undefined ? {} : { closing: input.closing }),
      instructions,
      persona,
      tools,
      turn,
      turns,
      entries,
      last,
      blobs,
      epoch,
      // Edits of these entries may not have been read, so what a model wrote of them is not to be trusted.
      summary: leave === 0 || summary === null || summary.prose === null ? summary : { ...summary, prose: null },
      candidate,
      cleared,
      mustLeave: leave,
      ...(skipped.ranges.length === 0 ? {} : { skipped }),
      attachAt: Math.floor(Math.min(computeRoom(budget, policy), roomLimit) / 2),
      refusals,
      roomLimit,
      ...(input.refused === undefined ? {} : { isAimed: true }),
      replyTarget,
      retrieved: [],
      goneElsewhere: await listForeignWithdrawals(engine, ref, turns),
      toldEdits: await listToldEdits(engine, ref, entries, state),
      people,
      now: turn?.began ?? engine.clock.now(),
      zone,
    },
    policy,
    lastReceipt,
    unreadable: state.unreadable ?? [],
  };
}

/** Reads all that a view needs of its lane in one go. */
function readState(
  engine: Engine,
  ref: LaneRef,
  { turn, budget }: Pick<ViewInput<AbortSignal>, "turn" | "budget">,
  { limit, runs }: { readonly limit: number; readonly runs: BackgroundRuns },
): Promise<LaneState> {
  const policyFor = (settings: LaneState["settings"]) => applySettings(engine.policy, settings);
  const own = nameAudience(engine.fns, budget, turn?.surface);
  return engine.store.read(ref, {
    limit,
    ...(runs.runs.length === 0
      ? {}
      : { without: ({ epoch, settings }) => listSkipped(runs, epoch, policyFor(settings)).ranges }),
    forced: turn?.id ?? null,
    epochKey: (settings) => hashPolicy(policyFor(settings), engine.fns.hash) + own,
    ...(isStateless(engine.policy) ? {} : { isOwnSummary: (name: string) => name.slice(policyMark) === own }),
    replied: turn !== null,
    blobsOf: ({ settings, entries, replied }) =>
      listWantedBlobs(policyFor(settings), turn, entries, replied === null ? [] : listTexts(replied.entry)),
  });
}

/** As many as may fit; for a policy that looks back so many turns, no more than even long turns have. */
function computeEntryLimit(policy: Policy, budget: Budget): number {
  const { past } = policy;
  if (past.kind === "compacting") return Math.max(256, Math.ceil(countAvailableTokens(budget) / leastTokensPerEntry));
  const fitting = Math.ceil(computeRoom(budget, policy) / leastTokensPerEntry);
  return Math.max(256, Math.min(fitting, past.lookback * entriesPerTurn));
}

/** Agents were seen to make 133 calls in a turn, each with its result. */
const entriesPerTurn = 300;

/**
 * A lane of very short entries may hold more of them than are read. The boundary then moves by a good part at once and
 * stays there, so that it does not slide with every message.
 */
function computeLeaveBoundary(
  { last, epoch, cleared }: LaneState,
  limit: number,
  { compactTo }: Policy,
  { ranges }: SkippedPlaces,
): number {
  const start = Math.max(findLeaveBoundary(epoch.through), cleared);
  if (last - start - countSkipped(ranges, start) <= limit) return 0;
  const [oldest] = listReadRuns(ranges, start, last, Math.floor(limit * compactTo));
  return (oldest?.from ?? last + 1) - 1;
}

/** Without a prefix to keep, all that is not shown is skipped; else what came before the last compaction, or a crowd. */
function listSkipped(runs: BackgroundRuns, { foldedThrough }: Epoch, policy: Policy): SkippedPlaces {
  const most = readPrefix(policy) === "epoch" ? policy.backgroundTurns + spareBackgroundTurns : -1;
  return listSkippedPlaces(runs, foldedThrough, most);
}

/** What is skipped and was read all the same, for another reason or by a store that knows nothing of it; not what is needed. */
function dropSkipped(state: LaneState, { ranges }: SkippedPlaces, turn: TurnRecord | null): LaneState {
  if (ranges.length === 0) return state;
  const held = new Set(state.epoch.held);
  const isNeeded = ({ seq, turn: own, id }: Entry) =>
    held.has(seq) || (turn !== null && (own === turn.id || turn.messages.includes(id)));
  return { ...state, entries: state.entries.filter((entry) => isNeeded(entry) || !isSkipped(entry.seq, ranges)) };
}

/** Adds edits and deletions of what the summary covers, which may be among the entries that are not read. */
async function addChanges(
  { store }: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  summary: Summary | null,
): Promise<readonly Entry[]> {
  const sources = [...new Set(summary?.items.flatMap((item) => item.sources) ?? [])];
  if (sources.length === 0) return entries;
  const known = new Set(entries.map(({ id }) => id));
  const missing = (await store.changesOf(ref, sources)).filter(({ id }) => !known.has(id));
  return [...entries, ...missing].sort((a, b) => a.seq - b.seq);
}

/**
 * How many characters of an epoch's key name the policy. The rest names surface and window, so that a larger model
 * starts from the whole lane again.
 */
const policyMark = 16;

/** A surface has reductions of its own: it may see what no other surface does, and compact because of that. */
function nameAudience({ hash }: PureFns, { window }: Budget, surface: string | undefined): string {
  const own = surface === undefined ? "" : `-${hash(surface).slice(0, 8)}`;
  return `${own}-${window}`;
}

/** Replaced edits that stand in the last view, which the next one must begin with; others need no place any more. */
async function listToldEdits(
  { receipts }: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  { epoch, lastReceipt }: LaneState,
): Promise<ReadonlySet<number>> {
  const edits = entries.filter((entry) => entry.kind === "revised");
  const replaced = listReplacedEdits(edits, epoch.foldedThrough);
  const last = replaced.length === 0 || lastReceipt === null ? null : await receipts.find(ref, lastReceipt);
  if (last === null || last.receipt.epoch.number !== epoch.number) return new Set();
  const single = last.receipt.verdicts.filter(({ from, to, rule }) => from === to && rule !== "edited");
  const shown = new Set(single.flatMap(({ from, kind }) => (kind === "kept" || kind === "stubbed" ? [from] : [])));
  return new Set(replaced.filter((seq) => shown.has(seq)));
}

/** Entries of other lanes that a view of this one showed and that were withdrawn since. */
async function listForeignWithdrawals(
  { store }: Engine,
  ref: LaneRef,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): Promise<ReadonlySet<EntryId>> {
  const foreign = [...turns.values()].flatMap(({ asides }) => asides).filter(({ lanes }) => lanes !== undefined);
  const lanes = [...new Set(foreign.flatMap((aside) => aside.lanes ?? []))];
  const sources = [...new Set(foreign.flatMap(listSources))];
  const changes = await Promise.all(lanes.map((lane) => store.changesOf({ ...ref, lane }, sources)));
  return new Set(changes.flat().flatMap((change) => (change.kind === "withdrawn" ? [change.target] : [])));
}

const noneForced: Pick<LaneState, "entries" | "turns"> = { entries: [], turns: [] };

/** The turn of the message that is replied to, if it lies outside what was read. */
async function readTargetTurn(
  { store }: Engine,
  ref: LaneRef,
  target: ReplyTarget | null,
  read: readonly Entry[],
): Promise<Pick<LaneState, "entries" | "turns">> {
  if (target === null || target.seq === null || read.some(({ seq }) => seq === target.seq)) return noneForced;
  const [entry] = await store.range(ref, target.seq, target.seq);
  if (entry === undefined) return noneForced;
  const turn = entry.turn === null ? null : await store.turn(ref, entry.turn);
  const whole = turn === null ? [entry] : (await store.read(ref, 0, turn.id)).entries;
  const own = whole.filter((each) => each.turn === entry.turn);
  const changes = await store.changesOf(
    ref,
    own.map(({ id }) => id),
  );
  const known = new Set(read.map(({ id }) => id));
  const missing = new Map([...own, ...changes].flatMap((each) => (known.has(each.id) ? [] : [[each.id, each]])));
  return { entries: [...missing.values()], turns: turn === null ? [] : [turn] };
}

async function findReplyTarget(
  engine: Engine,
  ref: LaneRef,
  turn: TurnRecord,
  { entries, state }: { readonly entries: readonly Entry[]; readonly state: LaneState },
): Promise<ReplyTarget | null> {
  const reply = findReply(entries, turn.messages);
  if (reply === null || reply.replyTo === null) return null;
  const parent = state.replied;
  const entry = parent === null ? null : await findQuotable(engine, parent.ref, parent.entry);
  if (parent === null || entry === null)
    return isTakenBack(parent, ref, reply) ? null : makeQuotedTarget(engine, ref, reply);
  if (entry.private !== undefined && entry.private !== turn.surface) return null;
  const first = entry.kind === "revised" ? parent.first : entry;
  if (first?.kind !== "said") return null;
  return {
    id: first.id,
    ...(entry === first ? {} : { edit: entry.id }),
    ...(isSameLane(parent.ref, ref) ? { seq: first.seq } : { seq: null, lane: parent.ref.lane }),
    pointer: makePointer("e", parent.ref, entry.seq, engine.fns.hash),
    by: first.by,
    at: first.at,
    text: pickWholeText(entry),
  };
}

/** What was said in an entry; for a note of the ids under which an answer was sent, that answer. */
async function findQuotable(engine: Engine, ref: LaneRef, entry: Entry): Promise<Quotable | null> {
  if (entry.kind === "said" || entry.kind === "revised") return entry;
  if (entry.kind !== "noted" || entry.note.kind !== "sent" || entry.turn === null) return null;
  const { entries } = await engine.store.read(ref, 1, entry.turn);
  const answer = (each: Entry): each is SaidEntry =>
    each.turn === entry.turn && each.kind === "said" && each.by.role === "agent";
  return entries.findLast(answer) ?? null;
}

type Quotable = Extract<Entry, { kind: "said" | "revised" }>;

/**
 * Whether the parent was withdrawn after the reply came in. Its words then stay hidden, even if the reply quotes them.
 */
function isTakenBack(parent: Pick<FoundEntry, "ref" | "entry"> | null, ref: LaneRef, reply: SaidEntry): boolean {
  if (parent?.entry.kind !== "withdrawn") return false;
  const { seq, arrived } = parent.entry;
  return isSameLane(parent.ref, ref) ? seq > reply.seq : arrived >= reply.arrived;
}

/** The reply's own quotation of a message that is not in the log. */
function makeQuotedTarget(engine: Engine, ref: LaneRef, { seq, quoted }: SaidEntry): ReplyTarget | null {
  if (quoted === undefined) return null;
  const pointer = makePointer("e", ref, seq, engine.fns.hash);
  return { seq: null, pointer, by: quoted.by, at: Number.NaN, text: quoted.text };
}

function pickWholeText(entry: Quotable): Text {
  const texts = entry.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : renderPlainText(entry.parts);
}

/** Only what the view may show in full: larger texts are shown by their ends, which the entries themselves hold. */
function listWantedBlobs(
  policy: Policy,
  turn: TurnRecord | null,
  entries: readonly Entry[],
  quoted: readonly Text[],
): readonly BlobId[] {
  const limit = Math.max(policy.spillOver, turn?.attachOver ?? 0);
  const texts = [...entries.flatMap(listTexts), ...quoted];
  const large = texts.flatMap((text) => (typeof text !== "string" && text.tokens <= limit ? [text.blob] : []));
  const streamed = policy.streamBytes === Number.POSITIVE_INFINITY ? [] : entries.flatMap(listStreamedBlobs);
  return [...new Set([...large, ...streamed, ...entries.flatMap(listFileBlobs)])];
}

/** Characters. A progress bar of a megabyte may come to one line; larger output is shown by its ends. */
const streamedLimit = 1_000_000;

function listStreamedBlobs(entry: Entry): readonly BlobId[] {
  return entry.kind !== "returned" ? [] : listTexts(entry).flatMap((text) => (isFrames(text) ? [text.blob] : []));
}

function isFrames(text: Text): text is Exclude<Text, string> {
  return typeof text !== "string" && text.chars <= streamedLimit && isStreamed(text.head + text.tail);
}

function listFileBlobs(entry: Entry): readonly BlobId[] {
  return listParts(entry).flatMap((part) =>
    part.kind === "file" && part.source.kind === "blob" ? [part.source.blob] : [],
  );
}

/** A call's own instructions are stored with what was sent, so a log without secrets has them without. */
function joinInstructions(engine: Engine, { instructions = "" }: Pick<ViewInput<AbortSignal>, "instructions">): string {
  const own = engine.redact === "stored" ? redactSecrets(instructions) : instructions;
  return [engine.instructions, own].filter((text) => text !== "").join("\n\n");
}
