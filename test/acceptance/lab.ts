/** A log with its insides in reach, conversations to fill it, and what must hold of every view. */

import { type ActiveTurns, trackTurns } from "@clewline/agent/active-turns.js";
import type { StepCall, Turn, ViewOptions, ViewResult } from "@clewline/agent/turn.js";
import type { Clew } from "@clewline/clewline/compose/clew.js";
import { buildClewVerbs } from "@clewline/clewline/compose/clew-verbs.js";
import { type ClewOptions, makeEngineContext } from "@clewline/clewline/compose/options.js";
import { type LaneRef, parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { computeRoom } from "@clewline/core/policy/budget.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Content, RequestMessage } from "@clewline/core/view/request.js";
import { readSnapshot } from "@clewline/engine/answer/snapshot.js";
import type { Engine } from "@clewline/engine/engine.js";
import { compactionEvent } from "@clewline/engine/growth/compaction.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { expect, onTestFinished } from "vitest";
import { noBrains } from "../no-brains.js";

export const session = "terminal:42";
export const policies = ["balanced", "rolling", "layered"] as const;

export interface Lab {
  readonly clew: Clew;
  readonly engine: Engine;
  readonly ref: LaneRef;
  /** Until the compactions that are being prepared behind the turns stand in the log. */
  prepared(): Promise<void>;
}

/** Closed when the test ends. */
export async function openLab(
  options: ClewOptions = {},
  { store = makeMemoryStore({ hash: sha256 }), deadlineMs = 30_000 }: { store?: LogStore; deadlineMs?: number } = {},
): Promise<Lab> {
  const tracked = trackTurns();
  const preparing: Promise<unknown>[] = [];
  const activeTurns: ActiveTurns = {
    ...tracked,
    behind(key, work) {
      tracked.behind(key, (signal) => {
        const own = work(signal);
        preparing.push(own);
        return own;
      });
    },
  };
  const opened = await makeEngineContext({ timeZone: "UTC", ...options }, store, activeTurns.presence);
  const engine = Object.freeze({ ...opened, fastModelDeadlineMs: deadlineMs });
  const ref = { owner: engine.owner, session: parseSessionKey(session), lane: parseLaneKey("root:42") };
  const clew = buildClewVerbs({ engine, activeTurns, registry: noBrains });
  onTestFinished(() => clew.close());
  const prepared = async () => void (await Promise.allSettled(preparing.splice(0)));
  return { clew, engine, ref, prepared };
}

export type Fits = Extract<ViewResult, { kind: "fits" }>;

export interface Exchange {
  readonly asked: string;
  readonly calls?: readonly StepCall[] | undefined;
  readonly reply?: string;
}

/** A whole turn; every view on the way is checked. Returns the last of them. */
export async function exchange(lab: Lab, { asked, calls, reply = "Noted." }: Exchange): Promise<Fits> {
  const turn = await lab.clew.begin({ session, text: asked });
  let view = await sound(lab, turn);
  if (calls !== undefined) {
    await turn.record({ calls });
    view = await sound(lab, turn);
  }
  await turn.complete({ text: reply });
  return view;
}

/** The turn's view, which must fit, be legal, and end with what is to be answered. */
export async function sound(lab: Lab, turn: Turn, options: ViewOptions = {}): Promise<Fits> {
  const view = await turn.view(options);
  if (view.kind === "too-small") throw new Error(`${view.needed} of ${view.available} tokens`);
  const { window, reply } = lab.engine.budget;
  expect(view.tokens).toBeLessThanOrEqual(computeRoom({ window, reply }, lab.engine.policy));
  expect(recounted(view)).toBeLessThanOrEqual(view.tokens);
  expect(illegal(messagesIn(view))).toEqual([]);
  return view;
}

export function messagesIn({ messages }: Fits): readonly RequestMessage[] {
  return messages as unknown as readonly RequestMessage[];
}

/** What the model reads, as text. */
export function shown(view: Fits): string {
  return `${view.system}\n${JSON.stringify(view.messages)}`;
}

export function contentsIn(view: Fits): readonly Content[] {
  const contents: Content[] = [];
  for (const { content } of messagesIn(view)) contents.push(...content);
  return contents;
}

/** The count of each text that was counted: most of a view was in the one before. */
const counts = new Map<string, number>();

function count(text: string): number {
  const tokens = counts.get(text) ?? countTokens(text, estimated);
  counts.set(text, tokens);
  return tokens;
}

/** From the bytes alone, without what providers put around them. */
function recounted(view: Fits): number {
  const tokens = contentsIn(view).map((content) => {
    switch (content.type) {
      case "text":
      case "reasoning":
        return count(content.text);
      case "tool-call":
        return count(content.toolName) + count(JSON.stringify(content.input));
      case "tool-result":
        return count(content.toolName) + count("value" in content.output ? String(content.output.value) : "");
      default:
        return 0;
    }
  });
  return count(view.system) + tokens.reduce((sum, each) => sum + each, 0);
}

/** What a provider would refuse. */
function illegal(messages: readonly RequestMessage[]): readonly string[] {
  const faults: string[] = [];
  if (messages[0]?.role !== "user") faults.push("it does not begin with a user's message");
  if (messages.at(-1)?.role === "assistant") faults.push("it ends with the assistant's words");
  for (const [index, message] of messages.entries()) {
    const ids = (each: RequestMessage | undefined, type: string) =>
      (each?.content ?? []).flatMap((content) =>
        content.type === type && "toolCallId" in content ? [content.toolCallId] : [],
      );
    const calls = ids(message, "tool-call");
    const next = messages[index + 1];
    const results = next?.role === "tool" ? ids(next, "tool-result") : [];
    if (calls.join() !== results.join()) faults.push(`calls ${calls.join()} have results ${results.join()}`);
    if (message.role === "tool" && messages[index - 1]?.role !== "assistant") faults.push("results without calls");
  }
  return faults;
}

export async function recordsOf(lab: Lab, kind: LaneRecord["kind"]): Promise<readonly LaneRecord[]> {
  return lab.engine.store.records(lab.ref, kind, null, 10_000);
}

/** Events of one name, oldest first: compactions unless told. */
export async function eventsOf(lab: Lab, name = compactionEvent): Promise<readonly Record<string, unknown>[]> {
  const records = await recordsOf(lab, "event");
  return records
    .flatMap((record) =>
      record.kind === "event" && record.name === name ? [record.event as Record<string, unknown>] : [],
    )
    .reverse();
}

/** Where the lane's reductions and its summary stand. */
export async function standing(lab: Lab) {
  const { snapshot } = await readSnapshot(lab.engine, lab.ref, { turn: null, budget: lab.engine.budget, tools: [] });
  const { epoch, summary, candidate, last } = snapshot;
  return { epoch, summary, candidate, last };
}

/** Everything in the log, as text. */
export async function logText({ engine, ref }: Lab): Promise<string> {
  const { last } = await engine.store.read(ref, 0, null);
  const pages = [];
  for (let from = 1; from <= last; from += 1_000) pages.push(...(await engine.store.range(ref, from, from + 999)));
  return JSON.stringify(pages);
}

/** About so many tokens that say nothing, different for every number. */
export function filler(number: number, tokens: number): string {
  const words = ["river", "stone", "lamp", "paper", "garden", "window", "bread", "cloud", "table", "road"];
  return Array.from(
    { length: Math.max(1, Math.floor(tokens / 1.3)) },
    (_, place) => words[(place * 7 + number * 3) % 10],
  ).join(" ");
}
