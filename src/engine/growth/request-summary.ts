/** Asks a model for a summary, with a deadline and a bounded prompt, and does not trust what comes back. */

import type { SummaryProse } from "../../core/log/summary.js";
import type { ShortCall } from "../../core/model/call-usage.js";
import type { TextModel } from "../../core/ports/index.js";
import type { SpokenEntry } from "../../core/summary/extract.js";
import { promptVersion, writeSummaryPrompt } from "../../core/summary/prompt.js";
import { parseProse } from "../../core/summary/summary-text.js";
import { normaliseText } from "../../core/text/normalise-text.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";
import type { Engine } from "../engine.js";
import { askInTime } from "./ask-in-time.js";

export type SummaryAnswer = (
  | { readonly kind: "told"; readonly prose: SummaryProse; readonly by: string }
  | { readonly kind: "failed"; readonly why: string }
) & { readonly cost: ShortCall };

interface SummaryRequest {
  readonly earlier: readonly string[];
  readonly spoken: readonly SpokenEntry[];
  readonly maxTokens: number;
  /** What somebody wants to keep above all. */
  readonly focus?: string;
}

/** Characters of conversation in one prompt at most. */
const promptLimit = 24_000;
/** An answer is an echo if more than this part of its lines stands word for word in the conversation. */
const echoPart = 0.6;

export async function requestSummary(
  engine: Pick<Engine, "fastModelDeadlineMs" | "clock" | "fns">,
  fastModel: TextModel<AbortSignal>,
  { earlier, spoken, maxTokens, focus = "" }: SummaryRequest,
  signal: AbortSignal | undefined,
): Promise<SummaryAnswer> {
  const prompt = writeSummaryPrompt(earlier, spoken, promptLimit, focus);
  const { answer, cost } = await askInTime(engine, fastModel, { ...prompt, maxTokens }, signal);
  const failed = (why: string): SummaryAnswer => ({ kind: "failed", why, cost });
  if (answer.kind === "failed") return failed(answer.why);
  const prose = parseProse(redactSecrets(answer.text.slice(0, promptLimit)));
  if (prose === null) return failed("the answer was blank, a refusal, or nothing but quotations");
  if (isEcho(prose, spoken)) return failed("the answer repeated the conversation");
  return { kind: "told", prose, by: focus === "" ? promptVersion : `${promptVersion}-focused`, cost };
}

function isEcho(prose: SummaryProse, spoken: readonly SpokenEntry[]): boolean {
  const said = spoken.map(({ text }) => normaliseText(text)).join("\n");
  const lines = Object.values(prose).flat().map(normaliseText);
  const repeated = lines.filter((line) => line.length > 40 && said.includes(line));
  return lines.length >= 3 && repeated.length > lines.length * echoPart;
}
