/**
 * Tools for a loop that is not ours. The SDK runs what was approved before it asks for its first view, and by then another
 * process may have gone on with the turn: a call that was approved runs only where the turn is claimed.
 */
import type { ToolSet } from "ai";
import { ClewError } from "../core/errors.js";
import type { OpenTurn } from "../engine/answer/open-turn.js";
import { listApprovedCalls } from "./approvals.js";

export interface ApprovedTools {
  readonly tools: ToolSet;
  /** Throws if the turn could not be claimed. */
  claimed(): Promise<void>;
}

export function guardApprovedTools(open: OpenTurn, tools: ToolSet, signal: AbortSignal | undefined): ApprovedTools {
  const approved = listApprovedCalls(open.newest);
  let claim: Promise<void> = Promise.resolve();
  if (approved.size === 0) return { tools, claimed: () => claim };
  let isAsked = false;
  const claimFor = async (call: string): Promise<void> => {
    if (!isAsked) claim = claimCalls(open, approved, signal);
    isAsked = true;
    if (approved.has(call)) await claim;
  };
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(tool, claimFor)]);
  return { tools: Object.fromEntries(guarded) as ToolSet, claimed: () => claim };
}

async function claimCalls(open: OpenTurn, approved: ReadonlySet<unknown>, signal: AbortSignal | undefined) {
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
