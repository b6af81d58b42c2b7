/**
 * What becomes of the memories that there are when a message was understood.
 *
 * 1. The same said again confirms; it makes no second memory.
 * 2. A statement takes the place of the lasting one of its subject. One with an end stands beside that, and takes the place only
 *    of another with an end.
 * 3. A correction acts on the newest memory that it can mean: of its subject, of what it denies, else what that person said last.
 *    It says what it is about in the words of that. One that may be none, or that puts a value of another kind in its place, is
 *    kept beside that person's last words.
 * 4. What says that something is over takes the place of the fact that said it held; if nothing did, only what lasts by itself is kept.
 * 5. Where a message says two things of one subject, the last one stands.
 */
import type { Instant } from "../log/keys.js";
import { isNegative } from "../summary/rules/classify.js";
import { countShared } from "../text/content-words.js";
import { findCorrected, isFresh, justSaidMs } from "./find-corrected.js";
import { findTurned, isSureTurn } from "./find-turned.js";
import { longestPlain } from "./follow/can-be-followed.js";
import { chooseFollowed, chooseRetold } from "./follow/choose-memory.js";
import { addLater, joinLater } from "./join-later.js";
import { isOfSubject, isShared, type Known, type NewMemory, newest } from "./known-memory.js";
import { cues } from "./learn/learn-cues.js";
import { isOtherManner } from "./learn/other-manner.js";
import { readNamedThing, readSubject } from "./learn/read-subject.js";
import { speaksOfSelf } from "./learn/speaks-of-self.js";
import { listTurnedWords, shareWords } from "./learn/turned-words.js";
import type { LearnedStatement, ToldMessage, WantedChange } from "./learned.js";
import { comparePlaces, type IndexedMemory, type MemoryIndex } from "./planning/memory-index.js";
import { nearlyAll, readMatter, readOnce, saysTheSame } from "./planning/says-the-same.js";
import { listSubjects } from "./subjects.js";

interface Plan {
  readonly index: MemoryIndex;
  /** Of the index, what this message has changed. */
  readonly gone: Set<Known>;
  /** The items that it put in their place, or added. */
  added: readonly Known[];
  changes: readonly WantedChange[];
  readonly told: ToldMessage;
}

export function planLearning(
  index: MemoryIndex,
  statements: readonly LearnedStatement[],
  told: ToldMessage,
): readonly WantedChange[] {
  const plan: Plan = { index, gone: new Set(), added: [], changes: [], told };
  for (const statement of statements) planStatement(plan, statement);
  return plan.changes;
}

/** All that holds now. It grows with the log: only what few messages say asks for it. */
function* walkKnown(plan: Plan): Iterable<Known> {
  for (const known of plan.index.all()) if (holdsStill(plan, known)) yield known;
  yield* plan.added;
}

function listOwn(plan: Plan): readonly Known[] {
  const { person } = plan.told;
  return [...walkKnown(plan)].filter(({ memory }) => memory.person === person || isShared(memory.subject));
}

/** Those of a subject, or without one. */
function listOfSubject(plan: Plan, subject: string | undefined): readonly Known[] {
  return [
    ...plan.index.ofSubject(subject).filter((known) => holdsStill(plan, known)),
    ...plan.added.filter(({ memory }) => isOfSubject(memory, subject)),
  ];
}

function holdsStill({ gone, told }: Plan, known: IndexedMemory): boolean {
  const { until } = known.memory;
  return (until === undefined || until > told.at) && !gone.has(known);
}

function planStatement(plan: Plan, statement: LearnedStatement): void {
  if (statement.mayRetell === true) retell(plan, statement);
  else if (statement.forgets === true) forgetLast(plan);
  else if (statement.forgets !== undefined) forgetNamed(plan, statement.forgets);
  else if (statement.ends === undefined) learn(plan, statement);
  else if (statement.kind === "instruction") endWish(plan, statement);
  else correct(plan, statement);
}

