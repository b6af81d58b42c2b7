import { createHash } from "node:crypto";
import { z } from "zod";
import { completerOf, type FastModel } from "../brains/ai-sdk/completer.js";
import { type Budget, budgetOf } from "../core/budget.js";
import { ClewError } from "../core/errors.js";
import { ownerKey } from "../core/keys.js";
import { nearest } from "../core/nearest.js";
import type { Hash } from "../core/pointer.js";
import { type Policy, weighedRungs } from "../core/policy.js";
import type { LogStore } from "../core/ports.js";
import { rangeOf } from "../core/settings.js";
import { settings } from "../core/settings-table.js";
import { type Calibration, estimated } from "../core/tokens.js";
import type { House } from "../engine/house.js";
import type { Presence } from "../engine/presence.js";
import { receiptBook } from "../engine/receipts.js";
import { systemClock } from "./clock.js";
import { noConfig } from "./config.js";
import { policyNamed } from "./policy-named.js";
import { remembering } from "./remembered-counter.js";
import { settingSchema } from "./setting-schema.js";
import { spillFolder } from "./spill-folder.js";

/** How a Clew is opened. Every key has a default. */
export interface ClewOptions {
  /** A file for the log, or "memory". Without it: CLEW_STORE, else the store of clew.toml, else a clew.db in this folder or above, else the user's data folder. */
  readonly store?: string;
  /** What the model is told first on every call. */
  readonly instructions?: string;
  /** Tokens that the model can hold, or those with the part kept free for the reply. 32,768 unless told. */
  readonly window?: number | { readonly tokens: number; readonly reply: number };
  /** A preset by name, e.g. "balanced", a policy of clew.toml by its name, or one of your own as plain data. That of clew.toml unless told. */
  readonly policy?: string | Policy;
  /**
   * A small model of the AI SDK, or a function, for short tasks: it writes the summaries of what leaves the view and picks
   * among older turns. Without one, summaries are made by rule, and older turns picked by the model that `aiSdk` is given, or by their words.
   */
  readonly fastModel?: FastModel;
  /** Where secrets are kept out: "derived" of summaries, journal and search, "stored" of the log too. */
  readonly redact?: "derived" | "stored";
  /** A folder where large results of tools are also kept as files, for the agent's own file tool. None unless told. */
  readonly spillFolder?: string;
  /** Names for people that you know, by their address on the channel. Everyone else is shown by address. */
  readonly people?: Readonly<Record<string, string>>;
  /** Whether messages of a group that name neither topic nor parent are sorted into lanes by what they most likely answer. */
  readonly inferReplies?: boolean;
  /** IANA name of the zone in which times are shown. The machine's own unless told. */
  readonly timeZone?: string;
  /** Keeps apart several bots in one file. "me" unless told. */
  readonly owner?: string;
  /** "estimate" (an upper one, no dependency) or "exact" (o200k, needs gpt-tokenizer). */
  readonly tokens?: "estimate" | "exact";
}

/** A summary that takes longer is made by rule. */
const helperDeadlineMs = 30_000;

export const sha256: Hash = (text) => createHash("sha256").update(text).digest("hex");

const optionNames: readonly (keyof ClewOptions)[] = [
  "store",
  "instructions",
  "window",
  "policy",
  "fastModel",
  "redact",
  "spillFolder",
  "people",
  "inferReplies",
  "timeZone",
  "owner",
  "tokens",
];

/** A misspelt option would be a default that nobody notices. */
function refuseUnknown(options: ClewOptions): void {
  const wrong = Object.keys(options).find((name) => !(optionNames as readonly string[]).includes(name));
  if (wrong === undefined) return;
  const near = nearest(wrong, optionNames);
  throw new ClewError("options/bad", `There is no option ${JSON.stringify(wrong)}`, {
    hint: near === null ? `The options are ${optionNames.join(", ")}` : `Did you mean ${near}?`,
  });
}

