/** The verbs of an open log with what answers in it. */

import {
  describeModelInUse,
  findLaneOrRoot,
  keepList,
  pickLoopOptions,
  resumeTurn,
  syncView,
} from "@clewline/agent/answer.js";
import type { AnswerRuntime } from "@clewline/agent/answer-runtime.js";
import { beginFreshTurn, beginGiven } from "@clewline/agent/chat/begin-given.js";
import { makeHostTools } from "@clewline/agent/chat/host-tools.js";
import { parseMessage } from "@clewline/agent/incoming-message.js";
import { makeSyncMiddleware, type SyncVerbs } from "@clewline/agent/middleware.js";
import { checkBeginOptions, checkSyncOptions, checkViewOptions, laneNames } from "@clewline/agent/option-names.js";
import type { ViewResult } from "@clewline/agent/turn.js";
import { readBudget } from "@clewline/agent/window.js";
import { parseCommand } from "@clewline/core/conversation/typed-command.js";
import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, parseSessionKey } from "@clewline/core/log/keys.js";
import { checkKind, checkOptions, checkText, type OptionNames } from "@clewline/engine/check-options.js";
import { compactAsCalled } from "@clewline/engine/commands/call-context.js";
import { runCommand } from "@clewline/engine/commands/run-command.js";
import { readTypedEnds } from "@clewline/engine/commands/typed-range.js";
import { undoCompaction } from "@clewline/engine/commands/undo-compaction.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { CompactResult } from "@clewline/engine/growth/compact-lane.js";
import { cleanIncoming } from "@clewline/engine/intake/redact/clean-ids.js";
import { resolveMessageLane } from "@clewline/engine/intake/resolve-lane.js";
import { recogniseVoice } from "@clewline/engine/intake/voice/own-voice.js";
import { editMessage, type KeptEntry, observe } from "@clewline/engine/intake/write-message.js";
import { resolveNamedLane } from "@clewline/engine/read/inspect.js";
import type { Clew, CompactOptions, KeptMessage } from "./clew.js";
import { buildLogVerbs } from "./log-verbs.js";

/** How long `close` waits for a loop that has given its answer and is about to say so. */
const closingMs = 2_000;

export function buildClewVerbs(runtime: AnswerRuntime): Clew {
  const { engine, activeTurns } = runtime;
  return {
    ...buildAnsweringVerbs(runtime),
    messages: async (session, options = {}) => {
      const { readUiMessages } = await import("@clewline/agent/chat/read-messages.js");
      return readUiMessages(engine, session, options);
    },
    ...buildLogVerbs(engine),
    observe: async (message) => describeKept(await observe(engine, cleanIncoming(engine, parseMessage(message)))),
    edit: async (message) => {
      const parsed = cleanIncoming(engine, parseMessage(message));
      return describeKept(await editMessage(engine, parsed, parsed.deleted));
    },
    command: async (message, options = {}) => {
      const { bot } = checkOptions(options, { bot: "text" });
      const parsed = cleanIncoming(engine, parseMessage(message));
      if (recogniseVoice(engine, parsed).role === "agent") return null;
      const command = parseCommand(readCommandText(parsed) ?? "", bot ?? null);
      if (command === null) return null;
      return activeTurns.during(
        runCommand(engine, await resolveMessageLane(engine, parsed), command, activeTurns.closing),
      );
    },
    compact: async (choice = {}) => {
      const { session, lane, ...wish } = checkOptions(choice, compactNames);
      const ref = await resolveNamedLane(engine, session ?? null, lane ?? null);
      return activeTurns.during(compactWished(engine, ref, wish, activeTurns.closing));
    },
    close: () => closeLog(runtime),
    [Symbol.asyncDispose]: () => closeLog(runtime),
    location: engine.store.location,
  };
}

function describeKept(result: KeptEntry): KeptMessage {
  return result.kept ? { kept: true } : result;
}

const syncNames: OptionNames<Parameters<Clew["sync"]>[0]> = {
  session: "text",
  messages: true,
  group: "switch",
  usage: true,
  model: "text",
};

const compactNames: OptionNames<CompactOptions> = {
  ...laneNames,
  from: "id",
  to: "id",
  focus: "text",
  undo: "switch",
};

async function compactWished(
  engine: Engine,
  ref: LaneRef,
  { from, to, focus, undo = false }: Omit<CompactOptions, "session" | "lane">,
  signal: AbortSignal,
): Promise<CompactResult> {
  const isRange = from !== undefined || to !== undefined;
  if (undo && (isRange || focus !== undefined))
    throw new ClewError("options/bad", "undo goes with neither from, to nor focus", {
      hint: "Take the compaction back first, then compact again",
    });
  if (undo) return undoCompaction(engine, ref);
  const wish = {
    ...(isRange ? { range: await readTypedEnds(engine, ref, { from, to }) } : {}),
    ...(focus === undefined ? {} : { focus }),
  };
  return compactAsCalled(engine, ref, wish, signal);
}

async function closeLog({ engine, activeTurns }: AnswerRuntime): Promise<void> {
  try {
    await activeTurns.settled(closingMs);
    await Promise.race([engine.learning.finished(), pass(closingMs)]);
    await activeTurns.leave();
  } finally {
    await engine.store.close();
  }
}

/** Does not keep the process alive. */
function pass(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

type AnsweringVerb = "begin" | "stream" | "generate" | "model" | "middleware" | "sync" | "tools" | "turn";

function buildAnsweringVerbs(runtime: AnswerRuntime): Pick<Clew, AnsweringVerb> {
  return {
    begin: async (given, options = {}) => beginGiven(runtime, given, checkBeginOptions(options)),
    stream: async (given, options = {}) =>
      (await beginFreshTurn(runtime, given, options)).stream(pickLoopOptions(options)),
    generate: async (given, options = {}) =>
      (await beginFreshTurn(runtime, given, options)).generate(pickLoopOptions(options)),
    model: async (options = {}) => {
      const { name, ...choice } = checkOptions(options, { ...laneNames, name: "text" });
      return describeModelInUse(runtime, name, await findLaneOrRoot(runtime.engine, choice));
    },
    middleware: (options) => {
      checkSyncOptions(options);
      const sync: SyncVerbs["sync"] = (...given) => syncView(runtime, ...given);
      return makeSyncMiddleware({ sync, keep: (list) => keepList(runtime, list) }, runtime.engine, options);
    },
    sync: async (given, options = {}) => {
      checkText("session", checkOptions(given, syncNames).session);
      checkKind("messages", given.messages, "list");
      return (await syncView(runtime, given, checkViewOptions(options))) as ViewResult;
    },
    tools: (options) => {
      const { window, ...choice } = checkOptions(options, { ...laneNames, window: true });
      parseSessionKey(checkText("session", choice.session));
      if (window !== undefined) readBudget(window);
      return makeHostTools(runtime, () => findLaneOrRoot(runtime.engine, choice), window);
    },
    turn: async (id) => resumeTurn(runtime, checkText("id", id)),
  };
}

/** A command is nothing but its text, and taking it back asks for nothing. */
function readCommandText({ parts, deleted }: ReturnType<typeof parseMessage>): string | null {
  const [part, ...more] = parts;
  return part?.kind === "text" && more.length === 0 && !deleted ? part.text : null;
}
