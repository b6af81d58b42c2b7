/**
 * The effect of every setting, file, variable and option: one table for what counts in an untrusted folder, for the check of
 * that (test/harmless-folder.test.ts) and for the docs. A setting without an effect does not compile.
 */
import type { SettingKey } from "@clewline/core/policy/settings-table.js";
import type { ConfigData } from "./config-schema.js";
import type { ModelKey, ServerName } from "./model-schema.js";

/** The strongest thing that a value can bring about. Of an untrusted folder only `shows` counts. */
export type Effect = "shows" | "sends" | "writes" | "deletes" | "runs";

export const effectMeanings: Readonly<Record<Effect, string>> = {
  shows: "how much of a conversation is shown, and how; counts from any folder",
  sends: "who gets the conversation and the keys",
  writes: "which files are written, the log among them",
  deletes: "what is erased or put away",
  runs: "what an agent is told to do, with which tools and for how long, or which program runs",
};

/** By key; `*` stands for any name. */
export interface EffectTable {
  readonly [key: string]: Effect | EffectTable;
}

const settingEffects = {
  max_tokens: "shows",
  max_turns: "shows",
  max_steps: "runs",
  restore_brief: "shows",
  background_turns: "shows",
  reply_characters: "shows",
  with_history: "shows",
  cap_over: "shows",
  stream_bytes: "shows",
  value_characters: "shows",
  // A program's spill folder belongs to its log: these decide which results are shown by their ends.
  spill_over: "shows",
  never_spill: "shows",
  preview: "shows",
  clear_at: "shows",
  clear_keep: "shows",
  never_clear: "shows",
  miss_cost: "shows",
  outline_over: "shows",
  summarise_at: "shows",
  summary_tokens: "shows",
  compact_to: "shows",
  compact_messages: "shows",
  compact_tokens: "shows",
  compact_hours: "shows",
  keep_messages: "shows",
  lookback: "shows",
  recency_hours: "shows",
  recency_least: "shows",
  select: "shows",
  select_above: "shows",
  always_recent: "shows",
  select_seconds: "shows",
  select_by_words: "shows",
  thread_minutes: "shows",
  full_hours: "shows",
  tier_days: "shows",
  retention_days: "deletes",
  retention_erases: "deletes",
  time_zone: "shows",
  memory_tokens: "shows",
  selection_model: "shows",
} satisfies Readonly<Record<SettingKey | "selection_model", Effect>>;

const factEffects = {
  window: "shows",
  input: "shows",
  output: "shows",
  read: "shows",
  write: "shows",
  long_write: "shows",
  least_prefix: "shows",
  ttl_ms: "shows",
  long_ttl_ms: "shows",
  marks: "shows",
  bound: "shows",
  factor: "shows",
  fast: "sends",
} satisfies Readonly<Record<ModelKey, Effect>>;

const serverEffects = {
  anthropic: "sends",
  openai: "sends",
  google: "sends",
  openrouter: "sends",
  ollama: "sends",
  llamacpp: "sends",
  lmstudio: "sends",
  vllm: "sends",
} satisfies Readonly<Record<ServerName, Effect>>;

/** The keys of clew.toml. */
export const keyEffects = {
  policy: "shows",
  store: "writes",
  window: "shows",
  model: "sends",
  fast_model: "sends",
  embedder: "sends",
  agent_folder: "runs",
  memory_folder: "writes",
  gateway_recall: "runs",
  servers: serverEffects,
  upstreams: { "*": "sends" },
  models: { "*": factEffects },
  time_zone: "shows",
  conversation: settingEffects,
  policies: { "*": { extends: "shows", ...settingEffects } },
} satisfies Readonly<Record<keyof ConfigData, Effect | EffectTable>>;

/** The files that are looked for in the working directory and above. Those below agent_folder and memory_folder need these keys. */
export const fileEffects = {
  "clew.toml": "shows",
  "clew.db": "runs",
} satisfies Readonly<Record<string, Effect>>;

export type FolderFile = keyof typeof fileEffects;

/** Variables of the environment are the user's own, and count everywhere. */
export const variableEffects = {
  CLEW_STORE: "writes",
  CLEW_CONFIG: "runs",
  CLEW_POLICY: "shows",
  CLEW_WINDOW: "shows",
  CLEW_MODEL: "sends",
  CLEW_FAST_MODEL: "sends",
  CLEW_KEYS: "sends",
} satisfies Readonly<Record<`CLEW_${string}`, Effect>>;

/** The options of openClew, which a program gives: `compose/options.ts` asks for all of them. */
export const optionEffects = {
  store: "writes",
  config: "runs",
  instructions: "runs",
  persona: "runs",
  agentFolder: "runs",
  memoryFolder: "writes",
  runtime: "runs",
  window: "shows",
  model: "sends",
  policy: "deletes",
  fastModel: "sends",
  embedder: "sends",
  redact: "writes",
  spillFolder: "writes",
  people: "shows",
  memory: "writes",
  inferReplies: "shows",
  timeZone: "shows",
  self: "shows",
  owner: "writes",
  openTelemetry: "sends",
  tokens: "shows",
} satisfies Readonly<Record<string, Effect>>;

/** The options of every command: `cli/program/command.ts` asks for all of them. */
export const flagEffects = {
  json: "shows",
  store: "writes",
  config: "runs",
  lane: "shows",
  window: "shows",
  help: "shows",
} satisfies Readonly<Record<string, Effect>>;

/** Effects by full name, e.g. policies.*.max_turns. */
export function listEffects(table: EffectTable, before = ""): readonly (readonly [name: string, effect: Effect])[] {
  return Object.entries(table).flatMap(([key, effect]) =>
    typeof effect === "string" ? [[`${before}${key}`, effect] as const] : listEffects(effect, `${before}${key}.`),
  );
}
