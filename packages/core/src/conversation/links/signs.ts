/**
 * Signs of what a line answers, as row names in the tables of weights. They weigh by the relation of the senders.
 */
import { type Conversation, weighWords } from "./conversations.js";
import type { Scene } from "./scene.js";

const minuteMs = 60_000;

/** The first of the steps that the value does not exceed, as the part of a sign's name. */
export function pickStep(value: number, steps: readonly number[]): string {
  const reached = steps.find((each) => value <= each);
  return reached === undefined ? "more" : String(reached);
}

export function countMinutesSince(now: number, then: number): number {
  return Math.floor((now - then) / minuteMs);
}

/** Whether the new line's sender said the earlier line too, names its sender, is named by it, both, or neither. */
export type Relation = "own" | "names" | "named" | "both" | "other";

export function classifyRelation({ line, address, earlier, addresses }: Scene, index: number): Relation {
  const sender = earlier[index]?.sender ?? "";
  if (sender === line.sender) return "own";
  const named = addresses[index]?.named.has(line.sender) ?? false;
  if (address.named.has(sender)) return named ? "both" : "names";
  return named ? "named" : "other";
}

/** For the line at a place of a conversation. */
export function listLineSigns(scene: Scene, conversation: Conversation, place: number): readonly string[] {
  const index = conversation.lines[place] ?? 0;
  const { line, address, earlier } = scene;
  const candidate = earlier[index];
  if (candidate === undefined) return [];
  const directed = address.named.size > 0 ? "named" : "open";
  const later = conversation.lines.length - 1 - place;
  const shared = weighWords(line.words, [candidate], scene.frequency);
  return [
    `between ${pickStep(earlier.length - 1 - index, [0, 1, 2, 3, 5, 8, 13, 20, 40])}`,
    `changes ${pickStep(scene.changesSince[index] ?? 0, [0, 1, 2, 4, 8, 16])}`,
    `minutes ${pickStep(countMinutesSince(line.at, candidate.at), [0, 1, 2, 4, 8, 15, 30])}`,
    `its sender since ${pickStep(scene.sinceBySender[index] ?? 0, [0, 1, 3])}`,
    `mine since ${pickStep(scene.sinceByAsker[index] ?? 0, [0, 1, 3])}, ${directed}`,
    `shared words ${pickStep(shared, [0, 0.1, 0.3, 0.7, 1.2, 2])}`,
    `its words ${pickStep(candidate.length, [1, 3, 5, 8, 15])}`,
    `${candidate.asks ? "question" : "statement"}, then ${line.asks ? "question" : "statement"}`,
    `${scene.openings[index]} line, then ${scene.opening}`,
    `sender ${earlier[index - 1]?.sender === candidate.sender ? "went on" : "began"}`,
    `sender ${earlier[index + 1]?.sender === candidate.sender ? "goes on" : "ends"}`,
    `later in it ${pickStep(later, [0, 1, 2, 4, 8])}`,
    `${later === 0 ? "newest" : "older"} in ${describeOwnership(scene, conversation)}`,
    `${place === 0 ? "opens it" : "inside"}, ${conversation.answered[place] ? "answered" : "open"}`,
    ...listNameSigns(scene, index, directed),
  ];
}

/** Whether the line's sender spoke last in that conversation, at all, or never. */
export function describeOwnership({ line, lastThread }: Scene, { thread, speakers }: Conversation): string {
  if (thread === lastThread) return "my last";
  return speakers.has(line.sender) ? "one of mine" : "another";
}

function listNameSigns(scene: Scene, index: number, directed: string): readonly string[] {
  const { line, address, earlier, addresses, acquainted, lastNamed } = scene;
  const { sender } = earlier[index] ?? { sender: "" };
  const to = addresses[index];
  if (to === undefined) return [];
  const same = [...to.named].some((name) => address.named.has(name));
  const [mine, its] = [lastNamed.get(line.sender) === sender, lastNamed.get(sender) === line.sender];
  const times = (acquainted.get(sender) ?? 0) - (to.named.has(line.sender) ? 1 : 0);
  return [
    `it names ${same ? "the same" : to.named.size > 0 ? "others" : to.unknown ? "unknown" : "nobody"}, ${directed}`,
    `it calls ${to.first === null ? "nobody" : to.first === line.sender ? "me" : "another"}`,
    `named last ${mine ? (its ? "each other" : "it by me") : its ? "me by it" : "others"}`,
    `talked before ${pickStep(times, [0, 1])}`,
  ];
}

/** By sign, then by the relation of the senders. */
export type SignWeights = Readonly<Record<string, Readonly<Partial<Record<Relation, number>>>>>;

export interface LinkWeights {
  /** For each line of a conversation, in the choice among conversations. */
  readonly conversation: SignWeights;
  /** For a new conversation in the same choice. */
  readonly start: Readonly<Record<string, number>>;
  /** In the choice of a line in the conversation. */
  readonly line: SignWeights;
}
