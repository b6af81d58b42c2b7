import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { ClewError } from "@clewline/core/errors.js";

export interface StartedClient {
  readonly program: string;
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Signals that are meant for the client. Ctrl-C reaches it by itself, since it has the same terminal. */
const passed = ["SIGTERM", "SIGHUP"] as const;

/** Runs it on this terminal, and returns its exit status as a shell would. */
export async function runClient({ program, words, environment }: StartedClient): Promise<number> {
  const child = startClient({ program, words, environment });
  const handlers = passed.map((signal) => [signal, () => child.kill(signal)] as const);
  const stay = () => {
    // The client decides what Ctrl-C means; clew ends after it.
  };
  for (const [signal, handle] of handlers) process.on(signal, handle);
  process.on("SIGINT", stay);
  return new Promise<number>((resolve, reject) => {
    child.once("error", (cause) => reject(makeStartError(program, cause)));
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).finally(() => {
    for (const [signal, handle] of handlers) process.off(signal, handle);
    process.off("SIGINT", stay);
  });
}

/** Refuses at once a word that can't be the name of a program. */
function startClient({ program, words, environment }: StartedClient): ChildProcess {
  try {
    return spawn(program, words, { stdio: "inherit", env: environment });
  } catch (cause) {
    throw makeStartError(program, cause as Error);
  }
}

function makeStartError(program: string, cause: Error): ClewError {
  const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  return new ClewError(
    "cli/usage",
    `${program} ${isMissing ? "is not on the PATH" : `can't be started: ${cause.message}`}`,
    {
      hint: "Write the program as you would without clew, e.g. clew run -- claude",
      cause,
    },
  );
}
