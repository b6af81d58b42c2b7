import { existsSync } from "node:fs";
import type { Clew, LaneChoice } from "../compose/clew.js";
import { findStore, type Location } from "../compose/location.js";
import { usageError } from "./arguments.js";
import type { Input } from "./command.js";
import { missingLog } from "./missing-log.js";

/** Opens the log, does the work and closes it. A log that is not there is never made by looking for it, only by `create`. */
export async function withLog<Result>(
  input: Input,
  work: (clew: Clew) => Promise<Result>,
  opening: Opening = { store: input.text("store"), window: windowOf(input) },
): Promise<Result> {
  const { store, window, policy, create = false } = opening;
  const location = locationOf(input);
  if (!create && !inMemory(store) && !existsSync(location.path)) throw missingLog(location);
  // Help and wrong usage need none of it, and answer at once.
  const { openClew } = await import("../compose/open.js");
  const clew = await openClew({
    ...(store === undefined ? {} : { store }),
    ...(window === undefined ? {} : { window }),
    ...(policy === undefined ? {} : { policy }),
  });
  try {
    return await work(clew);
  } finally {
    await clew.close();
  }
}

export interface Opening {
  readonly store: string | undefined;
  readonly window: number | undefined;
  /** A preset's name. */
  readonly policy?: string | undefined;
  /** Makes the log if there is none. */
  readonly create?: boolean;
}

export function locationOf(input: Input): Location {
  return findStore(input.text("store"), process.env, process.cwd());
}

export function windowOf(input: Input): number | undefined {
  return input.number("window", 256);
}

/** The session from the argument, or from --session, and the lane from --lane. */
export function choiceOf(input: Input, argument?: string): LaneChoice {
  const option = input.text("session");
  if (argument !== undefined && option !== undefined && argument !== option) {
    throw usageError("Two sessions are named", "Write the session once, as the argument or after --session");
  }
  return { session: argument ?? option, lane: input.text("lane") };
}

export function inMemory(store: string | undefined): boolean {
  return store === "memory" || store === ":memory:";
}