function learn(plan: Plan, statement: LearnedStatement): void {
  const twin = findTwin(plan, statement);
  const former = twin ?? findReplaced(plan, statement);
  const memory = makeMemory(plan.told, statement);
  if (twin !== null) confirm(plan, twin);
  else if (former !== null) replace(plan, former, memory);
  else if (
    !(turn(plan, statement) || changePlain(plan, statement) || follow(plan, statement)) &&
    (statement.ifKnown !== true || tellsOfAnother(plan, statement))
  )
    add(plan, memory);
}

/**
 * "The rent went up to 950": about what is known, and otherwise. It is told beside that, because nothing tells for sure that
 * both mean one thing.
 */
function follow(plan: Plan, statement: LearnedStatement): boolean {
  const former = chooseFollowed(walkKnown(plan), plan.told, statement);
  if (former === null) return false;
  const { subject = statement.subject, kind: known } = former.memory;
  putBeside(plan, former, { ...statement, kind: known, ...given({ subject }) });
  return true;
}

/**
 * A message of which no rule knows what it changes, and which is about something that is known: whoever is told that is told this
 * too. What it says by itself is kept as well, so that nothing is lost where two things were taken for one.
 */
function retell(plan: Plan, { text }: LearnedStatement): void {
  if (plan.changes.some(({ op }) => op !== "add")) return;
  const { told } = plan;
  const former = chooseRetold(plan.index, told, text);
  if (former === null) return;
  const { memory } = former;
  // As old as what it is told beside: nothing says that it is newer than what came since.
  replace(plan, former, {
    ...memory,
    text: addLater(memory.text, text),
    sources: [...memory.sources, told.source],
  });
}

/**
 * "I drink my tea without sugar now": says that something changed, without a name for what. It is told beside the fact that
 * has most of its words, because nothing tells for sure which of the two holds.
 */
function changePlain(plan: Plan, statement: LearnedStatement): boolean {
  const { kind, text, subject, until } = statement;
  if (kind !== "fact" || subject !== undefined || until !== undefined || !cues.change.isIn(text)) return false;
  const former = findNearest(
    [...walkKnown(plan)].filter(({ memory }) => isPlain(memory, plan.told)),
    text,
    mostShared,
  );
  if (former === null) return false;
  putBeside(plan, former, statement);
  return true;
}

function isPlain(memory: NewMemory, { person }: ToldMessage): boolean {
  return (
    memory.kind === "fact" &&
    memory.person === person &&
    memory.until === undefined &&
    memory.text.length <= longestPlain &&
    listSubjects(memory).length === 0 &&
    readOnce(memory).matter.size >= leastMatter
  );
}

const mostShared = 0.66;
/** In words. */
const leastMatter = 2;

/** Whether it has taken the place of what said otherwise. */
function turn(plan: Plan, statement: LearnedStatement): boolean {
  for (const each of statement.turns ?? []) {
    const former = findTurned(listOwn(plan), each);
    if (former === null) continue;
    const { subject = statement.subject } = former.memory;
    const turned = { ...statement, ...given({ subject }) };
    const text = nameSubject(statement, former.memory);
    if (isSureTurn(each)) replace(plan, former, makeMemory(plan.told, { ...turned, text }));
    else putBeside(plan, former, turned);
    return true;
  }
  return false;
}

/** "We have a second dog, Juno": another one of what is known, which stays as it is. */
function tellsOfAnother(plan: Plan, { turns = [] }: LearnedStatement): boolean {
  const { person } = plan.told;
  const counted = turns.filter(({ kind }) => kind === "counted");
  return counted.some(({ words }) =>
    listOwn(plan).some(({ memory }) => memory.person === person && shareWords(words, memory.text) === 1),
  );
}

/** "Forget that": of what the same person has just said in this chat. */
function forgetLast(plan: Plan): void {
  const { told } = plan;
  const said = listOwn(plan).filter(
    ({ memory }) => memory.person === told.person && isFresh(memory, told) && told.at - memory.saidAt <= justSaidMs,
  );
  const last = newest(said);
  if (last !== null) forget(plan, last, "asked to be forgotten");
}

