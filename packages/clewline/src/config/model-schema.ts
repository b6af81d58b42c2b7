/** The schema of what clew.toml says about models: addresses of servers, and facts that override Clew's own table. */

import type { OwnFacts, SaidFacts } from "@clewline/core/model/facts/find-facts.js";
import { reasoningBonds } from "@clewline/core/model/facts/model-facts.js";
import { z } from "zod";

export const serverNames = [
  "anthropic",
  "openai",
  "google",
  "openrouter",
  "ollama",
  "llamacpp",
  "lmstudio",
  "vllm",
] as const;

export type ServerName = (typeof serverNames)[number];

/** Base addresses by provider, where they differ from the usual ones. */
export type Servers = Readonly<Partial<Record<ServerName, string>>>;

export const modelName = z.string().regex(/^\S+$/);

export const serversSchema = z.strictObject(
  Object.fromEntries(serverNames.map((name) => [name, z.string().refine(isAddress).optional()])) as Record<
    ServerName,
    z.ZodOptional<z.ZodString>
  >,
);

/** Addresses that a gateway sends requests to, by the names that stand before their paths. */
export const upstreamsSchema = z.record(
  z.string().regex(/^(?!(?:s|v1|v1beta|clew|mcp)$)[a-z][a-z0-9-]{0,31}$/),
  z.string().refine(isAddress),
);

const dollars = z.number().min(0);
const multiple = z.number().min(0).max(100);
const whole = z.number().int().min(0);

/** Each fact by its key in the file: schema, field of SaidFacts, description, allowed values. */
const facts = {
  window: [z.number().int().min(256), "window", "The window in tokens", "a whole number of at least 256"],
  input: [dollars, "input", "Dollars for a million tokens of input", "a price, e.g. 3"],
  output: [dollars, "output", "Dollars for a million tokens of output", "a price, e.g. 15"],
  read: [multiple, "read", "Price of a cache read, as a multiple of the input's price", "a multiple, e.g. 0.1"],
  write: [multiple, "write", "Price of writing to the cache, likewise", "a multiple, e.g. 1.25"],
  long_write: [multiple, "longWrite", "Price of writing with the longer lifetime, likewise", "a multiple, e.g. 2"],
  least_prefix: [whole, "leastPrefix", "Tokens below which nothing is cached", "a whole number of at least 0"],
  ttl_ms: [whole, "ttlMs", "Milliseconds for which a prefix stays in the cache", "a whole number, e.g. 300000"],
  long_ttl_ms: [whole, "longTtlMs", "The same with the longer lifetime", "a whole number, e.g. 3600000"],
  marks: [whole.max(16), "marks", "The most cache marks in a request", "a whole number from 0 to 16"],
  bound: [
    z.enum(reasoningBonds),
    "bound",
    "Whether reasoning has to stand behind the bytes that it was produced under",
    '"never", "always", "newer accounts" or "dropped"',
  ],
  factor: [
    z.number().min(0.1).max(10),
    "factor",
    "Tokens of the model for one token of the upper estimate",
    "a number from 0.1 to 10",
  ],
  fast: [z.string().min(1), "fast", "A smaller model of the same provider", 'the name of a model, e.g. "gpt-5-mini"'],
} as const satisfies Readonly<Record<string, readonly [z.ZodType, keyof SaidFacts, about: string, allowed: string]>>;

export type ModelKey = keyof typeof facts;

export const modelKeys: readonly string[] = Object.keys(facts);

export const modelSchema = z.strictObject(
  Object.fromEntries(Object.entries(facts).map(([name, [kind, , about]]) => [name, kind.optional().describe(about)])),
);

export function describeAllowedFact(key: string): string {
  return Object.entries(facts).find(([name]) => name === key)?.[1][3] ?? "a table of facts, below [models.NAME]";
}

/** Maps the file's keys to fields of SaidFacts. Facts that are absent come from Clew's own table. */
export function readOwnFacts(models: Readonly<Record<string, Readonly<Record<string, unknown>>>>): OwnFacts {
  return new Map(
    Object.entries(models).map(([name, said]) => [
      name,
      Object.fromEntries(
        Object.entries(facts).flatMap(([key, [, field]]) => (said[key] === undefined ? [] : [[field, said[key]]])),
      ),
    ]),
  );
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
