/** A signal that aborts with either of two, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Stops listening to both: a signal that lives longer would keep its listener as long. */
  release(): void;
}

export function joinSignals(one: AbortSignal, other: AbortSignal): JoinedSignal {
  const joined = new AbortController();
  const sources = [one, other];
  const stop = () => joined.abort(sources.find(({ aborted }) => aborted)?.reason);
  if (one.aborted || other.aborted) stop();
  else for (const source of sources) source.addEventListener("abort", stop, { once: true });
  return {
    signal: joined.signal,
    release() {
      for (const source of sources) source.removeEventListener("abort", stop);
    },
  };
}
