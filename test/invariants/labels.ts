/** Who a message should say is speaking and when, said a second time: from the view's order of blocks, and the log. */
import type { SaidEntry } from "@clewline/core/log/entry.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { nameIn, timeIn } from "./request-reading.js";
import { entriesBySeq } from "./world.js";

const fourHours = 14_400_000;

/** Null for a message without a label. */
export function wantedLabel(
  view: View,
  { snapshot, policy }: { readonly snapshot: Snapshot; readonly policy: Policy },
  entry: SaidEntry,
): Readonly<Record<string, string>> | null {
  const { people, zone } = snapshot;
  const nameOf = ({ by }: SaidEntry) => (by.address === undefined ? null : nameIn(people, by.address));
  const [who, at] = [nameOf(entry), timeIn(zone, entry.at)];
  const whole = who === null ? null : { who, at };
  if (policy.history.form !== "steps" || policy.history.labels === undefined) return whole;
  const before = findSpeechBefore(view, snapshot, entry);
  if (before === null) return whole;
  const speaker = nameOf(before);
  if (who === null) return speaker === null ? null : { who: "user" };
  const isPaused = !(entry.at >= before.at && entry.at - before.at < fourHours) && Number.isFinite(entry.at);
  if (speaker === null || isPaused || timeIn(zone, before.at).split(" ")[0] !== at.split(" ")[0]) return whole;
  return speaker === who ? null : { who };
}

/** The person's message that stands right before, but for answers and steps; null where something else is told there. */
function findSpeechBefore(view: View, snapshot: Snapshot, entry: SaidEntry): SaidEntry | null {
  const entries = entriesBySeq(snapshot);
  const own = view.blocks.findIndex(({ role, seqs }) => role === "user" && seqs.includes(entry.seq));
  const told = view.blocks.slice(0, own).flatMap(({ seqs }) => seqs.flatMap((seq) => entries.get(seq) ?? []));
  const last = told.findLast((each) => each.kind === "revised" || (each.kind === "said" && each.by.role !== "agent"));
  const isSpeech = last?.kind === "said" && last.by.role === "user" && !isBackground(snapshot, last);
  return isSpeech ? last : null;
}

/** What a schedule said in an earlier turn stands in a tag of its own. */
function isBackground({ turn, turns }: Snapshot, entry: SaidEntry): boolean {
  const isOwn = turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
  const origin = entry.turn === null ? undefined : turns.get(entry.turn)?.origin;
  return !isOwn && origin !== undefined && origin !== "interactive";
}
