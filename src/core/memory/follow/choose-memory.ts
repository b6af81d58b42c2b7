/** Of the memories that there are, the one that a later sentence or message is most likely about. */
import { isFresh, justSaidMs } from "../find-corrected.js";
import { listTold } from "../join-later.js";
import { isShared, type Known, type NewMemory, newest } from "../known-memory.js";
import { cues } from "../learn/learn-cues.js";
import { turnCues } from "../learn/turn-cues.js";
import { tellsChange } from "../learn/turned-words.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { weighFollowing } from "./find-followed.js";
import { weighRetelling } from "./find-retold.js";

/** What a sentence that says that something is otherwise now goes on from. */
export function chooseFollowed(
  known: readonly Known[],
  told: ToldMessage,
  { text, until, kind }: LearnedStatement,
): Known | null {
  if ((kind !== "fact" && kind !== "preference") || until !== undefined || text.length > longestLater) return null;
  if (!tellsChange(text) || (turnCues.unsure.isIn(text) && !cues.standing.isIn(text))) return null;
  const own = known.filter(({ memory }) => canBeFollowed(memory, told) && (kind === "fact" || memory.kind === kind));
  return pickBest(own, ({ text: before }) => weighFollowing(before, text));
}

/** What a message may say anew. */
export function chooseRetold(known: readonly Known[], told: ToldMessage, later: string): Known | null {
  const own = known.filter(({ memory }) => canBeFollowed(memory, told));
  return pickBest(own, ({ text: before, memory }) => {
    const isJustSaid = isFresh(memory, told) && told.at - memory.saidAt <= justSaidMs;
    return weighRetelling({ before, later, isJustSaid });
  });
}

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

/** In characters: a longer memory tells of more than of one thing. */
export const longestPlain = 160;

/** What the same message said is no earlier word. */
function canBeFollowed(memory: NewMemory, { person, source }: ToldMessage): boolean {
  return (
    !memory.sources.some(({ entry }) => entry === source.entry) &&
    (memory.kind === "fact" || memory.kind === "preference" || memory.kind === "event") &&
    (memory.person === person || isShared(memory.subject)) &&
    memory.until === undefined &&
    listTold(memory.text).every((part) => part.length <= 2 * longestPlain)
  );
}
