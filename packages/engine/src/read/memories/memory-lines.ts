import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { isCurrent } from "@clewline/core/memory/memory-age.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { MemoryLikeness } from "@clewline/core/memory/told/rank-told.js";
import type { ToldIndex } from "@clewline/core/memory/told/told-index.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { Engine } from "../../engine.js";
import { rankMemories } from "./rank-memories.js";

interface TellOptions {
  readonly person: string | null;
  readonly isWanted?: (memory: Memory) => boolean;
  readonly likeness?: MemoryLikeness | null;
}

/** Of those that hold, the ones that answer a question best. */
export function findTold(
  engine: Engine,
  question: string,
  index: ToldIndex<ToldMemory>,
  { person, isWanted = () => true, likeness = null }: TellOptions,
): readonly ToldMemory[] {
  const now = engine.clock.now();
  const isOpen = ({ memory }: ToldMemory) => isCurrent(memory, now) && isWanted(memory);
  return rankMemories(question, index, { person, people: engine.people, now, isOpen, likeness });
}

/** More are seldom about the question. */
const mostLines = 5;

/** One line each, as entries have theirs: pointer and time, the name by which it can be forgotten, who said it, its words. */
export function writeMemoryLines(engine: Engine, told: readonly ToldMemory[]): readonly string[] {
  const time = makeTimeFormatter(engine.zone);
  const nameOf = makeNamer(engine.people);
  const tellWho = ({ person, by }: Memory) =>
    `${by === "agent" ? ", noted by the agent" : ""}${person === null ? "" : `, ${by === "agent" ? "of " : ""}${nameOf(person)}`}`;
  return told.slice(0, mostLines).map(({ memory, seq }) => {
    const pointer = makePointer("e", makeScopeRef(engine.owner, memory.scope), seq, engine.fns.hash);
    return `${pointer} ${time(memory.saidAt)} memory ${memory.name}${tellWho(memory)}: ${memory.text}`;
  });
}
