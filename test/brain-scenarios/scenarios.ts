import type { Brain } from "./brain.js";
import { overflowInMidStream, overflowInMidTurn, rateLimit, threeByteCharacters } from "./sizing.js";
import { cancel, chat, modelSwitch, restart } from "./talking.js";
import { approval, parallelTools, subagent, tools } from "./working.js";

interface Scenario {
  readonly title: string;
  /** `other` is the brain that another one is switched to. */
  run(adapter: Brain, other: Brain): Promise<void>;
}

/** One suite for every brain. */
export const scenarios = {
  chat: { title: "a chat of three turns goes on, and the trace has what each call cost", run: chat },
  tools: { title: "tools run in two steps, and the third call has both results", run: tools },
  parallelTools: {
    title: "two tools are called at once, and both results come back in their order",
    run: parallelTools,
  },
  approval: { title: "a call waits for an approval, also over a restart, and then is run once", run: approval },
  overflowInMidTurn: {
    title: "a window that is smaller than assumed is met in the middle of a turn, and nothing is lost",
    run: overflowInMidTurn,
  },
  overflowInMidStream: {
    title: "an answer that breaks off because of size goes on in the same stream",
    run: overflowInMidStream,
  },
  cancel: {
    title: "a reply that is stopped leaves a cancelled turn, nothing under way, and a chat that goes on",
    run: cancel,
  },
  modelSwitch: { title: "another model goes on where it stopped, and it goes on where that one did", run: modelSwitch },
  restart: { title: "a restart changes nothing in what was sent before", run: restart },
  subagent: { title: "a subagent works in a lane of its own, and only its conclusion comes back", run: subagent },
  rateLimit: { title: "a rate limit is waited for with the same request, and compacts nothing", run: rateLimit },
  threeByteCharacters: {
    title: "64. a window full of three-byte characters arrives whole",
    run: threeByteCharacters,
  },
} as const satisfies Readonly<Record<string, Scenario>>;
