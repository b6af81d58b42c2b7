/**
 * The project's own talks with questions in the first person: a household in each of six languages and a group of eight.
 * They were written before any ranking was tuned, and are not looked at while tuning.
 */
import type { Chat, ChatMessage } from "../retrieval/chat.js";
import { groupAgent, groupAsked, groupCalls, groupPeople, groupSlots, groupTold, groupTopics } from "./group-source.js";
import { chinese } from "./households/chinese.js";
import { english } from "./households/english.js";
import { french } from "./households/french.js";
import { german } from "./households/german.js";
import { russian } from "./households/russian.js";
import { spanish } from "./households/spanish.js";
import { fillSlots, makeRandom, type Random } from "./seeded-random.js";
import type { HouseholdSource, Told } from "./talk-source.js";

/** 2 March 2026, a Monday, at midnight. */
const begun = Date.UTC(2026, 2, 2);
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const days = 60;
/** Exchanges of two messages each. */
const householdExchanges = 750;
const groupMessages = 2_000;
/** The first so many are what either of the two could say. */
const sharedFillers = 5;
const agent = "Assistant";
/** The day after, at nine. */
const asked = begun + days * dayMs + 9 * hourMs;

/** What is said together, in order. */
type Burst = { readonly at: number; readonly lines: readonly Omit<ChatMessage, "at" | "session">[] };

export function makeOwnTalks(): readonly Chat[] {
  const households = [english, german, french, spanish, russian, chinese];
  return [
    ...households.map((source, index) => makeHousehold(source, makeRandom(101 + index))),
    makeGroup(makeRandom(211)),
  ];
}

function makeHousehold(source: HouseholdSource, random: Random): Chat {
  const told = source.told.map(
    (each): Burst => ({ at: pickTime(each.day, random), lines: makeToldLines(source, each) }),
  );
  const fillers = Array.from({ length: householdExchanges - told.length }, (_, index): Burst => {
    const isPartner = random.next() < 0.15;
    const { said, replies } = random.pickOne(isPartner ? source.fillers.slice(0, sharedFillers) : source.fillers);
    const [message = "", reply = ""] = fillSlots([said, random.pickOne(replies)], source.slots, random);
    const by = isPartner ? source.partner : source.person;
    return {
      at: pickTime(random.pickNumber(days), random),
      lines: [
        { id: `filler-${index}`, by, role: "person", text: message },
        { id: `filler-${index}-reply`, by: agent, role: "agent", text: reply },
      ],
    };
  });
  const names = { person: source.person, partner: source.partner };
  return {
    name: `household ${source.language}`,
    language: source.language,
    people: [source.person, source.partner, agent],
    messages: layOut([...told, ...fillers]),
    questions: source.asked.map(({ kind, by, text, keys }) => ({
      text,
      asker: names[by],
      now: asked,
      category: kind,
      gold: keys.map((key) => (findTold(source, key).answersIn === "said" ? key : `${key}-reply`)),
    })),
  };
}

function makeToldLines(source: HouseholdSource, { key, by, said, reply }: Told): Burst["lines"] {
  return [
    { id: key, by: by === "person" ? source.person : source.partner, role: "person", text: said },
    { id: `${key}-reply`, by: agent, role: "agent", text: reply },
  ];
}

function findTold({ told, language }: HouseholdSource, key: string): Told {
  const found = told.find((each) => each.key === key);
  if (found === undefined) throw new Error(`Nobody told ${key} in ${language}`);
  return found;
}

/** What is told falls into the middle of what others say at that time. */
function makeGroup(random: Random): Chat {
  const told = groupTold.map(
    ({ key, day, by, said }): Burst => ({
      at: pickTime(day, random),
      lines: [{ id: key, by, role: by === groupAgent ? "agent" : "person", text: said }],
    }),
  );
  const fillers: Burst[] = [];
  for (let count = told.length; count < groupMessages; ) {
    const lines = makeGroupLines(count, random);
    fillers.push({ at: pickTime(random.pickNumber(days), random), lines });
    count += lines.length;
  }
  return {
    name: "group",
    language: "group",
    people: [...groupPeople, groupAgent],
    messages: layOut([...told, ...fillers]),
    questions: groupAsked.map(({ kind, by, text, keys }) => ({
      text,
      asker: by,
      now: asked,
      category: kind,
      gold: keys,
    })),
  };
}

/** Two topics at once, two to four people each, or somebody who calls the assistant. */
function makeGroupLines(number: number, random: Random): Burst["lines"] {
  if (random.next() < 0.2) {
    const [said = "", reply = ""] = fillSlots(random.pickOne(groupCalls), groupSlots, random);
    return [
      { id: `call-${number}`, by: random.pickOne(groupPeople), role: "person", text: said },
      { id: `call-${number}-reply`, by: groupAgent, role: "agent", text: reply },
    ];
  }
  const topics = [random.pickOne(groupTopics), random.pickOne(groupTopics)];
  return Array.from({ length: 3 + random.pickNumber(6) }, (_, index) => {
    const [text = ""] = fillSlots([random.pickOne(random.pickOne(topics))], groupSlots, random);
    return { id: `filler-${number}-${index}`, by: random.pickOne(groupPeople), role: "person", text };
  });
}

/** Between seven and half past ten. */
function pickTime(day: number, random: Random): number {
  return begun + day * dayMs + 7 * hourMs + random.pickNumber(15.5 * 60) * minuteMs;
}

/** A session is a day. */
function layOut(bursts: readonly Burst[]): readonly ChatMessage[] {
  const inOrder = bursts
    .map((burst, index) => ({ burst, index }))
    .sort((left, right) => left.burst.at - right.burst.at || left.index - right.index);
  let last = 0;
  return inOrder.flatMap(({ burst }) =>
    burst.lines.map((line, index) => {
      last = Math.max(last + 1_000, burst.at + index * 20_000);
      return { ...line, at: last, session: new Date(last).toISOString().slice(0, 10) };
    }),
  );
}
