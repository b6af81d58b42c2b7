/** Of the memories that there are, the one that a later sentence or message is most likely about. */

import { splitSentences } from "../../summary/rules/sentences.js";
import { isFresh, justSaidMs } from "../find-corrected.js";
import { listTold } from "../join-later.js";
import { type Known, type NewMemory, newest } from "../known-memory.js";
import { cues } from "../learn/learn-cues.js";
import { turnCues } from "../learn/turn-cues.js";
import { tellsChange } from "../learn/turned-words.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { comparePlaces, type IndexedMemory, type MemoryIndex } from "../planning/memory-index.js";
import { canBeFollowed } from "./can-be-followed.js";
import { weighFollowing } from "./find-followed.js";
import { weighRetelling } from "./find-retold.js";
import { readTelling } from "./read-telling.js";

/** What a sentence that says that something is otherwise now goes on from. */
export function chooseFollowed(
  known: Iterable<Known>,
  told: ToldMessage,
  { text, until, kind }: LearnedStatement,
): Known | null {
  if ((kind !== "fact" && kind !== "preference") || until !== undefined || text.length > longestLater) return null;
  if (!tellsChange(text) || (turnCues.unsure.isIn(text) && !cues.standing.isIn(text))) return null;
  const isOwn = ({ memory }: Known) => canBeFollowed(memory, told) && (kind === "fact" || memory.kind === kind);
  const own = [...known].filter(isOwn);
  return pickBest(own, ({ text: before }) => weighFollowing(before, text));
}

/** What a message may say anew. */
export function chooseRetold(index: MemoryIndex, told: ToldMessage, later: string): Known | null {
  const { heads } = readTelling(later);
  const own = new Set<IndexedMemory>();
  for (const known of index.byHeads(heads)) {
    if (canBeFollowed(known.memory, told)) own.add(known);
    if (own.size === mostWeighed) break;
  }
  const sentences = splitSentences(later);
  return pickBest([...own].sort(comparePlaces), ({ text: before, memory }) => {
    const isJustSaid = isFresh(memory, told) && told.at - memory.saidAt <= justSaidMs;
    return weighRetelling({ before, later, sentences, isJustSaid });
  });
}

/** Of more, those with the rarest of its words, and of these the newest: to weigh one costs as much as to read a sentence. */
const mostWeighed = 128;

/** What a memory says in one of its parts. */
interface Part {
  readonly text: string;
  readonly memory: NewMemory;
}

/** What nothing speaks for is none; of equals the newest. */
function pickBest(known: readonly Known[], weigh: (part: Part) => number): Known | null {
  const scored = known.map((each) => {
    const { memory } = each;
    return { each, score: Math.max(...listTold(memory.text).map((text) => weigh({ text, memory }))) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return best > 0 ? newest(scored.filter(({ score }) => score === best).map(({ each }) => each)) : null;
}

/** In characters: a longer sentence tells of more than of one change. */
const longestLater = 120;
