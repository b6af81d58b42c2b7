import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef, Tokens } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { ToolSpec } from "@clewline/core/view/request.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { parseLineRange, pickQuestionLimit, type RecallInput, type RecallQuery, recall } from "./recall.js";
import type { RecalledFile } from "./recall-files.js";
import { recallQuestion } from "./recall-question.js";

/** A text, or a text with the files of an entry. */
export type RecallOutput = string | { readonly text: string; readonly files: readonly RecalledFile[] };

const text = { type: "string" } as const;

/** The tool as a request carries it from a session's first call on: each call pays for it. */
export const recallSpec: ToolSpec = {
  name: "recall",
  description:
    "Opens pointers (clew:…, up to 20) to what was left out, or finds what was said by a question. Of a long text: lines 40-80, find (* anything, | or), offset.",
  inputSchema: {
    type: "object",
    properties: { pointer: text, question: text, find: text, lines: text, offset: { type: "number" } },
  },
};

/** The same where it also searches memories and other chats, and shows the neighbours of a pointer's entry. */
export const wideRecallSpec: ToolSpec = {
  ...recallSpec,
  description:
    "Opens pointers (clew:…, up to 20; around, before or after clew:…: the talk there) or finds by a question what was said. Long texts: lines 40-80, find (* any, | or), offset.",
};

/** Of one call. */
const mostPointers = 20;
/** With less, an opened text would be a scrap. */
const leastRoom: Tokens = 200;
/** In characters. */
export const longestQuestion = 2_000;

/** Answers a model that opens a pointer, or asks a question, from within its lane. */
export async function answerRecall(
  engine: Engine,
  { ref, id, ...from }: Pick<TurnRecord, "ref"> & Partial<Pick<TurnRecord, "id" | "surface">>,
  input: RecallInput,
  { limit, hint = "" }: { readonly limit: Tokens; readonly hint?: string },
): Promise<RecallOutput> {
  const { pointer } = input;
  const [question, offset] = [input.question?.slice(0, longestQuestion), Math.floor(input.offset ?? 0)];
  const surface = from.surface ?? null;
  const own = id === undefined ? {} : { turn: id };
  if (pointer !== undefined && question === undefined) {
    const pointers = [...new Set(pointer.split(/[\s,]+/).filter((each) => each !== ""))];
    const open = (each: string, most: Tokens) =>
      openOne(engine, ref, { ...input, pointer: each, offset }, { most, surface, own, hint });
    return pointers.length > 1 ? await openSeveral(engine, pointers, limit, open) : await open(pointer, limit);
  }
  if (question === undefined || pointer !== undefined) return "Give either a pointer or a question.";
  const query = { limit: pickQuestionLimit(limit), surface, offset, ...own };
  return recallQuestion(engine, { kind: "lane", ref }, question, query);
}

interface Opening {
  /** Behind the answer to a pointer that the lane does not have. */
  readonly hint: string;
  readonly most: Tokens;
  readonly surface: string | null;
  readonly own: Partial<Pick<RecallQuery, "turn">>;
}

async function openOne(
  engine: Engine,
  ref: LaneRef,
  { pointer = "", offset = 0, find, lines }: RecallInput,
  { most, surface, own, hint }: Opening,
): Promise<RecallOutput> {
  const page = await recall(engine, ref, {
    pointer,
    offset,
    find: find ?? null,
    lines: parseLineRange(lines),
    limit: most,
    surface,
    ...own,
  });
  if (page.kind === "nothing") return page.isUnknown ? `${page.text}${hint}` : page.text;
  const text = page.next === null ? page.text : `${page.text}\n[go on with offset ${page.next} of ${page.of}]`;
  return page.files === undefined ? text : { text, files: page.files };
}

/** Each whole, as long as there is room; the pointers that found none are named. */
async function openSeveral(
  { fns }: Engine,
  pointers: readonly string[],
  limit: Tokens,
  open: (pointer: string, most: Tokens) => Promise<RecallOutput>,
): Promise<RecallOutput> {
  const opened: { readonly text: string; readonly files: readonly RecalledFile[] }[] = [];
  const left: string[] = [];
  let room = limit;
  for (const [place, pointer] of pointers.entries()) {
    if (place >= mostPointers || room < leastRoom) {
      left.push(pointer);
      continue;
    }
    const given = await open(pointer, room).catch((error: unknown) => {
      if (error instanceof ClewError) return error.message;
      throw error;
    });
    const { text, files } = typeof given === "string" ? { text: given, files: [] } : given;
    room -= countTokens(text, fns.calibration);
    opened.push({ text: `${pointer}:\n${text}`, files });
  }
  const rest = left.length === 0 ? [] : [`[no room for ${left.join(" ")}: open them with another call]`];
  const text = [...opened.map((each) => each.text), ...rest].join("\n\n");
  const files = opened.flatMap((each) => each.files);
  return files.length === 0 ? text : { text, files };
}
