import { listContentWords } from "@clewline/text/content-words.js";
import type { SectionName } from "../../log/summary.js";
import {
  decision,
  done,
  failure,
  goal,
  interjections,
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
import { asksToRemember, canHurt } from "./weight.js";

/** The kind of a sentence. Questions and requests are open until someone answers them. */
export interface SentenceKind {
  readonly section: SectionName;
  readonly pinned: boolean;
  readonly asks: "question" | "request" | null;
  /** A statement that no cue and no hard token supports: worth keeping, but nothing is concluded from it. */
  readonly isPlain?: true;
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

export function isNegative(text: string): boolean {
  return negation.isIn(neutral.blankedIn(text)) || deniedAnyway.test(text);
}

/** Begins as the Chinese "but" does. */
const deniedAnyway = /不过(?:敏|期|分|量)/u;

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
  // A request to remember asks for no deed that the agent reports later.
  const wanted = !byAgent && !asksToRemember(rest) && (request.isIn(rest) || order.test(rest.trim()));
  // A request that harms if forgotten, such as to give a medicine or never to give honey, holds for good.
  if (wanted && canHurt(rest)) return { section: "facts", pinned: true, asks: null };
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
  if (!byAgent && asksToRemember(rest) && enough) {
    return as(promise.isIn(rest) && !subclause.test(rest) ? "pending" : "facts", true);
  }
  if (promise.isIn(rest) && !negative && enough) return as("pending", true);
  const fails = failure.isIn(rest);
  // "Fixed the pump, it ran without oil" reports a deed first.
  if (enough && done.isIn(rest.trimStart().slice(0, 20)) && isDoneStatement(rest)) return as("outcomes", negative);
  if (restriction.isIn(rest) && !fails) return as("facts", true);
  if (fails && enough) return as("outcomes", negative);
  if (goal.isIn(rest) && !negative && enough) return as("goals", true);
  if (mild.isIn(rest) && enough) return as("facts", true);
  if (!byAgent && canHurt(rest) && enough) return as("facts", true);
  if (done.isIn(rest) && enough) return as("outcomes", negative);
  if (negative && enough) return as("facts", true);
  if (whereabouts.isIn(rest) && weight > 2) return as("facts", !byAgent);
  if (weight < 2) return !byAgent && isExact(rest) ? as("facts", false) : null;
  if (tokens === 0) return byAgent ? null : classifyPlain(rest);
  if (!byAgent && own.isIn(rest)) return as("facts", true);
  return as(past.isIn(rest) ? "outcomes" : "facts", false);
}

/** "Don't forget that" comes before a fact, "don't forget to" before a deed. */
const subclause = /(?<!\p{L})(?:that|dass|daß|que|qu['’]|что|che|أن)(?!\p{L})/iu;

/** A code, a path or an address, which says enough by itself. */
function isExact(rest: string): boolean {
  return listHardTokens(rest).some(({ kind }) => kind === "code" || kind === "exact");
}

/** Classifies a plain statement without a cue, in any language: about people, things and their state. */
function classifyPlain(rest: string): SentenceKind | null {
  // Exclamations count for nothing; in Chinese their characters are parts of other words too.
  const said = /\p{sc=Han}/u.test(rest) ? rest : interjections.blankedIn(rest);
  if (rest.length > longestPlain || listContentWords(said).length < 2) return null;
  return { section: "facts", pinned: own.isIn(rest) && !past.isIn(rest), asks: null, isPlain: true };
}

/** In characters. Longer sentences without a figure or a name are descriptions. */
const longestPlain = 300;
