/** Lives a household through the rules alone, and asks of each matter whether what is current says it. */
import type { Memory } from "../../src/core/log/memories/memory.js";
import { learnMessage, listCurrent } from "./fold-changes.js";
import type { Household, Matter } from "./make-household.js";

export interface HouseholdResult {
  /** Right ones and all, by kind. */
  readonly right: Readonly<Record<Matter["kind"], readonly [number, number]>>;
  /** Matters of which a value that no longer holds is told as current. */
  readonly outdated: number;
  /** Memories that were made of what tells nothing. */
  readonly noise: number;
  /** What went wrong, for people: the matter, and what is current instead. */
  readonly wrong: readonly string[];
}

const hourMs = 3_600_000;

export function measureHousehold({ messages, matters, nothing }: Household): HouseholdResult {
  const history = new Map<string, readonly Memory[]>();
  const seen: Seen[] = [];
  const waiting = matters.filter(({ kind }) => kind === "temporary");
  let noise = 0;
  for (const { chat, by, at, text } of messages) {
    const before = history.get(chat) ?? [];
    const after = learnMessage(before, { text, at, person: `p${by}`, session: `house:chat:${chat.replace(" ", "-")}` });
    if (nothing.has(text)) noise += after.length - before.length;
    history.set(chat, after);
    for (const matter of waiting) {
      if (matter.at === at && matter.chat === chat) seen.push({ matter, memories: listCurrent(after, at + 1) });
    }
  }
  const end = (messages.at(-1)?.at ?? 0) + 40 * 24 * hourMs;
  const verdicts = matters.map((matter) => {
    const memories = listCurrent(history.get(matter.chat) ?? [], end);
    const then = seen.find((each) => each.matter === matter)?.memories ?? [];
    return { matter, memories, isRight: isRight(matter, memories, then), isOutdated: isOutdated(matter, memories) };
  });
  const wrong = verdicts
    .filter((each) => !each.isRight)
    .map(({ matter, memories }) => describeWrong(matter, memories, messages.find(({ at }) => at === matter.at)?.text));
  return { right: countRight(verdicts), outdated: verdicts.filter((each) => each.isOutdated).length, noise, wrong };
}

interface Seen {
  readonly matter: Matter;
  readonly memories: readonly Memory[];
}

function isRight(matter: Matter, end: readonly Memory[], then: readonly Memory[]): boolean {
  const { kind, value, past } = matter;
  const [former = ""] = past;
  switch (kind) {
    case "wish": {
      const isThere = end.some(
        (each) => /^(?:instruction|preference)$/.test(each.kind) && each.text.includes(value) && isOf(each, matter),
      );
      return isThere === (matter.ended !== true);
    }
    case "temporary":
      // While it holds, both are known; then the lasting one alone.
      return (
        tells(then, matter, value) &&
        tells(then, matter, former) &&
        !tells(end, matter, value) &&
        tells(end, matter, former)
      );
    case "fact":
    case "change":
    case "correction":
      return tells(end, matter, value) && !isOutdated(matter, end);
    default:
      return kind satisfies never;
  }
}

function isOf({ person }: Memory, { by, chat }: Matter): boolean {
  return chat === "group" || person === `p${by}`;
}

/** A memory says it that has the value, and was told of this thing: it names it, or took the place of one that did. */
function tells(memories: readonly Memory[], matter: Matter, value: string): boolean {
  return memories.some((each) => each.text.includes(value) && isAbout(each, matter));
}

function isAbout(memory: Memory, matter: Matter): boolean {
  const names = memory.text.toLowerCase().includes(matter.thing.toLowerCase());
  return isOf(memory, matter) && (names || memory.sources.some(({ entry }) => entry.endsWith(`@${matter.at}`)));
}

function isOutdated(matter: Matter, memories: readonly Memory[]): boolean {
  if (matter.kind !== "change" && matter.kind !== "correction") return false;
  const { past, value, owner } = matter;
  return memories.some(
    (each) =>
      isAbout(each, matter) &&
      each.text.toLowerCase().includes(owner.toLowerCase()) &&
      !each.text.includes(value) &&
      past.some((old) => each.text.includes(old)),
  );
}

function countRight(verdicts: readonly { matter: Matter; isRight: boolean }[]): HouseholdResult["right"] {
  const count = (kind: Matter["kind"]): readonly [number, number] => {
    const of = verdicts.filter(({ matter }) => matter.kind === kind);
    return [of.filter((each) => each.isRight).length, of.length];
  };
  return {
    fact: count("fact"),
    change: count("change"),
    temporary: count("temporary"),
    correction: count("correction"),
    wish: count("wish"),
  };
}

function describeWrong(matter: Matter, memories: readonly Memory[], text = ""): string {
  const about = memories.filter((each) => isAbout(each, matter)).map((each) => `${each.text} [${each.subject ?? ""}]`);
  return `${matter.kind} ${matter.value}: ${text} -> ${about.slice(0, 3).join(" / ")}`;
}
