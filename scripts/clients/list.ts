/** The clients of the check. What is not pinned here is not proved: they change every week. */
import type { Client, Going } from "./client.js";
import { key } from "./client.js";

const model = "claude-sonnet-5";

const claudeCode: Client = {
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.325",
  wire: "Anthropic Messages",
  program: "node_modules/.bin/claude",
  hasIds: true,
  environment: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  }),
  words: (prompt, going) => ["-p", prompt, "--output-format", "json", ...choose(going, "--continue", "--resume")],
  readId: (output) => /"session_id":"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "Read", input: { file_path: path } }),
};

const pi: Client = {
  name: "pi",
  package: "@earendil-works/pi-coding-agent",
  version: "0.87.1",
  wire: "Anthropic Messages",
  program: "node_modules/.bin/pi",
  node: 24,
  hasIds: true,
  files: ({ home, url }) => ({
    [`${home}/.pi/agent/models.json`]: JSON.stringify({
      providers: {
        through: {
          ...{ baseUrl: url, api: "anthropic-messages", apiKey: key },
          models: [{ id: model, name: model, contextWindow: 200_000, maxTokens: 8_000, input: ["text"] }],
        },
      },
    }),
  }),
  environment: () => ({ PI_OFFLINE: "1" }),
  words: (prompt, going) => [
    ...["--provider", "through", "--model", model, "--mode", "json"],
    ...choose(going, "--continue", "--session"),
    ...["-p", prompt],
  ],
  readId: (output) => /"type":"session"[^\n]*?"id":"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "read", input: { path } }),
};

export const clients: readonly Client[] = [claudeCode, pi];

function choose(going: Going, on: string, by: string): readonly string[] {
  if (going === "new") return [];
  return going === "on" ? [on] : [by, going.id];
}
