import { type EmbedderChoice, refuseEmbedder } from "@clewline/agent/models/embedders/embedder-choice.js";
import { refuseModel } from "@clewline/agent/models/refuse-model.js";
import { rememberCounts } from "@clewline/agent/models/registry/remember-counts.js";
import { type FastModel, makeTextModel } from "@clewline/agent/models/registry/text-model.js";
import { makeSpanObserver } from "@clewline/agent/telemetry.js";
import { readBudget, type Window } from "@clewline/agent/window.js";
import { ClewError } from "@clewline/core/errors.js";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import { isZone } from "@clewline/core/log/time-formatter.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import type { Runtime } from "@clewline/core/policy/agent-files/runtime.js";
import type { Personas } from "@clewline/core/policy/persona.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { isVariant } from "@clewline/core/policy/settings.js";
import type { LogStore, TextModel } from "@clewline/core/ports/index.js";
import type { Presence } from "@clewline/engine/answer/place/presence.js";
import { type LearnedFacts, learnFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import { checkOptions, type OptionNames } from "@clewline/engine/check-options.js";
import type { Engine, Learning } from "@clewline/engine/engine.js";
import { makeFencedStore } from "@clewline/engine/intake/fenced-store.js";
import { makeValueRegister } from "@clewline/engine/intake/lane-values.js";
import { makeLogPlace } from "@clewline/engine/intake/log-place.js";
import { makeHearingStore } from "@clewline/engine/intake/memories/hearing-store.js";
import { makeMemoryLog } from "@clewline/engine/intake/memories/memory-log.js";
import { cleanId, makeKeeper } from "@clewline/engine/intake/redact/clean-ids.js";
import { makeSecretRegister } from "@clewline/engine/intake/secret-register.js";
import { makeTellingStore } from "@clewline/engine/intake/telling-store.js";
import { type LoadedEmbedder, makeMeaning } from "@clewline/engine/read/meaning/meaning.js";
import { makeReceiptCache } from "@clewline/engine/read/receipts.js";
import { hideMemorySession } from "@clewline/engine/store/hiding-store.js";
import { isFolder, makeAgentFolder } from "@clewline/platform/agent-folder.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import { readChannelId, sha256 } from "@clewline/platform/crypto.js";
import { letLoopPass, runSteps } from "@clewline/platform/let-loop-pass.js";
import { canBeFolder, makeMemoryFolder } from "@clewline/platform/memory-folder.js";
import { makeSpillFolder } from "@clewline/platform/spill-folder.js";
import { defer } from "@clewline/text/defer.js";
import { isObject } from "@clewline/text/json.js";
import { type Calibration, estimated } from "@clewline/text/tokens/count-tokens.js";
import type { LanguageModel } from "ai";
import { noConfig } from "../config/config.js";
import type { optionEffects } from "../config/effects.js";
import { findPolicy, isPreset } from "../config/find-policy.js";

/** How a Clew is opened. Every key has a default. */
export interface ClewOptions {
  /**
   * A file for the log, or "memory". Without it: CLEW_STORE, else the store of clew.toml, else a clew.db in this folder
   * or above, else the user's data folder. Or a store of your own: `close` leaves it open, so that several Clews may
   * share it. You close it after them.
   */
  readonly store?: string | LogStore;
  /**
   * The file to read instead of looking for clew.toml. With false, neither a file nor any CLEW_ variable is read. Keys
   * of providers are still found in their usual places.
   */
  readonly config?: string | false;
  /** Instructions for the model, first on every call. */
  readonly instructions?: string;
  /** The agent's persona, after the instructions: the same for everybody, or by lane, session and person. */
  readonly persona?: string | Personas;
  /**
   * A folder with files for the agent: who it is, its persona for everybody or for some, hints and skills. They are read when
   * they changed, at the next turn. That of clew.toml by default. None else.
   */
  readonly agentFolder?: string;
  /**
   * A folder where memories and the journal are also files, for people to read and edit: MEMORY.md, notes/NAME.md,
   * journal/DAY.md. Edits there are taken over. That of clew.toml by default. None else.
   */
  readonly memoryFolder?: string;
  /** The agent's environment, after the instructions: its working folder and its capabilities. */
  readonly runtime?: Runtime;
  /** Tokens that the model can hold, or those with the part kept free for the reply. The model's own by default; 32,768 for one that Clew does not know. */
  readonly window?: Window;
  /**
   * The model of `stream` and `generate`: one of the AI SDK, or its name as `provider:model`. Without it: that of
   * clew.toml, else what this machine has. That is a key in the environment, Ollama, the claude command, else no model
   * at all.
   */
  readonly model?: LanguageModel;
  /** A preset by name, e.g. "balanced", a policy of clew.toml by its name, or one of your own as plain data. That of clew.toml by default. */
  readonly policy?: string | Policy;
  /**
   * A small model of the AI SDK, or a function, for short tasks. It writes summaries, picks among older turns, and
   * reads lasting facts from messages, in batches. Without one, summaries are made by rule, and the model that answers
   * picks among older turns.
   */
  readonly fastModel?: FastModel;
  /**
   * The embedder of search and retrieval, which compares texts by meaning. It is an embedding model of the AI SDK, an
   * embedder of your own, or a name: "minilm", which runs here, "ollama:NAME", or "none". That of clew.toml by default,
   * else "minilm" if its package is installed. Vectors are made in the background.
   */
  readonly embedder?: EmbedderChoice;
  /** Where secrets are kept out: "derived" of summaries, journal and search, "stored" of the log too. */
  readonly redact?: "derived" | "stored";
  /** A folder where large results of tools are also kept as files, for the agent's own file tool. None by default. */
  readonly spillFolder?: string;
  /** Names for people that you know, by their address on the channel. Everyone else is shown by address. */
  readonly people?: Readonly<Record<string, string>>;
  /**
   * Whether memories beyond a chat are learned, shown and found. True by default; those stored already stay in the log.
   */
  readonly memory?: boolean;
  /** Whether messages of a group that name neither topic nor parent are sorted into lanes by what they most likely answer. */
  readonly inferReplies?: boolean;
  /** IANA name of the zone in which times are shown. The machine's own by default. */
  readonly timeZone?: string;
  /**
   * The agent's own ids or addresses on its channels, such as `bot.botInfo.id`. A message from one of them is never a
   * person's, and no turn answers it.
   */
  readonly self?: readonly (string | number)[];
  /** Keeps apart several bots in one file. "me" by default. */
  readonly owner?: string;
  /** Whether calls of models are reported as spans of OpenTelemetry, which then has to be installed. */
  readonly openTelemetry?: boolean;
  /** "estimate" (an upper one, no dependency) or "exact" (o200k, needs gpt-tokenizer). */
  readonly tokens?: "estimate" | "exact";
}

/** A summary that takes longer is made by rule. */
const fastModelDeadlineMs = 30_000;

const optionNames: OptionNames<ClewOptions> = {
  store: true,
  config: true,
  instructions: "text",
  persona: true,
  agentFolder: "text",
  memoryFolder: "text",
  runtime: true,
  window: true,
  model: true,
  policy: true,
  fastModel: true,
  embedder: true,
  redact: "text",
  spillFolder: "text",
  people: "texts",
  memory: "switch",
  inferReplies: "switch",
  timeZone: "text",
  self: "list",
  owner: "text",
  openTelemetry: "switch",
  tokens: "text",
} satisfies OptionNames<typeof optionEffects>;

/** The models that an engine is built with. */
interface EngineModels {
  readonly models: LearnedFacts;
  /** Connects a fast model that is given by name. */
  readonly textModel: (name: string) => TextModel<AbortSignal>;
  /** Finds the embedder when it is first needed; without it, nothing is compared by meaning. */
  readonly embedder?: (choice: EmbedderChoice | undefined) => Promise<LoadedEmbedder>;
  /** Learns memories in the background, after replies; without it, none are learned. */
  readonly learning?: Learning;
}

const noLearning: Learning = {
  settled: async () => undefined,
  finished: async () => undefined,
  asked: async () => undefined,
  withhold: (work) => work(),
  forget: () => undefined,
};
const knowNothing = (): EngineModels => ({ models: learnFacts(new Map()), textModel: makeTextModel });

/** Before anything is opened: a file that a wrong option leaves behind would surprise. */
export async function checkClewOptions(options: ClewOptions): Promise<void> {
  const { store, config, window, timeZone, policy, tokens } = checkOptions(options, optionNames);
  readBudget(window);
  readPersonas(options.persona);
  checkRuntime(options.runtime);
  if (options.agentFolder !== undefined) checkAgentFolder(options.agentFolder);
  if (options.memoryFolder !== undefined) checkMemoryFolder(options.memoryFolder);
  refuseModel(options.model);
  if (typeof options.fastModel !== "function") refuseModel(options.fastModel, "fastModel");
  refuseEmbedder(options.embedder);
  parseOwnerKey(options.owner ?? "me");
  readSelf(options.self);
  checkRedact(options.redact ?? "derived");
  if (timeZone !== undefined) checkZone(timeZone);
  if (tokens !== undefined) checkCounting(tokens);
  if (policy !== undefined && typeof policy !== "string") await resolvePolicy(policy);
  if (store !== undefined && typeof store !== "string" && !isObject(store)) {
    throw new ClewError("options/bad", "store is neither a path nor a store", {
      hint: 'Give a file, "memory" or a LogStore',
    });
  }
  if (config !== undefined && config !== false && typeof config !== "string") {
    throw new ClewError("options/bad", "config is neither a path nor false", {
      hint: "Give the path of a clew.toml, or false",
    });
  }
}

export async function makeEngineContext(
  options: ClewOptions,
  store: LogStore,
  presence: Presence,
  { models, textModel, embedder, learning = noLearning }: EngineModels = knowNothing(),
): Promise<Engine> {
  refuseModel(options.model);
  refuseEmbedder(options.embedder);
  const owner = parseOwnerKey(options.owner ?? "me");
  const zone = defer(() => checkZone(options.timeZone ?? findMachineZone()));
  if (options.timeZone !== undefined) zone();
  const registers = { secrets: makeSecretRegister(store, sha256), values: makeValueRegister(store) };
  const files = makeSpillFolder({ location: store.location, owner, folder: options.spillFolder ?? null });
  const calibration = rememberCounts(await loadCalibration(options.tokens ?? "estimate"));
  const fns = { hash: sha256, calibration, locate: files.locate, ...(files.keptPath && { keptPath: files.keptPath }) };
  const redact = checkRedact(options.redact ?? "derived");
  const kept = makeKeeper({ redact, fns });
  const clock = makeSystemClock();
  const fenced = makeFencedStore(hideMemorySession(store));
  const told = makeTellingStore(fenced.store, registers.secrets);
  const memories = makeMemoryLog(told, owner);
  return Object.freeze({
    store: makeHearingStore({ store: told, memories, clock, owner, fns }),
    clock,
    pause: letLoopPass,
    runSteps,
    openedAt: clock.now(),
    presence,
    receipts: makeReceiptCache(store),
    fence: fenced.fence,
    fns,
    owner,
    self: new Set([...readSelf(options.self)].map((id) => cleanId({ redact, fns }, id))),
    policy: await resolvePolicy(options.policy ?? "balanced"),
    fastModelDeadlineMs,
    ...makeHelper(options.fastModel, textModel),
    files,
    place: makeLogPlace(told, owner, files),
    redact,
    ...registers,
    meaning: embedder === undefined ? null : chooseMeaning(options.embedder, embedder),
    memory: options.memory ?? true,
    memories,
    memoryFolder: options.memoryFolder === undefined ? null : makeMemoryFolder(options.memoryFolder, store.location),
    learning,
    budget: readBudget(options.window),
    windowTold: options.window !== undefined,
    instructions: kept.text(options.instructions ?? ""),
    personas: kept.tables(readPersonas(options.persona)),
    agentFolder: options.agentFolder === undefined ? null : makeAgentFolder(options.agentFolder),
    runtime: kept.tables(checkRuntime(options.runtime)),
    inferReplies: options.inferReplies ?? false,
    get zone() {
      return zone();
    },
    people: new Map(Object.entries(kept.tables(options.people ?? {}))),
    models,
    onCall: options.openTelemetry === true ? await makeSpanObserver() : null,
  });
}

type EmbedderLoader = NonNullable<EngineModels["embedder"]>;

function chooseMeaning(choice: EmbedderChoice | undefined, load: EmbedderLoader): Engine["meaning"] {
  return choice === "none" ? null : makeMeaning(() => load(choice), letLoopPass);
}

function readSelf(given: ClewOptions["self"] = []): ReadonlySet<string> {
  const isAddress = (each: unknown) => typeof each === "number" || (typeof each === "string" && each !== "");
  if (Array.isArray(given) && given.every(isAddress)) return new Set(given.map(readChannelId));
  throw new ClewError("options/bad", "self is no list of ids", {
    hint: "Give the agent's own ids on its channels, e.g. self: [bot.botInfo.id]",
  });
}

const personaNames: OptionNames<Personas> = { lanes: "texts", sessions: "texts", people: "texts", everyone: "text" };

function readPersonas(given: string | Personas = ""): Personas {
  if (typeof given === "string") return { everyone: given };
  return checkOptions(given, personaNames);
}

/** A mistyped folder would look like one without files. */
function checkAgentFolder(folder: string): void {
  if (isFolder(folder)) return;
  throw new ClewError("options/bad", `agentFolder is no folder: ${folder}`, {
    hint: "Give the path of a folder that is there; it may be empty",
  });
}

function checkMemoryFolder(folder: string): void {
  if (folder !== "" && canBeFolder(folder)) return;
  throw new ClewError("options/bad", `memoryFolder can't be a folder: ${folder}`, {
    hint: "Give the path of a folder, or of one that can be created",
  });
}

function checkRuntime(given: Runtime | undefined): Runtime | null {
  if (given === undefined) return null;
  const { folder = "", capabilities = [] } = checkOptions(given, runtimeNames);
  const isList = Array.isArray(capabilities) && capabilities.every((each) => typeof each === "string");
  if (typeof folder === "string" && isList) return given;
  throw new ClewError("options/bad", "runtime has something that is no text", {
    hint: 'Give { folder: "/srv/home", capabilities: ["reads the meters"] }',
  });
}

const runtimeNames: OptionNames<Runtime> = { folder: true, capabilities: true };

type Helper = Pick<Engine, "fastModel" | "fastModelName">;

function makeHelper(model: FastModel | undefined, named: EngineModels["textModel"]): Helper {
  if (model === undefined) return { fastModel: null, fastModelName: null };
  if (typeof model === "string") return { fastModel: named(model), fastModelName: model };
  const fastModelName = typeof model === "function" ? null : formatModelName(model);
  return { fastModel: makeTextModel(model), fastModelName };
}

async function loadCalibration(tokens: "estimate" | "exact"): Promise<Calibration> {
  if (checkCounting(tokens) === "estimate") return estimated;
  const { loadExactCounter } = await import("@clewline/agent/models/exact-tokens/o200k.js");
  return { version: "o200k-1", factor: 1, counter: await loadExactCounter() };
}

function checkCounting(given: string): "estimate" | "exact" {
  if (given === "estimate" || given === "exact") return given;
  throw new ClewError("options/bad", `tokens is ${JSON.stringify(given)}`, { hint: 'Use "estimate" or "exact"' });
}

export async function resolvePolicy(given: string | Policy): Promise<Policy> {
  if (typeof given === "string") return findPolicy(given, noConfig);
  if (isPreset(given) || isVariant(given)) return given;
  const { checkPolicy } = await import("../config/policy-schema.js");
  return checkPolicy(given);
}

function checkRedact(given: string): "derived" | "stored" {
  if (given === "derived" || given === "stored") return given;
  throw new ClewError("options/bad", `redact is ${JSON.stringify(given)}`, { hint: 'Use "derived" or "stored"' });
}

/** The machine's own. To ask for it takes longer than to list the sessions of a log. */
export function findMachineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}

function checkZone(zone: string): string {
  if (isZone(zone)) return zone;
  throw new ClewError("options/bad", `Not a time zone: ${zone}`, { hint: "Use an IANA name, e.g. Europe/Berlin" });
}
