/** Chooses among older exchanges: by a model; else all of them or, where the policy says so, by words. */

import type { Exchange } from "@clewline/core/conversation/selection/exchange.js";
import { lexicalVersion, pickByWords } from "@clewline/core/conversation/selection/lexical.js";
import { parsePickedNumbers } from "@clewline/core/conversation/selection/read-answer.js";
import { isEcho, triageVersion, writeTriagePrompt } from "@clewline/core/conversation/selection/triage-prompt.js";
import type { PastChoice } from "@clewline/core/log/choice.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import type { ShortCall } from "@clewline/core/model/call-usage.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { type Calibration, countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { type Answer, askTextModel } from "../growth/ask-text-model.js";

/** The cost of choosing, even if it failed. */
export interface ChoiceCost extends ShortCall {
  readonly calls: number;
  readonly answerTokens: Tokens;
}

interface ChoiceResult {
  readonly choice: PastChoice;
  /** Null where no model was asked. */
  readonly spent: ChoiceCost | null;
}

/** A message, and the older exchanges that may belong to it. */
interface Question {
  readonly message: string;
  readonly offered: readonly Exchange[];
}

interface Limits {
  /** For all attempts together. */
  readonly seconds: number;
  /** Whether words choose where no model does. */
  readonly byWords: boolean;
  readonly signal?: AbortSignal;
}

/** Characters of the message and the older turns together in one prompt. */
const promptLimit = 24_000;
/** Far more than the numbers take, because some models think aloud first. */
const answerTokens = 2_000;
const mostCalls = 2;
/** No model answers in less time. */
const leastSeconds = 0.05;
/** The longest delay that a timer accepts. */
const longestMs = 2 ** 31 - 1;

/** Never throws because of the model, and never waits for it beyond the limit. */
export async function choose(
  engine: Pick<Engine, "clock" | "fns">,
  fastModel: TextModel<AbortSignal> | null,
  question: Question,
  limits: Limits,
): Promise<ChoiceResult> {
  const unasked = (why?: string) => ({ choice: chooseWithoutModel(question, limits, why), spent: null });
  if (question.offered.length === 0) return unasked();
  if (fastModel === null) return unasked("there is no model to ask");
  if (!(limits.seconds >= leastSeconds)) return unasked("there was no time to ask a model");
  const outcome = await askFastModel(engine, fastModel, question, limits);
  const { spent } = outcome;
  if (outcome.picked === null) return { choice: chooseWithoutModel(question, limits, outcome.failed), spent };
  const offered = question.offered.map(({ key }) => key);
  const chosen = new Set(outcome.picked);
  const picked = offered.filter((_, index) => chosen.has(index + 1));
  return { choice: { stage: "triage", version: triageVersion, offered, picked }, spent };
}

/** Leaving something out needs a reason: without one, everything that was offered stays. */
function chooseWithoutModel({ message, offered }: Question, { byWords }: Limits, why?: string): PastChoice {
  const keys = offered.map(({ key }) => key);
  const failed = why === undefined ? {} : { failed: why };
  if (!byWords) return { stage: "recency", version: triageVersion, offered: keys, picked: keys, ...failed };
  const picked = pickByWords(message, offered);
  return { stage: "lexical", version: lexicalVersion, offered: keys, picked, ...failed };
}

type Outcome =
  | { readonly picked: readonly number[]; readonly spent: ChoiceCost }
  | { readonly picked: null; readonly failed: string; readonly spent: ChoiceCost | null };

/** Tries once and, if that fails while there is time, once more. */
async function askFastModel(
  { clock, fns }: Pick<Engine, "clock" | "fns">,
  fastModel: TextModel<AbortSignal>,
  { message, offered }: Question,
  { seconds, signal }: Limits,
): Promise<Outcome> {
  const isStopped = () => signal?.aborted === true;
  if (isStopped()) return { picked: null, failed: calledOff, spent: null };
  const began = clock.now();
  const elapsed = () => Math.max(0, clock.now() - began);
  const limitMs = Math.min(seconds * 1_000, longestMs);
  const late = new AbortController();
  // Unlike AbortSignal.timeout, this timer keeps the process alive, because a caller waits for the answer.
  const timer = setTimeout(() => late.abort(), limitMs);
  const hasTime = () => !(late.signal.aborted || isStopped()) && limitMs - elapsed() >= leastSeconds * 1_000;
  const request = { ...writeTriagePrompt(message, offered, promptLimit), maxTokens: answerTokens };
  const answers: Answer[] = [];
  let picked: readonly number[] | null = null;
  try {
    do {
      const answer = await askTextModel(fastModel, request, late.signal, signal);
      answers.push(answer);
      const isAnswer = answer.kind === "text" && !isEcho(answer.text);
      picked = isAnswer ? parsePickedNumbers(answer.text, offered.length) : null;
    } while (picked === null && answers.length < mostCalls && hasTime());
  } finally {
    clearTimeout(timer);
  }
  const spent = measureSpending(`${request.system}\n${request.text}`, answers, elapsed(), fns.calibration);
  if (picked !== null) return { picked, spent };
  return { picked, failed: isStopped() ? calledOff : explainFailure(answers.at(-1), limitMs), spent };
}

const calledOff = "it was called off";
const unreadable = "the answer could not be read as a list of numbers";
const longestReason = 200;

function explainFailure(answer: Answer | undefined, limitMs: number): string {
  if (answer?.kind === "late") return `no answer within ${limitMs / 1_000} seconds`;
  return answer?.kind === "failed" ? answer.why.replace(/\s+/g, " ").slice(0, longestReason) : unreadable;
}

/** Characters of an answer to count at most. */
const countedLength = 200_000;

function measureSpending(
  prompt: string,
  answers: readonly Answer[],
  durationMs: number,
  calibration: Calibration,
): ChoiceCost {
  const texts = answers.filter((answer) => answer.kind === "text");
  const count = (text: string) => countTokens(text, calibration);
  return {
    calls: answers.length,
    durationMs,
    estimated: count(prompt) * answers.length,
    answerTokens: texts.reduce((sum, { text }) => sum + count(text.slice(0, countedLength)), 0),
    usage: texts.flatMap(({ usage }) => (usage === null ? [] : [usage])),
  };
}
