/**
 * A call that a person allowed runs once. The SDK runs what was approved before it asks for its first view, and by then
 * another handle may have gone on with the turn, or somebody may have stopped it: so the turn is claimed first, and before
 * each call the log itself is asked whether it still is.
 */

import { ClewError } from "@clewline/core/errors.js";
import { isOpen } from "@clewline/core/log/turn.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import type { ToolSet } from "ai";
import { listApprovedCalls, takeAnsweredStep } from "./approvals.js";
import type { Driver } from "./presence/drivers.js";

export interface ApprovedTools {
  readonly tools: ToolSet;
  /** Throws if the turn could not be claimed. */
  claimed(): Promise<void>;
}

export function guardApprovedTools(
  open: OpenTurn,
  tools: ToolSet,
  driver: Driver,
  signal: AbortSignal | undefined,
): ApprovedTools {
  const isAnswered = isOpen(open.record.state) && takeAnsweredStep(open.newest).length > 0;
  if (!isAnswered) return { tools, claimed: async () => undefined };
  const approved = listApprovedCalls(open.newest);
  let claim: Promise<void> | null = null;
  // Also what came of calls that were refused, or that another loop has run, is kept only by whoever has the turn.
  const claimed = () => {
    claim ??= claimCalls(open, approved, driver, signal);
    return claim;
  };
  const claimFor = async (call: string): Promise<void> => {
    if (!approved.has(call)) return;
    await claimed();
    await open.confirm();
  };
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(tool, claimFor)]);
  return { tools: Object.fromEntries(guarded) as ToolSet, claimed };
}

async function claimCalls(
  open: OpenTurn,
  approved: ReadonlySet<unknown>,
  driver: Driver,
  signal: AbortSignal | undefined,
): Promise<void> {
  driver.take();
  await open.start(signal);
  const left = listApprovedCalls(open.newest);
  if ([...approved].every((call) => left.has(call))) return;
  throw new ClewError(
    "lane/busy",
    `Turn ${open.record.id} was gone on with elsewhere: its calls have run or were refused`,
    {
      hint: "Take it up as it is now: clew.turn(id)",
    },
  );
}

/** A tool may hand over its result at once or bit by bit, which is known only when it runs. */
function guardTool(tool: ToolSet[string], claimFor: (call: string) => Promise<void>): ToolSet[string] {
  const { execute } = tool;
  if (execute === undefined) return tool;
  async function* run(input: never, options: { readonly toolCallId: string }) {
    await claimFor(options.toolCallId);
    const result: unknown = execute?.(input, options as never);
    if (isIterable(result)) yield* result;
    else yield await result;
  }
  return { ...tool, execute: run } as ToolSet[string];
}

function isIterable(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}
