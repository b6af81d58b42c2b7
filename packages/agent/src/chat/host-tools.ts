/** Our tools for a loop that is not ours, over a list that the host keeps: by them the model opens what its view left out. */

import type { LaneRef } from "@clewline/core/log/keys.js";
import { compactAsCalled } from "@clewline/engine/commands/call-context.js";
import type { CompactResult } from "@clewline/engine/growth/compact-lane.js";
import type { ToolSet } from "ai";
import type { AnswerRuntime } from "../answer-runtime.js";
import { bindCompactTool, bindLogTools } from "../loop-tools.js";
import type { ViewOptions } from "../turn.js";

export function makeHostTools(
  { engine, activeTurns }: AnswerRuntime,
  findLane: () => Promise<LaneRef>,
  window: ViewOptions["window"],
): ToolSet {
  const findAsking = async () => {
    const ref = await findLane();
    // The newest turn is the one whose view the model was shown.
    const [newest] = await engine.store.turns(ref, 1);
    return newest ?? { ref };
  };
  return {
    ...bindLogTools(engine, findAsking, { window, isChild: false }),
    ...bindCompactTool(engine, async () =>
      describeCompaction(await activeTurns.during(compactAsCalled(engine, await findLane(), {}, activeTurns.closing))),
    ),
  };
}

function describeCompaction(result: CompactResult): string {
  if (result.kind === "nothing") return `Nothing was summarised. ${result.why}.`;
  const summarised = result.kind === "compacted" ? result.summarised : 0;
  return `The older part was summarised: ${summarised} messages and steps.`;
}
