/** Runs a command of clew inside this process, as somebody in a pipe or at a terminal would see it. */
import { PassThrough, Readable } from "node:stream";
import { chat, runChat } from "@clewline/cli/chat/chat.js";
import { hook, runHook } from "@clewline/cli/plugin/hook.js";
import { readInput } from "@clewline/cli/program/arguments.js";
import { runProgram } from "@clewline/cli/program/program.js";
import { makeScreen } from "@clewline/cli/terminal/screen.js";
import { measureColumns } from "@clewline/cli/terminal/text.js";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** With columns it is a terminal of that width, without colours unless they are asked for. */
export async function typed(words: readonly string[], columns?: number, env: NodeJS.ProcessEnv = { NO_COLOR: "1" }) {
  const [out, error] = [pane(columns), pane(columns)];
  const code = await runProgram(
    words,
    makeScreen(out.stream, () => error.stream, env),
  );
  return { code, out: out.text(), error: error.text() } satisfies Ran;
}

/** One message to `clew chat` in a pipe. What would be reported is thrown. */
export async function chatInPipe(message: string, words: readonly string[] = []) {
  const [out, error] = [pane(undefined), pane(undefined)];
  const screen = makeScreen(out.stream, () => error.stream, {});
  const input = Readable.from([`${message}\n`]) as unknown as NodeJS.ReadStream;
  const code = await runChat(readInput({ name: "chat", ...chat }, words, screen), { input, output: process.stdout });
  return { code, error: error.text() };
}

/** The event that Claude Code writes to a hook's standard input. */
export async function hookInPipe(told: string, words: readonly string[]) {
  const [out, error] = [pane(undefined), pane(undefined)];
  const screen = makeScreen(out.stream, () => error.stream, {});
  const code = await runHook(readInput({ name: "hook", ...hook }, words, screen), Readable.from([told]));
  return { code, out: out.text(), error: error.text() } satisfies Ran;
}

export function objects(out: string): readonly Record<string, unknown>[] {
  const lines = out.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Lines that are too wide, however long the path is that stands in them: nobody can break a path. */
export function tooWide(out: string, columns: number, folder: string): readonly string[] {
  const lines = out.replaceAll(folder, "a-folder").split("\n");
  return lines.filter((line) => measureColumns(line) > columns);
}

function pane(columns: number | undefined): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: string[] = [];
  const stream = new PassThrough().on("data", (chunk) => chunks.push(String(chunk)));
  return {
    stream: Object.assign(stream, { isTTY: columns !== undefined, columns }) as unknown as NodeJS.WriteStream,
    text: () => chunks.join(""),
  };
}
