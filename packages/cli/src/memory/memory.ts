import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { memoryKinds } from "@clewline/core/log/memories/memory.js";
import type { MemoryProposal } from "@clewline/core/memory/review/operation.js";
import { findNearest } from "@clewline/text/nearest.js";
import { makeUsageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { makePrintable } from "../terminal/text.js";
import { changeVerbs } from "./change-verbs.js";
import { learnVerb } from "./learn.js";
import type { MemoryVerb } from "./read-verbs.js";
import { readKind, readVerbs } from "./read-verbs.js";
import { rebuildVerb } from "./rebuild.js";

/** Shows what could be tidied up among the memories, and does it only with --apply. */
const reviewVerb: MemoryVerb = {
  name: "review",
  usage: "",
  line: "what could be tidied up, with what would change; --apply does it",
  most: 0,
  heeds: ["apply"],
  run: async (input, clew) => {
    const proposals = await clew.memory.review();
    const isApplied = input.has("apply");
    const result = isApplied ? await clew.memory.apply(proposals.map(({ operation }) => operation)) : null;
    if (input.json) input.screen.data({ proposals, applied: result });
    else printProposals(input, proposals, result?.changed ?? null);
  },
};

function printProposals({ screen }: Input, proposals: readonly MemoryProposal[], changed: number | null): void {
  for (const { operation, because, diff } of proposals) {
    screen.line(makePrintable(`${operation.op}${"name" in operation ? ` ${operation.name}` : ""}: ${because}`));
    for (const line of diff) screen.line(`  ${makePrintable(line)}`);
  }
  if (proposals.length === 0) screen.aside("clew: there is nothing to tidy up");
  else if (changed === null) screen.aside("clew: nothing is changed yet; --apply does it");
  else screen.aside(`clew: ${changed} done; clew memory undo takes back the last`);
}

const verbs: readonly MemoryVerb[] = [...readVerbs, ...changeVerbs, learnVerb, rebuildVerb, reviewVerb];

export const memory: CommandDetails = {
  example: 'clew memory add "The bins go out on Tuesday" --session telegram:chat:42',
  most: Number.POSITIVE_INFINITY,
  verbs: verbs.map(({ name, usage, line }) => [`${name} ${usage}`.trim(), line]),
  options: [
    { name: "person", value: "NAME", line: "list: what this person is told; add: who says it; by name or address" },
    {
      name: "session",
      value: "KEY",
      line: "list: what is told in this chat; add: where it is said; learn: this chat alone",
    },
    { name: "kind", value: "KIND", line: `${memoryKinds.slice(0, -1).join(", ")} or ${memoryKinds.at(-1)}` },
    { name: "all", line: "list: also what has ended and what was replaced" },
    {
      name: "dry-run",
      line: "learn: how many messages, calls and tokens it takes, and what they cost; rebuild: what would change",
    },
    { name: "limit", value: "NUMBER", line: "learn: how many messages are read at most, 500 by default" },
    { name: "apply", line: "review: do what is proposed; clew memory undo takes it back" },
  ],
  run: (input) => {
    const [word = "list", ...words] = input.arguments;
    const verb = findVerb(word);
    checkWords(verb, words);
    checkOptions(verb, input);
    const work = async (clew: OpenLog) => {
      const session = input.text("session");
      if (session !== undefined) await checkSession(input, clew, session);
      await verb.run(input, clew, words);
      return 0;
    };
    // A chat that is named has to be there, and in a new log none is.
    const create = verb.creates === true && !input.has("session");
    return runWithLog(input, work, { store: input.text("store"), window: undefined, create });
  },
};

function findVerb(word: string): MemoryVerb {
  const names = verbs.map(({ name }) => name);
  const verb = verbs.find(({ name }) => name === word);
  if (verb !== undefined) return verb;
  const near = findNearest(word, names);
  const hint = near === null ? `Use ${names.join(", ")}` : `Did you mean clew memory ${near}?`;
  throw makeUsageError(`clew memory can't ${JSON.stringify(word)}`, hint);
}

function checkWords({ name, usage, least = 0, most }: MemoryVerb, words: readonly string[]): void {
  const hint = `Write clew memory ${name} ${usage}`.trimEnd();
  if (words.length < least) throw makeUsageError(`clew memory ${name} needs ${usage}`, hint);
  const extra = words[most];
  if (extra === undefined) return;
  throw makeUsageError(`clew memory ${name} has no use for ${JSON.stringify(extra)}`, hint);
}

/** An option without an effect would look as if it had one. Wrong values are found before the log is opened. */
function checkOptions({ name, heeds = [] }: MemoryVerb, input: Input): void {
  const options = ["person", "session", "kind", "all", "apply", "dry-run", "limit"] as const;
  const unused = options.find((option) => input.has(option) && !heeds.includes(option));
  if (unused !== undefined) {
    throw makeUsageError(`clew memory ${name} has no use for --${unused}`, "clew memory --help says where it belongs");
  }
  readKind(input);
}
