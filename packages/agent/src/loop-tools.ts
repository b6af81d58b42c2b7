/** The tools that the agent gets from us: to open what has left its view, to keep what must not leave, to make room. */

import { compactName, skillName } from "@clewline/core/log/own-tools.js";
import { countAvailableTokens } from "@clewline/core/policy/budget.js";
import { isStateless } from "@clewline/core/policy/policy.js";
import { openSkill } from "@clewline/engine/answer/agent-folder/open-skill.js";
import type { Engine } from "@clewline/engine/engine.js";
import { pickRecallLimit, recallPage } from "@clewline/engine/read/recall.js";
import type { ToolSet } from "ai";
import { z } from "zod";
import { describeTexts, makeLeanSchema } from "./ai-sdk/lean-schema.js";
import { bindMemoryTools, type FindAsking } from "./tools/memory-tools.js";
import type { ViewOptions } from "./turn.js";
import { readBudget } from "./window.js";

/** Binds the tools that read the log and write to it. `isChild` is for the lane of a subagent. */
export function bindLogTools(
  engine: Engine,
  findAsking: FindAsking,
  { window, isChild }: { readonly window: ViewOptions["window"]; readonly isChild: boolean },
): ToolSet {
  const budget = window === undefined ? engine.budget : readBudget(window);
  const available = countAvailableTokens(budget);
  const page = Math.min(recallPage, Math.floor(available / 4));
  return {
    ...bindMemoryTools(engine, findAsking, isChild, { limit: pickRecallLimit(available), page }),
    ...bindSkillTool(engine, findAsking),
  };
}

/** Makes room, and says so to the model. */
type Compact = () => string | Promise<string>;

/** Returns no tool for a stateless policy: it makes every view anew, so there is nothing to compact. */
export function bindCompactTool({ policy }: Engine, compact: Compact): ToolSet {
  return isStateless(policy) ? {} : makeCompactTool(compact);
}

/** Returns no tool without an agent folder to open skills from. */
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

function makeCompactTool(compact: Compact): ToolSet {
  return {
    [compactName]: {
      description: "Summarises the older part of this conversation, to make room: between two tasks, not within one.",
      inputSchema: makeLeanSchema(describeTexts(), () => z.object({})),
      execute: async () => compact(),
    },
  } as ToolSet;
}
