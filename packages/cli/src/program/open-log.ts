import { existsSync } from "node:fs";
import type { LaneSelector } from "@clewline/agent/answer-options.js";
import type { Clew } from "@clewline/clewline/compose/clew.js";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { openConfiguredClew, openLog } from "@clewline/clewline/compose/open.js";
import type { ClewOptions } from "@clewline/clewline/compose/options.js";
import { type Config, loadConfig, noConfig } from "@clewline/clewline/config/config.js";
import { describeIgnored } from "@clewline/clewline/config/config-file.js";
import type { Location } from "@clewline/clewline/config/location.js";
import { ClewError } from "@clewline/core/errors.js";
import { makePrintable } from "../terminal/text.js";
import { makeUsageError } from "./arguments.js";
import type { Input } from "./command.js";
import { isEmptyLog, makeEmptyLogError, makeMissingLogError } from "./missing-log.js";

/** Opens the log, does the work and closes it. Makes a missing log only with `create`. */
export async function runWithLog<Result>(
  input: Input,
  work: (log: OpenLog) => Promise<Result>,
  opening: Opening = { store: input.text("store"), window: readWindow(input) },
): Promise<Result> {
  const { options, config } = await resolveOpening(input, opening);
  return runThenClose(await openLog(options, config, input.screen.aside), work);
}

/** The same for commands that answer or compact. */
export async function runWithClew<Result>(
  input: Input,
  work: (clew: Clew) => Promise<Result>,
  opening: Opening,
): Promise<Result> {
  const { options, config } = await resolveOpening(input, opening);
  return runThenClose(await openConfiguredClew(options, config, input.screen.aside), work);
}

async function resolveOpening(
  input: Input,
  { store, window, policy, create = false }: Opening,
): Promise<{ readonly options: ClewOptions; readonly config: Config }> {
  const config = await loadInputConfig(input);
  const location = await findConfiguredLocation(input, config);
  if (!create && !isInMemory(store)) {
    if (!existsSync(location.path)) throw makeMissingLogError(location);
    if (isEmptyLog(location.path)) throw makeEmptyLogError(location.path);
  }
  const options = {
    ...(store === undefined ? {} : { store }),
    ...(window === undefined ? {} : { window }),
    ...(policy === undefined ? {} : { policy }),
  };
  return { options, config };
}

async function runThenClose<Log extends OpenLog, Result>(
  log: Log,
  work: (log: Log) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

export interface Opening {
  readonly store: string | undefined;
  readonly window: number | undefined;
  /** A preset, or a policy from clew.toml. */
  readonly policy?: string | undefined;
  readonly create?: boolean;
}

export async function findLocation(input: Input): Promise<Location> {
  return findConfiguredLocation(input, await loadInputConfig(input));
}

async function findConfiguredLocation(input: Input, config: Config): Promise<Location> {
  const { locateLog } = await import("@clewline/clewline/compose/stores/own-log.js");
  return locateLog({ named: input.text("store"), env: process.env, config });
}

const loaded = new WeakMap<Input, Promise<Config>>();

/** The clew.toml in use, with the environment's settings: its zone is the screen's from here on. What does not count in it is said once. */
export function loadInputConfig(input: Input): Promise<Config> {
  const known = loaded.get(input) ?? loadAndTell(input);
  loaded.set(input, known);
  return known;
}

/** For a command that can do without: a clew.toml that can't be used is returned, and its settings are left out. */
export async function passBrokenConfig(input: Input): Promise<ClewError | null> {
  try {
    await loadInputConfig(input);
    return null;
  } catch (error) {
    if (!(error instanceof ClewError)) throw error;
    loaded.set(input, Promise.resolve(noConfig));
    return error;
  }
}

async function loadAndTell(input: Input): Promise<Config> {
  const config = await loadConfig(input.text("config"), process.env, process.cwd());
  if (config.timeZone !== undefined) input.screen.tellTimesIn(config.timeZone);
  if (config.ignored !== null) {
    const { text, command } = describeIgnored(config.ignored);
    input.screen.aside(makePrintable(text), command);
  }
  return config;
}

/** The log, the policy and the window of a gateway, as far as they are told. */
export function readGatewayOptions(input: Input): Pick<ClewOptions, "store" | "window"> & { readonly policy?: string } {
  const [store, policy, window] = [input.text("store"), input.text("policy"), readWindow(input)];
  return {
    ...(store === undefined ? {} : { store }),
    ...(policy === undefined ? {} : { policy }),
    ...(window === undefined ? {} : { window }),
  };
}

export function readWindow(input: Input): number | undefined {
  return input.number("window", 256);
}

/** The session from the argument, or from --session, and the lane from --lane. */
export function readLaneChoice(input: Input, argument?: string): LaneSelector {
  const option = input.text("session");
  if (argument !== undefined && option !== undefined && argument !== option) {
    throw makeUsageError("Two sessions are named", "Write the session once, as the argument or after --session");
  }
  return { session: argument ?? option, lane: input.text("lane") };
}

export function isInMemory(store: string | undefined): boolean {
  return store === "memory" || store === ":memory:";
}
