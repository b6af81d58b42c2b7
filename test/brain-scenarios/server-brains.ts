/** Brains behind a server: the stand-in speaks the vendor's format, and the official client stands between. */
import { type StandIn, startAnthropic, startGemini, startOpenaiChat, startOpenaiResponses } from "clewline/testing";
import { startLocal } from "../stand-ins/local-servers.js";
import { startOllama } from "../stand-ins/ollama.js";
import type { Brain, Script, Started } from "./brain.js";

interface Vendor {
  readonly model: string;
  /** Its key in [servers], and the variable with the key. */
  readonly server: string;
  readonly key: string | null;
  start(script: Script): Promise<StandIn>;
}

const key = "a-key";
/** More than any scenario needs. */
const localWindow = 262_144;

const vendors: readonly Vendor[] = [
  {
    model: "anthropic:claude-sonnet-4-5",
    server: "anthropic",
    key: "ANTHROPIC_API_KEY",
    start: (script) => startAnthropic(script, { key }),
  },
  {
    model: "openai:gpt-5",
    server: "openai",
    key: "OPENAI_API_KEY",
    start: (script) => startOpenaiResponses(script, { key }),
  },
  {
    model: "google:gemini-3-flash",
    server: "google",
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    start: (script) => startGemini(script, { key }),
  },
  {
    model: "openai-chat:gpt-5",
    server: "openai",
    key: "OPENAI_API_KEY",
    start: (script) => startOpenaiChat(script, { key }),
  },
  {
    model: "ollama:qwen3",
    server: "ollama",
    key: null,
    start: (script) =>
      startOllama(script, { info: { "general.architecture": "qwen3", "qwen3.context_length": localWindow } }),
  },
  {
    model: "vllm:local-model",
    server: "vllm",
    key: null,
    start: (script) => startLocal("vllm", script, { models: ["local-model"], window: localWindow }),
  },
];

export const serverBrains: readonly Brain[] = vendors.map(
  (vendor): Brain => ({
    name: vendor.model,
    start: async (script) => startedAt(vendor, await vendor.start(script)),
    // The responses endpoint says that the window is exceeded, and not by how much.
    namesLimit: vendor.model !== "openai:gpt-5",
  }),
);

function startedAt({ model, server, key: variable }: Vendor, standIn: StandIn): Started {
  return {
    model,
    servers: { [server]: standIn.origin },
    env: variable === null ? {} : { [variable]: key },
    requests: standIn.requests,
    get window() {
      return standIn.window;
    },
    set window(tokens) {
      standIn.window = tokens;
    },
    close: standIn.close,
  };
}
