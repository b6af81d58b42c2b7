/** Reads a chat's messages for its page. */

import { ClewError } from "@clewline/core/errors.js";
import { parseLaneKey, parseSessionKey, type TurnId } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { checkOptions, checkText, type OptionNames } from "@clewline/engine/check-options.js";
import type { Engine } from "@clewline/engine/engine.js";
import { readConversation } from "@clewline/engine/intake/conversation.js";
import { describeValue } from "@clewline/text/error-text.js";
import type { UIMessage } from "ai";
import { makeUiMessages } from "./ui-messages.js";

interface MessageChoice {
  readonly lane?: string | undefined;
  readonly limit?: number | undefined;
  readonly surface?: string | undefined;
  readonly at?: string | undefined;
}

const choiceNames: OptionNames<MessageChoice> = { lane: "text", limit: true, surface: "text", at: "text" };

/** As many as a page can show, by default. */
const defaultLimit = 1_000;

/** A chat of which nothing is known has no messages yet: its page is opened before its first one. */
export async function readUiMessages(engine: Engine, given: string, options: MessageChoice): Promise<UIMessage[]> {
  const { lane, limit = defaultLimit, surface = null, at } = checkOptions(options, choiceNames);
  if (!Number.isInteger(limit) || limit < 1)
    throw new ClewError("options/bad", `limit is ${describeValue(limit)}`, {
      hint: "Give a whole number of at least 1",
    });
  const session = parseSessionKey(checkText("session", given));
  const named = lane === undefined ? route({ session, topic: null, replyTo: null }, null) : parseLaneKey(lane);
  const ref = { owner: engine.owner, session, lane: named };
  const turn = at === undefined ? null : ((await findTurn(engine, ref, at)) as TurnId);
  return makeUiMessages(engine, ref, await readConversation(engine, ref, { limit, surface, at: turn }));
}

/** An answer may have been sent under an id of the host. */
async function findTurn({ store }: Engine, ref: Parameters<Engine["store"]["turns"]>[0], at: string): Promise<string> {
  if ((await store.turn(ref, at as TurnId)) !== null) return at;
  const found = await store.bySource(ref, at);
  return found?.entry.turn ?? at;
}
