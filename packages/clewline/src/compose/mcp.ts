/** `clew mcp`: the log behind the protocol, opened for reading, and its memories for writing too. */
import { existsSync } from "node:fs";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { makeTextModel } from "@clewline/agent/models/registry/text-model.js";
import { ClewError } from "@clewline/core/errors.js";
import { memorySession, type OwnerKey, parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { learnFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { GatewayHost } from "@clewline/gateway/turn/host.js";
import type { Reach } from "@clewline/mcp/reach.js";
import { serveOverStdio } from "@clewline/mcp/serve.js";
import type { StatusReader } from "@clewline/mcp/status.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { readVersion } from "@clewline/platform/version.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Config } from "../config/config.js";
import type { Location } from "../config/location.js";
import { type ClewOptions, makeEngineContext } from "./options.js";
import { locateLog } from "./stores/own-log.js";

export interface McpOptions {
  /** The file, if it was named. */
  readonly store: string | undefined;
  readonly session: string | undefined;
  readonly lane: string | undefined;
  /** Remarks and faults, for whoever reads the server's standard error. */
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
}

export async function serveMcp(options: McpOptions, config: Config): Promise<void> {
  const { say, stop } = options;
  const reach = readReach(options);
  const find = () => locateLog({ named: options.store, env: process.env, config });
  const log = makeLazyLog(find, config, (line) => say(`clew: ${line}`));
  try {
    await tellPlace(find, say);
    await tellMissingSession(log.open, reach, say);
    await serveOverStdio({ open: log.open, reach, status: readStatus, version: readVersion(), say }, stop);
  } finally {
    await log.close();
  }
}

/** A log that is missing or not trusted stops no client: the tools say so until that is put right. */
async function tellPlace(find: () => Promise<Location>, say: McpOptions["say"]): Promise<void> {
  try {
    const { path, because } = await find();
    say(`clew: the log is ${path} (${because})`);
    if (!existsSync(path)) say("clew: it is not there yet; the tools say so until it is");
  } catch (error) {
    say(`clew: ${describeError(error)}`);
    if (error instanceof ClewError && error.hint !== undefined) say(`clew: ${error.hint}`);
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

/** With the policy and the window of the program that answers there. */
const readStatus: StatusReader = async (engine, ref) => {
  const { makeContextReport } = await import("./context-report.js");
  return makeContextReport(engine, { ref, message: null, budget: null, told: { policy: false, timeZone: false } });
};

function readReach({ session, lane }: Pick<McpOptions, "session" | "lane">): Reach {
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
function makeLazyLog(find: () => Promise<Location>, config: Config, say: McpOptions["say"]) {
  let store: LogStore | null = null;
  let engine: Promise<Engine> | null = null;
  const opened = async (): Promise<Engine> => {
    const location = await find();
    if (!existsSync(location.path)) throw makeNoLogError(location);
    const { openSqliteStore } = await import("@clewline/sqlite/sqlite-store.js");
    store ??= openSqliteStore({ path: location.path, hash: sha256 });
    const { timeZone, embedder } = config;
    const options = {
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(embedder === undefined ? {} : { embedder }),
    };
    return makeToolEngine(store, options, config, say);
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

/** The log as the tools have it: nothing but memories can be written. */
function makeToolEngine(
  store: LogStore,
  options: ToolOptions,
  { models, servers }: Config,
  say: McpOptions["say"],
): Promise<Engine> {
  return makeEngineContext(options, makeReadOnly(store), trackTurns().presence, {
    models: learnFacts(models),
    textModel: makeTextModel,
    embedder: async (choice) => {
      const { loadEmbedder } = await import("@clewline/agent/models/embedders/load-embedder.js");
      return loadEmbedder(choice, { env: process.env, servers, note: say });
    },
  });
}

type ToolOptions = Pick<ClewOptions, "timeZone" | "embedder" | "owner">;

export interface HostedTools {
  readonly store: LogStore;
  readonly options: ToolOptions;
  readonly config: Config;
  readonly say: McpOptions["say"];
  /** Whether everybody on this machine may ask. */
  readonly isOpen: boolean;
}

/** The same tools behind a gateway, over the log that it has open. */
export function makeHostedTools({ store, options, config, say, isOpen }: HostedTools): GatewayHost["tools"] {
  const engines = new Map<OwnerKey | null, Promise<Engine>>();
  const open = (owner: OwnerKey | null) => {
    const own = owner === null ? options : { ...options, owner };
    const engine = engines.get(owner) ?? makeToolEngine(store, own, config, say);
    engines.set(owner, engine);
    return engine;
  };
  return async (owner, session, request) => {
    const { answerOverHttp, refuseForeignPage } = await import("@clewline/mcp/http.js");
    const refused = isOpen ? refuseForeignPage(request) : null;
    if (refused !== null) return refused;
    const reach = readReach({ session: session ?? undefined, lane: undefined });
    const served = { open: () => open(owner), reach, status: readStatus, version: readVersion(), say };
    return answerOverHttp(served, request);
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
