/** What of a lane holds no more, because somebody forgot, undid or worded anew the memory of it. */
import type { EntryId, SessionKey } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { nothingTakenBack, type TakenBack } from "../../../core/log/memories/taken-back.js";
import type { Summary } from "../../../core/log/summary.js";
import type { LaneMemories } from "../../../core/memory/fold-changes.js";
import { dropTakenBack } from "../../../core/summary/taken-back.js";
import { countShared, readContentStems } from "../../../core/text/content-words.js";
import { normaliseText } from "../../../core/text/normalise-text.js";
import type { Snapshot } from "../../../core/view/snapshot.js";
import type { Engine } from "../../engine.js";

/** Memories of a chat are the chat's, or of whoever was the first to speak there and was alone at the time. */
export async function readTakenBack(
  { memory, memories }: Pick<Engine, "memory" | "memories">,
  session: SessionKey,
): Promise<TakenBack> {
  if (!memory) return nothingTakenBack;
  const chat = await memories.read({ kind: "session", session });
  const [first] = [...chat.members].toSorted(([, one], [, other]) => one - other);
  const person = first?.[0] ?? null;
  const own = person === null ? nothingTakenBack : listTakenBack(await memories.read({ kind: "person", person }));
  const shared = listTakenBack(chat);
  return own.size === 0 ? shared : shared.size === 0 ? own : new Map([...own, ...shared]);
}

/** What was folded never changes, and every view asks. */
const listed = new WeakMap<LaneMemories, TakenBack>();

function listTakenBack(lane: LaneMemories): TakenBack {
  if (lane.takenBack.size === 0) return nothingTakenBack;
  const known = listed.get(lane);
  if (known !== undefined) return known;
  const words = new Map<EntryId, string[]>();
  for (const memory of lane.takenBack.values()) {
    if (isStillSaid(memory, lane)) continue;
    for (const { entry } of memory.sources) words.set(entry, [...(words.get(entry) ?? []), normaliseText(memory.text)]);
  }
  listed.set(lane, words);
  return words;
}

/** What was merged into another memory is forgotten only under its own name. */
function isStillSaid({ text, sources }: Memory, { memories }: LaneMemories): boolean {
  const stems = readContentStems(text);
  return [...memories.values()].some(
    (memory) =>
      sources.some(({ entry }) => memory.sources.some((source) => source.entry === entry)) &&
      stems.size > 0 &&
      countShared(readContentStems(memory.text), stems) === stems.size,
  );
}

/** A summary that lost something is told anew by the next compaction, and nothing that was prepared with it counts. */
export function dropForgotten(
  summary: Summary | null,
  candidate: Snapshot["candidate"],
  takenBack: TakenBack,
): Pick<Snapshot, "summary" | "candidate" | "takenBack" | "isTakenBackAnew"> {
  if (takenBack.size === 0) return { summary, candidate };
  const kept = summary === null ? null : dropTakenBack(summary, takenBack);
  return kept === summary
    ? { summary, candidate, takenBack }
    : { summary: kept, candidate: null, takenBack, isTakenBackAnew: true };
}
