/**
 * Lives a household through the public verbs: every message is begun, viewed and answered. After each day it is asked for what
 * was told or changed on it, and at the end for everything, in the chat that told it and in another of the same person.
 */
import { type Clew, openClew } from "../../src/index.js";
import { nameChat } from "./learners.js";
import type { Household, Matter } from "./make-household.js";

export interface LivedResult {
  /** Answered and asked, in the chat that told it. */
  readonly same: readonly [number, number];
  /** In another chat of the one who told it. */
  readonly other: readonly [number, number];
  /** Standing wishes that are told in both chats, and those that ended in neither. */
  readonly wishes: readonly [number, number];
  /** Values that hold no more, told in a block without a mark. */
  readonly stale: number;
  /** What went wrong, for people. */
  readonly wrong: readonly string[];
}

const dayMs = 86_400_000;

export async function liveHousehold(household: Household, questions: readonly string[]): Promise<LivedResult> {
  const { messages, matters } = household;
  const realNow = Date.now;
  let now = messages[0]?.at ?? 0;
  // The only clock that a program of the public verbs can set.
  Date.now = () => now;
  const clew = await openClew({ store: "memory", timeZone: "UTC", policy: "balanced", window: 16_000 });
  const tally = new Tally();
  try {
    const question = questions.find((each) => !each.includes("{value}")) ?? "{my}?";
    for (const [index, { at, by, chat, text }] of messages.entries()) {
      now = at;
      await say(clew, { session: nameChat(chat), from: `p${by}`, text });
      const next = messages[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      if (Math.floor(next / dayMs) === Math.floor(at / dayMs)) continue;
      const isOver = next === Number.POSITIVE_INFINITY;
      now = isOver ? at + 40 * dayMs : at + 1;
      for (const matter of matters.filter((each) => isOver || isOfDay(each, at)))
        tally.add(matter, await askBoth(clew, matter, question, isOver), isOver);
    }
  } finally {
    await clew.close();
    Date.now = realNow;
  }
  return tally.result();
}

/** Wishes are asked for at the end: until then some of them are still to come to theirs. */
function isOfDay({ at, kind }: Matter, day: number): boolean {
  return kind !== "wish" && Math.floor(at / dayMs) === Math.floor(day / dayMs);
}

interface Said {
  readonly session: string;
  readonly from: string;
  readonly text: string;
}

async function say(clew: Clew, said: Said): Promise<string> {
  const turn = await clew.begin({ ...said, group: false });
  const view = await turn.view();
  await turn.complete({ text: "OK." });
  await clew.index({ finish: true });
  if (view.kind !== "fits") throw new Error("The window is too small for the bench");
  return [view.system, ...view.messages.map((message) => JSON.stringify(message))].join("\n").replaceAll("\\n", "\n");
}

interface Asked {
  readonly isTold: boolean;
  readonly stale: readonly string[];
}

async function askBoth(clew: Clew, matter: Matter, question: string, isOver: boolean): Promise<readonly Asked[]> {
  const from = `p${matter.by}`;
  const asked: Asked[] = [];
  for (const session of [nameChat(matter.chat), `other:${from}`]) {
    const text = matter.kind === "wish" ? "OK" : question.replace(/\{[mM]y\}/u, matter.owner);
    const sent = await say(clew, { session, from, text });
    const found = await clew.memory.find(text, { person: from, session });
    asked.push(
      judge(
        matter,
        sent,
        found.map((each) => each.text),
        isOver,
      ),
    );
  }
  return asked;
}

function judge(matter: Matter, sent: string, found: readonly string[], isOver: boolean): Asked {
  const blocks = [...sent.matchAll(/<clew-(standing|memory)>[\s\S]*?<\/clew-\1>/gu)].map(([block]) => block).join("\n");
  const [former = ""] = matter.past;
  const isEnded = matter.kind === "temporary" && isOver;
  const value = isEnded ? former : matter.value;
  const gone = isEnded ? [matter.value] : matter.kind === "temporary" ? [] : matter.past;
  const lines = [...blocks.split("\n").filter((line) => !line.includes("no longer so")), ...found];
  const stale = lines.filter(
    (line) =>
      line.toLowerCase().includes(matter.owner.toLowerCase()) &&
      !line.includes(value) &&
      gone.some((old) => old !== "" && line.includes(old)),
  );
  if (matter.kind === "wish") {
    const isThere = sent.includes(matter.value);
    return { isTold: matter.ended === true ? !blocks.includes(matter.value) : isThere, stale: [] };
  }
  return { isTold: sent.includes(value) || found.some((text) => text.includes(value)), stale };
}

class Tally {
  readonly #counts: Readonly<Record<"same" | "other" | "wishes", number[]>> = {
    same: [0, 0],
    other: [0, 0],
    wishes: [0, 0],
  };
  readonly #wrong: string[] = [];
  #stale = 0;

  add(matter: Matter, asked: readonly Asked[], isOver: boolean): void {
    for (const [index, { isTold, stale }] of asked.entries()) {
      const where = index === 0 ? "same" : "other";
      const count = this.#counts[matter.kind === "wish" ? "wishes" : where];
      count[0] = (count[0] ?? 0) + Number(isTold);
      count[1] = (count[1] ?? 0) + 1;
      this.#stale += stale.length;
      const when = isOver ? "at the end" : "on its day";
      if (!isTold) this.#wrong.push(`${where} chat, ${when}: ${matter.kind} ${matter.owner} ${matter.value}`);
      for (const line of stale) this.#wrong.push(`stale, ${where} chat, ${when}: ${line}`);
    }
  }

  result(): LivedResult {
    const read = ([right = 0, of = 0]: readonly number[]): readonly [number, number] => [right, of];
    const { same, other, wishes } = this.#counts;
    return { same: read(same), other: read(other), wishes: read(wishes), stale: this.#stale, wrong: this.#wrong };
  }
}
