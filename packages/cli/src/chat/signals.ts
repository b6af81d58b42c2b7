import type { ChatOutput } from "./output.js";

export interface Interrupts {
  /** Begins an answer; the signal stops it. */
  begin(): AbortSignal;
  done(): void;
  /** Stops the answer, as Ctrl-C does. False if there is none. */
  stop(): boolean;
  /** Called when a signal ends the chat. */
  onEnd(end: () => void): void;
  /** The exit code, once a signal has ended the chat. */
  readonly code: number | null;
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** At a prompt, Ctrl-C stops the answer or, if there is none, ends the chat successfully. */
export async function runWithSignals<Result>(
  isPrompted: boolean,
  work: (interrupts: Interrupts) => Promise<Result>,
): Promise<Result> {
  let answering: AbortController | null = null;
  let code: number | null = null;
  let end: () => void = () => undefined;
  const stop = () => {
    if (answering === null) return false;
    // A second Ctrl-C does not wait for a tool that ignores the signal.
    if (answering.signal.aborted) process.exit(signals.SIGINT);
    answering.abort();
    return true;
  };
  const handlers = Object.entries(signals).map(([signal, number]) => {
    const onSignal = () => {
      const isStopped = stop();
      const isCtrlC = isPrompted && signal === "SIGINT";
      if (isCtrlC && isStopped) return;
      code = isCtrlC ? 0 : number;
      end();
    };
    process.on(signal, onSignal);
    return { signal, onSignal };
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
    for (const { signal, onSignal } of handlers) process.off(signal, onSignal);
  }
}

/** Clew's warnings become remarks, others stay as they are. The SDK's would go to standard output, so they are off. */
export async function runWithWarnings<Result>(voice: ChatOutput, work: () => Promise<Result>): Promise<Result> {
  const usual = process.listeners("warning");
  const onWarning = (warning: Error) => {
    if (warning.name === "ClewWarning") void voice.tell({ type: "remark", text: warning.message });
    else for (const each of usual) each(warning);
  };
  process.removeAllListeners("warning").on("warning", onWarning);
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  try {
    return await work();
  } finally {
    process.off("warning", onWarning);
    for (const each of usual) process.on("warning", each);
  }
}
