/** The tools by which the agent opens what left its view, asks for what other chats told, keeps a text and forgets one. */

import { ClewError } from "@clewline/core/errors.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import { conversationName, longestMemory, rememberName, searchName } from "@clewline/core/log/own-tools.js";
import { hasSchedule } from "@clewline/core/policy/policy.js";
import type { AskingTurn } from "@clewline/engine/answer/remembered/turn-reach.js";
import type { Engine } from "@clewline/engine/engine.js";
import { answerRecall, longestQuestion, recallSpec, wideRecallSpec } from "@clewline/engine/read/answer-recall.js";
import type { ToolSet } from "ai";
import { z } from "zod";
import { describeTexts, makeLeanSchema } from "../ai-sdk/lean-schema.js";
import { makeRecallTool } from "../ai-sdk/recall-tool.js";

/** Where a call comes from: the lane, and the turn whose own look-ups it may open. */
export type FindAsking = () => AskingTurn | Promise<AskingTurn>;

/** In tokens of one answer. */
interface Room {
  /** Of pointers. */
  readonly limit: Tokens;
  /** Of a search or a conversation. */
  readonly page: Tokens;
}

type TurnTools = typeof import("@clewline/engine/answer/remembered/turn-tools.js");

/** The program that answers is loaded with the first call: most turns make none. */
const loadTurnTools = (): Promise<TurnTools> => import("@clewline/engine/answer/remembered/turn-tools.js");

/** A subagent, which knows its task alone, reads its own lane and keeps what it is told. */
export function bindMemoryTools(engine: Engine, findAsking: FindAsking, isChild: boolean, room: Room): ToolSet {
  const isShared = engine.memory && !isChild;
  // Every call pays for a list of tools. The presets that keep to their documents have those that these name.
  const isWide = isShared && hasSchedule(engine.policy);
  return {
    ...bindRecallTool(engine, findAsking, isWide, room),
    ...bindRememberTool(engine, findAsking, isShared),
    ...(isShared && !isWide ? bindSearchTools(engine, findAsking, room) : {}),
  };
}

function bindRecallTool(engine: Engine, findAsking: FindAsking, isWide: boolean, room: Room): ToolSet {
  return makeRecallTool(isWide ? wideRecallSpec : recallSpec, async (input) => {
    const asking = await findAsking();
    if (!isWide) return answerRecall(engine, asking, input, room).catch(explainMistake);
    return (await loadTurnTools()).recallFromTurn(engine, asking, input, room).catch(explainMistake);
  });
}

/** A call with a text is what is kept, wherever it is written from; where there are memories, one is learned from it behind the reply. */
function bindRememberTool(engine: Engine, findAsking: FindAsking, isShared: boolean): ToolSet {
  const text = { type: "string" };
  const json = isShared ? { type: "object", properties: { text, forget: text } } : describeTexts("text");
  const kept = `Kept: it stays in sight in this chat${isShared ? ", and is found from others" : ""}.`;
  return {
    [rememberName]: {
      description: `Keeps a sentence in sight for good${isShared ? ", or forgets a memory" : ""}.`,
      inputSchema: makeLeanSchema(json, () =>
        z.object({ text: z.string().trim().max(longestMemory).optional(), forget: z.string().trim().optional() }),
      ),
      execute: async ({ text, forget }: { readonly text?: string; readonly forget?: string }) => {
        const isForgetting = isShared && forget !== undefined && forget !== "";
        if (!isForgetting && !text) return "Give a text to keep.";
        if (!isForgetting) return kept;
        const tools = await loadTurnTools();
        const given = forget.slice(0, longestQuestion);
        const forgotten = await tools.forgetFromTurn(engine, await findAsking(), given).catch(explainMistake);
        return text ? `${kept} ${forgotten}` : forgotten;
      },
    },
  } as ToolSet;
}

function bindSearchTools(engine: Engine, findAsking: FindAsking, { page }: Room): ToolSet {
  return {
    [searchName]: {
      description: "Finds memories and messages, of other chats too.",
      inputSchema: makeLeanSchema(describeTexts("query"), () => z.object({ query: z.string() })),
      execute: async ({ query }: { readonly query: string }) => {
        const tools = await loadTurnTools();
        const asked = { query: query.slice(0, longestQuestion), limit: page };
        return tools.searchFromTurn(engine, await findAsking(), asked).catch(explainMistake);
      },
    },
    [conversationName]: {
      description: "Shows what was said around a pointer, or before, or after.",
      inputSchema: makeLeanSchema(describeTexts("pointer", "direction"), () =>
        z.object({ pointer: z.string(), direction: z.enum(["around", "before", "after"]).optional().catch("around") }),
      ),
      execute: async (place: Parameters<TurnTools["readFromTurn"]>[2]) => {
        const tools = await loadTurnTools();
        return tools.readFromTurn(engine, await findAsking(), place, page).catch(explainMistake);
      },
    },
  } as ToolSet;
}

/** The model mistyped something, or it is gone meanwhile: that is an answer for the model, not a failure of the turn. */
function explainMistake(error: unknown): string {
  if (error instanceof ClewError && /^(?:pointer|memory)\//.test(error.code))
    return `${error.message}. ${error.hint ?? ""}`.trim();
  throw error;
}