/** What it names by its subject, else what has its words; nothing, if that is not sure. */
function forgetNamed(plan: Plan, named: string): void {
  const mine = listOwn(plan);
  const subject = readSubject(named)?.key ?? readNamedThing(named)?.key;
  const words = listTurnedWords(named);
  const meant =
    newest(mine.filter(({ memory }) => subject !== undefined && isOfSubject(memory, subject))) ??
    newest(
      mine.filter(
        ({ memory }) => shareWords(words, memory.text) === 1 && (memory.kind !== "fact" || speaksOfSelf(memory.text)),
      ),
    );
  if (meant !== null) forget(plan, meant, "asked to be forgotten");
}

/** An end that ends nothing is not kept: it says how things are without it. An order to stop something is a wish then. */
function endWish(plan: Plan, { ends, endsOrForbids, turns, ...wished }: LearnedStatement): void {
  const text = typeof ends === "string" ? ends : wished.text;
  const wishes = listOwn(plan).filter(
    ({ memory }) =>
      memory.person === plan.told.person && (memory.kind === "instruction" || memory.kind === "preference"),
  );
  const wish = findNearest(wishes, text, leastShared);
  if (wish !== null) forget(plan, wish, "ended by the one who wished it");
  else if (endsOrForbids === true) learn(plan, wished);
  // What is not needed any more may have been told as a fact.
  else if (turns !== undefined && turns.length > 0) learn(plan, { ...wished, kind: "fact", ifKnown: true, turns });
}

/** The part of the fewer words that two texts must share to be about one thing. */
const leastShared = 0.5;

/** The one that shares most words, of equals the newest. */
function findNearest(known: readonly Known[], text: string, least: number): Known | null {
  const words = readMatter(text);
  const scored = known.map((each) => ({ each, score: overlap(readOnce(each.memory).matter, words) }));
  const best = Math.max(least, ...scored.map(({ score }) => score));
  return newest(scored.filter(({ score }) => score >= best).map(({ each }) => each));
}

function overlap(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const fewer = Math.min(some.size, others.size);
  return fewer === 0 ? 0 : countShared(some, others) / fewer;
}

function correct(plan: Plan, statement: LearnedStatement): void {
  const found = findCorrected(listOwn(plan), plan.told, statement);
  const { ends: _ends, endsNamedOnly: _only, endsBesideOnly: _beside, ...plain } = statement;
  if (found === null) {
    if (statement.subject !== undefined) add(plan, makeMemory(plan.told, plain));
    return;
  }
  const { meant, isSure } = found;
  const { kind, subject = plain.subject, from, until, sources } = meant.memory;
  const put = { kind, text: plain.text, ...given({ subject, from, until }) };
  const memory = makeMemory(plan.told, { ...put, text: nameSubject(plain, meant.memory) });
  if (isSure) replace(plan, meant, { ...memory, sources: [...sources, plan.told.source] });
  else putBeside(plan, meant, put);
}

/** Both are told, and both messages are what it was learned from. */
function putBeside(plan: Plan, former: Known, statement: LearnedStatement): void {
  const { text, sources } = former.memory;
  const memory = makeMemory(plan.told, { ...statement, text: joinLater(text, statement.text) });
  replace(plan, former, { ...memory, sources: [...sources, plan.told.source] });
}

/** "No, I meant Harbour Lane" says nothing to whoever does not know what was said before. */
function nameSubject({ text, subject }: LearnedStatement, corrected: NewMemory): string {
  if (subject !== undefined || corrected.subject === undefined) return text;
  const named = readSubject(corrected.text);
  return named?.key === corrected.subject ? `${named.words}: ${text}` : text;
}

/** A memory with the joined words is of another subject. */
function findTwin(plan: Plan, statement: LearnedStatement): Known | null {
  const { index, added } = plan;
  const { subject, text } = statement;
  const known = [...new Set([...index.ofSubject(subject), ...index.endingWith(text)])].sort(comparePlaces);
  const alike = [...known.filter((each) => holdsStill(plan, each)), ...added];
  return newest(alike.filter(({ memory }) => saysTheSame(memory, statement)));
}

function findReplaced(plan: Plan, statement: LearnedStatement): Known | null {
  const { subject, until, text, kind } = statement;
  if (subject === undefined) return findOtherWish(plan, statement);
  const isRival = ({ memory }: Known) =>
    (memory.until === undefined) === (until === undefined) &&
    (memory.person === plan.told.person || isShared(memory.subject));
  const exact = newest(listOfSubject(plan, subject).filter(isRival));
  if (exact !== null || kind === "event" || !cues.change.isIn(text)) return exact;
  const rivals = listOwn(plan).filter((each) => listSubjects(each.memory).length > 0 && isRival(each));
  return findNearestSubject(rivals, subject);
}

