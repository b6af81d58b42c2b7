/** What stands in every view of a chat, from its own messages and those of others. */

import { makeNamer } from "../../../core/conversation/speaker-name.js";
import { isChildLane } from "../../../core/log/child-lane.js";
import { type Entry, listParts, resolveMessageId } from "../../../core/log/entry.js";
import type { LaneRef, Tokens } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { makeTimeFormatter } from "../../../core/log/time-formatter.js";
import { computeStandingBudget, pickStanding, type StandingAfter } from "../../../core/memory/pick-standing.js";
import { isStateless, type Policy, readMemoryTokens } from "../../../core/policy/policy.js";
import type { LaneState } from "../../../core/ports/index.js";
import { normaliseText } from "../../../core/text/normalise-text.js";
import { countTokens } from "../../../core/text/tokens/count-tokens.js";
import { writeKnownFrame, writeKnownLine } from "../../../core/view/plan/standing.js";
import { findLeaveBoundary } from "../../../core/view/reduce/reductions.js";
import type { Snapshot } from "../../../core/view/snapshot.js";
import { findVerdict } from "../../../core/view/verdict.js";
import type { View } from "../../../core/view/view.js";
import type { ViewInput } from "../../../core/view/view-input.js";
import type { Engine } from "../../engine.js";
import { pickZone } from "../../growth/session-zone.js";
import { noteHeardInView } from "../../intake/memories/note-heard.js";
import { readReaderMemories } from "../../read/memories/read-told.js";

interface StandingPlace {
  readonly input: Pick<ViewInput<AbortSignal>, "turn" | "isPreview" | "asked" | "budget">;
  readonly policy: Policy;
  readonly entries: readonly Entry[];
  readonly state: Pick<LaneState, "epoch" | "cleared">;
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
  { input, policy, entries, state, share, leave }: StandingPlace,
): Promise<ReadStanding> {
  if (!engine.memory || isChildLane(ref.lane)) return { told: {}, after: null };
  await engine.learning.settled(ref.session);
  const { turn, isPreview, asked, budget } = input;
  const message =
    isPreview === true ? entries.findLast(isOfUser) : entries.find(({ id }) => turn?.messages.includes(id) === true);
  const person = message?.kind === "said" ? (message.by.address ?? null) : null;
  if (turn !== null && message !== undefined && person !== null)
    await noteHeardInView(engine, { session: ref.session, person, at: message.at });
  const { told, isGroup, withheld } = await readReaderMemories(engine, ref, person);
  const reason = withheld === null ? {} : { withheld };
  if (told.length === 0) return { told: reason, after: null };
  const left = isStateless(policy) ? 0 : findLeaveBoundary(state.epoch.through);
  const boundary = Math.max(leave, state.cleared, left);
  const writer = { name: makeNamer(engine.people), time: makeTimeFormatter(pickZone(engine, policy)) };
  const named = isGroup ? null : person;
  const count = (text: string) => countTokens(text, engine.fns.calibration);
  const after = pickStanding(told, {
    now: turn?.began ?? engine.clock.now(),
    // As it was asked for, before what refusals left of it.
    budget: computeStandingBudget((asked ?? budget ?? engine.budget).window),
    share,
    hasRest: (readMemoryTokens(policy) ?? 0) > 0,
    person: named,
    findInView: policy.withHistory ? makeFinder(entries, boundary) : () => null,
    countLine: (memory) => count(`${writeKnownLine(writer, memory, named)}\n`),
    countFrame: () => count(writeKnownFrame(writer, named)),
  });
  const standing = after(() => false);
  const isEmpty = standing.shown.length + standing.waiting.length + standing.more === 0;
  return { told: isEmpty ? reason : { standing, ...reason }, after };
}

/** Who spoke last is who speaks next, where nobody has yet. */
function isOfUser(entry: Entry): boolean {
  return entry.kind === "said" && entry.by.role === "user";
}

/** Finds the message after the boundary that first said the memory as it is now: one that was changed by hand stands in none. */
function makeFinder(entries: readonly Entry[], boundary: number): (memory: Memory) => number | null {
  const seqs = new Map(entries.flatMap(({ id, seq }) => (seq > boundary ? [[id, seq] as const] : [])));
  const newest = new Map(entries.map((entry) => [resolveMessageId(entry), entry]));
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
 * The snapshot with the memories whose messages this view does not show; null where there are none. A view that keeps its prefix
 * lets messages go at a compaction alone; one that is made anew each time may leave out any of them.
 */
export function showLeavingMemories(
  snapshot: Snapshot,
  view: View,
  after: StandingAfter | null,
  policy: Policy,
): Snapshot | null {
  if (after === null || !(isStateless(policy) || view.compacted)) return null;
  const boundary = findLeaveBoundary(view.epoch.through);
  const hasLeft = isStateless(policy) ? makeOmitted(view) : (seq: number) => seq <= boundary;
  const isLeaving = snapshot.standing?.waiting.some(({ seq }) => hasLeft(seq)) === true;
  return isLeaving ? { ...snapshot, standing: after(hasLeft) } : null;
}

function makeOmitted({ verdicts }: View): (seq: number) => boolean {
  return (seq) => findVerdict(verdicts, seq)?.kind !== "kept";
}
