import { createHash } from "node:crypto";
import { z } from "zod";
import { type Budget, budgetOf } from "../core/budget.js";
import { ClewError } from "../core/errors.js";
import { ownerKey } from "../core/keys.js";
import type { Hash } from "../core/pointer.js";
import { type Policy, presetNamed, rungNames } from "../core/policy.js";
import type { LogStore } from "../core/ports.js";
import { type Calibration, estimated } from "../core/tokens.js";
import type { House } from "../engine/house.js";
import type { Presence } from "../engine/presence.js";
import { receiptBook } from "../engine/receipts.js";
import { systemClock } from "./clock.js";
import { remembering } from "./remembered-counter.js";

/** How a Clew is opened. Every key has a default. */
export interface ClewOptions {
  /** A file for the log, or "memory". Without it: CLEW_STORE, else a clew.db in this folder or above, else the user's data folder. */
  readonly store?: string;
  /** What the model is told first on every call. */
  readonly instructions?: string;
  /** Tokens that the model can hold, or those with the part kept free for the reply. 32,768 unless told. */
  readonly window?: number | { readonly tokens: number; readonly reply: number };
  /** "balanced", or a policy of your own as plain data. */
  readonly policy?: string | Policy;
  /** Names for people that you know, by their address on the channel. Everyone else is shown by address. */
  readonly people?: Readonly<Record<string, string>>;
  /** IANA name of the zone in which times are shown. The machine's own unless told. */
  readonly timeZone?: string;
  /** Keeps apart several bots in one file. "me" unless told. */
  readonly owner?: string;
  /** "estimate" (an upper one, no dependency) or "exact" (o200k, needs gpt-tokenizer). */
  readonly tokens?: "estimate" | "exact";
}

export const sha256: Hash = (text) => createHash("sha256").update(text).digest("hex");

export async function houseOf(options: ClewOptions, store: LogStore, presence: Presence): Promise<House> {
  const owner = ownerKey(options.owner ?? "me");
  return Object.freeze({
    store,
    clock: systemClock(),
    presence,
    receipts: receiptBook(store, owner),
    kit: { hash: sha256, calibration: remembering(await calibrationOf(options.tokens ?? "estimate")) },
    owner,
    policy: policyOf(options.policy ?? "balanced"),
    budget: budgetIn(options.window),
    instructions: options.instructions ?? "",
    persona: "",
    zone: zoneOf(options.timeZone),
    people: new Map(Object.entries(options.people ?? {})),
  });
}

export function budgetIn(window: ClewOptions["window"]): Budget {
  if (window === undefined) return budgetOf();
  return typeof window === "number" ? budgetOf({ window }) : budgetOf({ window: window.tokens, reply: window.reply });
}

async function calibrationOf(tokens: "estimate" | "exact"): Promise<Calibration> {
  if (tokens === "estimate") return estimated;
  const { loadExactCounter } = await import("../brains/exact-tokens/o200k.js");
  return { version: "o200k-1", factor: 1, counter: await loadExactCounter() };
}

const tokens = z.number().min(0);
const policySchema = z.strictObject({
  name: z.string().min(1),
  prefix: z.literal("epoch"),
  scope: z.literal("lane"),
  layers: z.array(z.enum(["instructions", "persona", "recent", "quote", "now", "message"])),
  ladder: z.array(
    z.strictObject({ rung: z.enum(rungNames), share: z.number().positive(), fresh: z.number().positive() }),
  ),
  spillOver: tokens.or(z.literal(Number.POSITIVE_INFINITY)),
  preview: z.number().int().min(20),
  compactTo: z.number().min(0.1).max(1),
});

function policyOf(given: string | Policy): Policy {
  if (typeof given === "string") return presetNamed(given);
  const read = policySchema.safeParse(given);
  if (read.success) return Object.freeze(read.data);
  const [issue] = read.error.issues;
  throw new ClewError("policy/bad", `The policy's ${issue?.path.join(".") || "shape"} is wrong: ${issue?.message}`, {
    hint: "Start from a preset and change single values; docs/api.md lists them",
    cause: read.error,
  });
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
