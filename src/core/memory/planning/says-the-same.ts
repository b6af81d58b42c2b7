/** Whether a statement says what is known already, in whatever order of words. */
import type { Memory } from "../../log/memories/memory.js";
import { isNegative } from "../../summary/rules/classify.js";
import { countShared, readContentStems } from "../../text/content-words.js";
import { readLater } from "../join-later.js";
import { fold, isOfSubject, type NewMemory } from "../known-memory.js";
import { cues } from "../learn/learn-cues.js";
import type { LearnedStatement } from "../learned.js";

/** Of the words of two texts that say the same, so many are in both. */
export const nearlyAll = 0.85;

export function saysTheSame(memory: NewMemory, statement: LearnedStatement): boolean {
  // Words told beside a memory are known, whatever its subject.
  if (memory.text.endsWith(`${statement.text}]`) && readLater(memory.text) === statement.text) return true;
  if (memory.until !== statement.until || !isOfSubject(memory, statement.subject)) return false;
  const [known, told] = [readOnce(memory), readOnce(statement)];
  if (known.isNegative !== told.isNegative || known.figures !== told.figures) return false;
  const [some, others] = [known.matter, told.matter];
  const all = new Set([...some, ...others]).size;
  return all === 0 ? fold(memory.text) === fold(statement.text) : countShared(some, others) / all >= nearlyAll;
}

interface ReadWords {
  readonly matter: ReadonlySet<string>;
  readonly isNegative: boolean;
  readonly figures: string;
}

/** Kept, because every new statement is compared with all memories. */
const readings = new WeakMap<object, ReadWords>();

export function readOnce(said: Pick<Memory, "text">): ReadWords {
  const known = readings.get(said);
  if (known !== undefined) return known;
  const { text } = said;
  const read = { matter: readMatter(text), isNegative: isNegative(text), figures: listFigures(text) };
  readings.set(said, read);
  return read;
}

function listFigures(text: string): string {
  return [...text.matchAll(/\p{N}+/gu)].map(([figure]) => figure).join(" ");
}

/** The words that say what is wished, without those that say that it is. */
export function readMatter(text: string): ReadonlySet<string> {
  const bare = cues.filler.blankedIn(cues.standing.blankedIn(text));
  const stems = readContentStems(cues.stop.blankedIn(bare));
  // A phrase may reach around all that is meant: "no need for … any longer".
  return stems.size > 0 ? stems : readContentStems(bare);
}
