/** One message and its answer, word by word. */

import type { Clew } from "@clewline/clewline/compose/clew.js";
import { ClewError } from "@clewline/core/errors.js";
import { countSentTokens, priceTokens, type SpentTokens, sumSpentTokens } from "@clewline/core/model/prices.js";
import { readAccount } from "@clewline/core/model/read-account.js";
import { describeError } from "@clewline/text/error-text.js";
import { toJson } from "@clewline/text/json.js";
import type { ChatOutput } from "./output.js";
import { stoppedText } from "./text.js";
import { describeTrouble } from "./trouble.js";

export type ModelInUse = Awaited<ReturnType<Clew["model"]>>;
export type AnswerOptions = Pick<NonNullable<Parameters<Clew["stream"]>[1]>, "model" | "subagents">;
type AnswerStream = Awaited<ReturnType<Clew["stream"]>>;
type Part = AnswerStream["fullStream"] extends AsyncIterable<infer Each> ? Each : never;

export interface AnswerRequest {
  readonly clew: Clew;
  readonly session: string;
  readonly voice: ChatOutput;
  readonly model: ModelInUse;
  readonly options: AnswerOptions;
  readonly stop: AbortSignal;
}

/** The user is one person in all chats of the terminal, so that facts from one chat are known in the others. */
export const terminalPerson = "you";

/** False if something went wrong, which it has reported. A stopped answer is no failure. */
export async function answer(asking: AnswerRequest, text: string): Promise<boolean> {
  const { clew, session, voice, model, options, stop } = asking;
  const failures: unknown[] = [];
  const onError = ({ error }: { readonly error: unknown }) => failures.push(error);
  voice.waiting(`waiting for ${model.name}`);
  try {
    const result = await clew.stream(
      { session, from: terminalPerson, text, group: false },
      { ...options, abortSignal: stop, onError },
    );
    const taken = await forwardAnswer(result, voice);
    await endBrokenTurn(result.turn, stop, failures);
    // The answer is on the screen.
    if (result.turn.reply !== null) await result.turn.sent();
    await voice.tell({
      type: "turn",
      id: result.turn.id,
      state: result.turn.state,
      ...summariseSpending(taken, model),
    });
  } catch (error) {
    // Stopping the wait for another turn of the chat throws too.
    if (stop.aborted) await voice.tell({ type: "remark", text: stoppedText });
    else failures.push(error);
  }
  if (stop.aborted || failures.length === 0) return true;
  await voice.tell({ type: "error", ...describeTrouble(failures[0], model.name) });
  return false;
}

/** The tokens of an answer's calls, as far as their provider reported them. */
interface TokenAccount {
  readonly spent: SpentTokens;
  readonly isWhole: boolean;
}

async function forwardAnswer({ fullStream }: AnswerStream, voice: ChatOutput): Promise<TokenAccount> {
  const counted: SpentTokens[] = [];
  let calls = 0;
  let hasText = false;
  for await (const part of fullStream) {
    switch (part.type) {
      case "text-start":
        if (hasText) await voice.paragraph();
        break;
      case "text-delta":
        hasText ||= part.text !== "";
        await voice.tell({ type: "text", text: part.text });
        break;
      case "reasoning-start":
        voice.waiting("thinking");
        break;
      case "start-step":
        calls += 1;
        break;
      case "finish-step":
        counted.push(...[readAccount(toJson(part.usage))?.spent ?? []].flat());
        break;
      case "finish":
        if (part.finishReason === "length") {
          await voice.tell({ type: "remark", text: "The answer was cut: it reached the model's limit." });
        }
        break;
      default:
        await tellToolPart(part, voice);
    }
  }
  return { spent: sumSpentTokens(counted), isWhole: counted.length === calls };
}

async function tellToolPart(part: Part, voice: ChatOutput): Promise<void> {
  if (part.type !== "tool-call" && part.type !== "tool-result" && part.type !== "tool-error") return;
  const { toolCallId: id, toolName: tool } = part;
  const event = { type: "tool", id, tool, input: toJson(part.input) } as const;
  if (part.type === "tool-call") {
    await voice.tell({ ...event, state: "called" });
    voice.waiting(`${tool} is running`);
  } else if (part.type === "tool-result") await voice.tell({ ...event, state: "returned" });
  else await voice.tell({ ...event, state: "failed", error: describeError(part.error) });
}

/** The loop ends its turn itself; this ends the turn if the stream broke off before that. */
async function endBrokenTurn(
  turn: AnswerStream["turn"],
  stop: AbortSignal,
  failures: readonly unknown[],
): Promise<void> {
  try {
    if (stop.aborted) await turn.cancel();
    else if (failures.length > 0) await turn.fail(failures[0]);
  } catch (error) {
    // The loop was faster.
    if (!(error instanceof ClewError) || error.code !== "turn/not-running") throw error;
  }
}

/** Gives no price if a call was not counted: a stopped one costs something too. */
function summariseSpending({ spent, isWhole }: TokenAccount, { facts }: ModelInUse) {
  const dollars = priceTokens(spent, facts);
  const isFree = facts.input === 0 && facts.output === 0;
  return {
    tokens: { input: countSentTokens(spent), cached: spent.read, output: spent.output },
    cost: facts.known && (isWhole || isFree) ? dollars.input + dollars.output : null,
  };
}
