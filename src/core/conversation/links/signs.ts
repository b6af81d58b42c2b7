/** Signs for or against a link, as row names in the table of weights. They weigh by the relation of the senders. */
import type { Scene } from "./scene.js";

/** Whether the new line's sender said the earlier line too, names its sender, is named by it, both, or neither. */
export type Relation = "own" | "names" | "named" | "both" | "other";

const minuteMs = 60_000;

export function classifyRelation({ line, address, earlier, addresses }: Scene, index: number): Relation {
  const sender = earlier[index]?.sender ?? "";
  if (sender === line.sender) return "own";
  const named = addresses[index]?.named.has(line.sender) ?? false;
  if (address.named.has(sender)) return named ? "both" : "names";
  return named ? "named" : "other";
}

export function listAnswerSigns(scene: Scene, index: number): readonly string[] {
  const { line, address, earlier, addresses, acquainted } = scene;
  const candidate = earlier[index];
  const to = addresses[index];
  if (candidate === undefined || to === undefined) return [];
  const directed = address.named.size > 0 ? "named" : "open";
  const speakers = scene.speakers.get(candidate.thread);
  const same = [...to.named].some((name) => address.named.has(name));
  const signs = [
    `between ${pickStep(earlier.length - 1 - index, [0, 1, 2, 4, 8, 20])}`,
    `minutes ${pickStep(countMinutesSince(line.at, candidate.at), [0, 1, 4, 15])}`,
    `its sender since ${pickStep(scene.sinceBySender[index] ?? 0, [0, 1])}`,
    `mine since ${pickStep(scene.sinceByAsker[index] ?? 0, [0, 1])}, ${directed}`,
    `${scene.wentOn[index] ? "older" : "newest"} in ${describeThread(scene, index)}`,
    `shared words ${pickStep(scoreSharedWords(scene, index), [0, 0.3, 0.7, 1.5])}`,
    `its words ${pickStep(candidate.length, [1, 3, 8])}`,
    `it names ${same ? "the same" : to.named.size > 0 ? "others" : to.unknown ? "unknown" : "nobody"}, ${directed}`,
  ];
  if (address.first !== null && speakers?.has(address.first)) signs.push("the one called took part");
  const own = to.named.has(line.sender) ? 1 : 0;
  if ((acquainted.get(candidate.sender) ?? 0) > own) signs.push("talked before");
  return signs;
}

export function listStartSigns(scene: Scene): readonly string[] {
  const { line, earlier } = scene;
  const own = earlier.findLastIndex(({ sender }) => sender === line.sender);
  const called = scene.addresses.findLastIndex(({ named }) => named.has(line.sender));
  const mine = earlier[own];
  const kind = line.asks ? "question" : "statement";
  return [
    `${kind} ${describeAddress(scene)}, ${mine === undefined ? "first" : "again"}`,
    `minutes since mine ${mine === undefined ? "none" : pickStep(countMinutesSince(line.at, mine.at), [0, 1, 3, 10, 30])}`,
    `called ${called < 0 ? "never" : `${called > own ? "since" : "before"} ${pickStep(earlier.length - 1 - called, [2, 10, 30])}`}`,
    `words ${pickStep(line.length, [1, 3, 8, 15])}, ${kind}`,
  ];
}

function describeAddress({ address }: Scene): string {
  if (address.first !== null) return "to one";
  if (address.named.size > 0) return "with a name";
  return address.unknown ? "to unknown" : "to all";
}

/** Whether the line's sender spoke last in that conversation, at all, or never. */
function describeThread({ line, earlier, speakers, lastThread }: Scene, index: number): string {
  const thread = earlier[index]?.thread ?? "";
  if (thread === lastThread) return "my last";
  return speakers.get(thread)?.has(line.sender) ? "one of mine" : "another";
}

function countMinutesSince(now: number, then: number): number {
  return Math.floor((now - then) / minuteMs);
}

/** Rare words count more. */
function scoreSharedWords({ line, earlier, frequency }: Scene, index: number): number {
  const other = earlier[index];
  let sum = 0;
  for (const word of line.words) {
    if (other?.words.has(word)) sum += 1 / (frequency.get(word) ?? 1);
  }
  return sum;
}

/** The first of the steps that the value does not exceed. */
function pickStep(value: number, steps: readonly number[]): string {
  const reached = steps.find((each) => value <= each);
  return reached === undefined ? "more" : String(reached);
}
