/** Which model answers where nobody named one: what the user already has, the strongest first, and none at all at the end. */

import { ClewError } from "../../core/errors.js";
import { findClaude } from "../claude-code/find-claude.js";
import { keyVariable } from "../native/native.js";
import { installedModels } from "../ollama/server.js";
import { brainNamed, usualModels } from "./brains.js";
import { isHere, ollamaServer } from "./local-brains.js";
import type { BrainContext, SdkBrain } from "./wrap-model.js";

export interface ChosenBrain {
  readonly brain: SdkBrain;
  /** For the user, without its last full stop. */
  readonly because: string;
}

interface Candidate {
  readonly name: string;
  readonly because: string;
}

/** Whose keys are looked for, in this order. */
const keyed = ["anthropic", "openai", "google", "openrouter"];

/** Whoever runs Ollama on this machine gets an answer at once. */
const ollamaDeadlineMs = 500;

/** What can't be used after all, such as a key whose package is not installed, is passed over for another model, and that is said too. */
export async function chooseBrain(context: BrainContext): Promise<ChosenBrain> {
  const passed: string[] = [];
  let missing: ClewError | null = null;
  for await (const { name, because } of candidates(context)) {
    try {
      const brain = await brainNamed(name, context);
      return { brain, because: [because, ...passed].join(". ") };
    } catch (error) {
      if (!(error instanceof ClewError) || error.code !== "model/unavailable") throw error;
      missing ??= error;
      passed.push(`${because}, but ${error.message}: ${error.hint ?? ""}`);
    }
  }
  // Whoever has a key wants a model: quotes in its place would be taken for its answer.
  if (missing !== null) throw missing;
  return { brain: await brainNamed("offline", context), because: nothing };
}

const nothing = "There is no key in the environment, no Ollama on this machine and no claude command";

async function* candidates(context: BrainContext): AsyncGenerator<Candidate, void> {
  for (const provider of keyed) {
    const variable = keyVariable(provider, context.env);
    if (variable !== null) yield { name: `${provider}:${usualModels[provider]}`, because: `${variable} is set` };
  }
  yield* onOllama(context);
  if (findClaude(context.env) !== null) yield { name: "claude-code", because: "The claude command is on this machine" };
}

async function* onOllama(context: BrainContext): AsyncGenerator<Candidate, void> {
  const server = ollamaServer(context);
  const [newest] = await installedModels(server, AbortSignal.timeout(ollamaDeadlineMs)).catch(nobody);
  if (newest === undefined) return;
  const place = isHere(server.address) ? "runs on this machine" : `answers at ${server.address}`;
  yield { name: `ollama:${newest}`, because: `Ollama ${place}` };
}

/** Nobody is there, or nobody who answers in time: the next choice. */
function nobody(): readonly string[] {
  return [];
}
