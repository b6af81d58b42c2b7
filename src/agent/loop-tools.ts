/** The tools that the agent gets from us: to open what has left its view, to keep what must not leave, to make room. */
import type { ToolSet } from "ai";
import { z } from "zod";
import { ClewError } from "../core/errors.js";
import { longestMemory, rememberName } from "../core/log/own-tools.js";
import { countAvailableTokens } from "../core/policy/budget.js";
import { isStateless } from "../core/policy/policy.js";
import type { OpenTurn } from "../engine/answer/open-turn.js";
import type { Engine } from "../engine/engine.js";
import { parseLineRange, type RecallInput, recall, recallPage } from "../engine/read/recall.js";
import { recallQuestion } from "../engine/read/recall-question.js";
import { makeRecallTool, type RecallOutput } from "./ai-sdk/recall-tool.js";
import type { ViewOptions } from "./turn.js";
import { readBudget } from "./window.js";

export function bindRecallTool(engine: Engine, open: OpenTurn, window: ViewOptions["window"]): ToolSet {
  const budget = window === undefined ? engine.budget : readBudget(window);
  const limit = Math.min(recallPage, Math.floor(countAvailableTokens(budget) / 4));
  return makeRecallTool(async (input) => {
    try {
      return await answerRecall(engine, open, input, limit);
    } catch (error) {
      // The model mistyped a pointer: that is an answer for the model, not a failure of the turn.
      if (error instanceof ClewError && error.code === "pointer/unknown")
        return `${error.message}. ${error.hint ?? ""}`;
      throw error;
    }
  });
}

async function answerRecall(engine: Engine, open: OpenTurn, input: RecallInput, limit: number): Promise<RecallOutput> {
  const { pointer, question, offset = 0, find = null, lines } = input;
  const { ref, id, surface = null } = open.record;
  if (pointer !== undefined && question === undefined) {
    const page = await recall(engine, ref, {
      pointer,
      offset,
      find,
      lines: parseLineRange(lines),
      limit,
      surface,
      turn: id,
    });
    if (page.kind === "nothing") return page.text;
    const text = page.next === null ? page.text : `${page.text}\n[go on with offset ${page.next} of ${page.of}]`;
    return page.files === undefined ? text : { text, files: page.files };
  }
  if (question === undefined || pointer !== undefined) return "Give either a pointer or a question.";
  return recallQuestion(engine, { kind: "lane", ref }, question, { limit, surface, offset, turn: id });
}

/** For our own loop, besides `recall`. Where every view is made anew there is nothing to compact. */
export function makeOwnTools({ policy }: Engine, open: OpenTurn): ToolSet {
  return { ...makeRememberTool(), ...(isStateless(policy) ? {} : makeCompactTool(open)) };
}

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

function makeCompactTool(open: OpenTurn): ToolSet {
  return {
    compact: {
      description:
        "Summarises the older part of this conversation before the next step, to make room. Everything stays in the log and can be opened with recall. Use it between two tasks, not in the middle of one.",
      inputSchema: z.object({}),
      execute: async () => {
        open.compactNext();
        return "The older part will be summarised before the next step.";
      },
    },
  } as ToolSet;
}
