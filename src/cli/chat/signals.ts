/** What the process hears while a chat goes on: signals, and warnings that are for the user. */
import type { ChatOutput } from "./output.js";

export interface Interrupts {
  /** Stops the answer that begins now. */
  begin(): AbortSignal;
  /** The answer is over. */
  done(): void;
  /** As Ctrl-C does: stops the answer. False if there is none. */
  stop(): boolean;
  /** Called when a signal ends the chat. */
  onEnd(end: () => void): void;
  /** The exit code, once a signal has ended the chat. */
  readonly code: number | null;
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** At a prompt Ctrl-C is about the answer, or about the end of the chat, which then went as wanted. */
export async function runWithSignals<Result>(
  isPrompted: boolean,
  work: (interrupts: Interrupts) => Promise<Result>,
): Promise<Result> {
  let answering: AbortController | null = null;
  let code: number | null = null;
  let end: () => void = () => undefined;
  const stop = () => {
    if (answering === null) return false;
    // Who asks twice does not want to wait for a tool that does not listen.
    if (answering.signal.aborted) process.exit(signals.SIGINT);
    answering.abort();
    return true;
  };
  const handlers = Object.entries(signals).map(([signal, number]) => {
    const onCall = () => {
      const isStopped = stop();
      const isCtrlC = isPrompted && signal === "SIGINT";
      if (isCtrlC && isStopped) return;
      code = isCtrlC ? 0 : number;
      end();
    };
    process.on(signal, onCall);
    return { signal, onCall };
  });
  try {
    return await work({
      begin() {
        answering = new AbortController();
        if (code !== null) answering.abort();
        return answering.signal;
      },
      done() {
        answering = null;
      },
      stop,
      onEnd(given) {
        end = given;
      },
      get code() {
        return code;
      },
    });
  } finally {
    for (const { signal, onCall } of handlers) process.off(signal, onCall);
  }
}

/** Warnings of ours become remarks; those of others stay as they are. The SDK's own would go to standard output. */
export async function runWithWarnings<Result>(voice: ChatOutput, work: () => Promise<Result>): Promise<Result> {
  const usual = process.listeners("warning");
  const onCall = (warning: Error) => {
    if (warning.name === "ClewWarning") void voice.tell({ type: "remark", text: warning.message });
    else for (const each of usual) each(warning);
  };
  process.removeAllListeners("warning").on("warning", onCall);
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  try {
    return await work();
  } finally {
    process.off("warning", onCall);
    for (const each of usual) process.on("warning", each);
  }
}
