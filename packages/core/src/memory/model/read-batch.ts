/**
 * What a model's answer to a batch may change. Whatever it says:
 *
 * 1. What is kept are whole sentences of a message of the batch, as the person wrote them. The model's words must be words of
 *    these sentences, in their order, and deny what they deny.
 * 2. It changes only notes that it was given by an id, of the one who says the message, and none that a person pinned, wrote or
 *    changed.
 * 3. A statement takes the place of a note only if it is no older, shares a word with it, and holds for as long; else both stand.
 *    So does what ends a note: the person's own later words stand in the place of what is gone.
 * 4. Merged is only what says nearly the same, into the newer one. Dropped is only what these messages brought and the rules were
 *    not sure of: never a wish.
 * 5. At most 20 operations, and few additions for each message.
 */

import { countShared, listContentWords, readContentStems } from "@clewline/text/content-words.js";
import { isObject, tryParseJson } from "@clewline/text/json.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import { rememberByText } from "@clewline/text/remember.js";
import { type MemoryKind, memoryKinds } from "../../log/memories/memory.js";
import { isNegative } from "../../summary/rules/classify.js";
import { cues } from "../learn/learn-cues.js";
import { readValidity } from "../learn/read-validity.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { readWrittenEnd } from "../read-end.js";
import { isRespelt } from "../spell-words.js";
import { type Batch, type BatchMessage, type BatchNote, hasNoOtherSource } from "./batch.js";
import { type Candidate, listCandidates } from "./candidates.js";

/** The changes that a batch makes, by the names of memories. */
export type BatchOperation =
  /** Keeps a statement, in the place of a memory if it names one. */
  | {
      readonly op: "keep";
      readonly told: ToldMessage;
      readonly statement: LearnedStatement;
      readonly replaces?: string;
      readonly because: string;
    }
  | { readonly op: "merge"; readonly name: string; readonly into: string }
  | { readonly op: "drop"; readonly name: string };

const mostOperations = 20;
/** Statements of one message that no rule kept. */
const mostAdded = 3;
/** In characters: so many operations are shorter. */
const longestAnswer = 16_000;
/** Of the words of each, so many are in the other one. */
const leastShared = 0.6;

/** Null for an answer that is none. */
export function readBatch(answer: string, batch: Batch): readonly BatchOperation[] | null {
  if (answer.length > longestAnswer) return null;
  const given = answer
    .split("\n")
    .flatMap((line): readonly Given[] => {
      const value = tryParseJson(line.trim().replace(/,$/, ""));
      return isObject(value) ? [value] : [];
    })
    .slice(0, mostOperations);
  const reading = beginReading(batch);
  return given.flatMap((each) => readOperation(reading, each) ?? []);
}

type Given = Readonly<Record<string, unknown>>;

interface Reading {
  readonly batch: Batch;
  readonly candidates: Map<string, readonly Candidate[]>;
  /** Texts that no rule kept, by the id of their message. */
  readonly added: Map<string, string[]>;
  /** Names of what goes, and of what something else goes for: no memory is both. */
  readonly gone: Set<string>;
  readonly staying: Set<string>;
}

function beginReading(batch: Batch): Reading {
  return { batch, candidates: new Map(), added: new Map(), gone: new Set(), staying: new Set() };
}

function readOperation(reading: Reading, given: Given): BatchOperation | null {
  switch (given.op) {
    case "add":
      return keepStatement(reading, given, null);
    case "replace":
    case "end":
      return keepStatement(reading, given, findNote(reading, given.note));
    case "merge":
      return merge(reading, findNote(reading, given.note), findNote(reading, given.into, true));
    case "drop":
      return drop(reading, findNote(reading, given.note));
    default:
      return null;
  }
}

/** Null for one that can't be named, or, unless it is to stay, not be changed. */
function findNote({ batch, gone, staying }: Reading, id: unknown, stays = false): BatchNote | null {
  const note = batch.notes.find((each) => each.id === id);
  if (note === undefined || gone.has(note.memory.name)) return null;
  return stays || !(note.isFixed || staying.has(note.memory.name)) ? note : null;
}

function keepStatement(reading: Reading, given: Given, note: BatchNote | null): BatchOperation | null {
  const message = reading.batch.messages.find(({ id }) => id === given.from);
  const words = typeof given.text === "string" ? given.text : "";
  const candidate = message && listOwn(reading, message).find(({ text }) => isSaidIn(text, words));
  if (message === undefined || candidate === undefined) return null;
  const { told } = message;
  const known = findKept(reading, told, candidate.text);
  const kind = known?.memory.kind ?? memoryKinds.find((each) => each === given.kind) ?? note?.memory.kind;
  if (kind === undefined || (known !== null && reading.gone.has(known.memory.name))) return null;
  const statement = readStatement(candidate.text, kind, told, given.op === "add" ? given.until : undefined);
  const former = note !== null && note !== known && mayReplace(reading, note, statement, told) ? note.memory : null;
  if (known === null && !addTo(reading, message, candidate, former !== null)) return null;
  if (former === null) return known === null ? { op: "keep", told, statement, because: "said" } : null;
  reading.gone.add(former.name);
  if (known !== null) reading.staying.add(known.memory.name);
  const because = given.op === "end" ? "a later message ends it" : "a later message tells it anew";
  return { op: "keep", told, statement, replaces: former.name, because };
}

function listOwn({ candidates }: Reading, { id, told }: BatchMessage): readonly Candidate[] {
  const own = candidates.get(id) ?? listCandidates(told);
  candidates.set(id, own);
  return own;
}