/** "I changed dentists" and "my dentist at school": of the subjects that share half of their words, the nearest. */
function findNearestSubject(rivals: readonly Known[], subject: string): Known | null {
  const words = splitSubject(subject);
  const scored = rivals.map((each) => {
    const others = splitSubject(each.memory.subject ?? "");
    const all = new Set([...words, ...others]).size;
    return { each, score: isShared(subject) === isShared(each.memory.subject) ? countShared(words, others) / all : 0 };
  });
  const best = Math.max(leastShared, ...scored.map(({ score }) => score));
  return newest(scored.filter(({ score }) => score >= best).map(({ each }) => each));
}

/** Without the endings that an adjective has in one place and not in another: "mein freier Tag", "einen freien Tag". */
function splitSubject(subject: string): ReadonlySet<string> {
  const words = subject.replace(/^our /u, "").split(" ");
  return new Set(words.map((word) => word.replace(/(?<=\p{L}{4})(?:er|en|em|es|e)$/u, "")));
}

/** A wish that cannot be kept beside this one: another manner of the same matter, or taste that has turned. */
function findOtherWish(plan: Plan, { kind, text, until }: LearnedStatement): Known | null {
  if (kind !== "preference" && kind !== "instruction") return null;
  const wishes = listOwn(plan).filter(
    ({ memory }) =>
      (memory.kind === "preference" || memory.kind === "instruction") &&
      memory.person === plan.told.person &&
      (memory.until === undefined) === (until === undefined),
  );
  const other = newest(wishes.filter(({ memory }) => isOtherManner(memory.text, text)));
  if (other !== null || kind !== "preference") return other;
  const denied = wishes.filter(
    ({ memory }) => memory.kind === "preference" && readOnce(memory).isNegative !== isNegative(text),
  );
  return findNearest(denied, text, nearlyAll);
}

function makeMemory({ person, at, source }: ToldMessage, statement: LearnedStatement): NewMemory {
  const { kind, text, subject, from, until } = statement;
  return { kind, text, person, saidAt: at, sources: [source], ...given({ subject, from, until }) };
}

/** Without the fields that are not told. */
function given(fields: { subject?: string | undefined; from?: Instant | undefined; until?: Instant | undefined }) {
  const { subject, from, until } = fields;
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}

function add(plan: Plan, memory: NewMemory): void {
  plan.changes = [...plan.changes, { op: "add", memory }];
  plan.added = [...plan.added, { memory, name: null }];
}

function confirm(plan: Plan, former: Known): void {
  const { memory, name } = former;
  if (name === null) return;
  const { source, at } = plan.told;
  plan.changes = [...plan.changes, { op: "confirm", name, source, saidAt: at }];
  takeOut(plan, former);
  // It came before what the message has added.
  plan.added = [{ name, memory: { ...memory, saidAt: at } }, ...plan.added];
}

/** What this very message added is not there to be replaced: the later words stand in its change. */
function replace(plan: Plan, former: Known, memory: NewMemory): void {
  const { name } = former;
  plan.changes =
    name === null
      ? plan.changes.map((change) => (holds(change, former.memory) ? { ...change, memory } : change))
      : [...plan.changes, { op: "replace", name, memory }];
  takeOut(plan, former);
  plan.added = [...plan.added, { memory, name: null }];
}

function takeOut(plan: Plan, former: Known): void {
  plan.gone.add(former);
  plan.added = plan.added.filter((each) => each !== former);
}

function holds(change: WantedChange, memory: NewMemory): change is WantedChange & { readonly memory: NewMemory } {
  return "memory" in change && change.memory === memory;
}

function forget(plan: Plan, former: Known, because: string): void {
  const { name } = former;
  plan.changes =
    name === null
      ? plan.changes.filter((change) => !holds(change, former.memory))
      : [...plan.changes, { op: "forget", name, because }];
  takeOut(plan, former);
}
