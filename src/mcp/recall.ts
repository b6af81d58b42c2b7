import type { House } from "../engine/engine.js";
import { lineRange, recall, recallPage } from "../engine/read/recall.js";
import { recallQuestion } from "../engine/read/recall-question.js";
import { type Answer, answer, refusal } from "./answer.js";
import { unknownPointer } from "./conversation.js";
import { noSurface, placeAt, type Reach, scopeOf } from "./reach.js";

export interface RecallInput {
  readonly pointer?: string | undefined;
  readonly question?: string | undefined;
  readonly offset?: number | undefined;
  readonly find?: string | undefined;
  readonly lines?: string | undefined;
}

export interface SearchInput {
  readonly query: string;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const entriesUnlessTold = 10;

export async function searchMemories(house: House, reach: Reach, input: SearchInput): Promise<Answer> {
  const { query, limit: most = entriesUnlessTold, offset = 0 } = input;
  // A longer list is asked for on purpose, and may take more.
  const limit = most > 2 * entriesUnlessTold ? 2 * recallPage : recallPage;
  return answer(await recallQuestion(house, scopeOf(house, reach), query, { limit, most, offset, surface: noSurface }));
}

export async function recallWithin(house: House, reach: Reach, input: RecallInput): Promise<Answer> {
  const { pointer, question, offset = 0 } = input;
  if (pointer !== undefined && question === undefined) return opened(house, reach, pointer, input);
  if (question === undefined || pointer !== undefined)
    return refusal(
      pointer === undefined ? "Give either a pointer or a question." : "Give either a pointer or a question, not both.",
    );
  if (input.find !== undefined || input.lines !== undefined) return refusal("find and lines go with a pointer only.");
  const query = { limit: recallPage, offset, surface: noSurface };
  return answer(await recallQuestion(house, scopeOf(house, reach), question, query));
}

async function opened(house: House, reach: Reach, pointer: string, input: RecallInput): Promise<Answer> {
  const found = await placeAt(house, reach, pointer);
  if (found === null) return unknownPointer(pointer);
  const { offset = 0, find = null, lines } = input;
  const query = { pointer, offset, find, lines: lineRange(lines), limit: recallPage, surface: noSurface };
  const page = await recall(house, found.ref, query);
  if (page.kind === "nothing" || page.next === null) return answer(page.text);
  return answer(`${page.text}\n[go on with offset ${page.next} of ${page.of}]`);
}
