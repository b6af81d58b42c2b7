/** The clients of the check. What is not pinned here is not proved: they change every week. */
import type { Client, Going } from "./client.js";
import { key } from "./client.js";

/** `CLEW_CLIENTS_MODEL` chooses another: newer ones check the reasoning that comes back. */
const chosenModel = process.env.CLEW_CLIENTS_MODEL;
const model = chosenModel ?? "claude-sonnet-5";
const geminiModel = chosenModel ?? "gemini-2.5-flash";

const quietClaude = {
  ANTHROPIC_API_KEY: key,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
};

function writeClaudeWords(prompt: string, going: Going): readonly string[] {
  return ["-p", prompt, "--output-format", "json", ...choose(going, "--continue", "--resume")];
}

const claudeCode: Client = {
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.325",
  wire: "Anthropic Messages",
  model,
  program: "node_modules/.bin/claude",
  hasIds: true,
  takesBack: true,
  environment: ({ url }) => ({
    ...{ ANTHROPIC_BASE_URL: url, ...quietClaude },
    ...(chosenModel !== undefined && { ANTHROPIC_MODEL: chosenModel }),
  }),
  words: writeClaudeWords,
  underRun: { environment: () => quietClaude, words: writeClaudeWords },
  readId: (output) => /"session_id":"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "Read", input: { file_path: path } }),
};

const pi: Client = {
  ...makePi("anthropic-messages", ""),
  wire: "Anthropic Messages",
  underRun: {
    environment: () => ({ PI_OFFLINE: "1", ANTHROPIC_API_KEY: key }),
    words: (prompt) => ["--provider", "anthropic", "--model", "claude-sonnet-4-5", "--mode", "json", "-p", prompt],
  },
};

