/** Asking a model for a summary: with a deadline, a bounded prompt, and no trust in what comes back. */
import type { Completer } from "../core/ports.js";
import { redacted } from "../core/redact/redacted.js";
import type { Spoken } from "../core/summary/extract.js";
import { promptVersion, summaryPrompt } from "../core/summary/prompt.js";
import type { Prose } from "../core/summary/summary.js";
import { parsedProse } from "../core/summary/text.js";
import type { House } from "./house.js";

export type Told =
  | { readonly kind: "told"; readonly prose: Prose; readonly by: string }
  | { readonly kind: "failed"; readonly why: string };

/** Characters of conversation in one prompt, whatever there is to summarise. */
const promptLimit = 24_000;
/** With more than this part of its lines word for word from the prompt, an answer is an echo. */
const echoPart = 0.6;

export async function tellAnew(
  { helperDeadlineMs }: Pick<House, "helperDeadlineMs">,
  helper: Completer<AbortSignal>,
  earlier: readonly string[],
  spoken: readonly Spoken[],
  maxTokens: number,
  signal: AbortSignal | undefined,
): Promise<Told> {
  const { system, text } = summaryPrompt(earlier, spoken, promptLimit);
  const answer = await answerOf(helper, { system, text, maxTokens }, helperDeadlineMs, signal);
  if (answer.kind === "failed") return answer;
  const prose = parsedProse(redacted(answer.text.slice(0, promptLimit)));
  if (prose === null) return { kind: "failed", why: "the answer was blank, a refusal, or nothing but quotations" };
  if (isEcho(prose, spoken)) return { kind: "failed", why: "the answer repeated the conversation" };
  return { kind: "told", prose, by: promptVersion };
}

type Answer = { readonly kind: "text"; readonly text: string } | Extract<Told, { kind: "failed" }>;

async function answerOf(
  helper: Completer<AbortSignal>,
  request: { readonly system: string; readonly text: string; readonly maxTokens: number },
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const late = AbortSignal.timeout(deadlineMs);
  const stop = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    // A model that ignores the signal must not hold anybody up.
    const text: unknown = await Promise.race([helper({ ...request, signal: stop }), rejected(stop)]);
    return typeof text === "string" ? { kind: "text", text } : { kind: "failed", why: "the answer was not a text" };
  } catch (error) {
    if (late.aborted) return { kind: "failed", why: `no answer within ${deadlineMs / 1_000} seconds` };
    return { kind: "failed", why: redacted(wordsOf(error)).slice(0, 300) };
  }
}

/** Anything may be thrown, also what can't be written as a text. */
function wordsOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    // What was thrown throws itself when it is asked.
    return "something was thrown that has no words";
  }
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function isEcho(prose: Prose, spoken: readonly Spoken[]): boolean {
  const said = spoken.map(({ text }) => squeezed(text)).join("\n");
  const lines = Object.values(prose).flat().map(squeezed);
  const repeated = lines.filter((line) => line.length > 40 && said.includes(line));
  return lines.length >= 3 && repeated.length > lines.length * echoPart;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
