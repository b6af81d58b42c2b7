/** Measures what learning by rule costs on public chats, which of the wishes of BEAM it learns, and that no rule ends a memory by itself. */
import { join } from "node:path";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import { learnStatements } from "@clewline/core/memory/learn/learn-statements.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { readCpuMs } from "../cpu.js";
import { median } from "../median.js";
import { checkAtLeast, checkAtMost, type Table, verdictColumns } from "../report.js";
import type { Chat, Question } from "../retrieval/chat.js";
import { readBeam } from "../retrieval/readers/beam.js";
import { readLocomo } from "../retrieval/readers/locomo.js";
import { readRealmem } from "../retrieval/readers/realmem.js";
import { learnByRule, listCurrent } from "./learn-by-rule.js";

export async function measureRealChats(data: string, say: (what: string) => void): Promise<readonly Table[]> {
  const chats = {
    realmem: await readRealmem(join(data, "realmem")),
    locomo: await readLocomo(join(data, "locomo", "locomo10_audit_fixed.json")),
  };
  const costs = Object.entries(chats).map(([name, all]) => {
    say(`CPU of learning on ${name}`);
    return measureCosts(name, all);
  });
  say("claims that nobody made");
  const beam = await readBeam(join(data, "beam-100k"));
  const claims = [...Object.values(chats).flat(), ...beam].map(countClaims);
  const sum = (of: (each: Claims) => number) => claims.reduce((all, each) => all + of(each), 0);
  say("wishes of beam-100k");
  const wishes = await scoreWishes(join(data, "beam-100k"));
  return [
    {
      title: "Learning by rule without a store, each message once a run, median of seven runs",
      columns: ["chats", "messages", "ms of CPU a message", "sentences kept a message", "of level 2 and above"],
      rows: costs,
    },
    {
      title: "Questions of BEAM of which a needed message is learned as an instruction or a preference, by rule",
      columns: ["ability", "questions", "learned", `in ${mostTokens} tokens, the newest first`],
      rows: wishes.map(({ ability, of, learned, shown }) => [ability, of, learned, shown]),
    },
    {
      title: "Real chats: targets",
      columns: verdictColumns,
      rows: [
        ...costs.map(([name, , ms]) => checkAtMost(`${name}: ms of CPU a message`, ms, 0.25)),
        checkAtLeast(
          "messages read for claims that nobody made",
          sum(({ messages }) => messages),
          10_000,
        ),
        checkAtMost(
          "memories that a rule ended, replaced or reworded unasked",
          sum(({ unasked }) => unasked),
          0,
        ),
        ...wishes.map(({ ability, of, learned }) =>
          checkAtLeast(`${ability}: percent learned`, (100 * learned) / of, 80),
        ),
      ],
    },
  ];
}

interface Claims {
  readonly messages: number;
  readonly unasked: number;
}

/** A memory is its speaker's words, and ends where the speaker asks for it: everything else says something that nobody said. */
function countClaims({ messages }: Chat): Claims {
  const told = messages.filter(({ role }) => role === "person");
  let memories = noMemories;
  let unasked = 0;
  for (const { id, text, at } of told) {
    const before = memories.changes.length;
    memories = learnByRule(memories, { id, text, at, person: null, session: "real:chat" });
    const words = normaliseText(text);
    for (const { before: former, after, because } of memories.changes.slice(before)) {
      const isAsked = after !== null || because === "asked to be forgotten";
      const isQuote = after === null || after.text === former?.text || words.includes(normaliseText(after.text));
      if (!isAsked || !isQuote || after?.replacedBy !== undefined) unasked += 1;
    }
  }
  return { messages: told.length, unasked };
}

const runs = 7;

function measureCosts(name: string, chats: readonly Chat[]) {
  const messages = chats.flatMap((chat) => chat.messages.filter(({ role }) => role === "person"));
  const learn = () => messages.flatMap(({ text, at }) => learnStatements({ text, at, zone: "UTC" }));
  // Each run has texts that differ by a space, so that nothing is remembered from the run before.
  const times = Array.from({ length: runs }, (_run, index) => {
    const texts = messages.map(({ text, at }) => ({ text: text + " ".repeat(index + 1), at, zone: "UTC" }));
    const before = readCpuMs();
    for (const told of texts) learnStatements(told);
    return (readCpuMs() - before) / messages.length;
  });
  const kept = learn();
  const share = (least: number) => kept.filter(({ level }) => level >= least).length / messages.length;
  return [name, messages.length, median(times), share(1), share(2)] as const;
}

/** The tokens that wishes may take in a view. */
const mostTokens = 600;
const abilities = ["instruction following", "preference following"] as const;

async function scoreWishes(path: string) {
  const scored = (await readBeam(path)).flatMap(scoreChat);
  return abilities.map((ability) => {
    const of = scored.filter((each) => each.ability === ability);
    const count = (what: "isLearned" | "isShown") => of.filter((each) => each[what]).length;
    return { ability, of: of.length, learned: count("isLearned"), shown: count("isShown") };
  });
}

function scoreChat({ name, messages, questions }: Chat<Question>) {
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
