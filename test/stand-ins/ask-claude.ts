/** Asks the claude command in its first argument, and waits for its answer. */
import { makeClaudeCodeModel } from "@clewline/agent/models/claude-code/claude-code-model.js";

const command = process.argv[2] ?? "";
const { fast } = makeClaudeCodeModel({ command, env: process.env });
await fast({ system: "", text: "Hi", maxTokens: 100, signal: new AbortController().signal });
