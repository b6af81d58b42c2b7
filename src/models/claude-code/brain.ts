import type { Brain } from "../../core/model/brain.js";
import { factsOf } from "../../core/model/facts/facts-of.js";
import { claudeCodeTextModel } from "./complete.js";
import type { Environment } from "./environment.js";
import { notInstalled } from "./failure.js";
import { findClaude } from "./find-claude.js";
import { type ClaudeCommand, claudeCodeModel } from "./model.js";
import type { Model } from "./model-types.js";

export interface ClaudeCodeOptions {
  /** As the command names it: sonnet, opus, a full name. The command's own choice unless told. */
  readonly model?: string;
  /** The path of the command; looked for unless told. */
  readonly command?: string;
  /** Only the command's own login and what it needs to run is passed on. */
  readonly env: Environment;
}

/** The user's own `claude` command, with the user's own login. Whether it is there is seen at the first call. */
export function claudeCodeBrain({ model, command, env }: ClaudeCodeOptions): Brain<Model, AbortSignal> {
  const name = model === undefined ? "claude-code" : `claude-code:${model}`;
  const find = () => {
    const path = command ?? findClaude(env);
    if (path === null) throw notInstalled();
    return path;
  };
  const claude: ClaudeCommand = { command: find, env, model };
  return {
    name,
    model: claudeCodeModel(claude),
    fast: claudeCodeTextModel({ ...claude, model: factsOf(name).fast ?? "haiku" }),
    facts: async () => factsOf(name),
  };
}
