import { findModelFacts } from "../../core/model/facts/find-facts.js";
import type { ModelAdapter } from "../../core/model/model-adapter.js";
import type { Model } from "../sdk-model.js";
import { makeClaudeTextModel } from "./complete.js";
import type { Environment } from "./environment.js";
import { makeNotInstalledError } from "./failure.js";
import { findClaude } from "./find-claude.js";
import { type ClaudeCommand, makeClaudeCommandModel } from "./model.js";

export interface ClaudeCodeOptions {
  /** As the command names it: sonnet, opus, a full name. The command's own choice by default. */
  readonly model?: string;
  /** The path of the command; looked for by default. */
  readonly command?: string;
  /** Only the command's own login and what it needs to run is passed on. */
  readonly env: Environment;
}

/** The user's own `claude` command, with the user's own login. Whether it is there is seen at the first call. */
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
