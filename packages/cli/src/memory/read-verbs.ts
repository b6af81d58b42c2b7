import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { type KeptChange, type Memory, type MemoryKind, memoryKinds } from "@clewline/core/log/memories/memory.js";
import type { MemoryReport } from "@clewline/engine/read/memories/explain-memory.js";
import { findNearest } from "@clewline/text/nearest.js";
import { makeUsageError } from "../program/arguments.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentenceAndCommand } from "../terminal/prose.js";
import { makePrintable } from "../terminal/text.js";
import { formatIsoTime } from "../terminal/time-text.js";
import { printChange, printMemory, printQuote, printWhole } from "./memory-lines.js";

/** The verbs that only read. A name may be given by its beginning or its end. */
export const readVerbs: readonly MemoryVerb[] = [
  {
    name: "list",
    usage: "",
    line: "what is remembered, said last first; of all chats, if neither person nor session is named",
    most: 0,
    heeds: ["person", "session", "kind", "all"],
    run: list,
  },
  { name: "show", usage: "NAME", line: "all that is known of one, and who is told it", least: 1, most: 1, run: show },
  {
    name: "why",
    usage: "NAME",
    line: "the messages that told it, and what was done to it",
    least: 1,
    most: 1,
    run: why,
  },
  { name: "history", usage: "[NAME]", line: "every change with its id, the last one last", most: 1, run: history },
];

async function list(input: Input, clew: OpenLog): Promise<void> {
  const { screen } = input;
  const all = input.has("all");
  const choice = { person: input.text("person"), session: input.text("session"), kind: readKind(input), all };
  const memories = await clew.memory.list(choice);
  if (input.json) for (const each of memories) screen.data(makeMemoryData(each));
  else if (memories.length === 0) screen.line(all ? "Nothing is remembered." : "Nothing is remembered that holds.");
  else for (const each of memories) printMemory(screen, each);
  if (memories.length === 0 && choice.person !== undefined) await tellPeople(input, clew, choice.person);
}

/** An unknown name looks like a person without memories. */
async function tellPeople(input: Input, clew: OpenLog, given: string): Promise<void> {
  const { screen } = input;
  const people = new Set((await clew.memory.list({ all: true })).flatMap(({ person }) => person ?? []));
  if (people.has(given)) return;
  const others = people.size === 0 ? "of nobody" : `of ${[...people].sort().slice(0, mostNamed).join(", ")}`;
  if (given === nobody) {
    const which = "clew: user stands for messages without an address; what they told belongs to its chat:";
    return screen.aside(which, buildCommand(input, "memory", "list", "--session", "KEY"));
  }
  screen.aside(makePrintable(`clew: nobody of whom something is remembered has the address ${given}: it is ${others}`));
}

const mostNamed = 5;
/** The log shows it where a message came without an address. */
const nobody = "user";

async function show(input: Input, clew: OpenLog, [name = ""]: readonly string[]): Promise<void> {
  const { memory } = await clew.memory.why(name);
  if (input.json) input.screen.data(makeMemoryData(memory));
  else printWhole(input.screen, memory);
}

async function why(input: Input, clew: OpenLog, [name = ""]: readonly string[]): Promise<void> {
  const { screen } = input;
  const report = await clew.memory.why(name);
  if (input.json) return screen.data(makeReportData(report));
  const { memory, sources, changes } = report;
  printWhole(screen, memory);
  if (sources.length > 0) screen.line(`\n${screen.paint("bold", "Told by")}`);
  for (const each of sources) printQuote(screen, each);
  screen.line(`\n${screen.paint("bold", "Changes")}`);
  for (const each of changes) printChange(screen, each);
}

async function history(input: Input, clew: OpenLog, [name]: readonly string[]): Promise<void> {
  const { screen } = input;
  const changes = await clew.memory.history(name);
  if (input.json) {
    for (const each of changes) screen.data(makeChangeData(each));
    return;
  }
  if (changes.length === 0) return screen.line("Nothing was ever remembered.");
  for (const each of changes) printChange(screen, each);
  printSentenceAndCommand(screen, "To take one back:", buildCommand(input, "memory", "undo", "CHANGE"));
}

/** Reads the word after --kind. */
export function readKind(input: Input): MemoryKind | undefined {
  const typed = input.text("kind");
  if (typed === undefined) return undefined;
  const kind = memoryKinds.find((each) => each === typed);
  if (kind !== undefined) return kind;
  const near = findNearest(typed, memoryKinds);
  const hint = near === null ? `Use ${memoryKinds.join(", ")}` : `Did you mean --kind ${near}?`;
  throw makeUsageError(`--kind is ${JSON.stringify(typed)}`, hint);
}

/** One thing to do with memories: the word after `clew memory`. */
export interface MemoryVerb {
  readonly name: string;
  /** Arguments as the help shows them. */
  readonly usage: string;
  readonly line: string;
  /** How many words have to follow. */
  readonly least?: number;
  /** And how many may. */
  readonly most: number;
  /** The options of the command that this verb uses. */
  readonly heeds?: readonly ("person" | "session" | "kind" | "all" | "apply" | "dry-run" | "limit")[];
  /** Whether it makes a log that is not there. */
  readonly creates?: true;
  /** `words` are those after the verb. Prints, or throws what is wrong. */
  run(input: Input, clew: OpenLog, words: readonly string[]): Promise<void>;
}

/** Memories and their changes for --json: times as text. */
export function makeMemoryData({ saidAt, from, until, ...memory }: Memory) {
  return {
    ...memory,
    saidAt: formatIsoTime(saidAt),
    ...(from === undefined ? {} : { from: formatIsoTime(from) }),
    ...(until === undefined ? {} : { until: formatIsoTime(until) }),
  };
}

export function makeChangeData({ id, at, before, after, ...change }: KeptChange) {
  return {
    id,
    at: formatIsoTime(at),
    ...change,
    before: before === null ? null : makeMemoryData(before),
    after: after === null ? null : makeMemoryData(after),
  };
}

function makeReportData({ memory, sources, changes }: MemoryReport) {
  return {
    memory: makeMemoryData(memory),
    sources: sources.map((source) => ({ ...source, at: source.at === null ? null : formatIsoTime(source.at) })),
    changes: changes.map(makeChangeData),
  };
}
