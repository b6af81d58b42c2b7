/** Helpers with a window and a log of their own: each is a tool that takes a task and brings back its conclusion. */

import { ClewError } from "@clewline/core/errors.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { findNearest } from "@clewline/text/nearest.js";
import type { ToolSet } from "ai";
import { z } from "zod";
import type { AnswerRuntime } from "./answer-runtime.js";
import { makeExplorerTools } from "./explorer-tools.js";
import { type Caller, runSubagent, type TaskInput } from "./subagent-run.js";
import type { Subagent } from "./turn.js";

/** How many may run for one turn of the agent that calls them. */
const mostRuns = 8;
const deepest = 3;

export async function makeSubagentTools(
  caller: Caller,
  subagents: Readonly<Record<string, Subagent>>,
): Promise<ToolSet> {
  const { runtime, open, given } = caller;
  const names = Object.keys(subagents);
  refuse(subagents, (runtime.depth ?? 0) + 1);
  const taken = names.find((name) => Object.hasOwn(given.tools ?? {}, name));
  if (taken !== undefined)
    throw makeBadOptionError(`${taken} is both a tool and a subagent`, "Give one of them another name");
  const mayRun = makeRunCounter(runtime, open, names);
  const tools = names.map(async (name) => {
    const agent = subagents[name] ?? {};
    const own = agent.folder === undefined ? {} : await makeExplorerTools(agent.folder, runtime.activeTurns.closing);
    const named = { name, agent, tools: { ...own, ...agent.tools } };
    const execute = async (input: TaskInput, { abortSignal }: { readonly abortSignal?: AbortSignal }) =>
      (await mayRun()) ? runSubagent(caller, named, input, abortSignal) : tooMany;
    return [name, { description: describeSubagent(agent), inputSchema, execute }] as const;
  });
  return Object.fromEntries(await Promise.all(tools)) as ToolSet;
}

const tooMany = `No more than ${mostRuns} tasks can be handed over in one turn. Go on with what there is, or tell the user what is still open.`;

const inputSchema = z.object({
  task: z
    .string()
    .min(1)
    .describe("The whole task, with all that has to be known for it: the helper sees nothing of this conversation"),
  goOn: z
    .string()
    .optional()
    .describe("The lane that an earlier result of this helper named: it then goes on there and knows what it did"),
});

function describeSubagent({ description, folder }: Subagent): string {
  const what =
    description ??
    (folder === undefined
      ? "A helper for a task of its own."
      : `Looks through the files of ${folder} and reports with path:line.`);
  return `${what} It works by itself, with a window of its own; only its conclusion comes back. Several may be called at once.`;
}

/** Counts those that an earlier part of the turn has called, before it waited or its process stopped. */
function makeRunCounter(
  { engine }: AnswerRuntime,
  { record }: OpenTurn,
  names: readonly string[],
): () => Promise<boolean> {
  let runs = 0;
  let before: Promise<number> | null = null;
  const earlier = async () => {
    const { entries } = await engine.store.read(record.ref, 0, record.id);
    return entries.filter((each) => each.kind === "called" && each.turn === record.id && names.includes(each.tool))
      .length;
  };
  return async () => {
    before ??= earlier();
    return (await before) + ++runs <= mostRuns;
  };
}

const fields: readonly (keyof Subagent)[] = [
  "description",
  "instructions",
  "tools",
  "folder",
  "model",
  "window",
  "maxSteps",
  "subagents",
  "maxOutputTokens",
  "temperature",
  "providerOptions",
];
const ours: readonly string[] = ["recall", "remember", "compact", "search_memories", "get_conversation", "forget"];

function refuse(subagents: Readonly<Record<string, Subagent>>, depth: number): void {
  if (depth > deepest)
    throw makeBadOptionError(`Subagents stand ${depth} deep`, `Let them have subagents at most ${deepest} deep`);
  for (const [name, agent] of Object.entries(subagents)) {
    if (!/^[A-Za-z][\w-]{0,47}$/.test(name)) {
      throw makeBadOptionError(
        `A subagent has the name ${JSON.stringify(name)}`,
        "Use 1 to 48 letters, digits, _ and -, e.g. explorer",
      );
    }
    if (ours.includes(name))
      throw makeBadOptionError(`A subagent has the name ${name}, which a tool of ours has`, "Give it another name");
    const wrong = Object.keys(agent).find((key) => !(fields as readonly string[]).includes(key));
    if (wrong !== undefined) {
      const near = findNearest(wrong, fields);
      throw makeBadOptionError(
        `The subagent ${name} has no option ${JSON.stringify(wrong)}`,
        near === null ? `It has ${fields.join(", ")}` : `Did you mean ${near}?`,
      );
    }
    if (agent.subagents !== undefined && Object.keys(agent.subagents).length > 0) refuse(agent.subagents, depth + 1);
  }
}

function makeBadOptionError(what: string, hint: string): ClewError {
  return new ClewError("options/bad", what, { hint });
}
