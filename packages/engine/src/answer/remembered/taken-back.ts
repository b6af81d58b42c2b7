/** What of a lane holds no more, because somebody forgot, undid or worded anew the memory of it. */
import { isFromModel } from "@clewline/core/log/entry.js";
import type { EntryId, SessionKey } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { anySource, nothingTakenBack, type TakenBack } from "@clewline/core/log/memories/taken-back.js";
import type { Summary } from "@clewline/core/log/summary.js";
import { isOpen } from "@clewline/core/log/turn.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { hasWords } from "@clewline/core/memory/spell-words.js";
import { dropTakenBack } from "@clewline/core/summary/taken-back.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { countShared, readContentStems } from "@clewline/text/content-words.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import type { Engine } from "../../engine.js";

type TakenBackReader = Pick<Engine, "memory" | "memories" | "store" | "owner">;

/** Memories of a chat are the chat's, or of whoever was the first to speak there and was alone at the time. */
export async function readTakenBack(engine: TakenBackReader, session: SessionKey): Promise<TakenBack> {
  const { memory, memories } = engine;
  if (!memory) return nothingTakenBack;
  const chat = await memories.read({ kind: "session", session });
  const [first] = [...chat.members].toSorted(([, one], [, other]) => one - other);
  const person = first?.[0] ?? null;
  const lanes = person === null ? [chat] : [await memories.read({ kind: "person", person }), chat];
  const all: [EntryId, readonly string[]][] = [];
  for (const lane of lanes) all.push(...(await listAnswered(engine, session, lane)));
  return all.length === 0 ? nothingTakenBack : joinWords(all);
}

function joinWords(all: readonly (readonly [EntryId, readonly string[]])[]): TakenBack {
  const joined = new Map<EntryId, readonly string[]>();
  for (const [entry, words] of all) joined.set(entry, [...(joined.get(entry) ?? []), ...words]);
  return joined;
}

const answered = new WeakMap<LaneMemories, Map<SessionKey, TakenBack>>();

/** With what the agent said in the turns of these entries: it often repeats what it was told. */
async function listAnswered(engine: TakenBackReader, session: SessionKey, lane: LaneMemories): Promise<TakenBack> {
  const told = listTakenBack(lane);
  if (told.size === 0) return told;
  const known = answered.get(lane)?.get(session);
  if (known !== undefined) return known;
  const all: [EntryId, readonly string[]][] = [...told];
  let isFinal = true;
  for (const entry of listEntriesOf(session, lane)) {
    const words = told.get(entry) ?? [];
    for (const turn of words.length === 0
      ? []
      : await engine.store.turnsAnswering({ owner: engine.owner, session }, entry)) {
      if (isOpen(turn.state)) isFinal = false;
      const { entries } = await engine.store.read(turn.ref, 0, turn.id);
      for (const each of entries) if (each.turn === turn.id && isFromModel(each)) all.push([each.id, words]);
    }
  }
  const whole = joinWords(all);
  if (isFinal) answered.set(lane, (answered.get(lane) ?? new Map()).set(session, whole));
  return whole;
}

function listEntriesOf(session: SessionKey, { takenBack }: LaneMemories): ReadonlySet<EntryId> {
  const sources = [...takenBack.values()].flatMap((memory) => memory.sources);
  return new Set(sources.flatMap((source) => (source.session === session ? [source.entry] : [])));
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
    const entries = memory.sources.map(({ entry }) => entry);
    for (const entry of isSaidAgain(memory, lane) ? entries : [...entries, anySource])
      words.set(entry, [...(words.get(entry) ?? []), normaliseText(memory.text)]);
  }
  listed.set(lane, words);
  return words;
}

/** A message that was written since taught it anew. Without one, whatever has all of its words repeats what was taken back. */
function isSaidAgain({ text }: Memory, { memories }: LaneMemories): boolean {
  const isShort = readContentStems(text).size < leastStems;
  return isShort || [...memories.values()].some((memory) => hasWords(memory.text, text));
}

/** Fewer words may be anybody's. */
const leastStems = 2;

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