function makePi(api: string, path: string): Omit<Client, "wire"> {
  return {
    name: "pi",
    package: "@earendil-works/pi-coding-agent",
    version: "0.87.1",
    model,
    program: "node_modules/.bin/pi",
    node: 24,
    hasIds: true,
    files: ({ home, url }) => ({
      [`${home}/.pi/agent/models.json`]: JSON.stringify({
        providers: {
          through: {
            ...{ baseUrl: `${url}${path}`, api, apiKey: key },
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
}

const piChat: Client = {
  ...makePi("openai-completions", "/v1"),
  wire: "Chat Completions",
};

function writeQwenWords(prompt: string, going: Going): readonly string[] {
  const chosen = choose(going, "--continue", "--resume");
  return ["--auth-type", "openai", "--output-format", "json", ...chosen, "-p", prompt];
}

const qwen: Client = {
  name: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  wire: "Chat Completions",
  model,
  program: "node_modules/.bin/qwen",
  node: 24,
  hasIds: true,
  // It asks for the rest of an answer that broke off, and puts the whole in the place of both.
  takesBack: true,
  environment: ({ url }) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model }),
  words: writeQwenWords,
  underRun: { environment: () => ({ OPENAI_API_KEY: key, OPENAI_MODEL: model }), words: writeQwenWords },
  readId: (output) => /"session_id":\s*"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "read_file", input: { file_path: path } }),
};

const openCode: Client = {
  name: "OpenCode",
  package: "opencode-ai",
  version: "1.18.18",
  wire: "Chat Completions",
  model,
  program: "node_modules/.bin/opencode",
  node: 24,
  hasIds: true,
  // The reasoning of an answer that broke off stands in its list once the next answer has come.
  takesBack: true,
  files: ({ folder, url }) => ({
    [`${folder}/opencode.json`]: JSON.stringify({
      provider: {
        through: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${url}/v1`, apiKey: key },
          models: { [model]: { limit: { context: 200_000, output: 8_000 } } },
        },
      },
      model: `through/${model}`,
    }),
  }),
  environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
  words: (prompt, going) => ["run", prompt, "--format", "json", ...choose(going, "--continue", "--session")],
  underRun: {
    environment: () => ({
      ...{ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", ANTHROPIC_API_KEY: key },
    }),
    wire: "Anthropic Messages",
    words: (prompt) => ["run", prompt, "--format", "json", "--model", "anthropic/claude-sonnet-4-5"],
  },
  readId: (output) => /"sessionID":"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "read", input: { filePath: path } }),
};

function writeCodexWords(prompt: string, going: Going): readonly string[] {
  return [
    ...["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--json"],
    ...(going === "new" ? [] : ["resume", going === "on" ? "--last" : going.id]),
    prompt,
  ];
}

const codex: Client = {
  name: "Codex",
  package: "@openai/codex",
  version: "0.166.0",
  wire: "Responses",
  model,
  program: "node_modules/.bin/codex",
  node: 24,
  hasIds: true,
  files: ({ home, url }) => ({
    [`${home}/.codex/config.toml`]: [
      `model = "${model}"`,
      'model_provider = "through"',
      "[model_providers.through]",
      'name = "through"',
      `base_url = "${url}/v1"`,
      'env_key = "THROUGH_KEY"',
      'wire_api = "responses"',
      "",
    ].join("\n"),
  }),
  environment: () => ({ THROUGH_KEY: key }),
  words: writeCodexWords,
  underRun: { environment: () => ({ OPENAI_API_KEY: key }), words: writeCodexWords },
  readId: (output) => /"thread_id":"([^"]+)"/.exec(output)?.[1] ?? null,
  // Models of the sixth generation write programs that call its tools.
  readFile: (path) =>
    model.startsWith("gpt-6")
      ? { name: "exec", input: `text((await tools.exec_command({ cmd: "cat ${path}" })).output);` }
      : { name: "exec_command", input: { cmd: `cat ${path}` } },
};

/** Without a model it asks another one which to take. */
function writeGeminiWords(prompt: string, going: Going): readonly string[] {
  return [
    ...["-m", geminiModel, "--output-format", "json", "--skip-trust"],
    ...(going === "new" ? [] : ["--resume", going === "on" ? "latest" : going.id]),
    ...["-p", prompt],
  ];
}

const gemini: Client = {
  name: "Gemini CLI",
  package: "@google/gemini-cli",
  version: "0.61.0",
  wire: "Gemini",
  model: geminiModel,
  program: "node_modules/.bin/gemini",
  node: 24,
  hasIds: true,
  files: ({ home }) => ({
    [`${home}/.gemini/settings.json`]: JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    }),
  }),
  environment: ({ url }) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  words: writeGeminiWords,
  underRun: { environment: () => ({ GEMINI_API_KEY: key }), words: writeGeminiWords },
  readId: (output) => /"session_id":\s*"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "read_file", input: { file_path: path } }),
};

const cline: Client = {
  name: "Cline",
  package: "cline",
  version: "3.0.65",
  wire: "Chat Completions",
  model,
  // The other one that it has only looks for this.
  program: `node_modules/@cline/cli-${process.platform}-${process.arch}/bin/cline`,
  node: 24,
  hasIds: false,
  // It takes the address from its settings alone.
  files: ({ home, url }) => ({
    [`${home}/.cline/data/settings/providers.json`]: JSON.stringify({
      ...{ version: 1, lastUsedProvider: "openai-compatible", modes: {} },
      providers: {
        "openai-compatible": {
          settings: { provider: "openai-compatible", apiKey: key, model, baseUrl: `${url}/v1` },
          ...{ updatedAt: "2026-11-01T00:00:00.000Z", tokenSource: "manual" },
        },
      },
    }),
  }),
  environment: () => ({}),
  words: (prompt, going) => (going === "new" ? ["-P", "openai-compatible", "-m", model, "--json", prompt] : null),
  readId: () => null,
  readFile: (path) => ({ name: "read_files", input: { files: [{ path }] } }),
};

let newestOfOpenClaw = "";

const openClaw: Client = {
  name: "OpenClaw",
  package: "openclaw",
  version: "2026.9.6",
  wire: "Chat Completions",
  model,
  program: "node_modules/.bin/openclaw",
  node: 24,
  hasIds: true,
  takesBack: true,
  files: ({ home, url }) => ({
    [`${home}/.openclaw/openclaw.json`]: JSON.stringify({
      models: {
        providers: {
          through: {
            ...{ baseUrl: `${url}/v1`, apiKey: key, api: "openai-completions" },
            models: [{ id: model, name: model, contextWindow: 200_000, maxTokens: 8_000, input: ["text"] }],
          },
        },
      },
      agents: { defaults: { model: { primary: `through/${model}` } } },
    }),
  }),
  environment: () => ({}),
  // It has no newest session: the caller names each.
  words: (prompt, going) => {
    if (going === "new") newestOfOpenClaw = `chat-${Date.now()}`;
    const id = typeof going === "string" ? newestOfOpenClaw : going.id;
    return ["agent", "--local", "--json", "--session-id", id, "--message", prompt];
  },
  readId: (output) => /"sessionId":\s*"([^"]+)"/.exec(output)?.[1] ?? null,
  readFile: (path) => ({ name: "read", input: { path } }),
};

export const clients: readonly Client[] = [claudeCode, pi, codex, piChat, openCode, qwen, gemini, openClaw, cline];

function choose(going: Going, on: string, by: string): readonly string[] {
  if (going === "new") return [];
  return going === "on" ? [on] : [by, going.id];
}