export async function houseOf(options: ClewOptions, store: LogStore, presence: Presence): Promise<House> {
  refuseUnknown(options);
  const owner = ownerKey(options.owner ?? "me");
  return Object.freeze({
    store,
    clock: systemClock(),
    presence,
    receipts: receiptBook(store, owner),
    kit: { hash: sha256, calibration: remembering(await calibrationOf(options.tokens ?? "estimate")) },
    owner,
    policy: policyOf(options.policy ?? "balanced"),
    helper: options.fastModel === undefined ? null : completerOf(options.fastModel),
    helperDeadlineMs,
    files: options.spillFolder === undefined ? null : spillFolder(options.spillFolder),
    redact: redactOf(options.redact ?? "derived"),
    budget: budgetIn(options.window),
    windowTold: options.window !== undefined,
    instructions: options.instructions ?? "",
    persona: "",
    inferReplies: switchOf("inferReplies", options.inferReplies ?? false),
    zone: zoneOf(options.timeZone),
    people: new Map(Object.entries(options.people ?? {})),
  });
}

export function budgetIn(window: ClewOptions["window"]): Budget {
  if (window === undefined) return budgetOf();
  if (typeof window !== "number" && (typeof window !== "object" || window === null)) {
    throw new ClewError("budget/bad", `The window is ${JSON.stringify(window)}`, {
      hint: "Give a number of tokens, e.g. 32768, or { tokens, reply }",
    });
  }
  return typeof window === "number" ? budgetOf({ window }) : budgetOf({ window: window.tokens, reply: window.reply });
}

async function calibrationOf(tokens: "estimate" | "exact"): Promise<Calibration> {
  if (tokens === "estimate") return estimated;
  const { loadExactCounter } = await import("../brains/exact-tokens/o200k.js");
  return { version: "o200k-1", factor: 1, counter: await loadExactCounter() };
}

/** The numbers are those of the settings, so that a policy and `/config` never disagree about a range. */
const policySchema = z.strictObject({
  name: z.string().min(1),
  prefix: z.enum(["epoch", "head"]),
  scope: z.enum(["lane", "session"]),
  layers: z.array(z.enum(["instructions", "persona", "summary", "memories", "recent", "quote", "now", "message"])),
  ladder: z.array(
    z.strictObject({ rung: z.enum(weighedRungs), share: z.number().positive(), fresh: z.number().positive() }),
  ),
  makeRoom: z.enum(["by weight", "by halves"]),
  runningTurn: z.enum(["reduce", "keep"]),
  history: z.enum(["steps", "text", "tagged"]),
  ...Object.fromEntries(settings.map((setting) => [setting.field, settingSchema(setting, Number.POSITIVE_INFINITY)])),
});

function policyOf(given: string | Policy): Policy {
  if (typeof given === "string") return policyNamed(given, noConfig);
  const read = policySchema.safeParse(given);
  // The schema has every field of a policy, but the compiler can't see those that come from the table.
  if (read.success) return Object.freeze(read.data as unknown as Policy);
  const [issue] = read.error.issues;
  const setting = settings.find(({ field }) => field === issue?.path[0]);
  const what = `The policy's ${issue?.path.join(".") || "shape"} is wrong`;
  throw new ClewError("policy/bad", setting === undefined ? `${what}: ${issue?.message}` : what, {
    hint: `${setting === undefined ? "" : `Give ${rangeOf(setting)}. `}Start from a preset, as in { ...balanced, maxTurns: 30 }`,
    cause: read.error,
  });
}

function redactOf(given: string): "derived" | "stored" {
  if (given === "derived" || given === "stored") return given;
  throw new ClewError("options/bad", `redact is ${JSON.stringify(given)}`, { hint: 'Use "derived" or "stored"' });
}

function switchOf(name: keyof ClewOptions, given: unknown): boolean {
  if (typeof given === "boolean") return given;
  throw new ClewError("options/bad", `${name} is ${JSON.stringify(given)}`, { hint: "Use true or false" });
}

function zoneOf(named: string | undefined): string {
  const zone = named ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch (cause) {
    throw new ClewError("options/bad", `Not a time zone: ${zone}`, {
      hint: "Use an IANA name, e.g. Europe/Berlin",
      cause,
    });
  }
}
