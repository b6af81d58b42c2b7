/** The tools that the agent gets from us: to open what has left its view, to keep what must not leave, to make room. */
import type { ToolSet } from "ai";
import { z } from "zod";
import { ClewError } from "../core/errors.js";
import { longestMemory, rememberName, skillName } from "../core/log/own-tools.js";
import type { TurnRecord } from "../core/log/turn.js";
import { countAvailableTokens } from "../core/policy/budget.js";
import { isStateless } from "../core/policy/policy.js";
import { openSkill } from "../engine/answer/agent-folder/open-skill.js";
import type { Engine } from "../engine/engine.js";
import { parseLineRange, type RecallInput, recall, recallPage } from "../engine/read/recall.js";
import { recallQuestion } from "../engine/read/recall-question.js";
import { makeRecallTool, type RecallOutput } from "./ai-sdk/recall-tool.js";
import type { ViewOptions } from "./turn.js";
import { readBudget } from "./window.js";

/** Where a call of recall comes from: the lane, and the turn whose own look-ups it may open. */
type Asking = Pick<TurnRecord, "ref" | "surface"> & { readonly id?: TurnRecord["id"] };

export function bindRecallTool(
  engine: Engine,
  findAsking: () => Asking | Promise<Asking>,
  window: ViewOptions["window"],
): ToolSet {
  const budget = window === undefined ? engine.budget : readBudget(window);
  const limit = Math.min(recallPage, Math.floor(countAvailableTokens(budget) / 4));
  return makeRecallTool(async (input) => {
    try {
      return await answerRecall(engine, await findAsking(), input, limit);
    } catch (error) {
      // The model mistyped a pointer: that is an answer for the model, not a failure of the turn.
      if (error instanceof ClewError && error.code === "pointer/unknown")
        return `${error.message}. ${error.hint ?? ""}`;
      throw error;
    }
  });
}

async function answerRecall(
  engine: Engine,
  { ref, id, ...from }: Asking,
  input: RecallInput,
  limit: number,
): Promise<RecallOutput> {
  const { pointer, question, offset = 0, find = null, lines } = input;
  const surface = from.surface ?? null;
  const own = id === undefined ? {} : { turn: id };
  if (pointer !== undefined && question === undefined) {
    const page = await recall(engine, ref, {
      pointer,
      offset,
      find,
      lines: parseLineRange(lines),
      limit,
      surface,
      ...own,
    });
    if (page.kind === "nothing") return page.text;
    const text = page.next === null ? page.text : `${page.text}\n[go on with offset ${page.next} of ${page.of}]`;
    return page.files === undefined ? text : { text, files: page.files };
  }
  if (question === undefined || pointer !== undefined) return "Give either a pointer or a question.";
  return recallQuestion(engine, { kind: "lane", ref }, question, { limit, surface, offset, ...own });
}

/** Makes room, and says so to the model. */
type Compact = () => string | Promise<string>;

/** Besides `recall`. Where every view is made anew there is nothing to compact. */
export function makeOwnTools({ policy }: Engine, compact: Compact): ToolSet {
  return { ...makeRememberTool(), ...(isStateless(policy) ? {} : makeCompactTool(compact)) };
}

/** Nothing without a folder to open skills from. */
export function bindSkillTool({ agentFolder }: Engine, findAsking: () => Asking | Promise<Asking>): ToolSet {
  if (agentFolder === null) return {};
  return {
    [skillName]: {
      description:
        "Opens a skill by its name: how a certain task is done here. A file beside it is named after it, as in NAME/file.md. Without a name, lists all skills.",
      inputSchema: z.object({ name: z.string().max(longestSkillName).optional().describe("As the list has it") }),
      execute: async ({ name }: { readonly name?: string }) =>
        openSkill(agentFolder, name ?? "", (await findAsking()).id),
    },
  } as ToolSet;
}

const longestSkillName = 300;

/** The call itself is what is kept, wherever it is written from. */
function makeRememberTool(): ToolSet {
  return {
    [rememberName]: {
      description:
        "Keeps a fact, preference, instruction or decision of this chat in sight for good, also when the conversation around it has left your view. Use it for what will matter later, once.",
      inputSchema: z.object({ text: z.string().min(1).max(longestMemory).describe("One self-contained sentence") }),
      execute: async () => "Kept: it stays in sight in this chat.",
    },
  } as ToolSet;
}

function makeCompactTool(compact: Compact): ToolSet {
  return {
    compact: {
      description:
        "Summarises the older part of this conversation before the next step, to make room. Everything stays in the log and can be opened with recall. Use it between two tasks, not in the middle of one.",
      inputSchema: z.object({}),
      execute: async () => compact(),
    },
  } as ToolSet;
}
