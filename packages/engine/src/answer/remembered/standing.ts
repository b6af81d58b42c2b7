/** What stands in every view of a chat, from its own messages and those of others. */

import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { type Entry, listParts, resolveMessageId } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, Tokens } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import type { StandingMemories } from "@clewline/core/log/memories/standing-memory.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import {
  computeStandingBudget,
  pickStanding,
  type StandingAfter,
  type StandingTerms,
} from "@clewline/core/memory/told/pick-standing.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import { isStateless, type Policy, readMemoryTokens } from "@clewline/core/policy/policy.js";
import type { LaneState } from "@clewline/core/ports/index.js";
import { findYear, writeKnownFrame, writeKnownLine } from "@clewline/core/view/plan/standing.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { isWithinTurn, type Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { AssemblyResult, View } from "@clewline/core/view/view.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../../engine.js";
import { pickZone } from "../../growth/session-zone.js";
import { noteHeardInView } from "../../intake/memories/note-heard.js";
import { readReaderMemories } from "../../read/memories/read-told.js";
import { learnCounting } from "../learned-limits.js";
import { readProviderCache } from "../prefix/provider-cache.js";
import { holdList } from "./hold-list.js";

interface StandingPlace {
  readonly input: Pick<ViewInput<AbortSignal>, "turn" | "isPreview" | "asked" | "budget" | "model" | "costs">;
  readonly policy: Policy;
  readonly entries: readonly Entry[];
  readonly state: Pick<LaneState, "epoch" | "cleared" | "lastReceipt">;
  /** The accounts of the lane's newest calls, newest first. */
  readonly calls: readonly LaneRecord[];
  /** What pinned texts have left of their share. */
  readonly share: Tokens;
  /** Entries up to this seq leave the view for another reason than a compaction. */
  readonly leave: number;
}

export interface ReadStanding {
  readonly told: Pick<Snapshot, "standing" | "withheld">;
  /** Null where nothing may be told. */
  readonly after: StandingAfter | null;
}

export async function readStanding(
  engine: Engine,
  ref: LaneRef,
  { input, policy, entries, state, calls, share, leave }: StandingPlace,
): Promise<ReadStanding> {
  if (!engine.memory || isChildLane(ref.lane)) return { told: {}, after: null };
  await engine.learning.settled(ref.session);
  const { turn, isPreview, asked, budget } = input;
  const message =
    isPreview === true ? entries.findLast(isOfUser) : entries.find(({ id }) => turn?.messages.includes(id) === true);
  const person = message?.kind === "said" ? (message.by.address ?? null) : null;
  if (turn !== null && message !== undefined && person !== null)
    await noteHeardInView(engine, { session: ref.session, person, at: message.at });
  const { told, index, isGroup, withheld } = await readReaderMemories(engine, ref, person);
  const reason = withheld === null ? {} : { withheld };
  if (told.length === 0) return { told: reason, after: null };
  const left = isStateless(policy) ? 0 : findLeaveBoundary(state.epoch.through);
  const boundary = Math.max(leave, state.cleared, left);
  const writer = { name: makeNamer(engine.people), time: makeTimeFormatter(pickZone(engine, policy)) };
  const named = isGroup ? null : person;
  const count = (text: string) => countTokens(text, engine.fns.calibration);
  const now = turn?.began ?? engine.clock.now();
  const point = ({ memory, seq }: ToldMemory) =>
    makePointer("e", makeScopeRef(engine.owner, memory.scope), seq, engine.fns.hash);
  const year = findYear(
    writer,
    told.slice(0, 1).map(({ memory }) => memory),
  );
  const viewed = new Map<EntryId, number>();
  if (policy.withHistory) for (const { id, seq } of entries) if (seq > boundary) viewed.set(id, seq);
  const terms: StandingTerms = {
    now,
    // As it was asked for, before what refusals left of it.
    budget: computeStandingBudget((asked ?? budget ?? engine.budget).window),
    share,
    hasRest: (readMemoryTokens(policy) ?? 0) > 0,
    person: named,
    inView: [...viewed.keys()],
    findInView: makeFinder(entries, viewed),
    countLine: (memory) => count(`${writeKnownLine(writer, memory, named, year)}\n`),
    countFrame: () => count(writeKnownFrame(writer, named)),
    point,
  };
  // The index is asked for anew: another chat of the person may have followed it meanwhile.
  const after: StandingAfter = (hasLeft) => pickStanding(index(), terms)(hasLeft);
  const fresh = after(() => false);
  const isHeld = !isCacheCold(engine, { input, entries, calls });
  const held = isHeld ? await holdList(engine, fresh, { ref, state, now, told, point }) : null;
  const standing = held ?? fresh;
  const isEmpty = !standing.hasRest && standing.shown.length + standing.waiting.length + standing.hidden.length === 0;
  return { told: isEmpty ? reason : { standing, ...reason }, after };
}

