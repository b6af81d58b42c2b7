import { statSync } from "node:fs";
import { resolve } from "node:path";
import { sessionKey } from "../../core/log/keys.js";
import { usageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { inMemory, locationOf, windowOf, withClew } from "../program/open-log.js";
import type { Screen } from "../terminal/screen.js";
import type { AnswerOptions } from "./answer.js";
import { type Keyboard, pipedKeyboard, type Terminal, typedKeyboard } from "./input.js";
import { dataVoice, spokenVoice } from "./output.js";
import { heedingSignals, heedingWarnings, type Interrupts } from "./signals.js";
import { talk } from "./talk.js";

export const chat: CommandDetails = {
  example: 'clew chat    (in a pipe: echo "What did we decide?" | clew chat)',
  most: 1,
  heeds: ["window"],
  options: [
    { name: "model", value: "NAME", line: "e.g. ollama:qwen3; a key, Ollama or claude are found by themselves" },
    { name: "session", value: "KEY", line: "the chat; terminal:default unless told" },
    { name: "folder", value: "DIR", line: "the model may explore the files in it; it can't change them" },
    { name: "plain", line: "no prompt and no colour, each line a message; a pipe is always plain" },
  ],
  run: (input) => {
    const { stdin, stdout, env } = process;
    return runChat(input, { input: stdin, output: stdout, isDumb: env.TERM === "dumb" });
  },
};

/** The same at a terminal, or a pipe, that was handed over. */
export async function runChat(typed: Input, terminal: Terminal): Promise<number> {
  const isPrompted = isForPeople(typed, terminal);
  const input = isPrompted ? typed : { ...typed, screen: plain(typed.screen) };
  const session = sessionKey(input.text("session") ?? "terminal:default");
  const options = answerOptions(input);
  const { path, because } = await locationOf(input);
  const place = inMemory(input.text("store"))
    ? { store: "memory", because: "gone when the chat ends" }
    : { store: path, because };
  const voice = input.json ? dataVoice(input.screen) : spokenVoice(input.screen, isPrompted);
  const chatting = (interrupts: Interrupts) =>
    withClew(
      input,
      async (clew) => {
        const keyboard = keyboardAt(input, terminal, isPrompted, interrupts);
        interrupts.onEnd(() => keyboard.close());
        try {
          return await talk({ clew, input, session, options, voice, interrupts }, place, keyboard);
        } finally {
          keyboard.close();
        }
      },
      { store: place.store, window: windowOf(input), create: true },
    );
  return heedingWarnings(voice, () =>
    heedingSignals(isPrompted, async (interrupts) => {
      const isFine = await chatting(interrupts);
      return interrupts.code ?? (isFine || isPrompted ? 0 : 1);
    }),
  );
}

function isForPeople(input: Input, { input: stream }: Terminal): boolean {
  return stream.isTTY === true && input.screen.columns !== null && !input.has("plain") && !input.json;
}

function plain(screen: Screen): Screen {
  return { ...screen, columns: null, live: null, paint: (_style, text) => text };
}

function answerOptions(input: Input): AnswerOptions {
  const model = input.text("model");
  const folder = input.text("folder");
  return {
    ...(model === undefined ? {} : { model }),
    ...(folder === undefined ? {} : { subagents: { explorer: { folder: folderAt(folder) } } }),
  };
}

function folderAt(typed: string): string {
  const path = resolve(typed);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw usageError(`There is no folder ${path}`, "Check the path after --folder");
}

function keyboardAt(input: Input, terminal: Terminal, isPrompted: boolean, interrupts: Interrupts): Keyboard {
  const [first] = input.arguments;
  if (!isPrompted) return pipedKeyboard(terminal.input, first);
  const prompt = (sign: string) => input.screen.paint("cyan", sign);
  return typedKeyboard(terminal, { first: prompt("> "), more: prompt("… "), interrupt: interrupts.stop }, first);
}
