/** Newer models of OpenAI read reasoning only behind the bytes that it was produced under, and say nothing where they drop it. */
import type { DroppedReasoning } from "../script.js";
import { digest, openSeal, seal } from "../seal.js";
import type { ResponsesRequest, WholeItem } from "./responses-request.js";

interface Held {
  readonly organization: string;
  readonly under: string;
}

/** The sealed reasoning of an answer. */
export function sealReasoning(
  request: ResponsesRequest,
  items: readonly WholeItem[],
  reasoning: string,
  organization: string,
): string {
  const held: Held = { organization, under: items.reduce(step, nameHead(request)) };
  return seal({ ...held, reasoning }, "");
}

/** Lists items that the model does not read; names the item that this organization can't send, which is refused. */
export function checkReasoning(
  request: ResponsesRequest,
  items: readonly WholeItem[],
  { organization, stored }: { readonly organization: string; readonly stored: ReadonlyMap<string, string> },
): { readonly dropped: readonly DroppedReasoning[]; readonly refused: string | null } {
  const dropped: DroppedReasoning[] = [];
  let under = nameHead(request);
  for (const [place, item] of items.entries()) {
    under = step(under, item);
    if (item.type !== "reasoning") continue;
    const token = item.encrypted_content ?? stored.get(item.id ?? "");
    if (token === undefined) continue;
    const held = openSeal<Held>(token, "");
    if (held === null || held.organization !== organization) return { dropped, refused: item.id ?? `input[${place}]` };
    if (held.under !== under && preserves.test(request.model))
      dropped.push({ path: `input[${place}]`, reason: "changed prefix" });
  }
  return { dropped, refused: null };
}

/** Whether a seal would be read somewhere in the list, for what stands before it. */
export function standsBehind(request: ResponsesRequest, items: readonly WholeItem[], token: string): boolean {
  const held = openSeal<Held>(token, "");
  let under = nameHead(request);
  return items.some((item) => {
    const isThere = held?.under === under && isOfModel(item);
    under = step(under, item);
    return isThere;
  });
}

function isOfModel(item: WholeItem): boolean {
  if ("role" in item) return item.role === "assistant";
  return item.type === "function_call" || item.type === "custom_tool_call";
}

const preserves = /^gpt-(?:[6-9]|\d\d)/;

/** Settings before the list that count: not the choice among tools, nor marks for the cache. */
function nameHead({ model: _, instructions, tools, text, reasoning }: ResponsesRequest): string {
  const settings = [instructions, tools, text?.format, reasoning?.effort].map((value) => value ?? null);
  return digest("", JSON.stringify(settings));
}

function step(under: string, item: WholeItem): string {
  return item.type === "reasoning" ? under : digest(under, JSON.stringify(dropNames(item)));
}

/** An item is the same by its name, by its content, and with a mark. */
function dropNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNames);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([field, inner]) => !unread.has(field) && inner !== undefined);
  return Object.fromEntries(kept.map(([field, inner]) => [field, dropNames(inner)]));
}

const unread: ReadonlySet<string> = new Set(["id", "status", "prompt_cache_breakpoint", "annotations", "logprobs"]);
