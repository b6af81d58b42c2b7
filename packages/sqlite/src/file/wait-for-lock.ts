import { setTimeout as pause } from "node:timers/promises";
import { isBusy } from "../check/faults.js";

/** How long work waits for the lock of another process. */
export const busyTimeoutMs = 5_000;

/** The part of that wait that SQLite does itself, which blocks all other work of this process. */
export const standstillMs = 10;

const pauseMs = 15;

export interface LockWaiting {
  /** Tries until the lock is free. Later writes wait for earlier ones. */
  inOrder<Result>(attempt: () => Result): Promise<Result>;
  /** The same for work that may overtake other work. */
  alone<Result>(attempt: () => Result): Promise<Result>;
}

/** An attempt that finds the file locked has changed nothing. */
export function makeLockWaiting(): LockWaiting {
  let newest: Promise<unknown> | null = null;
  const stand = <Result>(before: Promise<unknown> | null, attempt: () => Result): Promise<Result> => {
    const own = tryUntilFree(before, attempt);
    const over = own.then(ignore, ignore);
    newest = over;
    void over.then(() => {
      if (newest === over) newest = null;
    });
    return own;
  };
  return {
    async inOrder(attempt) {
      if (newest !== null) return stand(newest, attempt);
      const first = tryOnce(attempt);
      return first === null ? stand(null, attempt) : first.result;
    },
    async alone(attempt) {
      const first = tryOnce(attempt);
      return first === null ? tryUntilFree(null, attempt) : first.result;
    },
  };
}

async function tryUntilFree<Result>(before: Promise<unknown> | null, attempt: () => Result): Promise<Result> {
  const end = performance.now() + busyTimeoutMs;
  await before;
  // Once other writers of this process are done, the lock is free, so the first attempt needs no pause.
  for (let tried = before === null ? null : tryOnce(attempt); ; ) {
    if (tried !== null) return tried.result;
    await pause(pauseMs);
    tried = performance.now() < end ? tryOnce(attempt) : { result: attempt() };
  }
}

/** Null if the file is locked. */
function tryOnce<Result>(attempt: () => Result): { readonly result: Result } | null {
  try {
    return { result: attempt() };
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
}

function ignore(): void {
  // The caller gets the error from its own promise.
}
