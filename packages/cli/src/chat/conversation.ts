import type { LaneSelector } from "@clewline/agent/answer-options.js";
import type { Clew } from "@clewline/clewline/compose/clew.js";
import { findServer } from "@clewline/clewline/config/find-server.js";
import { ClewError } from "@clewline/core/errors.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { type ColdCall, isExpensive } from "@clewline/core/model/cold-call.js";
import { describeCold } from "@clewline/engine/commands/status-text.js";
import type { Input } from "../program/command.js";
import { loadInputConfig } from "../program/open-log.js";
import { type AnswerOptions, answer, type ModelInUse } from "./answer.js";
import type { ChatEvent } from "./event.js";
import type { Keyboard } from "./input.js";
import { findLastExchange } from "./opening.js";
import { type ChatOutput, describeServer } from "./output.js";
import type { Interrupts } from "./signals.js";
import { parseSlashCommand, runSlash, type SlashCommand } from "./slash-commands.js";
import { describeTrouble } from "./trouble.js";

export interface ChatContext {
  readonly clew: Clew;
  readonly input: Input;
  readonly session: string;
  readonly options: AnswerOptions;
  readonly voice: ChatOutput;
  readonly interrupts: Interrupts;
}

/** Where the log is, and how it was found. */
interface Place {
  readonly store: string;
  readonly because: string;
}

interface ChatState {
  readonly lane: string;
  model: ModelInUse;
  options: AnswerOptions;
}

/** Returns false if something went wrong. */
export async function runConversation(given: ChatContext, place: Place, keyboard: Keyboard): Promise<boolean> {
  const course = await beginChat(given, place);
  let isFine = true;
  for (let text = await keyboard.next(); text !== null; text = await keyboard.next()) {
    if (text.trim() === "") continue;
    given.voice.begin();
    const outcome = await handleText(given, course, text.trimEnd());
    if (outcome === "failed") isFine = false;
    if (outcome === "exit" || given.interrupts.code !== null) break;
    given.voice.over();
  }
  return isFine;
}

async function beginChat({ clew, input, session, options, voice }: ChatContext, place: Place): Promise<ChatState> {
  const lane = route({ session: parseSessionKey(session), topic: null, replyTo: null }, null);
  const model = await clew.model({ name: input.text("model"), session });
  const note = model.name === "offline" && options.model === undefined ? offlineNote : undefined;
  await voice.tell(await makeModelEvent(input, model, note));
  await tellFastServer(input, model, voice);
  await voice.tell({ type: "chat", ...place, session });
  const last = await findLastExchange(clew, session, lane);
  if (last !== null) await voice.tell({ type: "last", ...last });
  const cold = last === null ? null : await findColdCall(clew, { session, lane }, model);
  if (cold !== null)
    await voice.tell({ type: "remark", text: `${describeCold(cold)} /compact first makes it cheaper.` });
  voice.over();
  return { lane, model, options };
}

/** Null where it is cheap, or nothing can be told: nobody's chat has to wait for a warning. */
async function findColdCall(clew: Clew, choice: LaneSelector, { name, facts }: ModelInUse): Promise<ColdCall | null> {
  if (!facts.known || facts.input === 0) return null;
  try {
    const { cold } = await clew.context(choice);
    return cold !== null && cold.model === name && isExpensive(cold) ? cold : null;
  } catch (error) {
    if (error instanceof ClewError) return null;
    throw error;
  }
}

const offlineNote = "Answers are quotes from the log";

async function handleText(given: ChatContext, course: ChatState, text: string): Promise<"fine" | "failed" | "exit"> {
  const { clew, session, voice, interrupts } = given;
  const command = parseSlashCommand(text);
  try {
    if (command !== null) return await handleCommand(given, course, command);
    const { model, options } = course;
    const isAnswered = await answer({ clew, session, voice, model, options, stop: interrupts.begin() }, text);
    return isAnswered ? "fine" : "failed";
  } catch (error) {
    await voice.tell({ type: "error", ...describeTrouble(error, course.model.name) });
    return "failed";
  } finally {
    interrupts.done();
  }
}

async function handleCommand(
  { clew, input, session, voice }: ChatContext,
  course: ChatState,
  command: SlashCommand,
): Promise<"fine" | "exit"> {
  const { lane, model } = course;
  const done = await runSlash({ clew, input, session, lane, model }, command);
  if (done.kind === "exit") return "exit";
  if (done.kind === "said") {
    await voice.tell({ type: "command", command: `/${command.name}`, text: done.text });
    return "fine";
  }
  course.model = done.model;
  course.options = { ...course.options, model: done.model.name };
  await voice.tell(await makeModelEvent(input, done.model, done.note));
  return "fine";
}

async function makeModelEvent(
  input: Input,
  { name, because, window }: ModelInUse,
  note: string | undefined,
): Promise<ChatEvent> {
  const server = findServer(name, await loadInputConfig(input), process.env);
  return {
    type: "model",
    name,
    because,
    window,
    ...(server === null ? {} : { server }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Summaries contain the conversation too, and may go elsewhere. */
async function tellFastServer(input: Input, { name }: ModelInUse, voice: ChatOutput): Promise<void> {
  const config = await loadInputConfig(input);
  if (config.fastModel === undefined) return;
  const server = findServer(config.fastModel, config, process.env);
  if (server === null || server.address === findServer(name, config, process.env)?.address) return;
  await voice.tell({ type: "remark", text: `Short tasks: ${config.fastModel}. ${describeServer(server)}` });
}
