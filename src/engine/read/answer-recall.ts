import type { Tokens } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { Engine } from "../engine.js";
import { parseLineRange, type RecallInput, recall } from "./recall.js";
import type { RecalledFile } from "./recall-files.js";
import { recallQuestion } from "./recall-question.js";

/** A text, or a text with the files of an entry. */
export type RecallOutput = string | { readonly text: string; readonly files: readonly RecalledFile[] };

/** What a model is told of the tool, wherever it is offered. */
export const recallWords = {
  tool: "Opens a pointer (clew:…) that stands for text left out of this conversation: a cut or cleared tool result, an image or file, a long message, or a run of earlier entries. Or finds earlier entries by a question.",
  pointer: "A pointer as printed in the conversation, e.g. clew:e0123456789",
  question: "Instead of a pointer: what to look for among everything that was said here, in its own words",
  offset: "Where to go on: the number that the page before ended with",
  find: "Show only what matches: lines of one entry, or entries of a run. * stands for anything, | for or",
  lines: "Show only these lines of one entry, e.g. 40-80",
} as const;

/** In characters. */
const longestQuestion = 2_000;

/** What a model is answered that opens a pointer, or asks a question, from within its lane. */
export async function answerRecall(
  engine: Engine,
  { ref, id, ...from }: Pick<TurnRecord, "ref"> & Partial<Pick<TurnRecord, "id" | "surface">>,
  input: RecallInput,
  limit: Tokens,
): Promise<RecallOutput> {
  const { pointer, find = null, lines } = input;
  const [question, offset] = [input.question?.slice(0, longestQuestion), Math.floor(input.offset ?? 0)];
  const surface = from.surface ?? null;
  const own = id === undefined ? {} : { turn: id };
  if (pointer !== undefined && question === undefined) {
    const page = await recall(engine, ref, {
      pointer,
      offset,
      find,
      lines: parseLineRange(lines),
      limit,
      surface,
      ...own,
    });
    if (page.kind === "nothing") return page.text;
    const text = page.next === null ? page.text : `${page.text}\n[go on with offset ${page.next} of ${page.of}]`;
    return page.files === undefined ? text : { text, files: page.files };
  }
  if (question === undefined || pointer !== undefined) return "Give either a pointer or a question.";
  return recallQuestion(engine, { kind: "lane", ref }, question, { limit, surface, offset, ...own });
}
