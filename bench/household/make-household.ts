/**
 * Sixty days of a made-up household: five people, each in a chat of their own with the assistant, and one group. The same for the
 * same seed. Every figure of `plan` is reached.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import type { Language, Thing, Wordings } from "./wordings.js";

export interface HouseholdMessage {
  readonly at: number;
  /** Index of the person. */
  readonly by: number;
  /** "group", or the person's own chat. */
  readonly chat: string;
  readonly text: string;
  /** What it says that lasts, for a model that understands it. */
  readonly says?: Meaning;
}

/** What somebody who understands a message would note. */
interface Meaning {
  readonly kind: "fact" | "instruction" | "preference";
  /** The thing as the message calls it; "" where it names none. */
  readonly thing: string;
  /** By when it has ended, if it does. */
  readonly over?: number;
  /** The message that said before what this one says anew, or ends. */
  readonly instead?: string;
}

/** What has to be known, with the messages that say it. */
export interface Matter {
  readonly kind: "fact" | "change" | "temporary" | "correction" | "wish";
  readonly chat: string;
  readonly by: number;
  /** What has to stand in a current memory. */
  readonly value: string;
  /** What may stand in none any more, unless the value is there too. */
  readonly past: readonly string[];
  /** What a memory of it has to name, unless it is the value itself that does. */
  readonly thing: string;
  /** The thing as its owner calls it: what is said of somebody else's is another matter. */
  readonly owner: string;
  /** Of a temporary one: the time by which it must have ended. */
  readonly over?: number;
  /** When it was said last; of a correction, when it was said wrongly. */
  readonly at: number;
  /** When it was corrected. */
  readonly correctedAt?: number;
  /** Of a wish: it was ended, and may stand nowhere. */
  readonly ended?: true;
}

export interface Household {
  readonly language: Language;
  readonly messages: readonly HouseholdMessage[];
  readonly matters: readonly Matter[];
  /** Texts of which nothing may be kept. */
  readonly nothing: ReadonlySet<string>;
}

const plan = { facts: 200, changes: 60, temporary: 30, corrections: 20, wishes: 20, days: 60 } as const;

const dayMs = 86_400_000;
/** A Monday. */
const start = Date.UTC(2026, 2, 2, 8);

interface Owned {
  readonly thing: Thing;
  readonly my: string;
  readonly chat: string;
  readonly by: number;
  readonly isOwn: boolean;
}

export function makeHousehold(language: Language, wordings: Wordings, seed: number): Household {
  const random = makeRandom(seed);
  const said: HouseholdMessage[] = [];
  const matters: Matter[] = [];
  const owned = shuffle(listOwned(language, random), random).slice(0, plan.facts);
  const own = owned.filter(({ isOwn }) => isOwn);
  const scene = { wordings, random, said, matters };
  const changed = own.slice(0, plan.changes);
  const away = own.slice(plan.changes, plan.changes + plan.temporary);
  const corrected = owned.filter((each) => !(changed.includes(each) || away.includes(each))).slice(0, plan.corrections);
  for (const [index, each] of owned.entries()) {
    const isFinal = !(changed.includes(each) || away.includes(each) || corrected.includes(each));
    const at = start + Math.floor((index * 25) / owned.length) * dayMs + random.pickNumber(10 * 3_600_000);
    const instead = tellFact(scene, { ...each, index, at, isFinal });
    if (corrected.includes(each)) correct(scene, { ...each, instead }, index, at);
    if (changed.includes(each)) change(scene, { ...each, instead }, index);
    if (away.includes(each)) tellTemporary(scene, each, index);
  }
  tellWishes(scene, language.people.length);
  const nothing = addNoise(scene, own);
  return { language, messages: said.toSorted((a, b) => a.at - b.at), matters, nothing };
}

interface Scene {
  readonly wordings: Wordings;
  readonly random: Random;
  readonly said: HouseholdMessage[];
  readonly matters: Matter[];
}

/** Everybody's own things, those of the family, and some that one says of another. */
function listOwned({ people, things }: Language, random: Random): readonly Owned[] {
  const own = people.flatMap((_person, by) =>
    things.map((thing): Owned => ({ thing, my: thing.my, chat: `chat ${by}`, by, isOwn: true })),
  );
  const shared = things.map(
    (thing, index): Owned => ({
      thing,
      my: thing.our,
      chat: "group",
      by: index % people.length,
      isOwn: false,
    }),
  );
  const others = people.flatMap((person, index) =>
    shuffle(things, random)
      .slice(0, 12)
      .map((thing): Owned => {
        const by = (index + 1) % people.length;
        return { thing, my: thing.of(person), chat: "group", by, isOwn: false };
      }),
  );
  return [...own, ...shared, ...others];
}

/** Returns what was said. */
function tellFact(scene: Scene, fact: Owned & { index: number; at: number; isFinal: boolean }): string {
  const { thing, chat, by, index, at, isFinal } = fact;
  const value = pickValue(thing, index, 0);
  const text = fill(scene.wordings.facts, index, { ...fact, value, old: "" });
  scene.said.push({ at, by, chat, text, says: { kind: "fact", thing: findThing(text, fact) } });
  if (isFinal) scene.matters.push({ kind: "fact", chat, by, value, past: [], thing: thing.bare, owner: fact.my, at });
  return text;
}

