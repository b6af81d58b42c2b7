import { existsSync } from "node:fs";
import type { Clew, LaneChoice } from "../compose/clew.js";
import { type Config, configAt } from "../compose/config.js";
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
  const config = await configOf(input);
  const location = locatedBy(input, config);
  if (!create && !inMemory(store) && !existsSync(location.path)) throw missingLog(location);
  // Help and wrong usage need none of it, and answer at once.
  const { openWith } = await import("../compose/open.js");
  const options = {
    ...(store === undefined ? {} : { store }),
    ...(window === undefined ? {} : { window }),
    ...(policy === undefined ? {} : { policy }),
  };
  const clew = await openWith(options, config);
  try {
    return await work(clew);
  } finally {
    await clew.close();
  }
}

export interface Opening {
  readonly store: string | undefined;
  readonly window: number | undefined;
  /** A preset, or a policy of clew.toml. */
  readonly policy?: string | undefined;
  /** Makes the log if there is none. */
  readonly create?: boolean;
}

export async function locationOf(input: Input): Promise<Location> {
  return locatedBy(input, await configOf(input));
}

function locatedBy(input: Input, { store }: Config): Location {
  return findStore(input.text("store"), process.env, process.cwd(), store);
}

/** The clew.toml in force, with what the environment says. */
export function configOf(input: Input): Promise<Config> {
  return configAt(input.text("config"), process.env, process.cwd());
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
