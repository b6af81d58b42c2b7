/** A question whose answer holds none of its words, asked at the end of the month. */
import type { Clew } from "../../compose/clew.js";
import { renderTranscript } from "../../core/view/transcript.js";
import { otherWords } from "./texts.js";

export interface OtherWords {
  readonly question: string;
  readonly day: number;
  readonly answer: string;
  /** Whether it was found, or looked up for the view. */
  readonly shown: boolean;
  /** What compared by meaning; null where words alone led to it. */
  readonly embedder: string | null;
}

/** With an embedder it is a search in other words than any of that evening, if that finds it. */
export async function askInOtherWords(clew: Clew, session: string): Promise<OtherWords> {
  const { embedder } = await clew.index();
  const { day, message, answer, question, paraphrase } = otherWords;
  if (embedder !== null) {
    await clew.index({ finish: true });
    const found = await clew.search(paraphrase, { session });
    if (found.some(({ line, matched }) => matched === 0 && line.words === message)) {
      return { question: paraphrase, day, answer: message, shown: true, embedder };
    }
  }
  // Nothing of it is kept: the log ends with the question about the letter.
  const { request } = await clew.context({ session, message: question });
  const text = renderTranscript({ ...request, system: [] });
  // What an earlier turn had looked up stands before that turn, and is not looked up again.
  const memories = [...text.matchAll(/<clew-found>(.*?)<\/clew-found>/gs)].map(([block]) => block);
  return { question, day, answer, shown: memories.some((block) => block.includes(answer)), embedder: null };
}
