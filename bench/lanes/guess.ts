import { type PlacedLine, type ReadLine, readLine } from "../../src/core/conversation/links/line.js";
import { windowLines } from "../../src/core/conversation/links/scene.js";
import type { AnnotatedChat } from "./annotated-chat.js";

/** Says which earlier line a line answers; null for none. */
export type Rule = (line: ReadLine, earlier: readonly PlacedLine[]) => PlacedLine | null;

/** What each marked line answers in the eyes of a rule, by numbers. A line of the system answers nothing. */
export function applyRule({ lines, links }: AnnotatedChat, rule: Rule): ReadonlyMap<number, number> {
  const guessed = new Map<number, number>();
  const window: PlacedLine[] = [];
  const first = Math.min(...links.keys());
  for (const [number, line] of lines.entries()) {
    if (line === null) {
      guessed.set(number, number);
      continue;
    }
    const read = readLine(line);
    // What nobody will look back at needs no guess.
    const parent = number < first - windowLines ? null : rule(read, window);
    guessed.set(number, parent === null ? number : Number(parent.id));
    window.push({ ...read, id: String(number), thread: parent?.thread ?? String(number) });
    if (window.length > windowLines) window.shift();
  }
  return guessed;
}
