import type { ListedCommand } from "./command.js";
import { makeHelpCommand } from "./help.js";

/** Everything that can be typed after `clew`. A command's code is loaded only when it runs. */
export const commands: readonly ListedCommand[] = [
  {
    name: "import",
    usage: "FILE…",
    line: "takes in histories: files, folders, archives",
    load: async () => (await import("../transfer/import.js")).importFiles,
  },
  {
    name: "demo",
    usage: "",
    line: "a month of conversation, one question; takes seconds, needs no key",
    load: async () => (await import("../demo/demo.js")).demo,
  },
  {
    name: "try",
    usage: "FILE|SESSION",
    line: "what a transcript cost, and what it would have cost with each policy",
    load: async () => (await import("../try/try.js")).tryPolicies,
  },
  {
    name: "chat",
    usage: '["MESSAGE"]',
    line: "talk with a model; continues where you stopped",
    load: async () => (await import("../chat/chat.js")).chat,
  },
  {
    name: "context",
    usage: "[SESSION]",
    line: "what the model gets on the next message, by layer",
    load: async () => (await import("../explain/context.js")).context,
  },
  {
    name: "status",
    usage: "[SESSION]",
    line: "how full the context is, and what a call costs now",
    load: async () => (await import("../read/fill.js")).fill,
  },
  {
    name: "why",
    usage: '[TURN|"text"]',
    line: "what became of each entry on the last call, and why",
    load: async () => (await import("../explain/why.js")).why,
  },
  {
    name: "diff",
    usage: "[A] [B]",
    line: "what changed from one call to another; the last two by default",
    load: async () => (await import("../explain/diff.js")).diff,
  },
  {
    name: "replay",
    usage: "RECEIPT|TURN",
    line: "the request of a call, byte for byte",
    load: async () => (await import("../explain/replay.js")).replay,
  },
  {
    name: "model",
    usage: "[NAME]",
    line: "which model would answer, why, its window, and what refusals have taught",
    load: async () => (await import("../explain/model.js")).model,
  },
  {
    name: "compact",
    usage: "[SESSION]",
    line: "older messages of a chat become a summary now",
    load: async () => (await import("../transfer/compact.js")).compact,
  },
  {
    name: "config",
    usage: "[NAME [VALUE]]",
    line: "the settings of a chat, or one of them, or a new value for it",
    load: async () => (await import("../read/config.js")).config,
  },
  {
    name: "trust",
    usage: "[FOLDER]",
    line: "lets the clew.toml of a folder say where data and keys go",
    load: async () => (await import("../read/trust.js")).trust,
  },
  {
    name: "log",
    usage: "[SESSION]",
    line: "the newest turns with their ids, one line per entry",
    load: async () => (await import("../read/log.js")).log,
  },
  {
    name: "search",
    usage: "QUERY…",
    line: "finds entries by their words, in all sessions",
    load: async () => (await import("../read/search.js")).search,
  },
  {
    name: "recall",
    usage: "POINTER",
    line: "opens a pointer: an entry, or a list of entries",
    load: async () => (await import("../read/recall.js")).recall,
  },
  {
    name: "memory",
    usage: "[VERB] [NAME|TEXT]",
    line: "what is remembered beyond a chat: list, add, edit, forget, undo, why",
    load: async () => (await import("../memory/memory.js")).memory,
  },
  {
    name: "sessions",
    usage: "",
    line: "all chats in the log, newest first",
    load: async () => (await import("../read/sessions.js")).sessions,
  },
  {
    name: "lanes",
    usage: "[SESSION]",
    line: "the threads of a session, newest first",
    load: async () => (await import("../read/lanes.js")).lanes,
  },
  {
    name: "unsent",
    usage: "[SESSION]",
    line: "replies that nobody said to be sent, newest first",
    load: async () => (await import("../read/unsent.js")).unsent,
  },
  {
    name: "journal",
    usage: "",
    line: "what was summarised on a day, as Markdown",
    load: async () => (await import("../read/journal.js")).journal,
  },
  {
    name: "usage",
    usage: "",
    line: "what the calls of models cost, by day, session, model, layer or role",
    load: async () => (await import("../explain/usage.js")).usage,
  },
  {
    name: "export",
    usage: "[SESSION]",
    line: "the log as lines of JSON that clew import takes back",
    load: async () => (await import("../transfer/export.js")).exportLog,
  },
  {
    name: "erase",
    usage: "",
    line: "takes an entry, a chat or a person out for good, down to the last byte",
    load: async () => (await import("../transfer/erase.js")).erase,
  },
  {
    name: "index",
    usage: "",
    line: "how many messages can be compared by meaning; --wait until all can",
    load: async () => (await import("../transfer/index-log.js")).indexLog,
  },
  {
    name: "mcp",
    usage: "",
    line: "search, recall and memories for MCP clients, over stdio",
    load: async () => (await import("../transfer/mcp.js")).mcp,
  },
  {
    name: "doctor",
    usage: "",
    line: "where the log is, and whether all is well with it",
    load: async () => (await import("../transfer/doctor.js")).doctor,
  },
  {
    name: "help",
    usage: "[COMMAND]",
    line: "what there is, or how one command is used",
    load: async () => makeHelpCommand(commands),
  },
];
