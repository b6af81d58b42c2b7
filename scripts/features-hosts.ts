import type { FeatureGroup } from "./feature.js";

export const hosts: FeatureGroup = {
  title: "Hosts",
  features: [
    {
      name: "A web chat with `useChat`: the newest message or the whole list, regenerate, edit, branches",
      tests: ["messages.test.ts", "web-chat.test.ts"],
    },
    {
      name: "A list that the host keeps, by `sync` or by one line of middleware",
      tests: ["sync.test.ts"],
    },
    {
      name: "A bot in groups, with topics, edits, duplicates and restarts",
      tests: ["group-bot.test.ts"],
    },
    {
      name: "Calls that wait for a person, one by one, across restarts",
      tests: ["approvals.test.ts"],
    },
    {
      name: "Subagents with a window of their own, and one that reads files",
      tests: ["subagents.test.ts", "explorer-closed.test.ts"],
    },
    {
      name: "`clew mcp`: search, recall and whole conversations for any agent",
      tests: ["mcp.test.ts"],
    },
    {
      name: "Commands in a chat: `/context`, `/compact`, `/config`",
      tests: ["commands.test.ts", "cli-compact.test.ts"],
    },
    {
      name: "A command line to talk, look, import, export and check",
      tests: ["cli.test.ts", "cli-chat.test.ts", "cli-import.test.ts", "terminal-text.test.ts"],
    },
    {
      name: "A gateway in front of agents that speak Anthropic Messages, Chat Completions, Responses or Gemini, by their base URL",
      tests: [
        "gateway/anthropic.test.ts",
        "gateway/wires.test.ts",
        "gateway/openai.test.ts",
        "gateway/gemini.test.ts",
        "gateway/turns.test.ts",
        "gateway/who.test.ts",
        "gateway/hostile.test.ts",
        "gateway/leaving.test.ts",
        "gateway/imported.test.ts",
        "gateway/overflow.test.ts",
        "gateway/strange-answers.test.ts",
        "gateway/ai-sdk-clients.test.ts",
        "gateway/references.test.ts",
        "gateway/streams.test.ts",
        "gateway/oracle.test.ts",
        "gateway/oracle-wires.test.ts",
        "gateway/tools.test.ts",
        "gateway/recall/recall.test.ts",
      ],
    },
    {
      name: "A plugin for Claude Code: the log's tools, what a compaction took away with pointers, huge results kept out, every session kept once",
      tests: ["plugin.test.ts"],
    },
    {
      name: "Chats idle for long are archived, and back with their next message; erased only where that is asked for",
      tests: ["acceptance/retention.test.ts"],
    },
  ],
};
