import { type PlacedLine, type ReadLine, readLine } from "@clewline/core/conversation/links/line.js";
import { windowLines } from "@clewline/core/conversation/links/scene.js";
import type { AnnotatedChat } from "./annotated-chat.js";

/** Decides which earlier line a line answers; null for none. */
export type Rule = (line: ReadLine, earlier: readonly PlacedLine[]) => PlacedLine | null;

/** The line that each marked line answers by a rule, by number. A line of the system answers itself. */
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
    // No later guess depends on a line this far back.
    const parent = number < first - windowLines ? null : rule(read, window);
    guessed.set(number, parent === null ? number : Number(parent.id));
    window.push({ ...read, id: String(number), thread: parent?.thread ?? String(number) });
    if (window.length > windowLines) window.shift();
  }
  return guessed;
}
