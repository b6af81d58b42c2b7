/** Begins what a host hands over: a message of a channel, or the request of a chat's page. */

import { ClewError } from "@clewline/core/errors.js";
import { listParts } from "@clewline/core/log/entry.js";
import { beginAnew } from "@clewline/engine/answer/begin.js";
import type { BranchPoint } from "@clewline/engine/answer/branch.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { noteGroup } from "@clewline/engine/intake/memories/note-heard.js";
import { resolveMessageLane } from "@clewline/engine/intake/resolve-lane.js";
import { beginAnswer, beginParsed, makeBegunTurn, readBeginOptions } from "../answer.js";
import type { AnswerOptions, BeginOptions } from "../answer-options.js";
import type { AnswerRuntime } from "../answer-runtime.js";
import type { IncomingMessage } from "../incoming-message.js";
import { refuseSteps } from "../loop.js";
import { checkAnswerOptions } from "../option-names.js";
import type { Turn } from "../turn.js";
import { readBudget } from "../window.js";
import { type ChatAsk, type ChatRequest, isChatRequest, parseChatRequest } from "./chat-request.js";
import { continueTurn } from "./continue-turn.js";

export type GivenMessage = IncomingMessage | readonly IncomingMessage[] | ChatRequest;

export async function beginGiven(runtime: AnswerRuntime, given: GivenMessage, options: BeginOptions): Promise<Turn> {
  return isChatRequest(given)
    ? beginChat(runtime, parseChatRequest(given, runtime.engine), options)
    : beginAnswer(runtime, given, options);
}

async function beginChat(runtime: AnswerRuntime, ask: ChatAsk, options: BeginOptions): Promise<Turn> {
  // Beginning notes the group itself. Waiting here as well, a page's message would fall behind a channel's that came after it.
  if (ask.kind === "said") return beginParsed(runtime, [ask.message], options, { onPage: true });
  const { engine } = runtime;
  const { session, group } = "where" in ask ? ask.where : ask.message;
  await noteGroup(engine, session, group);
  switch (ask.kind) {
    case "answered":
      return continueTurn(runtime, await resolveMessageLane(engine, ask.where), ask.parts);
    case "edited": {
      const { message, id } = ask;
      return beginBranch(runtime, { message, id, instead: message }, options);
    }
    case "again":
      return beginBranch(
        runtime,
        { message: ask.message ?? ask.where, id: ask.id, instead: null },
        options,
        ask.message,
      );
    default:
      return ask satisfies never;
  }
}

interface Turnoff extends Pick<BranchPoint, "id" | "instead"> {
  readonly message: Incoming;
}

/** A message that the log has never seen, because it did not arrive the first time, is a new one. */
async function beginBranch(
  runtime: AnswerRuntime,
  { message, id, instead }: Turnoff,
  options: BeginOptions,
  unseen: Incoming | null = instead,
): Promise<Turn> {
  const { engine, activeTurns } = runtime;
  const ref = await resolveMessageLane(engine, message);
  const point = { ref, id, surface: message.surface ?? null, instead };
  const begun = await activeTurns.during(
    beginAnew(engine, point, { ...readBeginOptions(runtime, options), onPage: true }),
  );
  if (begun !== null) return makeBegunTurn(runtime, begun, await readText(runtime, begun.turn));
  const isSeen = unseen === null || (unseen.id !== null && (await engine.store.bySource(ref, unseen.id)) !== null);
  if (!isSeen) return beginParsed(runtime, [unseen], options, { onPage: true });
  throw new ClewError(
    "message/bad",
    `The conversation has no message ${id === null ? "to answer" : JSON.stringify(id)}`,
    {
      hint: "It may have been edited or answered again elsewhere: load clew.messages anew",
    },
  );
}

/** Reads the text of the messages that the turn answers. */
async function readText(
  { engine }: AnswerRuntime,
  { ref, messages }: Parameters<typeof makeBegunTurn>[1]["turn"],
): Promise<string> {
  const entries = await Promise.all(messages.map((id) => engine.store.byId(ref, id)));
  const parts = entries.flatMap((entry) => (entry === null ? [] : listParts(entry)));
  return parts.map((part) => (part.kind === "text" && typeof part.text === "string" ? part.text : "")).join("\n");
}

/** Throws for a message that was answered already: there is no stream to return. */
export async function beginFreshTurn(
  runtime: AnswerRuntime,
  given: GivenMessage,
  options: AnswerOptions,
): Promise<Turn> {
  checkAnswerOptions(options);
  const { origin, whenBusy, abortSignal, model, maxSteps, window } = options;
  // A mistake in the options is not to cost the message its answer.
  if (maxSteps !== undefined) refuseSteps(maxSteps);
  if (window !== undefined) readBudget(window);
  if (typeof model === "string") await runtime.registry.known(model);
  const turn = await beginGiven(runtime, given, {
    ...(origin === undefined ? {} : { origin }),
    ...(whenBusy === undefined ? {} : { whenBusy }),
    ...(abortSignal === undefined ? {} : { signal: abortSignal }),
  });
  if (!turn.repeated) return turn;
  throw isChatRequest(given) ? makeAnsweredError(turn) : makeRepeatedError(turn);
}

/** The page has nothing to send: it shows what the log has. */
function makeAnsweredError({ state }: Turn): ClewError {
  const told = state === "running" ? "being answered" : state === "completed" ? "answered" : "taken";
  return new ClewError("message/repeated", `This message is ${told} already`, {
    hint: "Load clew.messages anew: the answer is there, or will be. regenerate answers the message again",
  });
}

function makeRepeatedError({ id, state, reply, because }: Turn): ClewError {
  if (because === "own answer" || because === "own message") {
    return new ClewError("message/repeated", "The agent said this message itself, so there is nothing to answer", {
      hint: "Nothing has to be done. begin() says so without an error: turn.because",
    });
  }
  if (reply?.sent === false) {
    return new ClewError(
      "message/repeated",
      "This message is answered already, and nobody said that the answer was sent",
      {
        hint: `The answer is in turn ${id}: (await clew.turn(id)).reply. Send it, then call sent`,
      },
    );
  }
  return new ClewError("message/repeated", `This message is ${state === "completed" ? "answered" : "taken"} already`, {
    hint: "Nothing has to be done. begin() says so without an error: turn.repeated, with the answer as turn.reply",
  });
}
