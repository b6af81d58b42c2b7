import { isObject, type Json } from "../../core/text/json.js";
import type { TraceLine } from "../../engine/read/trace.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatNumber } from "../terminal/text.js";
import { formatMoment } from "../terminal/time-text.js";

/** One event of the trace as a line for people; --json has all of it. */
export function renderEvent(screen: Screen, { name, at, event }: TraceLine): string {
  const facts = isObject(event) ? event : {};
  const words = { model_usage: describeCall, context_compaction: describeCompaction, model_limit: describeLimit }[name];
  const text = words === undefined ? JSON.stringify(event) : words(facts);
  const start = `${formatMoment(at, screen)}  ${name.padEnd(18)}  `;
  return screen.paint("dim", start) + fitLine(text, screen.columns === null ? null : screen.columns - start.length);
}

type Facts = Readonly<Record<string, Json>>;

function describeCall({ role, model, outcome, spent, dollars, durationMs, failed }: Facts): string {
  const tokens = isObject(spent) ? describeSpentTokens(spent) : "tokens unknown";
  const cost = typeof dollars === "number" ? `, $${dollars.toFixed(4)}` : "";
  const trouble = typeof failed === "string" ? `: ${failed}` : "";
  const took = `${(Number(durationMs ?? 0) / 1_000).toFixed(1)} s`;
  return `${String(role)} by ${String(model ?? "an unnamed model")}, ${String(outcome ?? "answered")}${trouble}, ${tokens}${cost}, ${took}`;
}

function describeSpentTokens(spent: Facts): string {
  const figure = (name: string) => Number(spent[name] ?? 0);
  const sent = figure("fresh") + figure("read") + figure("written") + figure("writtenLong");
  return `${formatNumber(sent)} in (${formatNumber(figure("read"))} from the cache), ${formatNumber(figure("output"))} out`;
}

function describeCompaction({ manual, summarised, kept, tokens, failed }: Facts): string {
  if (typeof failed === "string") return `a summary by the model failed: ${failed}`;
  const who = manual === true ? "asked for" : "by itself";
  return `${who}: ${formatNumber(Number(summarised ?? 0))} entries summarised, ${formatNumber(Number(kept ?? 0))} kept, ${formatNumber(Number(tokens ?? 0))} tokens`;
}

function describeLimit({ model, limit }: Facts): string {
  return `${String(model)} said that it takes ${formatNumber(Number(limit))} tokens`;
}
