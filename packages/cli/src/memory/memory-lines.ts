/** How memories and their changes are printed. */
import type { KeptChange, Memory } from "@clewline/core/log/memories/memory.js";
import type { MemoryQuote } from "@clewline/engine/read/memories/explain-memory.js";
import { printSentence, renderGlossary } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, makePrintable } from "../terminal/text.js";
import { formatMoment } from "../terminal/time-text.js";

/** Two lines: the name with what is to be known of it, and the text. */
export function printMemory(screen: Screen, memory: Memory): void {
  const { name, kind, person, saidAt, text } = memory;
  const about = [
    formatMoment(saidAt, screen),
    kind,
    ...(person === null ? [] : [person]),
    ...listStates(screen, memory),
  ];
  screen.line(screen.paint("bold", fitLine(`${name} ${about.join(", ")}`, screen.columns)));
  printIndented(screen, text);
}

function listStates(screen: Screen, { pinned, until, replacedBy }: Memory): readonly string[] {
  return [
    ...(pinned === true ? ["pinned"] : []),
    ...(until === undefined ? [] : [`until ${formatMoment(until, screen)}`]),
    ...(replacedBy === undefined ? [] : [`replaced by ${replacedBy}`]),
  ];
}

/** Everything that is known of one. */
export function printWhole(screen: Screen, memory: Memory): void {
  const { name, kind, text, person, saidAt, from, until, sources, by, pinned, replacedBy } = memory;
  screen.line(screen.paint("bold", fitLine(name, screen.columns)));
  printSentence(screen, `  ${makePrintable(text)}`, 2);
  const rows = [
    ["kind", kind],
    ["said", `${formatMoment(saidAt, screen)}${person === null ? "" : ` by ${person}`}`],
    ["told", describeScope(memory)],
    ["made by", sources.length === 0 ? by : `${by}, from ${formatCount(sources.length, "message", "messages")}`],
    ...(pinned === true ? [["pinned", "stands in every view"]] : []),
    ...(from === undefined ? [] : [["holds from", formatMoment(from, screen)]]),
    ...(until === undefined ? [] : [["holds until", formatMoment(until, screen)]]),
    ...(replacedBy === undefined ? [] : [["replaced by", replacedBy]]),
  ];
  const glossary = rows.map(([key, value = ""]) => [`  ${key}`, makePrintable(value)] as const);
  screen.line(renderGlossary(screen, glossary));
}

export function describeScope({ scope }: Pick<Memory, "scope">): string {
  switch (scope.kind) {
    case "everyone":
      return "in every chat";
    case "person":
      return `to ${scope.person}, where nobody else speaks`;
    case "session":
      return `in ${scope.session}, and in chats alone with somebody who spoke there before`;
    default:
      return scope satisfies never;
  }
}

/** A message that told a memory, with the pointer that opens it. */
export function printQuote(screen: Screen, { session, lane, pointer, at, by, text }: MemoryQuote): void {
  const when = at === null ? "" : `${formatMoment(at, screen)} `;
  const opens = pointer === null ? "" : ` ${pointer}`;
  screen.line(fitLine(`${when}${session}, lane ${lane}${opens}`, screen.columns));
  printIndented(screen, text === null ? "The message is gone." : `${by ?? "user"}: ${text}`);
}

/** Two lines: when, which and what was done, and the text that came of it. */
export function printChange(screen: Screen, { id, at, name, by, because, before, after }: KeptChange): void {
  const head = `${formatMoment(at, screen)} ${id} ${because} (${by})`;
  screen.line(screen.paint("bold", fitLine(head, screen.columns)));
  printIndented(screen, name);
  if (after !== null && after.text !== before?.text) printIndented(screen, after.text);
}

/** One line. */
export function printIndented(screen: Screen, text: string): void {
  screen.line(`  ${fitLine(text, screen.columns === null ? null : screen.columns - 2)}`);
}
