/** What stands in every view of a chat, from its own messages and those of others. */

import { makeNamer } from "../../../core/conversation/speaker-name.js";
import { isChildLane } from "../../../core/log/child-lane.js";
import { type Entry, listParts, resolveMessageId } from "../../../core/log/entry.js";
import type { LaneRef, Tokens } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { pickStanding, showLeaving } from "../../../core/memory/pick-standing.js";
import { type Policy, readPrefix } from "../../../core/policy/policy.js";
import type { LaneState } from "../../../core/ports/index.js";
import { normaliseText } from "../../../core/text/normalise-text.js";
import { countTokens } from "../../../core/text/tokens/count-tokens.js";
import { findLeaveBoundary } from "../../../core/view/reduce/reductions.js";
import type { Snapshot } from "../../../core/view/snapshot.js";
import type { View } from "../../../core/view/view.js";
import type { ViewInput } from "../../../core/view/view-input.js";
import type { Engine } from "../../engine.js";
import { noteHeardInView } from "../../intake/memories/note-heard.js";
import { readReaderMemories } from "../../read/memories/read-told.js";

interface StandingPlace {
  readonly input: Pick<ViewInput<AbortSignal>, "turn" | "isPreview">;
  readonly policy: Policy;
  readonly entries: readonly Entry[];
  readonly state: Pick<LaneState, "epoch" | "cleared">;
  /** What pinned texts have left of their share. */
  readonly share: Tokens;
  /** Entries up to this seq leave the view for another reason than a compaction. */
  readonly leave: number;
}

export async function readStanding(
  engine: Engine,
  ref: LaneRef,
  { input: { turn, isPreview }, policy, entries, state, share, leave }: StandingPlace,
): Promise<Pick<Snapshot, "standing" | "withheld">> {
  if (!engine.memory || isChildLane(ref.lane)) return {};
  await engine.learning.settled(ref.session);
  const message =
    isPreview === true ? entries.findLast(isOfUser) : entries.find(({ id }) => turn?.messages.includes(id) === true);
  const person = message?.kind === "said" ? (message.by.address ?? null) : null;
  if (turn !== null && message !== undefined && person !== null)
    await noteHeardInView(engine, { session: ref.session, person, at: message.at });
  const { told, isGroup, withheld } = await readReaderMemories(engine, ref, person);
  const reason = withheld === null ? {} : { withheld };
  if (told.length === 0) return reason;
  const boundary = Math.max(leave, state.cleared, findLeaveBoundary(state.epoch.through));
  // Where every view is made anew, what a message said may be left out of any of them.
  const isKept = readPrefix(policy) === "epoch" && policy.withHistory;
  const nameOf = makeNamer(engine.people);
  const standing = pickStanding(told, {
    now: turn?.began ?? engine.clock.now(),
    share,
    nameSpeaker: ({ person: by }) =>
      by !== null && (isGroup || (person !== null && by !== person)) ? JSON.stringify(nameOf(by)) : null,
    findInView: isKept ? makeFinder(entries, boundary) : () => null,
    count: (text) => countTokens(text, engine.fns.calibration),
  });
  return standing.shown.length + standing.waiting.length + standing.hidden.length === 0
    ? reason
    : { standing, ...reason };
}

/** Who spoke last is who speaks next, where nobody has yet. */
function isOfUser(entry: Entry): boolean {
  return entry.kind === "said" && entry.by.role === "user";
}

/** Finds the message after the boundary that says the memory as it is now: one that was changed by hand stands in none. */
function makeFinder(entries: readonly Entry[], boundary: number): (memory: Memory) => number | null {
  const seqs = new Map(entries.flatMap(({ id, seq }) => (seq > boundary ? [[id, seq] as const] : [])));
  const newest = new Map(entries.map((entry) => [resolveMessageId(entry), entry]));
  return ({ sources, text }) => {
    const words = normaliseText(text);
    const told = sources.flatMap(({ entry: id }) => {
      const entry = newest.get(id);
      return entry !== undefined && readWords(entry).includes(words) ? (seqs.get(id) ?? []) : [];
    });
    return told.at(-1) ?? null;
  };
}

function readWords(entry: Entry): string {
  const texts = listParts(entry).flatMap((part) =>
    "text" in part && typeof part.text === "string" ? [part.text] : [],
  );
  return normaliseText(texts.join("\n"));
}

/** The snapshot with the memories whose messages a compaction of this very call takes out of the view; null where there are none. */
export function showLeavingMemories(snapshot: Snapshot, { compacted, epoch }: View): Snapshot | null {
  const { standing } = snapshot;
  if (!compacted || standing === undefined) return null;
  const moved = showLeaving(standing, findLeaveBoundary(epoch.through));
  return moved === standing ? null : { ...snapshot, standing: moved };
}
