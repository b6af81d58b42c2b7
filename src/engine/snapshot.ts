/** Reads what a view is computed from: a fixed number of look-ups, whatever the length of the log. */
import { availableIn, type Budget } from "../core/budget.js";
import { type Entry, partsOf, plainText, type Said, type Text } from "../core/entry.js";
import { canonical } from "../core/json.js";
import type { BlobId, EntryId, LaneRef, ReceiptId, Tokens, TurnId } from "../core/keys.js";
import { pointerTo } from "../core/pointer.js";
import type { LaneState } from "../core/ports.js";
import type { ToolSpec } from "../core/request.js";
import { entriesAfter, type ReplyTarget, type Snapshot } from "../core/snapshot.js";
import type { TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";

export interface Reading {
  readonly snapshot: Snapshot;
  readonly lastReceipt: ReceiptId | null;
  /** Whether reading itself moved the boundary on, which is to be kept. */
  readonly cut: boolean;
}

/** Hardly any entry takes fewer tokens, so hardly ever would more candidates than this fit. */
const leastTokensPerEntry: Tokens = 8;

export async function readSnapshot(
  house: House,
  ref: LaneRef,
  turn: TurnRecord | null,
  budget: Budget,
  tools: readonly ToolSpec[],
): Promise<Reading> {
  const limit = Math.max(256, Math.ceil(availableIn(budget) / leastTokensPerEntry));
  const stored = await house.store.read(ref, limit, turn?.id ?? null, epochKey(house, budget));
  const state = withinLimit(stored, limit, turn, house.policy.compactTo);
  const { entries } = state;
  const replyTarget = turn === null ? null : await replyTargetOf(house, ref, turn, entries);
  const blobs = await house.store.blobs(house.owner, wantedBlobs(house, entries, turn, replyTarget));
  const turns = new Map<TurnId, TurnRecord>(state.turns.map((each) => [each.id, each]));
  if (turn !== null) turns.set(turn.id, turn);
  const { instructions, persona, people, zone } = house;
  const now = turn?.began ?? house.clock.now();
  const { last, epoch, lastReceipt } = state;
  return {
    snapshot: {
      ref,
      instructions,
      persona,
      tools,
      turn,
      turns,
      entries,
      last,
      blobs,
      epoch,
      replyTarget,
      people,
      now,
      zone,
    },
    lastReceipt,
    cut: state !== stored,
  };
}

/**
 * A lane of very short entries may hold more of them than are read. Then the boundary moves on by a good part at once
 * and is kept, so that it does not slide a little with every message.
 */
function withinLimit(state: LaneState, limit: number, turn: TurnRecord | null, part: number): LaneState {
  const { last, epoch, entries } = state;
  if (last - epoch.through["leave-out"] <= limit) return state;
  const boundary = last - Math.floor(limit * part);
  const through = { ...epoch.through, "leave-out": boundary };
  return { ...state, epoch: { ...epoch, through }, entries: entriesAfter(entries, boundary, turn) };
}

/** Reductions belong to a policy and a window: a larger model starts from the whole lane again. */
function epochKey({ policy, kit }: House, budget: Budget): string {
  return kit.hash(canonical([policy, budget.window])).slice(0, 16);
}

async function replyTargetOf(
  house: House,
  ref: LaneRef,
  turn: TurnRecord,
  entries: readonly Entry[],
): Promise<ReplyTarget | null> {
  const replyTo = repliedTo(entries, turn.messages);
  if (replyTo === null) return null;
  const parent = await house.store.bySource(house.owner, ref.session, replyTo);
  const entry = parent === null ? null : await saidBehind(house, parent.ref, parent.entry);
  if (parent === null || entry === null) return null;
  const first = entry.kind === "revised" ? await house.store.byId(parent.ref, entry.target) : entry;
  if (first?.kind !== "said") return null;
  return {
    id: first.id,
    ...(entry === first ? {} : { edit: entry.id }),
    seq: parent.ref.lane === ref.lane ? first.seq : null,
    pointer: pointerTo("e", parent.ref, entry.seq, house.kit.hash),
    by: first.by,
    at: first.at,
    text: wholeText(entry),
  };
}

/** What was said at a place of the log; for the ids under which an answer was sent, the answer. */
async function saidBehind(house: House, ref: LaneRef, entry: Entry): Promise<Quotable | null> {
  if (entry.kind === "said" || entry.kind === "revised") return entry;
  if (entry.kind !== "noted" || entry.note.kind !== "sent" || entry.turn === null) return null;
  const { entries } = await house.store.read(ref, 1, entry.turn);
  const answer = (each: Entry): each is Said =>
    each.turn === entry.turn && each.kind === "said" && each.by.role === "agent";
  return entries.findLast(answer) ?? null;
}

type Quotable = Extract<Entry, { kind: "said" | "revised" }>;

function repliedTo(entries: readonly Entry[], messages: readonly EntryId[]): string | null {
  for (const entry of entries) {
    if (entry.kind === "said" && entry.replyTo !== null && messages.includes(entry.id)) return entry.replyTo;
  }
  return null;
}

function wholeText(entry: Quotable): Text {
  const texts = entry.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : plainText(entry.parts);
}

/** Only what the view may show in full: larger texts are shown by their ends, which the entries hold themselves. */
function wantedBlobs(
  house: House,
  entries: readonly Entry[],
  turn: TurnRecord | null,
  replyTarget: ReplyTarget | null,
): readonly BlobId[] {
  const limit = Math.max(house.policy.spillOver, turn?.attachOver ?? 0);
  const texts = entries.flatMap(textsOf);
  if (replyTarget !== null) texts.push(replyTarget.text);
  const large = texts.flatMap((text) => (typeof text !== "string" && text.tokens <= limit ? [text.blob] : []));
  return [...new Set([...large, ...entries.flatMap(filesOf)])];
}

function textsOf(entry: Entry): readonly Text[] {
  if (entry.kind === "called") return [entry.input];
  return partsOf(entry)
    .flatMap((part) => (part.kind === "file" ? [] : [part.text]))
    .concat(outputText(entry));
}

function filesOf(entry: Entry): readonly BlobId[] {
  return partsOf(entry).flatMap((part) =>
    part.kind === "file" && part.source.kind === "blob" ? [part.source.blob] : [],
  );
}

function outputText(entry: Entry): readonly Text[] {
  return entry.kind === "returned" && entry.output.kind !== "content" ? [entry.output.text] : [];
}
