import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { KeptChange, Memory } from "@clewline/core/log/memories/memory.js";
import { isCurrent } from "@clewline/core/memory/memory-age.js";
import { isWish } from "@clewline/core/memory/told/told-memory.js";
import { makeUsageError } from "../program/arguments.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { makePrintable } from "../terminal/text.js";
import { describeScope, printIndented } from "./memory-lines.js";
import type { MemoryVerb } from "./read-verbs.js";
import { makeChangeData, makeMemoryData, readKind } from "./read-verbs.js";

const anyNumber = Number.POSITIVE_INFINITY;

/** The verbs that change something. Each can be undone. */
export const changeVerbs: readonly MemoryVerb[] = [
  {
    name: "add",
    usage: "TEXT",
    line: "remembers it; in every chat, if neither person nor session is named",
    least: 1,
    most: anyNumber,
    heeds: ["person", "session", "kind"],
    creates: true,
    run: add,
  },
  {
    name: "edit",
    usage: "NAME TEXT",
    line: "another text for it, or another --kind",
    least: 1,
    most: anyNumber,
    heeds: ["kind"],
    run: edit,
  },
  { name: "forget", usage: "NAME", line: "nobody is told it any more", least: 1, most: 1, run: forget },
  { name: "pin", usage: "NAME", line: "it stands in every view of its scope", least: 1, most: 1, run: pin },
  { name: "unpin", usage: "NAME", line: "it is looked up again when it is asked for", least: 1, most: 1, run: unpin },
  { name: "undo", usage: "[CHANGE]", line: "takes a change back; the last one by default", most: 1, run: undo },
];

async function add(input: Input, clew: OpenLog, words: readonly string[]): Promise<void> {
  const place = { person: input.text("person"), session: input.text("session"), kind: readKind(input) };
  const memory = await clew.memory.add({ text: words.join(" "), ...place });
  printResult(input, memory, `${memory.name} is remembered, and told ${describeScope(memory)}.`);
}

async function edit(input: Input, clew: OpenLog, [name = "", ...words]: readonly string[]): Promise<void> {
  const kind = readKind(input);
  if (words.length === 0 && kind === undefined) {
    throw makeUsageError("There is nothing to change it to", "Write clew memory edit NAME TEXT, or --kind KIND");
  }
  const text = words.length === 0 ? undefined : words.join(" ");
  const memory = await clew.memory.edit(name, { text, kind });
  printResult(input, memory, `${memory.name} (${memory.kind}) says now:`);
}

async function pin(input: Input, clew: OpenLog, [name = ""]: readonly string[]): Promise<void> {
  const memory = await clew.memory.pin(name);
  const { replacedBy } = memory;
  const why = replacedBy === undefined ? "it has ended" : `${replacedBy} took its place`;
  const sentence = isCurrent(memory, Date.now())
    ? `${memory.name} stands in every view from the next one on, ${describeScope(memory)}.`
    : `${memory.name} is pinned, and told nowhere: ${why}.`;
  printResult(input, memory, sentence);
}

async function unpin(input: Input, clew: OpenLog, [name = ""]: readonly string[]): Promise<void> {
  const memory = await clew.memory.unpin(name);
  const then = isWish(memory)
    ? `is told before facts all the same, as ${memory.kind}s are`
    : "is told while there is room";
  printResult(input, memory, `${memory.name} is not pinned, and ${then}.`);
}

/** One sentence and the text as it is now. */
function printResult({ screen, json }: Input, memory: Memory, sentence: string): void {
  if (json) {
    screen.data(makeMemoryData(memory));
    return;
  }
  printSentence(screen, makePrintable(sentence));
  printIndented(screen, memory.text);
}

async function forget(input: Input, clew: OpenLog, [name = ""]: readonly string[]): Promise<void> {
  const { screen, json } = input;
  const change = await clew.memory.forget(name);
  if (json) return screen.data(makeChangeData(change));
  printSentence(screen, makePrintable(`${change.name} is forgotten, and still in the log.`));
  tellUndo(input, change);
}

async function undo(input: Input, clew: OpenLog, [id]: readonly string[]): Promise<void> {
  const { screen, json } = input;
  const changes = await clew.memory.undo(id);
  if (json) {
    for (const each of changes) screen.data(makeChangeData(each));
    return;
  }
  for (const { name, before, after } of changes) {
    const now = after === null ? "is remembered no more" : before === null ? "is remembered again" : "is as it was";
    printSentence(screen, makePrintable(`${name} ${now}.`));
    if (after !== null) printIndented(screen, after.text);
  }
  const [first] = changes;
  if (first !== undefined) tellUndo(input, first);
}

function tellUndo(input: Input, { id }: KeptChange): void {
  printSentenceAndCommand(input.screen, "To take that back:", buildCommand(input, "memory", "undo", id));
}
