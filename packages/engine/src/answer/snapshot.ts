/** Reads the input of a view, with a fixed number of look-ups, however long the log is. */

import { type Entry, renderPlainText, type SaidEntry, type Text } from "@clewline/core/log/entry.js";
import {
  type BlobId,
  type EntryId,
  isSameLane,
  type LaneRef,
  type ReceiptId,
  type Tokens,
  type TurnId,
} from "@clewline/core/log/keys.js";
import type { TakenBack } from "@clewline/core/log/memories/taken-back.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { describeRanges, type ViewRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { findReply } from "@clewline/core/log/replied-message.js";
import type { Summary } from "@clewline/core/log/summary.js";
import { isBackgroundTurn, listSources, type TurnRecord } from "@clewline/core/log/turn.js";
import type { StandingAfter } from "@clewline/core/memory/told/pick-standing.js";
import { computeRoom } from "@clewline/core/policy/budget.js";
import { isStateless, type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import type { FoundEntry, LaneState, UnreadablePart } from "@clewline/core/ports/index.js";
import { listReplacedEdits } from "@clewline/core/view/settled-log.js";
import type { ReplyTarget, Snapshot } from "@clewline/core/view/snapshot.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import type { Engine } from "../engine.js";
import { readPinnedEntries, readViewRanges } from "../growth/lane-ranges.js";
import { pickZone } from "../growth/session-zone.js";
import { readPinned, type UsedFiles } from "./agent-folder/read-pinned.js";
import { findContents, keepContents, keepReading } from "./keep-reading.js";
import { type LaneReading, readLaneState } from "./lane-reading.js";
import { readStanding } from "./remembered/standing.js";
import { dropForgotten, readTakenBack } from "./remembered/taken-back.js";
import { readTold } from "./told-records.js";
import { listAttachedBlobs, listWantedBlobs } from "./wanted-blobs.js";

export interface SnapshotResult {
  readonly snapshot: Snapshot;
  /** The engine's policy with the session's settings applied. */
  readonly policy: Policy;
  readonly lastReceipt: ReceiptId | null;
  /** The accounts of the lane's newest calls, newest first. */
  readonly calls: readonly LaneRecord[];
  /** Parts of the lane that could not be read. */
  readonly unreadable: readonly UnreadablePart[];
  /** The files of the agent's folder that the view uses; null without one. */
  readonly files: UsedFiles | null;
  /** The memories to show once messages have left; null where none may be shown. */
  readonly standingAfter: StandingAfter | null;
}

/** A smaller window has no room for explanations. */
const leastExplained: Tokens = 4_096;

export async function readSnapshot(
  engine: Engine,
  ref: LaneRef,
  input: ViewInput<AbortSignal>,
): Promise<SnapshotResult> {
  const { turn, budget, refusals = 0, roomLimit = Number.POSITIVE_INFINITY } = input;
  const lane = await readLaneState(engine, ref, input);
  const { state, policy, skipped, boundary, asked, calls } = await readWished(engine, ref, lane);
  const stateless = isStateless(policy);
  const newest = stateless ? null : (state.furthest ?? state.summary);
  const { entries: kept, summary } = await engine.runSteps(keepReading(engine.store, ref, state.entries, newest));
  const inherited = stateless || state.furthest === null ? 0 : state.furthest.to;
  const leave = stateless ? 0 : Math.max(boundary, inherited);
  const read = leave === 0 ? kept : await addChanges(engine, ref, kept, summary);
  const replyTarget = turn === null ? null : await findReplyTarget(engine, ref, turn, { entries: read, state });
  const forced = readPrefix(policy) === "head" ? await readTargetTurn(engine, ref, replyTarget, read) : noneForced;
  const entries = forced.entries.length === 0 ? read : [...read, ...forced.entries].sort((a, b) => a.seq - b.seq);
  const room = Math.min(computeRoom(budget, policy), roomLimit);
  const blobs = await readShownBlobs(engine, ref, { policy, turn, room, state, entries, replyTarget });
  const turns = new Map<TurnId, TurnRecord>([...forced.turns, ...state.turns].map((each) => [each.id, each]));
  const attaching = decideAttachments(turn, room);
  if (attaching.turn !== null) turns.set(attaching.turn.id, attaching.turn);
  const { last, epoch, lastReceipt, cleared } = state;
  const { texts, files, left: share } = await readPinned(engine, ref, input, { entries, policy });
  const standing = await readStanding(engine, ref, { input, policy, entries, state, calls, share, leave });
  const takenBack = await readTakenBack(engine, ref.session);
  return {
    snapshot: {
      ref,
      ...pickRequests(input),
      ...texts,
      ...standing.told,
      ...attaching,
      turns,
      entries,
      last,
      blobs,
      epoch,
      // Edits of these entries may not have been read, so a model's words about them are not to be trusted.
      ...dropForgotten(leave === 0 ? summary : withoutProse(summary), state.candidate, takenBack),
      cleared,
      mustLeave: leave,
      ...pickPlaces(skipped, asked),
      refusals,
      roomLimit,
      ...(await readBeside(engine, ref, policy, { turn, state, takenBack })),
      replyTarget,
      ...markUnknown(replyTarget, read, turn, state),
      retrieved: [],
      goneElsewhere: await listForeignWithdrawals(engine, ref, turns),
      toldEdits: await listToldEdits(engine, ref, entries, state),
      people: engine.people,
      now: turn?.began ?? engine.clock.now(),
      zone: pickZone(engine, policy),
    },
    ...{ policy, lastReceipt, calls, files, standingAfter: standing.after },
    unreadable: state.unreadable ?? [],
  };
}

/** The lane with what people asked for: pinned entries that had left are read, and no summary that was taken back. */
async function readWished(
  { store }: Engine,
  ref: LaneRef,
  read: LaneReading,
): Promise<LaneReading & { readonly asked: ViewRanges | undefined }> {
  const { state, ranges, policy } = read;
  const asked = await readViewRanges(store, ref, ranges);
  const isUndone = state.furthest !== null && ranges.undone.includes(state.furthest.id);
  const standing = isUndone ? { ...state, furthest: null } : state;
  // Those that the last compaction found room for are held, and were read with the lane.
  const isNew =
    ranges.pinned.length > 0 && (isStateless(policy) || describeRanges(ranges) !== (state.epoch.ranges ?? ""));
  if (!isNew) return { ...read, state: standing, asked };
  const pinned = await readPinnedEntries(store, ref, ranges, state);
  const entries = [...state.entries, ...pinned.entries].sort((a, b) => a.seq - b.seq);
  return { ...read, state: { ...standing, entries, turns: [...state.turns, ...pinned.turns] }, asked };
}

interface LaneSince {
  readonly turn: TurnRecord | null;
  readonly state: LaneState;
  readonly takenBack: TakenBack;
}

/** Reads the digests and remembered items, for stateless policies, and whether the lane was restored. */
async function readBeside(
  engine: Engine,
  ref: LaneRef,
  policy: Policy,
  { turn, state, takenBack }: LaneSince,
): Promise<Pick<Snapshot, "isRestored" | "remembered" | "digests">> {
  const told = await readTold(engine, ref, policy, { cleared: state.cleared, takenBack });
  return { ...told, isRestored: turn !== null && (await isRestored(engine, ref, policy, state)) };
}

function pickPlaces(
  skipped: LaneReading["skipped"],
  ranges: ViewRanges | undefined,
): Pick<Snapshot, "skipped" | "ranges"> {
  return { ...(skipped.ranges.length === 0 ? {} : { skipped }), ...(ranges === undefined ? {} : { ranges }) };
}

function withoutProse(summary: Summary | null): Summary | null {
  return summary === null || summary.prose === null ? summary : { ...summary, prose: null };
}

/** Picks the caller's options for the view. */
function pickRequests({ tools, closing, refused, budget }: ViewInput<AbortSignal>) {
  return {
    tools,
    ...(closing === undefined ? {} : { closing }),
    ...(refused === undefined ? {} : { isAimed: true as const }),
    ...(budget.window >= leastExplained ? { explainsMarks: true as const } : {}),
  };
}

/** Whether the lane was last shown, or filled, before the program was started, and the policy restores little then. */
async function isRestored(
  { receipts, openedAt }: Engine,
  ref: LaneRef,
  { restore }: Policy,
  { lastReceipt, entries }: LaneState,
): Promise<boolean> {
  if (restore === "same") return false;
  const last = lastReceipt === null ? null : await receipts.find(ref, lastReceipt);
  return (last?.receipt.at ?? entries[0]?.arrived ?? openedAt) < openedAt;
}

/** A text above half of the room is an attachment, by the room of the turn's first view. */
function decideAttachments(
  turn: TurnRecord | null,
  room: Tokens,
): Pick<Snapshot, "turn" | "attachAt" | "decidesAttachments"> {
  const attachAt = Math.floor(room / 2);
  if (turn === null || turn.attachRoom !== undefined) return { turn, attachAt };
  return { turn: { ...turn, attachOver: attachAt }, attachAt, decidesAttachments: true };
}

function pickKept(kept: LaneState["blobs"], blob: BlobId): readonly (readonly [BlobId, string])[] {
  const content = kept.get(blob);
  return content === undefined ? [] : [[blob, content]];
}

interface Shown extends Pick<Snapshot, "turn" | "entries" | "replyTarget"> {
  readonly policy: Policy;
  readonly room: Tokens;
  readonly state: LaneState;
}

function readShownBlobs(
  engine: Engine,
  ref: LaneRef,
  { policy, turn, room, state, entries, replyTarget }: Shown,
): Promise<LaneState["blobs"]> {
  const attached = listAttachedBlobs(policy, state.turns, entries);
  const wanted = listWantedBlobs(policy, { turn, room }, entries, replyTarget === null ? [] : [replyTarget.text]);
  return addBlobs(engine, ref, state.blobs, [...wanted, ...attached]);
}

/** All that the view may show. It is kept for the next one, which shows most of it too. */
async function addBlobs(
  { store }: Engine,
  ref: LaneRef,
  known: LaneState["blobs"],
  wanted: readonly BlobId[],
): Promise<LaneState["blobs"]> {
  const kept = findContents(store, ref);
  const missing = wanted.filter((blob) => !known.has(blob) && !kept.has(blob));
  const read = missing.length === 0 ? [] : await store.blobs(ref, missing);
  const contents = new Map([...wanted.flatMap((blob) => pickKept(kept, blob)), ...known, ...read]);
  keepContents(store, ref, contents);
  return contents;
}

/** Adds edits and deletions of entries that the summary covers, which may be among those that are not read. */
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

/** Replaced edits that stand in the last view, which the next one must begin with; others need no place any more. */
async function listToldEdits(
  { receipts }: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  { epoch, lastReceipt }: LaneState,
): Promise<ReadonlySet<number>> {
  const edits = entries.filter((entry) => entry.kind === "revised");
  const before = epoch.told ?? [];
  const replaced = listReplacedEdits(edits, epoch.foldedThrough);
  const last = replaced.length === 0 || lastReceipt === null ? null : await receipts.find(ref, lastReceipt);
  if (last === null || last.receipt.epoch.number !== epoch.number) return new Set(before);
  const single = last.receipt.verdicts.filter(({ from, to, rule }) => from === to && rule !== "edited");
  const shown = new Set(single.flatMap(({ from, kind }) => (kind === "kept" || kind === "stubbed" ? [from] : [])));
  return new Set([...before, ...replaced.filter((seq) => shown.has(seq))]);
}

/** Entries of other lanes that a view of this one showed and that were withdrawn since. */
async function listForeignWithdrawals(
  { store }: Engine,
  ref: LaneRef,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): Promise<ReadonlySet<EntryId>> {
  const foreign = [...turns.values()]
    .flatMap(({ asides, reference = [] }) => asides.concat(reference))
    .filter(({ lanes }) => lanes !== undefined);
  const lanes = [...new Set(foreign.flatMap((aside) => aside.lanes ?? []))];
  const sources = [...new Set(foreign.flatMap(listSources))];
  const changes = await Promise.all(lanes.map((lane) => store.changesOf({ ...ref, lane }, sources)));
  return new Set(changes.flat().flatMap((change) => (change.kind === "withdrawn" ? [change.target] : [])));
}

const noneForced: Pick<LaneState, "entries" | "turns"> = { entries: [], turns: [] };

/** The turn of the parent message, if it lies outside of the entries that were read. */
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
    ...(await readTask(engine, parent.ref, first)),
  };
}

