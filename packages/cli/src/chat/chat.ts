import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { findLocation, isInMemory, readWindow, runWithClew } from "../program/open-log.js";
import type { Screen } from "../terminal/screen.js";
import type { AnswerOptions } from "./answer.js";
import { runConversation } from "./conversation.js";
import { type Keyboard, openPipeKeyboard, openTerminalKeyboard, type Terminal } from "./input.js";
import { makeDataOutput, makeTextOutput } from "./output.js";
import { type Interrupts, runWithSignals, runWithWarnings } from "./signals.js";

export const chat: CommandDetails = {
  example: 'clew chat    (in a pipe: echo "What did we decide?" | clew chat)',
  most: 1,
  heeds: ["window"],
  options: [
    { name: "model", value: "NAME", line: "e.g. ollama:qwen3; by default what this machine has a key or a server for" },
    { name: "session", value: "KEY", line: "the chat; terminal:default by default" },
    { name: "folder", value: "DIR", line: "the model may explore the files in it; it can't change them" },
    { name: "plain", line: "no prompt and no colour, each line a message; a pipe is always plain" },
  ],
  run: (input) => {
    const { stdin, stdout, env } = process;
    return runChat(input, { input: stdin, output: stdout, isDumb: env.TERM === "dumb" });
  },
};

export async function runChat(typed: Input, terminal: Terminal): Promise<number> {
  const isPrompted = isForPeople(typed, terminal);
  const input = isPrompted ? typed : { ...typed, screen: makePlainScreen(typed.screen) };
  const session = parseSessionKey(input.text("session") ?? "terminal:default");
  const options = readAnswerOptions(input);
  const { path, because } = await findLocation(input);
  const place = isInMemory(input.text("store"))
    ? { store: "memory", because: "gone when the chat ends" }
    : { store: path, because };
  const voice = input.json ? makeDataOutput(input.screen) : makeTextOutput(input.screen, isPrompted);
  const chatting = (interrupts: Interrupts) =>
    runWithClew(
      input,
      async (clew) => {
        const keyboard = openKeyboard(input, terminal, isPrompted, interrupts);
        interrupts.onEnd(() => keyboard.close());
        try {
          return await runConversation({ clew, input, session, options, voice, interrupts }, place, keyboard);
        } finally {
          keyboard.close();
        }
      },
      { store: place.store, window: readWindow(input), create: true },
    );
  return runWithWarnings(voice, () =>
    runWithSignals(isPrompted, async (interrupts) => {
      const isFine = await chatting(interrupts);
      return interrupts.code ?? (isFine || isPrompted ? 0 : 1);
    }),
  );
}

function isForPeople(input: Input, { input: stream }: Terminal): boolean {
  return stream.isTTY === true && input.screen.columns !== null && !input.has("plain") && !input.json;
}

function makePlainScreen(screen: Screen): Screen {
  return {
    ...screen,
    get zone() {
      return screen.zone;
    },
    columns: null,
    live: null,
    paint: (_style, text) => text,
  };
}

function readAnswerOptions(input: Input): AnswerOptions {
  const model = input.text("model");
  const folder = input.text("folder");
  return {
    ...(model === undefined ? {} : { model }),
    ...(folder === undefined ? {} : { subagents: { explorer: { folder: resolveFolder(folder) } } }),
  };
}

function resolveFolder(typed: string): string {
  const path = resolve(typed);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw makeUsageError(`There is no folder ${path}`, "Check the path after --folder");
}

function openKeyboard(input: Input, terminal: Terminal, isPrompted: boolean, interrupts: Interrupts): Keyboard {
  const [first] = input.arguments;
  if (!isPrompted) return openPipeKeyboard(terminal.input, first);
  const prompt = (sign: string) => input.screen.paint("cyan", sign);
  return openTerminalKeyboard(terminal, { first: prompt("> "), more: prompt("… "), interrupt: interrupts.stop }, first);
}
