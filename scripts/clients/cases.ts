/** What every client goes through. A case fails by an assertion, and returns what is worth a word in the table. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { comparePassed } from "./compare.js";
import type { Task } from "./plan.js";
import { writeOpening, writePrompt } from "./plan.js";
import { pickTalks, readReplyRoom, type SentList } from "./read-list.js";
import { expectAnswer, type Stage } from "./stage.js";
import type { Fault } from "./upstream.js";
import { verifyLog } from "./verify.js";

export interface Case {
  readonly name: string;
  /** What is done, for the page with the results. */
  readonly line: string;
  /** "" where it went as everybody would expect; null where the case is not for this client. */
  readonly run: (stage: Stage) => Promise<string | null>;
  /** There is no room for all of it, so that reasoning behind what leaves is lost. */
  readonly isScarce?: boolean;
}

const garden: Task = { name: "garden", steps: 1 };
const kitchen: Task = { name: "kitchen", steps: 0 };
const cellar: Task = { name: "cellar", steps: 0 };
const library: Task = { name: "library", steps: 10 };
/** Bytes of a page where ten of them are to be too many; a longer one is never shown in full. */
const longPage = 5_000;
/** Tokens that there is room for beyond the first view: some of the pages, not all. */
const scarceRoom = 10_000;

export const cases: readonly Case[] = [
  { name: "two turns", line: "a question with a file to read, then the client goes on with another", run: twoTurns },
  {
    name: "resume",
    line: "two chats that begin alike, a gateway that is started anew, then the first chat goes on",
    run: resume,
  },
  { name: "ten steps", line: "a task of ten calls of a tool", run: tenSteps },
  {
    name: "small window",
    line: "ten longer files in a window that holds a few: the engine makes the views smaller",
    run: smallWindow,
    isScarce: true,
  },
  {
    name: "overflow",
    line: "ten longer files for a provider that takes less than the gateway believes, and refuses",
    run: overflow,
    isScarce: true,
  },
  { name: "429", line: "the provider is busy once in the middle of the steps, and once at the answer", run: busy },
  { name: "cut stream", line: "the provider's stream breaks off within a call, and within the answer", run: cutStream },
  {
    name: "killed gateway",
    line: "the gateway is killed in the middle of a stream, and started again",
    run: killedGateway,
  },
  {
    name: "clew run",
    line: "a task of ten calls under `clew run`, which tells the client where to ask and prints its account at the end",
    run: underRun,
  },
];

/** For the strict check: what leaves between two questions is what reasoning would be bound to. */
export const fourQuestions: Case = {
  name: "four questions",
  line: "four questions of nine calls each, with pages of 300 lines",
  async run(stage) {
    for (const name of ["attic", "barn", "cabin", "dairy"]) {
      const task = { name, steps: 8 };
      stage.prepare(task, linesOf300);
      await stage.ask(task, name === "attic" ? "new" : "on");
    }
    expectQuiet(stage);
    return "";
  },
};

/** Bytes of 300 lines. */
const linesOf300 = 12_500;

async function twoTurns(stage: Stage): Promise<string> {
  stage.prepare(garden);
  await stage.ask(garden);
  await stage.ask(kitchen, "on");
  await verifyLog(stage, [[garden, kitchen]]);
  expectWhole(stage, [garden, kitchen]);
  expectQuiet(stage);
  return "";
}

async function resume(stage: Stage): Promise<string> {
  stage.prepare(garden);
  const { id } = await stage.ask(garden);
  await stage.ask(garden);
  await stage.restart();
  // Without ids only the newest can be gone on with.
  const isByIds = stage.client.hasIds && id !== null;
  await stage.ask(kitchen, isByIds ? { id } : "on");
  await verifyLog(stage, [[garden, kitchen], [garden]]);
  expectWhole(stage, [garden, kitchen]);
  expectQuiet(stage);
  return isByIds ? "" : "the newest";
}

async function tenSteps(stage: Stage): Promise<string> {
  stage.prepare(library);
  await stage.ask(library);
  await verifyLog(stage, [[library]]);
  expectWhole(stage, [library]);
  assert.equal(pickTalks(stage.sent).length, library.steps + 1, "one request for each step, and one for the answer");
  expectQuiet(stage);
  return "";
}

async function smallWindow(stage: Stage): Promise<string> {
  stage.prepare(library, longPage);
  await stage.ask(cellar);
  const { lastView } = await verifyLog(stage, [[cellar]]);
  await stage.restart(findWindow(lastView + scarceRoom, pickTalks(stage.sent)[0]));
  await stage.ask(library, "on");
  const { shortened } = await verifyLog(stage, [[cellar, library]]);
  assert(shortened > 0, "every page was shown in full, so that the window was not small");
  expectNewest(stage, library);
  expectQuiet(stage);
  return "";
}

/** What the gateway keeps free for a client that does not say. */
const usualReply = 4_096;

/** Tokens of a window with so much room for the view: the gateway keeps free what the client wants for the answer. */
function findWindow(view: number, request: SentList | undefined): number {
  const reply = readReplyRoom(request?.body ?? {}) ?? usualReply;
  return reply > view ? 2 * view : view + reply;
}

