/** The verbs of an open log with what answers in it. */

import { begun, laneOrNew, loopOnly, modelInUse, resumed, synced, toAnswer } from "../agent/answer.js";
import type { Desk } from "../agent/answer-runtime.js";
import { parseMessage } from "../agent/incoming-message.js";
import { syncMiddleware } from "../agent/middleware.js";
import type { ViewResult } from "../agent/turn.js";
import { typedCommand } from "../core/conversation/typed-command.js";
import { compactAsCalled } from "../engine/commands/as-called.js";
import { runCommand } from "../engine/commands/run-command.js";
import { laneOf } from "../engine/intake/lanes.js";
import { edit, observe } from "../engine/intake/write-message.js";
import { laneNamed } from "../engine/read/inspect.js";
import type { Clew } from "./clew.js";
import { buildLogVerbs } from "./log-verbs.js";

/** How long `close` waits for a loop that has given its answer and is about to say so. */
const closingMs = 2_000;

export function buildClewVerbs(desk: Desk): Clew {
  const { house, flight } = desk;
  return {
    ...answeringVerbs(desk),
    ...buildLogVerbs(house),
    observe: async (message) => {
      await observe(house, parseMessage(message));
    },
    edit: async (message) => {
      const parsed = parseMessage(message);
      await edit(house, parsed, parsed.deleted);
    },
    command: async (message, { bot } = {}) => {
      const parsed = parseMessage(message);
      const command = typedCommand(commandText(parsed) ?? "", bot ?? null);
      if (command === null) return null;
      return flight.during(runCommand(house, await laneOf(house, parsed), command, flight.closing));
    },
    compact: async ({ session, lane } = {}) => {
      const ref = await laneNamed(house, session ?? null, lane ?? null);
      return flight.during(compactAsCalled(house, ref, flight.closing));
    },
    close: async () => {
      try {
        await flight.settled(closingMs);
        await flight.leave();
      } finally {
        await house.store.close();
      }
    },
    location: house.store.location,
  };
}

type AnsweringVerb = "begin" | "stream" | "generate" | "model" | "middleware" | "sync" | "turn";

function answeringVerbs(desk: Desk): Pick<Clew, AnsweringVerb> {
  return {
    begin: (given, options = {}) => begun(desk, given, options),
    stream: async (given, options = {}) => (await toAnswer(desk, given, options)).stream(loopOnly(options)),
    generate: async (given, options = {}) => (await toAnswer(desk, given, options)).generate(loopOnly(options)),
    model: async ({ name, ...choice } = {}) => modelInUse(desk, name, await laneOrNew(desk.house, choice)),
    middleware: (options) => syncMiddleware((...given) => synced(desk, ...given), desk.house, options),
    sync: async ({ session, messages }, options = {}) => (await synced(desk, session, messages, options)) as ViewResult,
    turn: (id) => resumed(desk, id),
  };
}

/** A command is nothing but its text, and taking it back asks for nothing. */
function commandText({ parts, deleted }: ReturnType<typeof parseMessage>): string | null {
  const [part, ...more] = parts;
  return part?.kind === "text" && more.length === 0 && !deleted ? part.text : null;
}