/** Within a turn the list stays even then: the turn's reasoning is bound to what stands before it. */
function isCacheCold(
  { clock }: Engine,
  { input: { turn, costs, model }, entries, calls }: Pick<StandingPlace, "input" | "entries" | "calls">,
): boolean {
  if (isWithinTurn({ turn, entries })) return false;
  return costs?.isCold ?? readProviderCache(model ?? null, learnCounting(calls, model), entries, clock.now()).isCold;
}

/** Who spoke last is who speaks next, where nobody has yet. */
function isOfUser(entry: Entry): boolean {
  return entry.kind === "said" && entry.by.role === "user";
}

/** Finds the message after the boundary that first said the memory as it is now: one that was changed by hand stands in none. */
function makeFinder(entries: readonly Entry[], seqs: ReadonlyMap<EntryId, number>): (memory: Memory) => number | null {
  const newest = new Map<EntryId, Entry>();
  for (const entry of entries) newest.set(resolveMessageId(entry), entry);
  return ({ sources, text }) => {
    // What was said before or elsewhere too stands in the prefix already, and stays there.
    if (sources.length === 0 || sources.some(({ entry }) => !seqs.has(entry))) return null;
    const words = normaliseText(text);
    const told = sources.flatMap(({ entry: id }) => {
      const entry = newest.get(id);
      return entry !== undefined && readWords(entry).includes(words) ? (seqs.get(id) ?? []) : [];
    });
    return told[0] ?? null;
  };
}

function readWords(entry: Entry): string {
  const texts = listParts(entry).flatMap((part) =>
    "text" in part && typeof part.text === "string" ? [part.text] : [],
  );
  return normaliseText(texts.join("\n"));
}

/**
 * The snapshot with what the view is to tell once its messages have left; null where that is what it tells. A view that keeps its
 * prefix makes the list anew where messages leave, for then all of it is written anew. One that is made anew each time may leave
 * out any message, and show it again.
 */
export function showLeavingMemories(
  snapshot: Snapshot,
  view: View,
  after: StandingAfter | null,
  policy: Policy,
): Snapshot | null {
  const { standing, epoch } = snapshot;
  if (after === null) return null;
  const boundary = findLeaveBoundary(view.epoch.through);
  const [isMoved, hasLeft] = isStateless(policy)
    ? [standing !== undefined && isToldTwiceOrNever(standing, makeOmitted(view)), makeOmitted(view)]
    : [boundary !== findLeaveBoundary(epoch.through), (seq: number) => seq <= boundary];
  if (!isMoved) return null;
  const anew = after(hasLeft);
  return standing !== undefined && isSameList(standing, anew) ? null : { ...snapshot, standing: anew };
}

/** Else a view that is made again would show something twice: as it was said, and told or looked up. */
export function leavesAsMuch(made: AssemblyResult, before: AssemblyResult, policy: Policy): boolean {
  if (made.kind === "too-small" || before.kind === "too-small") return false;
  return (
    isStateless(policy) || findLeaveBoundary(made.view.epoch.through) >= findLeaveBoundary(before.view.epoch.through)
  );
}

function isToldTwiceOrNever({ shown, waiting }: StandingMemories, hasLeft: (seq: number) => boolean): boolean {
  const told = new Set(shown.map(({ name }) => name));
  return waiting.some(({ memory, seq }) => hasLeft(seq) !== told.has(memory.name));
}

function isSameList(one: StandingMemories, other: StandingMemories): boolean {
  const list = ({ shown, hidden }: StandingMemories) =>
    [...shown.map(({ pointer }) => pointer), "", ...hidden].join(" ");
  return list(one) === list(other);
}

function makeOmitted({ verdicts }: View): (seq: number) => boolean {
  return (seq) => findVerdict(verdicts, seq)?.kind !== "kept";
}
