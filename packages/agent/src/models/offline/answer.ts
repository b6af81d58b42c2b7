/** Answers by quoting, word for word, what was said that fits the question. */
import { scoreTexts } from "@clewline/core/conversation/selection/best-first.js";

const opening = "No model is connected.";
const connecting =
  "For answers by a model, put a key such as ANTHROPIC_API_KEY into the environment, start Ollama, or install the claude command.";

/** Quotes at most, and the part of the best score that each needs. */
const mostQuotes = 5;
const nearBest = 0.3;
/** Characters of a quote; of a longer statement, the best of so many parts is quoted. */
const longestQuote = 300;
const mostParts = 400;

/** The lines of the answer, each but the last with its line break. How to get a model is told once in a conversation. */
export function answerQuestion(question: string, said: readonly Statement[]): readonly string[] {
  const fitting = pickBest(question, said);
  const isTold = said.some(({ text }) => text.startsWith(opening) && text.trimEnd().endsWith(connecting));
  const quotes = fitting.map((each) => `- ${formatQuote(each)}`);
  const found =
    quotes.length === 0
      ? [`${opening} Nothing that was said fits this message.`]
      : [`${opening} This is what was said that fits best:`, "", ...quotes];
  const lines = isTold ? found : [...found, "", connecting];
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line));
}

/** Each statement once, best first, without the question itself and earlier answers of this kind. */
function pickBest(question: string, said: readonly Statement[]): readonly Statement[] {
  const seen = new Set([makeStatementKey(question), ""]);
  const offered = said.filter(({ text }) => {
    const key = makeStatementKey(text);
    if (seen.has(key) || text.startsWith(opening)) return false;
    seen.add(key);
    return true;
  });
  // An earlier question rarely answers this one.
  const statements = offered.filter(({ text }) => !/[?？]\s*$/.test(text));
  const parts = (statements.length === 0 ? offered : statements).flatMap((statement) =>
    splitParts(statement.text).map((text) => ({ statement, text })),
  );
  const scores = scoreTexts(
    question,
    parts.map(({ text }) => text),
  );
  const best = new Map<Statement, { readonly text: string; readonly score: number }>();
  for (const [index, { statement, text }] of parts.entries()) {
    const score = scores[index] ?? 0;
    if (score > (best.get(statement)?.score ?? 0)) best.set(statement, { text, score });
  }
  const ranked = [...best].sort(([, a], [, b]) => b.score - a.score).slice(0, mostQuotes);
  const least = nearBest * (ranked[0]?.[1].score ?? 0);
  return ranked.flatMap(([statement, { text, score }]) => (score >= least ? [{ ...statement, text }] : []));
}

/** Splits at the ends of sentences or, where there are none, of words. */
const parting = new RegExp(
  `.{60,${longestQuote}}(?:[.!?](?=\\s|$)|[。！？])|.{1,${longestQuote}}(?=\\s|$)|.{1,${longestQuote}}`,
  "gsu",
);

function splitParts(text: string): readonly string[] {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= longestQuote) return [line];
  const parts = (line.match(parting) ?? []).slice(0, mostParts).map((part) => part.trim());
  return parts.map((part, index) => `${index > 0 ? "… " : ""}${part}${index < parts.length - 1 ? " …" : ""}`);
}

function formatQuote({ text, at, who, pointer }: Statement): string {
  const about = [at, who].filter((each) => each !== "").join(", ");
  return `${about}: "${text}"${pointer === "" ? "" : ` (${pointer})`}`;
}

/** Something that was said, ready to be quoted. */
export interface Statement {
  readonly text: string;
  /** As the view shows it, such as 2026-11-15 10:22; "" if unknown. */
  readonly at: string;
  readonly who: string;
  /** Opens the whole statement; "" if there is none. */
  readonly pointer: string;
}

/** Two texts count as the same statement if they begin alike, because one of them may be cut. */
function makeStatementKey(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase().slice(0, 200);
}
