/** Asks a retriever all the questions of some chats, each when only what was said before it is known. */
import { readText } from "@clewline/core/retrieval/read-text.js";
import type { Chat, Question } from "./chat.js";
import type { BenchRows, Retriever } from "./retriever.js";

export interface Asked<Each extends Question = Question> {
  readonly chat: Chat;
  readonly question: Each;
  /** Ids of messages, best first. */
  readonly ranked: readonly string[];
  /** For each budget, the gold whose own text stands in the block: of a short message all, of a long one a passage, of a session one of its messages. */
  readonly shown: readonly (readonly string[])[];
  /** The tokens of a view besides the conversation at hand; null for a block. */
  readonly beside: number | null;
}

export interface AskedRow<Each extends Question = Question> {
  readonly name: string;
  readonly asked: readonly Asked<Each>[];
}

/** All retrievers, one after the other. */
export async function askRows<Each extends Question>(
  { retrievers, kept, say }: Pick<BenchRows, "retrievers" | "kept" | "say">,
  chats: readonly Chat<Each>[],
  budgets: readonly number[] = [],
): Promise<readonly AskedRow<Each>[]> {
  const rows: AskedRow<Each>[] = [];
  for (const retriever of retrievers) {
    const { name } = retriever;
    const known = kept.read({ name, budgets }, chats);
    say(known !== null ? `${name}: kept` : kept.isAll ? `${name}: not kept, left out` : name);
    if (known === null && kept.isAll) {
      kept.leftOut.push(name);
      continue;
    }
    const asked = known ?? (await askAll(retriever, chats, budgets));
    if (known === null) kept.keep({ name, budgets }, chats, asked);
    rows.push({ name, asked });
  }
  return rows;
}

export async function askAll<Each extends Question>(
  retriever: Retriever,
  chats: readonly Chat<Each>[],
  budgets: readonly number[],
): Promise<readonly Asked<Each>[]> {
  const asked: Asked<Each>[] = [];
  for (const [number, chat] of chats.entries()) {
    const others = chats.filter((each) => each !== chat);
    const open = await retriever.open(chat, others);
    const pieces = listPieces(chat);
    let known = 0;
    // Not the same places in each chat, where the same kinds of questions may stand.
    const chosen = chat.questions.filter((_, index) => (index + 3 * number) % (retriever.every ?? 1) === 0);
    for (const question of chosen.toSorted((a, b) => a.now - b.now)) {
      const until = findEnd(chat, known, question.now);
      if (until > known) await open.learn(chat.messages.slice(known, until));
      known = until;
      const { ranked, blocks, beside = null } = await open.ask(question, budgets);
      asked.push({
        chat,
        question,
        ranked,
        beside,
        shown: blocks.map((block) =>
          question.gold.filter((id) => pieces.get(id)?.some((piece) => block.includes(piece)) === true),
        ),
      });
    }
    await open.close();
  }
  return asked;
}

/** By the id of a message, or of a session. */
function listPieces({ messages }: Chat): ReadonlyMap<string, readonly string[]> {
  const pieces = new Map<string, string[]>();
  for (const { session, text } of messages) {
    const own = pieces.get(session) ?? [];
    pieces.set(session, own);
    // "Thanks a lot!" stands in many sessions.
    if (readText(text).length >= fewWords) own.push(...cutText(text));
  }
  return new Map([...pieces, ...messages.map(({ id, text }) => [id, cutText(text)] as const)]);
}

const fewWords = 5;

function cutText(text: string): readonly string[] {
  const { passages } = readText(text);
  return passages.length < 2 ? [text] : passages.map(({ from, to }) => text.slice(from, to).trim());
}

function findEnd({ messages }: Chat, from: number, now: number): number {
  let end = from;
  while (end < messages.length && (messages[end]?.at ?? 0) < now) end += 1;
  return end;
}

function countShare<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(passes).length / items.length;
}

/** In percent, over the questions. */
export function averageShown(asked: readonly Asked[], budget: number): number {
  return averagePercent(asked.map(({ question, shown }) => (shown[budget]?.length ?? 0) / question.gold.length));
}

/** The share of the questions with all of their gold in the block. */
export function averageWhole(asked: readonly Asked[], budget: number): number {
  return averagePercent(asked.map(({ question, shown }) => (shown[budget]?.length === question.gold.length ? 1 : 0)));
}

/** The share of the gold among the first so many, over the questions. */
export function averageRecall(asked: readonly Asked[], most: number): number {
  return averagePercent(
    asked.map(({ question, ranked }) => {
      const first = new Set(ranked.slice(0, most));
      return countShare(question.gold, (id) => first.has(id));
    }),
  );
}

/** A view has no ranking. */
export function isRanked({ asked }: Pick<AskedRow, "asked">): boolean {
  return asked.some(({ ranked }) => ranked.length > 0);
}

export function recallOrNone(asked: readonly Asked[], depth: number): number | null {
  return isRanked({ asked }) ? averageRecall(asked, depth) : null;
}

export function averagePercent(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : (100 * values.reduce((sum, value) => sum + value, 0)) / values.length;
}

export function pickCategory<Each extends Question>(
  asked: readonly Asked<Each>[],
  category: string,
): readonly Asked<Each>[] {
  return asked.filter(({ question }) => question.category === category);
}
