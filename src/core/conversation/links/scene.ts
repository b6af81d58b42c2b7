import { type Addressees, findAddressees, indexNames } from "./addressees.js";
import type { PlacedLine, ReadLine } from "./line.js";

export const windowLines = 100;

/** A line and those before it, newest last, with everything that scoring needs computed once. */
export interface Scene {
  readonly line: ReadLine;
  readonly address: Addressees;
  readonly earlier: readonly PlacedLine[];
  readonly addresses: readonly Addressees[];
  /** For each earlier line: how many lines its sender, and the new line's sender, have said since. */
  readonly sinceBySender: readonly number[];
  readonly sinceByAsker: readonly number[];
  /** For each earlier line: whether its conversation continued after it. */
  readonly wentOn: readonly boolean[];
  /** The number of lines that contain a word. */
  readonly frequency: ReadonlyMap<string, number>;
  /** How often the line's sender and another person named each other. */
  readonly acquainted: ReadonlyMap<string, number>;
  /** The conversation in which the line's sender spoke last. */
  readonly lastThread: string | null;
  readonly speakers: ReadonlyMap<string, ReadonlySet<string>>;
}

export function buildScene(line: ReadLine, before: readonly PlacedLine[], people: ReadonlyMap<string, string>): Scene {
  const earlier = before.slice(-windowLines);
  const names = indexNames([...earlier.map(({ sender }) => sender), line.sender], people);
  const counted = new Map<string, number>();
  const threads = new Set<string>();
  const sinceBySender: number[] = [];
  const sinceByAsker: number[] = [];
  const wentOn: boolean[] = [];
  for (const { sender, thread } of earlier.toReversed()) {
    sinceBySender.unshift(counted.get(sender) ?? 0);
    sinceByAsker.unshift(counted.get(line.sender) ?? 0);
    wentOn.unshift(threads.has(thread));
    counted.set(sender, (counted.get(sender) ?? 0) + 1);
    threads.add(thread);
  }
  const addresses = earlier.map((each) => findAddressees(each, names));
  return {
    line,
    address: findAddressees(line, names),
    earlier,
    addresses,
    sinceBySender,
    sinceByAsker,
    wentOn,
    frequency: countWordLines(earlier),
    acquainted: countAcquaintances(line.sender, earlier, addresses),
    lastThread: earlier.findLast(({ sender }) => sender === line.sender)?.thread ?? null,
    speakers: groupSpeakersByThread(earlier),
  };
}

function countWordLines(lines: readonly ReadLine[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const { words } of lines) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return frequency;
}

function groupSpeakersByThread(lines: readonly PlacedLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const speakers = new Map<string, Set<string>>();
  for (const { thread, sender } of lines) {
    const known = speakers.get(thread);
    if (known === undefined) speakers.set(thread, new Set([sender]));
    else known.add(sender);
  }
  return speakers;
}

function countAcquaintances(
  asker: string,
  lines: readonly ReadLine[],
  addresses: readonly Addressees[],
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const add = (sender: string) => times.set(sender, (times.get(sender) ?? 0) + 1);
  for (const [index, { sender }] of lines.entries()) {
    const named = addresses[index]?.named;
    if (named === undefined || named.size === 0) continue;
    if (sender === asker) for (const each of named) add(each);
    else if (named.has(asker)) add(sender);
  }
  return times;
}
