/** Asks a model for a summary, with a deadline and a bounded prompt, and does not trust what comes back. */

import type { SummaryProse } from "../../core/log/summary.js";
import type { ShortCall } from "../../core/model/call-usage.js";
import type { TextModel } from "../../core/ports/index.js";
import type { SpokenEntry } from "../../core/summary/extract.js";
import { promptVersion, writeSummaryPrompt } from "../../core/summary/prompt.js";
import { parseProse } from "../../core/summary/summary-text.js";
import { normaliseText } from "../../core/text/normalise-text.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";
import { countTokens } from "../../core/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { askTextModel } from "./ask-text-model.js";

export type SummaryAnswer = (
  | { readonly kind: "told"; readonly prose: SummaryProse; readonly by: string }
  | { readonly kind: "failed"; readonly why: string }
) & { readonly cost: ShortCall };

interface SummaryRequest {
  readonly earlier: readonly string[];
  readonly spoken: readonly SpokenEntry[];
  readonly maxTokens: number;
}

/** Characters of conversation in one prompt at most. */
const promptLimit = 24_000;
/** An answer is an echo if more than this part of its lines stands word for word in the conversation. */
const echoPart = 0.6;

export async function requestSummary(
  { fastModelDeadlineMs, clock, fns }: Pick<Engine, "fastModelDeadlineMs" | "clock" | "fns">,
  fastModel: TextModel<AbortSignal>,
  { earlier, spoken, maxTokens }: SummaryRequest,
  signal: AbortSignal | undefined,
): Promise<SummaryAnswer> {
  const began = clock.now();
  const { system, text } = writeSummaryPrompt(earlier, spoken, promptLimit);
  const late = new AbortController();
  // Unlike AbortSignal.timeout, this timer keeps the process alive: somebody may wait for the summary and have nothing else to do.
  const timer = setTimeout(() => late.abort(), fastModelDeadlineMs);
  const asked = askTextModel(fastModel, { system, text, maxTokens }, late.signal, signal);
  const answer = await asked.finally(() => clearTimeout(timer));
  const usage = answer.kind === "text" && answer.usage !== null ? [answer.usage] : [];
  const estimated = countTokens(`${system}\n${text}`, fns.calibration);
  const cost = { usage, estimated, durationMs: clock.now() - began };
  const failed = (why: string): SummaryAnswer => ({ kind: "failed", why, cost });
  if (answer.kind === "late") return failed(`no answer within ${fastModelDeadlineMs / 1_000} seconds`);
  if (answer.kind === "failed") return failed(answer.why);
  const prose = parseProse(redactSecrets(answer.text.slice(0, promptLimit)));
  if (prose === null) return failed("the answer was blank, a refusal, or nothing but quotations");
  if (isEcho(prose, spoken)) return failed("the answer repeated the conversation");
  return { kind: "told", prose, by: promptVersion, cost };
}

function isEcho(prose: SummaryProse, spoken: readonly SpokenEntry[]): boolean {
  const said = spoken.map(({ text }) => normaliseText(text)).join("\n");
  const lines = Object.values(prose).flat().map(normaliseText);
  const repeated = lines.filter((line) => line.length > 40 && said.includes(line));
  return lines.length >= 3 && repeated.length > lines.length * echoPart;
}
