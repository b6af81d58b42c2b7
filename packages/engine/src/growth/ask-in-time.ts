import type { ShortCall } from "@clewline/core/model/call-usage.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { type Answer, askTextModel } from "./ask-text-model.js";

export interface AnswerInTime {
  readonly answer: Exclude<Answer, { kind: "late" }>;
  readonly cost: ShortCall;
}

/** One short task for the fast model, which fails at the deadline. Never throws. */
export async function askInTime(
  { fastModelDeadlineMs, clock, fns }: Pick<Engine, "fastModelDeadlineMs" | "clock" | "fns">,
  fastModel: TextModel<AbortSignal>,
  request: { readonly system: string; readonly text: string; readonly maxTokens: number },
  signal: AbortSignal | undefined,
): Promise<AnswerInTime> {
  const began = clock.now();
  const late = new AbortController();
  // Unlike AbortSignal.timeout, this timer keeps the process alive for a caller that only waits for the answer.
  const timer = setTimeout(() => late.abort(), fastModelDeadlineMs);
  const answer = await askTextModel(fastModel, request, late.signal, signal).finally(() => clearTimeout(timer));
  const usage = answer.kind === "text" && answer.usage !== null ? [answer.usage] : [];
  const estimated = countTokens(`${request.system}\n${request.text}`, fns.calibration);
  const cost = { usage, estimated, durationMs: clock.now() - began };
  if (answer.kind !== "late") return { answer, cost };
  return { answer: { kind: "failed", why: `no answer within ${fastModelDeadlineMs / 1_000} seconds` }, cost };
}