interface Retold extends Owned {
  readonly instead: string;
}

function correct({ wordings, said, matters }: Scene, each: Retold, index: number, at: number): void {
  const { thing, chat, by, instead } = each;
  const [old, value] = [pickValue(thing, index, 0), pickValue(thing, index, 1)];
  const text = fill(wordings.corrections, index, { ...each, value, old });
  const correctedAt = at + 20_000;
  said.push({ at: correctedAt, by, chat, text, says: { kind: "fact", thing: findThing(text, each), instead } });
  matters.push({
    kind: "correction",
    chat,
    by,
    value,
    past: [old],
    thing: thing.bare,
    owner: each.my,
    at,
    correctedAt,
  });
}

function change({ wordings, random, said, matters }: Scene, each: Retold, index: number): void {
  const { thing, chat, by, instead } = each;
  const [old, value] = [pickValue(thing, index, 0), pickValue(thing, index, 1)];
  const at = start + (27 + random.pickNumber(25)) * dayMs + random.pickNumber(10 * 3_600_000);
  const text = fill(wordings.changes, index, { ...each, value, old });
  said.push({ at, by, chat, text, says: { kind: "fact", thing: findThing(text, each), instead } });
  matters.push({ kind: "change", chat, by, value, past: [old], thing: thing.bare, owner: each.my, at });
}

/** Said on days 27 to 31, so that all of them end before the last day. */
function tellTemporary({ wordings, random, said, matters }: Scene, each: Owned, index: number): void {
  const { thing, chat, by } = each;
  const [lasting, value] = [pickValue(thing, index, 0), pickValue(thing, index, 1)];
  const at = start + (27 + random.pickNumber(5)) * dayMs + random.pickNumber(10 * 3_600_000);
  const text = fill(wordings.temporary, index, { ...each, value, old: lasting });
  const over = at + 36 * dayMs;
  said.push({ at, by, chat, text, says: { kind: "fact", thing: findThing(text, each), over } });
  matters.push({ kind: "temporary", chat, by, value, past: [lasting], thing: thing.bare, owner: each.my, at, over });
}

function tellWishes({ wordings, random, said, matters }: Scene, people: number): void {
  for (let index = 0; index < plan.wishes; index++) {
    const { text, end } = wordings.wishes[index % wordings.wishes.length] ?? { text: "" };
    const by = (index + Math.floor(index / wordings.wishes.length)) % people;
    const at = start + random.pickNumber(40) * dayMs + random.pickNumber(10 * 3_600_000);
    const chat = `chat ${by}`;
    said.push({ at, by, chat, text, says: { kind: "instruction", thing: "" } });
    const isEnded = end !== undefined && index < wordings.wishes.length;
    if (isEnded)
      said.push({ at: at + 9 * dayMs, by, chat, text: end, says: { kind: "instruction", thing: "", instead: text } });
    const value = text.replace(/[.。]$/u, "");
    matters.push({
      kind: "wish",
      chat,
      by,
      value,
      past: [],
      thing: "",
      owner: "",
      at,
      ...(isEnded ? { ended: true } : {}),
    });
  }
}

function addNoise({ wordings, random, said }: Scene, own: readonly Owned[]): ReadonlySet<string> {
  const nothing = new Set<string>();
  for (let index = 0; index < 5 * plan.days; index++) {
    const about = random.pickOne(own);
    const at = start + Math.floor(index / 5) * dayMs + random.pickNumber(10 * 3_600_000);
    const value = random.pickOne(about.thing.values);
    const asks = index % 2 === 0;
    const text = asks
      ? fill(wordings.questions, index / 2, { ...about, value, old: "" })
      : random.pickOne(wordings.noise);
    nothing.add(text);
    said.push({ at, by: about.by, chat: index % 5 === 0 ? "group" : about.chat, text });
  }
  return nothing;
}

/** The values of one thing differ from step to step. */
function pickValue({ values }: Thing, index: number, step: number): string {
  return values[(index + step) % values.length] ?? "";
}

interface Filling {
  readonly thing: Thing;
  readonly my: string;
  readonly value: string;
  readonly old: string;
}

function fill(wordings: readonly string[], index: number, { thing, my, value, old }: Filling): string {
  const text = wordings[index % wordings.length] ?? "";
  const slots: Readonly<Record<string, string>> = {
    my,
    My: my.charAt(0).toUpperCase() + my.slice(1),
    bare: thing.bare,
    fresh: thing.fresh,
    value,
    old,
  };
  return text.replace(/\{(\w+)\}/gu, (_whole, slot: string) => slots[slot] ?? "");
}

/** The thing with its owner, or without, as a text has it. */
function findThing(text: string, { my, thing }: Pick<Owned, "my" | "thing">): string {
  const folded = text.toLowerCase();
  return [my, thing.bare].find((name) => folded.includes(name.toLowerCase())) ?? "";
}

function shuffle<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
