import { type Addressees, findAddressees, indexNames } from "./addressees.js";
import { type Conversation, groupConversations } from "./conversations.js";
import type { PlacedLine, ReadLine } from "./line.js";
import { classifyOpening, type Opening } from "./opening.js";

export const windowLines = 100;

/** A line and those before it, newest last, with everything that scoring needs computed once. */
export interface Scene {
  readonly line: ReadLine;
  readonly address: Addressees;
  readonly earlier: readonly PlacedLine[];
  readonly addresses: readonly Addressees[];
  readonly opening: Opening;
  readonly openings: readonly Opening[];
  /** For each earlier line: how many lines its sender, and the new line's sender, have said since. */
  readonly sinceBySender: readonly number[];
  readonly sinceByAsker: readonly number[];
  /** For each earlier line: how often the sender changed between it and the newest line. */
  readonly changesSince: readonly number[];
  /** The number of lines that contain a word. */
  readonly frequency: ReadonlyMap<string, number>;
  /** How often the line's sender and another person named each other. */
  readonly acquainted: ReadonlyMap<string, number>;
  /** Whom each person named last. */
  readonly lastNamed: ReadonlyMap<string, string>;
  /** The conversation with the newest line first. */
  readonly conversations: readonly Conversation[];
  /** The conversation in which the line's sender spoke last. */
  readonly lastThread: string | null;
}

export function buildScene(line: ReadLine, before: readonly PlacedLine[], people: ReadonlyMap<string, string>): Scene {
  const earlier = before.slice(-windowLines);
  const names = indexNames([...earlier.map(({ sender }) => sender), line.sender], people);
  const addresses = earlier.map((each) => findAddressees(each, names));
  const address = findAddressees(line, names);
  const frequency = countWordLines(earlier);
  return {
    line,
    address,
    earlier,
    addresses,
    opening: classifyOpening(line, address),
    openings: earlier.map((each, index) => classifyOpening(each, addresses[index] ?? address)),
    ...countSince(line.sender, earlier),
    frequency,
    acquainted: countAcquaintances(line.sender, earlier, addresses),
    lastNamed: collectLastNamed(earlier, addresses),
    conversations: groupConversations(line, earlier, frequency),
    lastThread: earlier.findLast(({ sender }) => sender === line.sender)?.thread ?? null,
  };
}

function countSince(
  asker: string,
  earlier: readonly PlacedLine[],
): Pick<Scene, "sinceBySender" | "sinceByAsker" | "changesSince"> {
  const counted = new Map<string, number>();
  const sinceBySender: number[] = [];
  const sinceByAsker: number[] = [];
  const changesSince: number[] = [];
  let [changes, next] = [0, earlier.at(-1)?.sender];
  for (const { sender } of earlier.toReversed()) {
    if (sender !== next) changes += 1;
    next = sender;
    sinceBySender.push(counted.get(sender) ?? 0);
    sinceByAsker.push(counted.get(asker) ?? 0);
    changesSince.push(changes);
    counted.set(sender, (counted.get(sender) ?? 0) + 1);
  }
  return {
    sinceBySender: sinceBySender.toReversed(),
    sinceByAsker: sinceByAsker.toReversed(),
    changesSince: changesSince.toReversed(),
  };
}

function countWordLines(lines: readonly ReadLine[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const { words } of lines) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return frequency;
}

function collectLastNamed(lines: readonly ReadLine[], addresses: readonly Addressees[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  for (const [index, { sender }] of lines.entries()) {
    const [named] = addresses[index]?.named ?? [];
    const to = addresses[index]?.first ?? named;
    if (to !== undefined) last.set(sender, to);
  }
  return last;
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
