/** Tells each sentence to rules that know nothing yet, and asks whether what it says is current, or has ended. */
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import { learnByRule, listCurrent } from "../learn-by-rule.js";
import type { BlindWordings } from "./wordings.js";

type BlindKind = keyof BlindWordings;

export interface BlindResult {
  /** Right ones and all, by kind. */
  readonly right: Readonly<Record<BlindKind, readonly [number, number]>>;
  /** Changes and corrections after which the old value is told alone. */
  readonly outdated: number;
  /** What went wrong, for people. */
  readonly wrong: readonly string[];
}

interface Verdict {
  readonly kind: BlindKind;
  readonly isRight: boolean;
  readonly isOutdated?: boolean;
  readonly told: readonly Memory[];
  readonly said: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Wednesday. */
const start = Date.UTC(2026, 2, 4, 9);

export function measureBlind(wordings: BlindWordings): BlindResult {
  const verdicts = judgeAll(wordings);
  const count = (kind: BlindKind): readonly [number, number] => {
    const of = verdicts.filter((each) => each.kind === kind);
    return [of.filter(({ isRight }) => isRight).length, of.length];
  };
  return {
    right: {
      facts: count("facts"),
      preferences: count("preferences"),
      wishes: count("wishes"),
      changes: count("changes"),
      corrections: count("corrections"),
      temporary: count("temporary"),
      ended: count("ended"),
      besides: count("besides"),
      nothing: count("nothing"),
    },
    outdated: verdicts.filter(({ isOutdated }) => isOutdated === true).length,
    wrong: verdicts.filter(({ isRight }) => !isRight).map(describeWrong),
  };
}

function judgeAll(wordings: BlindWordings): readonly Verdict[] {
  const { facts, preferences, wishes, changes, corrections, temporary, ended, besides = [], nothing } = wordings;
  return [
    ...facts.map(([text, word]) => judgeTold("facts", text, (each) => each.text.includes(word))),
    ...preferences.map((text) => judgeTold("preferences", text, isStanding)),
    ...wishes.map((text) => judgeTold("wishes", text, isStanding)),
    ...changes.map((each) => judgeReplaced("changes", each, 10 * dayMs)),
    ...corrections.map((each) => judgeReplaced("corrections", each, hourMs / 60)),
    ...temporary.map(judgeTemporary),
    ...ended.map(judgeEnded),
    ...besides.map(judgeBeside),
    ...nothing.map((said): Verdict => {
      const told = listCurrent(tell([[said, start]]), start + hourMs);
      return { kind: "nothing", isRight: told.length === 0, told, said };
    }),
  ];
}

function isStanding({ kind }: Memory): boolean {
  return kind === "instruction" || kind === "preference";
}

function judgeTold(kind: BlindKind, said: string, is: (memory: Memory) => boolean): Verdict {
  const told = listCurrent(tell([[said, start]]), start + hourMs);
  return { kind, isRight: told.some(is), told, said };
}

function judgeReplaced(kind: BlindKind, [said, later, holds, old]: BlindWordings["changes"][number], afterMs: number) {
  const at = start + afterMs;
  const messages = [said, later].map((text, index): readonly [string, number] => [text, index === 0 ? start : at]);
  const told = listCurrent(tell(messages), at + hourMs);
  // Both stand with their dates, and the newer holds.
  const isRight = told.some(({ text, saidAt }) => text.includes(holds) && saidAt >= at);
  const isOutdated = !isRight && told.some(({ text }) => text.includes(old));
  return { kind, isRight, isOutdated, told, said: `${said} / ${later}` };
}

function judgeTemporary([said, word]: BlindWordings["temporary"][number]): Verdict {
  const memories = tell([[said, start]]);
  const isTold = (at: number) => listCurrent(memories, at).some(({ text }) => text.includes(word));
  const told = [...memories.memories.values()];
  return { kind: "temporary", isRight: isTold(start + hourMs) && !isTold(start + 40 * dayMs), told, said };
}

/** What was said has to be known, and its end beside it. */
function judgeEnded([said, end]: BlindWordings["ended"][number]): Verdict {
  const at = start + 9 * dayMs;
  const isSaid = ({ text }: Memory) => text.startsWith(said.replace(/[.。]$/u, ""));
  const before = listCurrent(tell([[said, start]]), at);
  const messages: readonly (readonly [string, number])[] = [
    [said, start],
    [end, at],
  ];
  const told = listCurrent(tell(messages), at + hourMs);
  return {
    kind: "ended",
    isRight: before.some(isSaid) && (!told.some(isSaid) || told.some(({ saidAt }) => saidAt >= at)),
    told,
    said: `${said} / ${end}`,
  };
}

function judgeBeside([said, later, ...words]: NonNullable<BlindWordings["besides"]>[number]): Verdict {
  const at = start + 9 * dayMs;
  const messages: readonly (readonly [string, number])[] = [
    [said, start],
    [later, at],
  ];
  const told = listCurrent(tell(messages), at + hourMs);
  const isRight = words.every((word) => told.some(({ text }) => text.includes(word)));
  return { kind: "besides", isRight, told, said: `${said} / ${later}` };
}

function tell(messages: readonly (readonly [text: string, at: number])[]): LaneMemories {
  return messages.reduce(
    (known, [text, at], index) => learnByRule(known, { id: `e${index}`, text, at, person: "ana", session: "chat:ana" }),
    noMemories,
  );
}

function describeWrong({ kind, said, told }: Verdict): string {
  return `${kind}: ${said} -> ${told.map((each) => `${each.text} [${each.kind}]`).join(" / ")}`;
}
