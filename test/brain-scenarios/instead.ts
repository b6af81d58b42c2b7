/** What some brains can't do by their nature: why, and what they do instead. Whatever is not here runs on every brain. */
import type { Brain } from "./brain.js";
import * as offline from "./offline-scenarios.js";
import type { scenarios } from "./scenarios.js";
import { limitTold } from "./sizing.js";

interface Instead {
  readonly why: string;
  run(adapter: Brain, other: Brain): Promise<void>;
}

/** By brain and scenario. */
export const instead: Readonly<Record<string, Readonly<Partial<Record<keyof typeof scenarios, Instead>>>>> = {
  "claude-code": {
    rateLimit: {
      why: "the command waits by itself, so a limit that it tells of is an error, which compacts nothing",
      run: limitTold,
    },
  },
  offline: {
    chat: { why: "it has no words of its own, so it quotes what was said, and costs nothing", run: offline.chat },
    tools: { why: "it calls no tools, and its answer says that no model is connected", run: offline.tools },
    parallelTools: { why: "it calls no tools, so there are never two at once", run: offline.tools },
    approval: { why: "it calls no tools, so nothing waits for an approval", run: offline.approval },
    overflowInMidTurn: { why: "it sends nothing, so nobody refuses a log of any length", run: offline.large },
    overflowInMidStream: { why: "it sends nothing, so nobody breaks off an answer", run: offline.large },
    cancel: { why: "it is stopped between two lines of its quotes", run: offline.cancel },
    modelSwitch: {
      why: "it quotes what the model before it said, and the model after it reads on",
      run: offline.modelSwitch,
    },
    restart: { why: "it sends nothing, and quotes what was said before the restart", run: offline.restart },
    subagent: { why: "it calls no tools, so it hands nothing over", run: offline.subagent },
    rateLimit: { why: "it sends nothing, so there is no limit to meet", run: offline.large },
    threeByteCharacters: { why: "it sends nothing, and quotes three-byte characters whole", run: offline.threeBytes },
  },
};
