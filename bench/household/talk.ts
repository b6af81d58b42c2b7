/** The sentences of a set as one person's chat over six weeks, with what each says, for a model that understands it. */
import type { BlindWordings } from "./blind/wordings.js";

export interface TalkMessage {
  readonly at: number;
  readonly text: string;
  /** Missing where it says nothing that lasts. */
  readonly says?: Meaning;
}

interface Meaning {
  readonly kind: "fact" | "instruction" | "preference";
  /** By when it has ended, if it does. */
  readonly over?: number;
  /** The message that said before what this one says anew, or ends. */
  readonly instead?: string;
}

/** A word of what has to be known at the end, and one of what holds no more. */
interface Truth {
  readonly holds: string;
  readonly old?: string;
}

export interface Talk {
  /** In the order of their times. */
  readonly messages: readonly TalkMessage[];
  readonly truths: readonly Truth[];
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A Wednesday. */
const start = Date.UTC(2026, 2, 4, 9);

export function makeTalk(wordings: BlindWordings): Talk {
  const messages: TalkMessage[] = [];
  const { facts, preferences, wishes, changes, corrections, temporary, ended, besides = [], nothing } = wordings;
  const say = (day: number, text: string, says?: Meaning, afterMs = 0) => {
    const at = start + day * dayMs + messages.length * 2 * minuteMs + afterMs;
    messages.push({ at, text, ...(says === undefined ? {} : { says }) });
  };
  const fact: Meaning = { kind: "fact" };
  for (const [text] of facts) say(0, text, fact);
  for (const text of preferences) say(1, text, { kind: "preference" });
  for (const text of wishes) say(2, text, { kind: "instruction" });
  for (const [said, later] of corrections) {
    say(3, said, fact);
    say(3, later, { kind: "fact", instead: said }, -minuteMs);
  }
  for (const [said, later] of [...changes, ...ended]) {
    say(4, said, fact);
    say(14, later, { kind: "fact", instead: said });
  }
  for (const [said, later] of besides) {
    say(5, said, fact);
    say(15, later, fact);
  }
  for (const [text] of temporary) say(6, text, { kind: "fact", over: start + 40 * dayMs });
  for (const text of nothing) say(7, text);
  const replaced = [...changes, ...corrections].map(([, , holds, old]): Truth => ({ holds, old }));
  const told = [
    ...facts.map(([, word]) => word),
    ...preferences,
    ...wishes,
    ...besides.flatMap(([, , ...words]) => words),
  ];
  return {
    messages: messages.toSorted((a, b) => a.at - b.at),
    truths: [...told.map((holds) => ({ holds })), ...replaced],
  };
}
