import type { SectionName } from "../../log/summary.js";
import { listContentWords } from "../../text/content-words.js";
import {
  decision,
  done,
  failure,
  goal,
  mild,
  negation,
  neutral,
  order,
  own,
  past,
  promise,
  request,
  restriction,
  whereabouts,
} from "./cues.js";
import { listHardTokens } from "./hard-tokens.js";
import { isWeather, stripSmallTalk } from "./small-talk.js";

/** The kind of a sentence. Questions and requests are open until someone answers them. */
export interface SentenceKind {
  readonly section: SectionName;
  readonly pinned: boolean;
  readonly asks: "question" | "request" | null;
}

/** Null if the sentence is not worth keeping. */
export function classifySentence(sentence: string, byAgent: boolean): SentenceKind | null {
  const rest = stripSmallTalk(sentence);
  const weight = listContentWords(rest).length;
  if (weight === 0) return null;
  const hard = listHardTokens(rest);
  const tokens = hard.length;
  // A town, or a German noun, does not make a remark about the weather worth keeping.
  const figures = hard.some(({ kind }) => kind !== "name");
  if (isWeather(rest) && !figures && !restriction.isIn(rest) && !decision.isIn(rest)) return null;
  return classifyRequest(rest, weight, tokens, byAgent) ?? classifyStatement(rest, weight, tokens, byAgent);
}

function isNegative(text: string): boolean {
  return negation.isIn(neutral.blankedIn(text));
}

/** Whether a statement says that something is done, and not that it is not. */
export function isDoneStatement(text: string): boolean {
  if (isQuestion(text) || failure.isIn(text)) return false;
  // A fast test: if the whole text reports no deed, no clause of it does.
  if (!/ed\s/iu.test(text) && !done.isIn(text) && !past.isIn(text)) return false;
  return text.split(/[,;:.!，。；！]\s*/u).some((clause) => isDeed(clause) && !isNegative(clause));
}

function isDeed(clause: string): boolean {
  return done.isIn(clause) || past.isIn(clause) || /^\s*\p{L}{2,}(?<!e)ed\s/iu.test(clause);
}

export function isQuestion(text: string): boolean {
  const isMarked = /[?？؟]/.test(text) && /[?？؟][^\p{L}\p{N}.!。！]*$/u.test(text);
  return isMarked || /[吗呢][。！\s]*$/.test(text) || bareQuestion.test(text);
}

const bareQuestion =
  /^(?:and |so |but |ok,? )?(?:(?:what|when|where|why|how|who|which)(?:['’]s| is| are| do| does| did| can| should| much| many| will)|can you|could you|would you) [^.!]*$/iu;

function classifyRequest(rest: string, weight: number, tokens: number, byAgent: boolean): SentenceKind | null {
  if (weight < 2 && tokens === 0) return null;
  const wanted = !byAgent && (request.isIn(rest) || order.test(rest.trim()));
  if (isQuestion(rest)) return { section: "goals", pinned: true, asks: wanted ? "request" : "question" };
  if (wanted && !isNegative(rest) && !restriction.isIn(rest))
    return { section: "goals", pinned: true, asks: "request" };
  return null;
}

function classifyStatement(rest: string, weight: number, tokens: number, byAgent: boolean): SentenceKind | null {
  const as = (section: SectionName, pinned: boolean): SentenceKind => ({ section, pinned, asks: null });
  const enough = weight > 1 || tokens > 0;
  const negative = isNegative(rest);
  if (decision.isIn(rest) && enough) return as("decisions", true);
  if (promise.isIn(rest) && !negative && enough) return as("pending", true);
  const fails = failure.isIn(rest);
  // "Fixed the pump, it ran without oil" reports a deed first.
  if (enough && done.isIn(rest.trimStart().slice(0, 20)) && isDoneStatement(rest)) return as("outcomes", negative);
  if (restriction.isIn(rest) && !fails) return as("facts", true);
  if (fails && enough) return as("outcomes", negative);
  if (goal.isIn(rest) && !negative && enough) return as("goals", true);
  if (mild.isIn(rest) && enough) return as("facts", true);
  if (done.isIn(rest) && enough) return as("outcomes", negative);
  if (negative && enough) return as("facts", true);
  if (whereabouts.isIn(rest) && weight > 2) return as("facts", !byAgent);
  if (tokens === 0 || weight < 2) return null;
  if (!byAgent && own.isIn(rest)) return as("facts", true);
  return as(past.isIn(rest) ? "outcomes" : "facts", false);
}
