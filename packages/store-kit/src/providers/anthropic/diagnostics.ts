import { createHash } from "node:crypto";
import { readField } from "../script.js";
import type { BoundRequest } from "./binding.js";
import type { CacheBlock } from "./cache.js";

/** Says where a request differs from the one that it names, whether the cache was read or not. */
export class CacheDiagnostics {
  readonly #prints = new Map<string, Print>();

  /** The response's `diagnostics`; undefined where the request does not ask. Only requests that ask are remembered. */
  compare(body: BoundRequest, blocks: readonly CacheBlock[], id: string): unknown {
    const asked = readField(body, "diagnostics");
    if (asked === undefined || asked === null) return undefined;
    const print = takePrint(body, blocks);
    this.#prints.set(id, print);
    const named = readField(asked, "previous_message_id") ?? null;
    if (named === null) return null;
    const before = this.#prints.get(String(named));
    if (before === undefined) return { cache_miss_reason: { type: "previous_message_not_found" } };
    const reason = findMiss(before, print);
    return reason === null ? null : { cache_miss_reason: reason };
  }
}

interface Print {
  readonly model: string;
  readonly tools: string;
  readonly system: string;
  readonly settings: string;
  readonly blocks: readonly { readonly hash: string; readonly tokens: number; readonly isMessage: boolean }[];
}

function takePrint(body: BoundRequest, blocks: readonly CacheBlock[]): Print {
  return {
    model: body.model,
    tools: hash(blocks.filter(({ bytes }) => bytes.startsWith("tools "))),
    system: hash(blocks.filter(({ bytes }) => bytes.startsWith("system "))),
    settings: hash([body.thinking ?? null, readField(body, "tool_choice") ?? null]),
    blocks: blocks.map(({ bytes, tokens }) => {
      return { hash: hash(bytes), tokens, isMessage: !/^(?:tools|system) /.test(bytes) };
    }),
  };
}

function findMiss(before: Print, now: Print): unknown {
  const missed = (from: number) => ({
    cache_missed_input_tokens: before.blocks.slice(from).reduce((sum, { tokens }) => sum + tokens, 0),
  });
  const changed = before.blocks.findIndex(({ hash: each }, place) => now.blocks[place]?.hash !== each);
  if (before.model !== now.model) return { type: "model_changed", ...missed(0) };
  if (before.tools !== now.tools) return { type: "tools_changed", ...missed(changed) };
  if (before.system !== now.system) return { type: "system_changed", ...missed(changed) };
  if (before.settings !== now.settings) return { type: "unavailable" };
  return changed < 0 ? null : { type: "messages_changed", ...missed(changed) };
}

function hash(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
