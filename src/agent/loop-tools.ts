/** The tools that the agent gets from us: to open what has left its view, to keep what must not leave, to make room. */
import type { ToolSet } from "ai";
import { z } from "zod";
import { ClewError } from "../core/errors.js";
import { longestMemory, rememberName, skillName } from "../core/log/own-tools.js";
import { countAvailableTokens } from "../core/policy/budget.js";
import { isStateless } from "../core/policy/policy.js";
import { openSkill } from "../engine/answer/agent-folder/open-skill.js";
import type { AskingTurn } from "../engine/answer/remembered/turn-reach.js";
import type { Engine } from "../engine/engine.js";
import { answerRecall } from "../engine/read/answer-recall.js";
import { pickRecallLimit, recallPage } from "../engine/read/recall.js";
import { describeTexts, makeLeanSchema } from "./ai-sdk/lean-schema.js";
import { makeRecallTool } from "./ai-sdk/recall-tool.js";
import { bindMemoryTools } from "./tools/memory-tools.js";
import type { ViewOptions } from "./turn.js";
import { readBudget } from "./window.js";

/** Where a call comes from: the lane, and the turn whose own look-ups it may open. */
type FindAsking = () => AskingTurn | Promise<AskingTurn>;

/** What reads the log and writes to it. `isChild` is for the lane of a subagent. */
export function bindLogTools(
  engine: Engine,
  findAsking: FindAsking,
  { window, isChild }: { readonly window: ViewOptions["window"]; readonly isChild: boolean },
): ToolSet {
  const budget = window === undefined ? engine.budget : readBudget(window);
  const available = countAvailableTokens(budget);
  const limit = Math.min(recallPage, Math.floor(available / 4));
  return {
    ...bindRecallTool(engine, findAsking, pickRecallLimit(available)),
    ...bindSkillTool(engine, findAsking),
    ...makeRememberTool(engine.memory && !isChild),
    ...(isChild ? {} : bindMemoryTools(engine, findAsking, limit)),
  };
}

function bindRecallTool(engine: Engine, findAsking: FindAsking, limit: number): ToolSet {
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

/** Makes room, and says so to the model. */
type Compact = () => string | Promise<string>;

/** Where every view is made anew there is nothing to compact. */
export function bindCompactTool({ policy }: Engine, compact: Compact): ToolSet {
  return isStateless(policy) ? {} : makeCompactTool(compact);
}

/** Nothing without a folder to open skills from. */
function bindSkillTool({ agentFolder }: Engine, findAsking: FindAsking): ToolSet {
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

/** The call itself is what is kept, wherever it is written from; where there are memories, one is learned from it behind the reply. */
function makeRememberTool(isShared: boolean): ToolSet {
  return {
    [rememberName]: {
      description: "Keeps a self-contained sentence in sight for good, once.",
      inputSchema: makeLeanSchema(describeTexts("text"), () =>
        z.object({ text: z.string().trim().min(1).max(longestMemory) }),
      ),
      execute: async () => `Kept: it stays in sight in this chat${isShared ? ", and is found from others" : ""}.`,
    },
  } as ToolSet;
}

function makeCompactTool(compact: Compact): ToolSet {
  return {
    compact: {
      description:
        "Summarises the older part of this conversation, to make room. Use it between two tasks, not in the middle of one.",
      inputSchema: makeLeanSchema(describeTexts(), () => z.object({})),
      execute: async () => compact(),
    },
  } as ToolSet;
}
