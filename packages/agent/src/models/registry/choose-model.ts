/** Chooses the model if none is named: what the user already has, strongest first, and finally none. */

import { ClewError } from "@clewline/core/errors.js";
import { findClaude } from "../claude-code/environment.js";
import { findKeyVariable } from "../native/native.js";
import { listInstalledModels } from "../ollama/server.js";
import { connectModel, usualModels } from "./connect-model.js";
import { isHere, makeOllamaServer } from "./local-models.js";
import type { ModelContext, SdkModelAdapter } from "./wrap-model.js";

export interface ChosenModel {
  readonly adapter: SdkModelAdapter;
  /** For the user, without a final full stop. */
  readonly because: string;
}

interface Candidate {
  readonly name: string;
  readonly because: string;
}

/** Providers whose keys are looked for, in this order. */
const keyed = ["anthropic", "openai", "google", "openrouter"];

/** A local Ollama answers at once, so more time would only delay the start. */
const ollamaDeadlineMs = 500;

/** Skips what can't be used, such as a key without its package, and says so in `because`. */
export async function chooseModel(context: ModelContext): Promise<ChosenModel> {
  const passed: string[] = [];
  let missing: ClewError | null = null;
  for await (const { name, because } of listCandidates(context)) {
    try {
      const adapter = await connectModel(name, context);
      return { adapter, because: [because, ...passed].join(". ") };
    } catch (error) {
      if (!(error instanceof ClewError) || error.code !== "model/unavailable") throw error;
      missing ??= error;
      passed.push(`${because}, but ${error.message}: ${error.hint ?? ""}`);
    }
  }
  // A user with a key wants a model, and could take quotes for its answer.
  if (missing !== null) throw missing;
  return { adapter: await connectModel("offline", context), because: nothing };
}

const nothing = "There is no key in the environment, no Ollama on this machine and no claude command";

async function* listCandidates(context: ModelContext): AsyncGenerator<Candidate, void> {
  for (const provider of keyed) {
    const variable = findKeyVariable(provider, context.env);
    if (variable !== null) yield { name: `${provider}:${usualModels[provider]}`, because: `${variable} is set` };
  }
  yield* listOllamaCandidates(context);
  if (findClaude(context.env) !== null) yield { name: "claude-code", because: "The claude command is on this machine" };
}

async function* listOllamaCandidates(context: ModelContext): AsyncGenerator<Candidate, void> {
  const server = makeOllamaServer(context);
  const [newest] = await listInstalledModels(server, AbortSignal.timeout(ollamaDeadlineMs)).catch(giveNoModels);
  if (newest === undefined) return;
  const place = isHere(server.address) ? "runs on this machine" : `answers at ${server.address}`;
  yield { name: `ollama:${newest}`, because: `Ollama ${place}` };
}

/** The server does not answer, or not in time: try the next choice. */
function giveNoModels(): readonly string[] {
  return [];
}
