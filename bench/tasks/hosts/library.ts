/** The task through `clew.generate`: the model is scripted, and reports usage with cache counters. */

import { openConfiguredClew } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import {
  type ModelCall,
  type ProviderModel,
  type ScriptedReply,
  type SeenPart,
  scriptedModel,
} from "@clewline/store-kit/index.js";
import { jsonSchema, type ToolSet, tool } from "ai";
import { countParts, type Outcome, type Play, type Setting, startPlay } from "../play.js";
import { describeFacts } from "../prices.js";

const name = "tasks:scripted";
const system = "You work through lists of jobs. Use your tools, and quote what you find exactly.";

export async function playLibrary(setting: Setting, policy: string): Promise<Outcome> {
  const play = startPlay(setting);
  const { prices, window } = setting;
  const models = new Map([[name, describeFacts(prices, window)]]);
  const options = { store: "memory", memory: false, timeZone: "UTC", instructions: system, policy, window } as const;
  const clew = await openConfiguredClew(options, { ...noConfig, models }, () => undefined, {
    clock: makeSystemClock(play.now),
  });
  try {
    const model = makeModel(play);
    for (const [place, { text }] of play.jobs.entries()) {
      play.begin(place + 1);
      const message = { session: "tasks:1", id: String(place + 1), text, at: play.now() };
      const { text: answer } = await clew.generate(message, { model, maxSteps: 2_000, tools: makeTools(play) });
      if (!play.end(answer)) break;
    }
  } catch (error) {
    play.fail(error instanceof Error ? error.message : String(error));
  } finally {
    await clew.close();
  }
  return play.outcome();
}

function makeTools(play: Play): ToolSet {
  const text = { type: "string" } as const;
  const make = (named: string, about: string, more: Record<string, object>) =>
    tool({
      description: about,
      inputSchema: jsonSchema<Record<string, unknown>>({ type: "object", properties: { path: text, ...more } }),
      execute: async (input) => play.run({ tool: named, input }),
    });
  return {
    read: make("read", "Reads a file, or its lines with one of the texts.", { find: text }),
    edit: make("edit", "Puts values into a file.", { values: { type: "array", items: text } }),
    write: make("write", "Writes a file.", { text }),
  };
}

function makeModel(play: Play): ProviderModel {
  const { prices, window } = play.setting;
  const state: State = { usage: null, tools: [] };
  const scripted = scriptedModel((prompt): ScriptedReply => {
    const parts = readParts(prompt);
    if (state.tools.length === 0) return { text: play.summarise(parts) };
    const tokens = countParts(parts, play.setting);
    if (tokens > window) return { error: new Error(`prompt is too long: ${tokens} tokens > ${window} maximum`) };
    const { reply, counted, output } = play.think(parts, state.tools);
    const beside = tokens - counted.tokens;
    const cache =
      prices.minutes === 0
        ? { noCache: tokens }
        : { noCache: beside, cacheRead: counted.read, cacheWrite: counted.written };
    state.usage = {
      inputTokens: { cacheRead: undefined, cacheWrite: undefined, total: tokens, ...cache },
      outputTokens: { total: output, text: output, reasoning: undefined },
    };
    const { text, calls } = reply;
    return { ...(text !== undefined && { text }), ...(calls !== undefined && { calls }) };
  });
  return {
    ...scripted,
    provider: "tasks",
    modelId: "scripted",
    async doGenerate(call) {
      state.tools = (call.tools ?? []).map((each) => each.name);
      const result = await scripted.doGenerate(call);
      return { ...result, usage: state.usage ?? result.usage };
    },
  };
}

interface State {
  usage: Awaited<ReturnType<ProviderModel["doGenerate"]>>["usage"] | null;
  tools: readonly string[];
}

/** The parts of a prompt in their order. */
function readParts(prompt: ModelCall["prompt"]): readonly SeenPart[] {
  return prompt.flatMap(({ role, content }): readonly SeenPart[] => {
    if (typeof content === "string") return [{ kind: "said", by: "system", text: content }];
    return content.map((part): SeenPart => {
      if (part.type === "text") return { kind: "said", by: role === "user" ? "user" : "agent", text: part.text };
      if (part.type === "tool-call")
        return { kind: "called", id: part.toolCallId, tool: part.toolName, input: JSON.stringify(part.input) };
      if (part.type === "tool-result") return { kind: "returned", id: part.toolCallId, text: readOutput(part.output) };
      return part.type === "reasoning" ? { kind: "thought", text: part.text } : { kind: "media", type: part.type };
    });
  });
}

function readOutput(
  output: Extract<ModelCall["prompt"][number], { role: "tool" }>["content"][number] extends infer Part
    ? Part extends { readonly output: infer Output }
      ? Output
      : never
    : never,
): string {
  if (output.type === "text" || output.type === "error-text") return output.value;
  return JSON.stringify("value" in output ? output.value : output);
}
