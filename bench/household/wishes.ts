import type { Memory } from "../../src/core/log/memories/memory.js";
import { type LaneMemories, noMemories } from "../../src/core/memory/fold-changes.js";
import { countTokens, estimated } from "../../src/core/text/tokens/count-tokens.js";
import { describeMachine } from "../machine.js";
import { checkAtLeast, type Report, verdictColumns } from "../report.js";
import type { Chat, Question } from "../retrieval/chat.js";
import { readBeam } from "../retrieval/readers/beam.js";
import { learnByRule, listCurrent } from "./learn-by-rule.js";

/** What the block of standing memories may take. */
const mostTokens = 600;
const abilities = ["instruction following", "preference following"] as const;

/** Whether the messages that a question about wishes needs are learned as wishes, and stand in a block of the newest. */
export async function measureWishes(path: string): Promise<Report> {
  const chats = await readBeam(path);
  const scored = chats.flatMap(scoreChat);
  const rows = abilities.map((ability) => {
    const of = scored.filter((each) => each.ability === ability);
    return { ability, of: of.length, learned: count(of, "isLearned"), shown: count(of, "isShown") };
  });
  return {
    bench: "wishes",
    machine: describeMachine(),
    tables: [
      {
        title: "Questions of which a needed message is learned as an instruction or a preference, by the rules alone",
        columns: ["ability", "questions", "learned", `in ${mostTokens} tokens, the newest first`],
        rows: rows.map(({ ability, of, learned, shown }) => [ability, of, learned, shown]),
      },
      {
        title: "Targets",
        columns: verdictColumns,
        rows: rows.map(({ ability, of, shown }) => checkAtLeast(`${ability}: percent shown`, (100 * shown) / of, 80)),
      },
    ],
  };
}

interface WishScore {
  readonly ability: string;
  readonly isLearned: boolean;
  readonly isShown: boolean;
}

function count(scores: readonly WishScore[], what: "isLearned" | "isShown"): number {
  return scores.filter((each) => each[what]).length;
}

function scoreChat({ name, messages, questions }: Chat<Question>): readonly WishScore[] {
  const nameSession = (id: string) => `beam:chat:${name}-${id}`;
  const memories = messages
    .filter(({ role }) => role === "person")
    .reduce<LaneMemories>(
      (known, { id, text, at }) => learnByRule(known, { id, text, at, person: null, session: nameSession(id) }),
      noMemories,
    );
  const standing = listCurrent(memories, messages.at(-1)?.at ?? 0)
    .filter(({ kind }) => kind === "instruction" || kind === "preference")
    .toSorted((a, b) => b.saidAt - a.saidAt);
  const shown = takeTokens(standing);
  return questions
    .filter(({ category }) => abilities.some((ability) => ability === category))
    .map(({ category, gold }) => {
      const wanted = new Set(gold.map(nameSession));
      const holds = (list: readonly Memory[]) =>
        list.some(({ sources }) => sources.some(({ session }) => wanted.has(session)));
      return { ability: category, isLearned: holds(standing), isShown: holds(shown) };
    });
}

function takeTokens(memories: readonly Memory[]): readonly Memory[] {
  let tokens = 0;
  return memories.filter(({ text }) => {
    tokens += countTokens(`- ${text}\n`, estimated);
    return tokens <= mostTokens;
  });
}