async function overflow(stage: Stage): Promise<string> {
  stage.prepare(library, longPage);
  await stage.ask(cellar);
  // Its title may be asked for first, with none of its tools.
  const small = stage.upstream.requests().find(({ task }) => task !== null)?.bytes ?? 0;
  stage.upstream.arrange([], small + 8 * longPage);
  await stage.ask(library, "on");
  await verifyLog(stage, [[cellar, library]]);
  assert(
    stage.upstream.requests().some(({ trouble }) => trouble === "refused"),
    "the provider refused nothing",
  );
  expectNewest(stage, library);
  return "";
}

async function busy(stage: Stage): Promise<string> {
  return withFaults(stage, [
    { kind: "busy", task: "library", step: 3 },
    { kind: "busy", task: "library", step: 11 },
  ]);
}

async function cutStream(stage: Stage): Promise<string> {
  return withFaults(stage, [
    { kind: "cut", task: "library", step: 3 },
    { kind: "cut", task: "library", step: 11 },
  ]);
}

async function withFaults(stage: Stage, faults: readonly Fault[]): Promise<string> {
  stage.prepare(library);
  await stage.ask(cellar);
  stage.upstream.arrange(faults);
  const tries = await askUntilAnswered(stage, library);
  assert(faults.every(stage.upstream.hasHappened), "not every fault has happened");
  await verifyLog(stage, [[cellar, library]], { left: tries - 1 });
  expectWhole(stage, [cellar, library]);
  return describeTries(tries);
}

async function killedGateway(stage: Stage): Promise<string> {
  const fault: Fault = { kind: "slow", task: "library", step: 11 };
  stage.prepare(library);
  await stage.ask(cellar);
  stage.upstream.arrange([fault]);
  const asking = askUntilAnswered(stage, library);
  const killing = killInMidStream(stage, fault);
  const tries = await asking;
  await killing;
  const answered = stage.upstream.requests().filter(({ task, step }) => task === fault.task && step === fault.step);
  assert(answered.length > 1, "the answer came before the gateway was killed");
  await verifyLog(stage, [[cellar, library]], { left: tries - 1 });
  expectWhole(stage, [cellar, library]);
  return describeTries(tries);
}

async function underRun(stage: Stage): Promise<string | null> {
  stage.prepare(library);
  const ended = await stage.askUnderRun(library);
  if (ended === null) return null;
  expectAnswer(ended, library);
  const calls = Number(/clew: sent [\d,]+ tokens in (\d+) calls?, answered by/.exec(ended.errors)?.[1] ?? 0);
  assert(calls > library.steps, `what clew run said at its end: ${ended.errors.slice(-600)}`);
  assert.match(ended.errors, /clew: \d+ % fewer bytes [^\n]*\nclew: cleared\b/, "the account of clew run");
  // Everything is shown, so that what went upstream is what the client sent.
  const sent = stage.passed.map((each) => ({ ...each, session: "run" }));
  await verifyLog({ ...stage, sent }, [[library]]);
  return "";
}

/** Half a second into an answer that takes several. */
async function killInMidStream(stage: Stage, fault: Fault): Promise<void> {
  for (let waits = 0; waits < 2_000 && !stage.upstream.hasHappened(fault); waits++) await pause(50);
  await pause(700);
  await stage.restart();
}

/** Some clients give up where others try again. A person would then ask once more: it must find everything as it was. */
async function askUntilAnswered(stage: Stage, task: Task): Promise<number> {
  const mostTries = 3;
  for (let tries = 1; tries < mostTries; tries++) {
    const ended = await stage.tryAsk(task, "on");
    if (ended.status === 0 && stage.isAnswered(ended, task)) return tries;
  }
  expectAnswer(await stage.tryAsk(task, "on"), task);
  return mostTries;
}

function describeTries(tries: number): string {
  return tries === 1 ? "" : `asked ${tries} times`;
}

/** The last request has all of it, once. */
function expectWhole(stage: Stage, tasks: readonly Task[]): void {
  comparePassed(stage, true);
  const sent = JSON.stringify(pickTalks(stage.passed).at(-1)?.list);
  const asked = JSON.stringify(pickTalks(stage.sent).at(-1)?.list);
  for (const task of tasks) {
    // A client that gave up may ask once more.
    const times = count(asked, writePrompt(task));
    assert(times >= 1, `${task.name} is not in the client's last request`);
    assert.equal(count(sent, writePrompt(task)), times, `how often the provider was asked ${task.name}`);
    for (let step = 1; step <= task.steps; step++) {
      const opening = writeOpening(task, step);
      assert(count(sent, opening) >= 1, `page ${step} of ${task.name} was not sent`);
      assert.equal(count(sent, opening), count(asked, opening), `how often page ${step} of ${task.name} was sent`);
    }
  }
}

/** What may be left out is not doubled, and what is newest is there. */
function expectNewest(stage: Stage, task: Task): void {
  comparePassed(stage, false);
  const sent = JSON.stringify(pickTalks(stage.passed).at(-1)?.list);
  assert.equal(count(sent, writePrompt(task)), 1, `how often the provider was asked ${task.name} in the last request`);
  assert.equal(count(sent, writeOpening(task, task.steps)), 1, "how often the newest page was sent");
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function expectQuiet(stage: Stage): void {
  assert.deepEqual(stage.lines(), [], "what the gateway said");
}
