/** The end of a request's turn: its answer is kept, and its state. */
import { ClewError } from "@clewline/core/errors.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { endListTurn } from "@clewline/engine/answer/list/end-turn.js";
import { keepListReply } from "@clewline/engine/answer/list/keep-reply.js";
import type { ListedMessage } from "@clewline/engine/answer/list/listed-message.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import { isObject, type Json, toJson } from "@clewline/text/json.js";
import type { KnownThought } from "../bound/bound-request.js";
import { placeReply } from "../recall/place-reply.js";
import type { RecallResult } from "../recall/run-recall.js";
import type { Wire, WireMessage } from "../wire/wire.js";
import { type ListedCalls, listNames, makeListedMessage, nameResults } from "./listed-messages.js";

/** With an answer to its end, without one, or with a client that did not wait for it. */
export type AnswerEnd = "whole" | "failed" | "left";

/** Where the client runs a tool before it asks again, the turn goes on. */
export async function endTurn(
  engine: Engine,
  open: OpenTurn,
  reply: WireMessage | null,
  end: AnswerEnd,
): Promise<void> {
  if (end === "failed") await endListTurn(engine, open.record, "failed");
  else if (end === "left") await endListTurn(engine, open.record, "cancelled");
  else if (reply !== null && isLastWord(reply)) {
    await unlessEnded(() => open.end({ state: "completed", reason: null, reply: [], usage: null }));
  }
}

/** Whether nothing is left to do: the client runs no tool before it asks again. */
function isLastWord({ items }: WireMessage): boolean {
  return items.length > 0 && !items.some(({ item }) => item.kind === "called" && item.hosted !== true);
}

/** Another request of the chat may have ended the turn already; what came for it is in the log all the same. */
export async function unlessEnded(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ClewError) || error.code !== "turn/not-running") throw error;
  }
}

/**
 * With the name of its model. Its first words come with the bonds of its reasoning; where it matters who made that, each item does, of
 * which any may be sealed.
 */
export function bindItem(item: HostItem, model: string, bound: readonly KnownThought[]): HostItem {
  const isModels = item.kind === "said" ? item.role === "agent" : item.kind === "called";
  if (!isModels) return item;
  const named = { ...item, model };
  const hasThought = item.kind === "said" && item.parts.some(({ kind }) => kind === "reasoning");
  const isBound = hasThought || bound.some((each) => each.model !== undefined);
  return isBound && bound.length > 0 && isObject(item.raw)
    ? { ...named, raw: { ...item.raw, bound: toJson(bound) } }
    : named;
}

/** A turn whose list is in the log. */
interface AnsweredTurn {
  readonly ref: LaneRef;
  readonly turn: TurnRecord;
  /** The lane's last seq when the list was taken in. */
  readonly last: number;
  readonly messages: readonly ListedMessage[];
  /** Results of recalls that stand beside calls of the client's tools. */
  readonly beside?: readonly RecallResult[];
  /** Marks what follows the list. */
  readonly mark: (key: readonly Json[]) => string;
}

interface KeptAnswer {
  readonly wire: Wire;
  readonly reply: WireMessage | null;
  readonly shown: WireMessage | null;
  readonly id: string | null;
  readonly bound: readonly KnownThought[];
  /** As `provider:model`. */
  readonly model: string;
}

/** It is known by what the client has of it, since that comes back in its list. What was recalled for it stands in its step. */
export async function keepAnswer(
  engine: Engine,
  running: AnsweredTurn,
  { wire, reply, shown, id, bound, model }: KeptAnswer,
): Promise<void> {
  const { ref, turn, last, messages, mark, beside = [] } = running;
  const known = shown ?? reply;
  if (reply === null || known === null || reply.items.length === 0) return;
  const own = known === reply ? reply : placeReply(reply, known, wire);
  const calls: ListedCalls = new Map();
  const { items: said, ...listed } = makeListedMessage(own, mark(known.key), calls);
  const items = [...said.map((item) => bindItem(item, model, bound)), ...nameResults(beside, calls)];
  // Names are told from the end on.
  const names = listNames(own);
  const all = names.length === 0 ? names : [...names, ...beside.map(({ call }) => `${call} recalled`)];
  const answer = { ...listed, items, id, names: all };
  await keepListReply(engine, { ref, turn, last, messages: [...messages, answer] });
}
