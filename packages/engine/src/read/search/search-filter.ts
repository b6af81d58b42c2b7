/** Filters a search by speaker, time and kind of entry. */
import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import { ClewError } from "@clewline/core/errors.js";
import type { Entry, Speaker } from "@clewline/core/log/entry.js";
import type { Instant } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import type { Engine } from "../../engine.js";

/** Limits the entries that a search may find. */
export interface SearchFilter {
  /** Only what this person said: by name, by address, or user or agent where a chat has no names. */
  readonly person?: string | undefined;
  /** Only from this day or minute on, as 2026-03-05 or 2026-03-05T10:00, in the log's zone. */
  readonly since?: string | undefined;
  /** Only up to this day or minute, all of it included. */
  readonly until?: string | undefined;
  /** Only what people and agents said, or only what tools were given and gave. */
  readonly kind?: "said" | "tool" | undefined;
}

/** Entries with the words that are looked at where only some of them are wanted. */
export const mostFiltered = 10_000;

const searchKinds = ["said", "tool"] as const;

type Test = (entry: Entry) => boolean;

/** Null where nothing is filtered. An edit passes for as long as the message is not known that it edits. */
export function makeSearchFilter(engine: Pick<Engine, "people" | "zone">, filter: SearchFilter): Test | null {
  const { person, kind } = filter;
  const dates = makeDateTest(engine.zone, filter);
  const tests = [
    ...(kind === undefined ? [] : [makeKindTest(kind)]),
    ...(person === undefined ? [] : [makePersonTest(engine.people, person)]),
    ...(dates === null ? [] : [dates]),
  ];
  return tests.length === 0 ? null : (entry) => tests.every((test) => test(entry));
}

/** The same of memories: by who said it, and when it was said last. */
export function makeMemoryFilter(
  { people, zone }: Pick<Engine, "people" | "zone">,
  filter: SearchFilter,
): (memory: Memory) => boolean {
  const isSpeaker = filter.person === undefined ? null : makeSpeakerTest(people, filter.person);
  const isThen = makeMomentTest(zone, filter);
  return ({ person, by, saidAt }) => {
    const speaker: Speaker =
      person === null ? { role: by === "agent" ? by : "user" } : { role: "user", address: person };
    return isSpeaker?.(speaker) !== false && isThen?.(saidAt) !== false;
  };
}

function makeKindTest(kind: unknown): Test {
  const isOfTool: Test = (entry) => entry.kind === "called" || entry.kind === "returned";
  return parseSearchKind(kind) === "tool" ? isOfTool : (entry) => !isOfTool(entry);
}

export function parseSearchKind(given: unknown): (typeof searchKinds)[number] {
  const kind = searchKinds.find((each) => each === given);
  if (kind !== undefined) return kind;
  throw new ClewError("options/bad", `kind is ${JSON.stringify(given)}`, { hint: `Use ${searchKinds.join(" or ")}` });
}

function makePersonTest(people: ReadonlyMap<string, string>, person: unknown): Test {
  const isWanted = makeSpeakerTest(people, person);
  return (entry) => entry.kind === "revised" || (entry.kind === "said" && isWanted(entry.by));
}

/** A known person's name matches only that person: a stranger may choose any address. */
function makeSpeakerTest(people: ReadonlyMap<string, string>, person: unknown): (speaker: Speaker) => boolean {
  const wanted = typeof person === "string" ? normaliseText(person) : "";
  if (wanted === "") {
    throw new ClewError("options/bad", "person has no name", { hint: "Give a name or an address, such as Anna" });
  }
  const nameOf = makeNamer(people);
  const isKnown = [...people.values()].some((name) => normaliseText(name) === wanted);
  return ({ role, address }) => {
    if (address === undefined || role !== "user") return role === wanted;
    return normaliseText(nameOf(address)) === wanted || (!isKnown && normaliseText(address) === wanted);
  };
}

const dayMs = 86_400_000;

function makeDateTest(zone: string, filter: SearchFilter): Test | null {
  const isThen = makeMomentTest(zone, filter);
  return isThen === null ? null : ({ kind, at }) => kind === "revised" || isThen(at);
}

function makeMomentTest(zone: string, { since, until }: SearchFilter): ((at: Instant) => boolean) | null {
  if (since === undefined && until === undefined) return null;
  const [first, last] = [parseMoment("since", since), parseMoment("until", until)];
  if (first !== null && last !== null && first.text > last.text.padEnd(first.text.length, "~")) {
    throw new ClewError("options/bad", `since ${first.text} is after until ${last.text}`, {
      hint: "Give the earlier one as since",
    });
  }
  const format = makeTimeFormatter(zone);
  const isFrom = (at: Instant) => first === null || compareNear(at, first.at, () => format(at) >= first.text);
  const isUpTo = (at: Instant) =>
    last === null || !compareNear(at, last.at, () => format(at).slice(0, last.text.length) > last.text);
  return (at) => Number.isFinite(at) && isFrom(at) && isUpTo(at);
}

/** Whether it is later. The zone matters only near the moment, so only then is the costly local time computed. */
function compareNear(at: Instant, moment: Instant, isLater: () => boolean): boolean {
  const far = at - moment;
  return Math.abs(far) > 3 * dayMs ? far > 0 : isLater();
}

interface Moment {
  /** In the log's zone, as views show times: 2026-03-05, or 2026-03-05 10:00. */
  readonly text: string;
  /** The same in UTC. */
  readonly at: Instant;
}

function parseMoment(name: string, given: unknown): Moment | null {
  if (given === undefined) return null;
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(String(given)) ?? [];
  const iso = `${day}T${minute ?? "00:00"}:00.000Z`;
  const date = new Date(day === undefined ? Number.NaN : iso);
  // A day such as February 30 would become another one.
  if (!Number.isNaN(date.getTime()) && date.toISOString() === iso) {
    return { text: minute === undefined ? `${day}` : `${day} ${minute}`, at: date.getTime() };
  }
  throw new ClewError("options/bad", `${name} is ${JSON.stringify(given)}, which is no day`, {
    hint: "Write it as 2026-03-05 or 2026-03-05T10:00",
  });
}
