/** The tools by which the agent asks for what other chats told, and forgets it. A subagent, which knows its task alone, has none of them. */
import type { ToolSet } from "ai";
import { z } from "zod";
import { ClewError } from "../../core/errors.js";
import { conversationName, forgetName, searchName } from "../../core/log/own-tools.js";
import type { AskingTurn } from "../../engine/answer/remembered/turn-reach.js";
import type { Engine } from "../../engine/engine.js";
import { describeTexts, makeLeanSchema } from "../ai-sdk/lean-schema.js";

/** In characters. Not in the schemas, which every call pays for. */
const longest = 2_000;

export function bindMemoryTools(
  engine: Engine,
  findAsking: () => AskingTurn | Promise<AskingTurn>,
  limit: number,
): ToolSet {
  if (!engine.memory) return {};
  const bind =
    <Input>(answer: (tools: TurnTools, asking: AskingTurn, input: Input) => Promise<string>) =>
    async (input: Input) => {
      // What answers is loaded with the first call: most turns make none.
      const tools = await import("../../engine/answer/remembered/turn-tools.js");
      return answer(tools, await findAsking(), input).catch(explainMistake);
    };
  return {
    [searchName]: {
      description: "Finds memories and messages, of other chats too.",
      inputSchema: makeLeanSchema(describeTexts("query"), () => z.object({ query: z.string() })),
      execute: bind<{ readonly query: string }>((tools, asking, { query }) =>
        tools.searchFromTurn(engine, asking, query.slice(0, longest), limit),
      ),
    },
    [conversationName]: {
      description: "Shows what was said around a pointer, or before, or after.",
      inputSchema: makeLeanSchema(describeTexts("pointer", "direction"), () =>
        z.object({ pointer: z.string(), direction: z.enum(["around", "before", "after"]).optional().catch("around") }),
      ),
      execute: bind<Parameters<TurnTools["readFromTurn"]>[2]>((tools, asking, page) =>
        tools.readFromTurn(engine, asking, page, limit),
      ),
    },
    [forgetName]: {
      description: "Forgets a memory by its words, if the user wants it.",
      inputSchema: makeLeanSchema(describeTexts("text"), () => z.object({ text: z.string() })),
      execute: bind<{ readonly text: string }>((tools, asking, { text }) =>
        tools.forgetFromTurn(engine, asking, text.slice(0, longest)),
      ),
    },
  } as ToolSet;
}

type TurnTools = typeof import("../../engine/answer/remembered/turn-tools.js");

/** The model mistyped something, or it is gone meanwhile: that is an answer for the model, not a failure of the turn. */
function explainMistake(error: unknown): string {
  if (error instanceof ClewError && /^(?:pointer|memory)\//.test(error.code)) return `${error.message}.`;
  throw error;
}
