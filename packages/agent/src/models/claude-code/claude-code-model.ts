import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { ModelAdapter } from "@clewline/core/model/model-adapter.js";
import type { Model } from "../sdk-model.js";
import { makeClaudeTextModel } from "./complete.js";
import type { Environment } from "./environment.js";
import { findClaude } from "./environment.js";
import { makeNotInstalledError } from "./failure.js";
import { type ClaudeCommand, makeClaudeCommandModel } from "./model.js";

export interface ClaudeCodeOptions {
  /** As the command names it: sonnet, opus, a full name. By default the command's own choice. */
  readonly model?: string;
  /** The path of the command; searched for by default. */
  readonly command?: string;
  /** Only what the command needs to log in and run is passed on. */
  readonly env: Environment;
}

/** The user's own `claude` command and login. The first call finds out whether it is installed. */
export function makeClaudeCodeModel({ model, command, env }: ClaudeCodeOptions): ModelAdapter<Model, AbortSignal> {
  const name = model === undefined ? "claude-code" : `claude-code:${model}`;
  const find = () => {
    const path = command ?? findClaude(env);
    if (path === null) throw makeNotInstalledError();
    return path;
  };
  const claude: ClaudeCommand = { command: find, env, model };
  return {
    name,
    model: makeClaudeCommandModel(claude),
    fast: makeClaudeTextModel({ ...claude, model: findModelFacts(name).fast ?? "haiku" }),
    facts: async () => findModelFacts(name),
  };
}
