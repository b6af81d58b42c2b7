/** Nothing lost, nothing doubled: the log against what was asked, what the provider got and what the client printed. */
import assert from "node:assert/strict";
import type { UIMessage } from "ai";
import type { Clew } from "clewline";
import { z } from "zod";
import { besideAnswer, nameFile, type Task, writeAnswer, writeOpening, writePrompt } from "./plan.js";
import type { Stage } from "./stage.js";

export interface Figures {
  /** Entries that the last view of a conversation did not show in full, because there was no room. */
  readonly shortened: number;
  /** Tokens of the largest first view. */
  readonly firstView: number;
}

/** Each chat is the list of its tasks. */
export async function verifyLog(
  { store }: Pick<Stage, "store">,
  chats: readonly (readonly Task[])[],
): Promise<Figures> {
  const { openClew } = await import("clewline");
  const clew = await openClew({ store, config: false, memory: false });
  try {
    const lanes = await readLanes(clew);
    const talks = pickTalks(lanes, chats);
    const lines = await readEntries(clew, talks);
    for (const [task, times] of countTasks(chats)) expectTimes(lines, task, times);
    const faults = await clew.doctor({ thorough: true });
    assert.deepEqual(faults, [], "clew doctor");
    return await readFigures(clew, talks);
  } finally {
    await clew.close();
  }
}

interface ReadEntry {
  readonly kind: string;
  /** All of it, as JSON. */
  readonly text: string;
}

const exported = z.union([
  z.object({ kind: z.literal("lane"), lane: z.string() }),
  z.object({ kind: z.literal("entry"), entry: z.looseObject({ kind: z.string() }) }),
]);

/** Every entry of these lanes, whether the conversation has it still or not. */
async function readEntries(clew: Clew, talks: readonly ReadLane[]): Promise<readonly ReadEntry[]> {
  const entries: ReadEntry[] = [];
  for (const session of new Set(talks.map((talk) => talk.session))) {
    let isTalk = false;
    for await (const line of clew.export({ session })) {
      const { data } = exported.safeParse(JSON.parse(line));
      if (data?.kind === "lane") isTalk = talks.some(({ lane }) => lane === data.lane);
      if (data?.kind === "entry" && isTalk) entries.push({ kind: data.entry.kind, text: JSON.stringify(data.entry) });
    }
  }
  return entries;
}

interface ReadLane {
  readonly session: string;
  readonly lane: string;
  readonly messages: readonly UIMessage[];
}

async function readLanes(clew: Clew): Promise<readonly ReadLane[]> {
  const lanes: ReadLane[] = [];
  for (const { session } of await clew.sessions({ which: "all" }))
    for (const { ref } of await clew.lanes(session)) {
      const { lane } = ref;
      lanes.push({ session, lane, messages: await clew.messages(session, { lane }) });
    }
  return lanes;
}

/** The lanes of the chats. Some clients ask beside them with a copy of the list, to remember things: those have other lanes. */
function pickTalks(lanes: readonly ReadLane[], chats: readonly (readonly Task[])[]): readonly ReadLane[] {
  const expected = chats.map((tasks) => tasks.flatMap(describeTask).join("\n"));
  const asked = lanes.filter(({ messages }) => messages.some(isAsked));
  const tell = ({ messages }: ReadLane) => messages.flatMap(describeMessage).join("\n");
  const talks = asked.filter((lane) => expected.includes(tell(lane)));
  const others = asked.filter((lane) => !talks.includes(lane)).map(tell);
  const strange = others.filter(
    (told) => !told.endsWith(besideAnswer) && !expected.some((chat) => told.startsWith(`${chat}\n`)),
  );
  assert.deepEqual(strange, [], `lanes that are no chat of\n${expected.join("\n\n")}`);
  assert.deepEqual(talks.map(tell).sort(), expected.sort(), "the conversations in the log");
  return talks;
}

function isAsked({ role, parts }: UIMessage): boolean {
  return role === "user" && parts.some((part) => part.type === "text" && /Task [a-z]+: read/.test(part.text));
}

function describeTask(task: Task): readonly string[] {
  const steps = Array.from({ length: task.steps }, (_, index) => [
    `call ${nameFile(task, index + 1)}`,
    `result ${writeOpening(task, index + 1)}`,
  ]);
  return [`asked ${writePrompt(task)}`, ...steps.flat(), `answered ${writeAnswer(task)}`];
}

/** What the plan knows of: clients add reminders, dates and tags of their own. */
function describeMessage({ role, parts }: UIMessage): readonly string[] {
  return parts.flatMap((part) => {
    if (part.type === "text") return describeText(role, part.text);
    if (!("toolCallId" in part)) return [];
    const [file] = /[a-z]+-\d+\.txt/.exec(JSON.stringify(part.input)) ?? [];
    const output = "output" in part ? JSON.stringify(part.output) : "";
    const openings = [...output.matchAll(/Here begins page \d+ of [a-z]+;/g)].map(([opening]) => `result ${opening}`);
    return [`call ${file}`, ...openings];
  });
}

function describeText(role: UIMessage["role"], text: string): readonly string[] {
  if (role === "system") return [];
  if (role === "assistant") return [`answered ${text.trim()}`];
  return [...text.matchAll(/Task [a-z]+: read \d+ files, then say that it is done\./g)].map(
    ([found]) => `asked ${found}`,
  );
}

/** How often each task was asked, over all chats. */
function countTasks(chats: readonly (readonly Task[])[]): readonly (readonly [Task, number])[] {
  const names = new Set(chats.flat().map(({ name }) => name));
  return [...names].flatMap((name) => {
    const same = chats.flat().filter((task) => task.name === name);
    return same[0] === undefined ? [] : [[same[0], same.length] as const];
  });
}

/** Also in what left the conversation: nothing was written twice. */
function expectTimes(entries: readonly ReadEntry[], task: Task, times: number): void {
  const count = (kind: string, text: string) =>
    entries.filter((entry) => entry.kind === kind && entry.text.includes(text)).length;
  const counted = [count("said", writePrompt(task)), count("said", writeAnswer(task))];
  assert.deepEqual(counted, [times, times], `how often ${task.name} was asked and answered in the log`);
  for (let step = 1; step <= task.steps; step++) {
    const found = [count("called", nameFile(task, step)), count("returned", writeOpening(task, step))];
    assert.deepEqual(found, [times, times], `how often page ${step} of ${task.name} is in the log`);
  }
}

async function readFigures(clew: Clew, talks: readonly ReadLane[]): Promise<Figures> {
  const figures = { shortened: 0, firstView: 0 };
  for (const { session, lane } of talks) {
    const { verdicts } = await clew.why({ session, lane });
    figures.shortened += verdicts.filter(
      ({ verdict }) => verdict.limit !== null && verdict.rule !== "spill.over",
    ).length;
    const [first] = await clew.trace({ session, lane, limit: 1_000 });
    const { estimated } = z.object({ estimated: z.number() }).parse(first?.event);
    figures.firstView = Math.max(figures.firstView, estimated);
  }
  return figures;
}
