/** `clew mcp`: the log behind the protocol, opened for reading, and its memories for writing too. */
import { existsSync } from "node:fs";
import { trackTurns } from "../agent/active-turns.js";
import type { Config } from "../config/config.js";
import { findStore, type Location } from "../config/location.js";
import { ClewError } from "../core/errors.js";
import { memorySession, parseLaneKey, parseSessionKey } from "../core/log/keys.js";
import type { LogStore } from "../core/ports/index.js";
import type { Engine } from "../engine/engine.js";
import type { Reach } from "../mcp/reach.js";
import { serveOverStdio } from "../mcp/serve.js";
import type { StatusReader } from "../mcp/status.js";
import { makeTextModel } from "../models/registry/text-model.js";
import { sha256 } from "../platform/crypto.js";
import { makeEngineContext } from "./options.js";

export interface McpOptions {
  /** The file, if it was named. */
  readonly store: string | undefined;
  readonly session: string | undefined;
  readonly lane: string | undefined;
  /** How full the context of a lane is, as the program that answers there would see it. */
  readonly status: StatusReader;
  readonly version: string;
  /** Remarks and faults, for whoever reads the server's standard error. */
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
}

export async function serveMcp(options: McpOptions, config: Config): Promise<void> {
  const { version, say, stop, status } = options;
  const reach = readReach(options);
  const location = findStore(options.store, process.env, process.cwd(), config.store);
  say(`clew: the log is ${location.path} (${location.because})`);
  if (!existsSync(location.path)) say("clew: it is not there yet; the tools say so until it is");
  const log = makeLazyLog(location, config, (line) => say(`clew: ${line}`));
  if (existsSync(location.path)) await tellMissingSession(log.open, reach, say);
  try {
    await serveOverStdio({ open: log.open, reach, status, version, say }, stop);
  } finally {
    await log.close();
  }
}

/** A misspelt session is no error, because it may begin later; but silence would look like a chat without a word. */
async function tellMissingSession(open: () => Promise<Engine>, reach: Reach, say: McpOptions["say"]): Promise<void> {
  if (reach.kind === "all") return;
  const { session } = reach;
  try {
    const { store, owner } = await open();
    const lanes = await store.lanes({ owner, session });
    const isThere = reach.kind === "session" ? lanes.length > 0 : lanes.some(({ ref }) => ref.lane === reach.lane);
    const what = reach.kind === "session" ? `session ${session}` : `lane ${reach.lane} in ${session}`;
    if (!isThere) say(`clew: there is no ${what} yet; clew sessions lists what there is`);
  } catch {
    // The tools say why the log can't be opened.
  }
}

function readReach({ session, lane }: McpOptions): Reach {
  if (session === undefined) {
    if (lane === undefined) return { kind: "all" };
    throw new ClewError("cli/usage", "--lane needs --session", { hint: "A lane belongs to a session: name both" });
  }
  const key = parseSessionKey(session);
  return lane === undefined
    ? { kind: "session", session: key }
    : { kind: "lane", session: key, lane: parseLaneKey(lane) };
}

/**
 * The log is opened when it is first asked for. Clients hide what a server that does not start has to say, and show what a
 * tool answers; and a log that is imported later needs no restart.
 */
function makeLazyLog(location: Location, config: Config, say: McpOptions["say"]) {
  let store: LogStore | null = null;
  let engine: Promise<Engine> | null = null;
  const opened = async (): Promise<Engine> => {
    if (!existsSync(location.path)) throw makeNoLogError(location);
    const { openSqliteStore } = await import("../stores/sqlite/sqlite-store.js");
    store ??= makeReadOnly(openSqliteStore({ path: location.path, hash: sha256 }));
    const { timeZone, embedder, models, servers } = config;
    const options = {
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(embedder === undefined ? {} : { embedder }),
    };
    return makeEngineContext(options, store, trackTurns().presence, {
      models,
      textModel: makeTextModel,
      embedder: async (choice) => {
        const { loadEmbedder } = await import("../models/embedders/load-embedder.js");
        return loadEmbedder(choice, { env: process.env, servers, note: say });
      },
    });
  };
  return {
    open: async () => {
      engine ??= opened();
      try {
        return await engine;
      } catch (error) {
        engine = null;
        throw error;
      }
    },
    close: async () => {
      await store?.close();
    },
  };
}

function makeNoLogError({ path, because }: Location): ClewError {
  return new ClewError("store/unavailable", `There is no log at ${path} (${because})`, {
    hint: "make one with: clew import FILE, or name another in the server's command with --store FILE",
  });
}

/** A tool that would write anything but a memory is a fault of ours, and must not get through. */
function makeReadOnly(store: LogStore): LogStore {
  return {
    ...store,
    write: async (change) => {
      if (change.ref.session === memorySession) return store.write(change);
      throw new Error("clew mcp never writes to a chat");
    },
  };
}