/** The note that keeps these words of this message already. */
function findKept({ batch }: Reading, { source }: ToldMessage, text: string): BatchNote | null {
  const isIt = ({ memory }: BatchNote) =>
    memory.sources.some(({ entry }) => entry === source.entry) && isRespelt(memory.text, text);
  return batch.notes.find(isIt) ?? null;
}

/** Whether the message may add this: nothing twice, and little that says nothing by itself. */
function addTo(
  { added }: Reading,
  { id }: BatchMessage,
  { text, isFull, level }: Candidate,
  replaces: boolean,
): boolean {
  const own = added.get(id) ?? [];
  // The rules kept it once: who took it back meant that.
  if (level !== null && level > 1) return false;
  if (own.includes(text)) return replaces;
  if (!(isFull || replaces) || own.length === mostAdded || own.some((each) => overlaps(each, text))) return false;
  added.set(id, [...own, text]);
  return true;
}

function overlaps(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

function mayReplace(
  { batch: { notes } }: Reading,
  { memory }: BatchNote,
  { text, until }: LearnedStatement,
  told: ToldMessage,
): boolean {
  if (memory.person !== told.person || memory.saidAt > told.at) return false;
  const lasts = until === undefined || (memory.until !== undefined && memory.until <= until);
  return lasts && sharesMatter(notes, text, memory.text);
}

/** Whether a word of both tells them from most notes: "please remember that" does not. */
function sharesMatter(notes: readonly BatchNote[], text: string, other: string): boolean {
  const own = readMatter(other);
  return [...readMatter(text)].some((stem) => {
    if (!own.has(stem)) return false;
    const holding = notes.filter(({ memory }) => readMatter(memory.text).has(stem)).length;
    return holding <= Math.max(mostHolding, notes.length * rarePart);
  });
}

/** A word tells notes apart if so many have it, or such a part of them. */
const [mostHolding, rarePart] = [5, 0.15];

const readMatter = rememberByText((text): ReadonlySet<string> => new Set(listStems(cues.filler.blankedIn(text))), {
  texts: 1_000,
  characters: 200_000,
});

function merge(reading: Reading, going: BatchNote | null, into: BatchNote | null): BatchOperation | null {
  if (going === null || into === null || going === into || !saysSame(going, into)) return null;
  reading.gone.add(going.memory.name);
  reading.staying.add(into.memory.name);
  return { op: "merge", name: going.memory.name, into: into.memory.name };
}

function saysSame({ memory: going }: BatchNote, { memory: into }: BatchNote): boolean {
  if (going.person !== into.person || going.until !== into.until || going.saidAt > into.saidAt) return false;
  if (going.from !== into.from || !isOfSame(going.text, into.text) || !isOfSame(into.text, going.text)) return false;
  if (isWish(going.kind) !== isWish(into.kind) || isNegative(going.text) !== isNegative(into.text)) return false;
  const [own, all] = [readContentStems(going.text), readContentStems(into.text)];
  const shared = countShared(own, all);
  const words = new Set(listContentWords(into.text).map(({ stem }) => stem));
  const figures = listContentWords(going.text).filter(({ stem }) => /\p{N}/u.test(stem));
  return (
    shared > 0 && shared >= leastShared * Math.max(own.size, all.size) && figures.every(({ stem }) => words.has(stem))
  );
}

/** Whether the other names everybody and everything whose it is: "my son is allergic" says nothing of "I am". */
function isOfSame(text: string, other: string): boolean {
  const named = listWords(other);
  return [cues.mine, cues.ours].every((owner) =>
    owner.spansIn(text).every(({ end }) => {
      const [owned] = listWords(text.slice(end));
      return owned === undefined || named.includes(owned);
    }),
  );
}

function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function drop(reading: Reading, note: BatchNote | null): BatchOperation | null {
  const { messages } = reading.batch;
  const sources = new Set(messages.map(({ told }) => told.source.entry));
  if (note === null || isWish(note.memory.kind) || !hasNoOtherSource(note.memory, sources)) return null;
  const { name, by, text } = note.memory;
  const isSure = messages
    .filter(({ told }) => note.memory.sources.some(({ entry }) => entry === told.source.entry))
    .some((message) => listOwn(reading, message).some((each) => (each.level ?? 0) > 1 && isRespelt(each.text, text)));
  if (isSure || !(by === "rule" || by === "model")) return null;
  reading.gone.add(name);
  return { op: "drop", name };
}

function isWish(kind: MemoryKind): boolean {
  return kind === "instruction" || kind === "preference";
}

function isSaidIn(sentence: string, words: string): boolean {
  const stems = listStems(words);
  if (stems.length === 0) return false;
  if (normaliseText(sentence).includes(normaliseText(words))) return true;
  return isNegative(sentence) === isNegative(words) && isInOrder(stems, listStems(sentence));
}

function listStems(text: string): readonly string[] {
  return listContentWords(text).map(({ stem }) => stem);
}

function isInOrder(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const each of all) if (each === some[next]) next += 1;
  return next === some.length;
}

/** An end that the sentence itself names goes before the end that the model gives. */
function readStatement(text: string, kind: MemoryKind, { at, zone }: ToldMessage, given: unknown): LearnedStatement {
  const statement = { kind, text, level: 3 } as const;
  const { from, until } = readValidity(text, at, zone);
  const end = until ?? (typeof given === "string" ? readWrittenEnd(given, zone) : null);
  if (end === null || end <= at) return statement;
  return { ...statement, ...(from === undefined ? {} : { from }), until: end };
}
