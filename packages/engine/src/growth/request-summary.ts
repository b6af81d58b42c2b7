/** Asks a model for a summary, with a deadline and a bounded prompt, and checks the answer before it is used. */

import type { SummaryProse } from "@clewline/core/log/summary.js";
import type { ShortCall } from "@clewline/core/model/call-usage.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import type { SpokenEntry } from "@clewline/core/summary/extract.js";
import { promptVersion, writeSummaryPrompt } from "@clewline/core/summary/prompt.js";
import { parseProse } from "@clewline/core/summary/summary-text.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
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
  /** The subject that the summary should keep above all. */
  readonly focus?: string;
}

/** Characters of conversation in one prompt at most. */
const promptLimit = 24_000;
/** An answer is an echo if more than this part of its lines is copied word for word from the conversation. */
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
