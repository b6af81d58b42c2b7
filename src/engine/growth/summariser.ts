/** Asking a model for a summary: with a deadline, a bounded prompt, and no trust in what comes back. */

import type { Prose } from "../../core/log/summary.js";
import type { ShortCall } from "../../core/model/call-usage.js";
import type { TextModel } from "../../core/ports/index.js";
import type { Spoken } from "../../core/summary/extract.js";
import { promptVersion, summaryPrompt } from "../../core/summary/prompt.js";
import { parsedProse } from "../../core/summary/text.js";
import { redacted } from "../../core/text/redact/redacted.js";
import { countTokens } from "../../core/text/tokens/count-tokens.js";
import { answerOf } from "../answer/answer-of.js";
import type { House } from "../engine.js";

export type Told = (
  | { readonly kind: "told"; readonly prose: Prose; readonly by: string }
  | { readonly kind: "failed"; readonly why: string }
) & { readonly cost: ShortCall };

/** Characters of conversation in one prompt, whatever there is to summarise. */
const promptLimit = 24_000;
/** With more than this part of its lines word for word from the prompt, an answer is an echo. */
const echoPart = 0.6;

export async function tellAnew(
  { helperDeadlineMs, clock, kit }: Pick<House, "helperDeadlineMs" | "clock" | "kit">,
  helper: TextModel<AbortSignal>,
  earlier: readonly string[],
  spoken: readonly Spoken[],
  maxTokens: number,
  signal: AbortSignal | undefined,
): Promise<Told> {
  const began = clock.now();
  const { system, text } = summaryPrompt(earlier, spoken, promptLimit);
  const late = AbortSignal.timeout(helperDeadlineMs);
  const answer = await answerOf(helper, { system, text, maxTokens }, late, signal);
  const usage = answer.kind === "text" && answer.usage !== null ? [answer.usage] : [];
  const estimated = countTokens(`${system}\n${text}`, kit.calibration);
  const cost = { usage, estimated, durationMs: clock.now() - began };
  const failed = (why: string): Told => ({ kind: "failed", why, cost });
  if (answer.kind === "late") return failed(`no answer within ${helperDeadlineMs / 1_000} seconds`);
  if (answer.kind === "failed") return failed(answer.why);
  const prose = parsedProse(redacted(answer.text.slice(0, promptLimit)));
  if (prose === null) return failed("the answer was blank, a refusal, or nothing but quotations");
  if (isEcho(prose, spoken)) return failed("the answer repeated the conversation");
  return { kind: "told", prose, by: promptVersion, cost };
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