/** Says so if neither the log nor the channel has the message that is replied to. */
function markUnknown(
  target: ReplyTarget | null,
  entries: readonly Entry[],
  turn: TurnRecord | null,
  { replied }: Pick<LaneState, "replied">,
): Pick<Snapshot, "repliesToUnknown"> {
  if (target !== null || turn === null || replied !== null) return {};
  const reply = findReply(entries, turn.messages);
  return reply !== null && reply.quoted === undefined ? { repliesToUnknown: true } : {};
}

/** Returns the origin and task of a background turn; nothing for a person's message. */
async function readTask(
  { store }: Engine,
  ref: LaneRef,
  { turn: id }: Entry,
): Promise<Pick<ReplyTarget, "origin" | "task">> {
  const turn = id === null ? null : await store.turn(ref, id);
  if (turn === null || !isBackgroundTurn(turn)) return {};
  const { origin, messages } = turn;
  const [first] = messages;
  const told = first === undefined ? null : await store.byId(ref, first);
  if (told?.kind !== "said") return { origin };
  const changes = await store.changesOf(ref, [told.id]);
  if (changes.length > 0) return { origin };
  return { origin, task: { id: told.id, text: renderPlainText(told.parts) } };
}

/** Returns the message that an entry is; for a note of a sent answer's ids, that answer. */
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
