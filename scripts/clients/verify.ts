/** Nothing lost, nothing doubled: the log against what was asked, what the provider got and what the client printed. */
import assert from "node:assert/strict";
import type { UIMessage } from "ai";
import type { Clew } from "clewline";
import { z } from "zod";
import { nameFile, type Task, writeAnswer, writeOpening, writePrompt } from "./plan.js";
import { describeCall, describeList, describeResult, describeTask, describeText, pickTalks } from "./read-list.js";
import type { Stage } from "./stage.js";

export interface Figures {
  /** Entries that the last view of a conversation did not show in full, because there was no room. */
  readonly shortened: number;
  /** Tokens of the largest last view, as the gateway counts them for the model. */
  readonly lastView: number;
}

/**
 * Each chat is the list of its tasks. The log must have what the client's own lists have, and all of the tasks in them. A client that
 * gave up may write its past anew when it is asked again: then `left` of its lists at most were never finished, and only the newest count. */
export async function verifyLog(
  { store, sent, client }: Pick<Stage, "store" | "sent" | "client">,
  chats: readonly (readonly Task[])[],
  { left = 0 }: { readonly left?: number } = {},
): Promise<Figures> {
  const { openClew } = await import("clewline");
  const clew = await openClew({ store, config: false, memory: false });
  try {
    const all = readLists(sent);
    const lists = all.length > chats.length + left ? all : all.slice(-chats.length);
    const lanes = await readLanes(clew);
    const talks = lists.map((told) => findTalk(lanes, told));
    expectTasks(lists, chats);
    const lines = await readEntries(clew, talks, client.takesBack === true);
    for (const task of new Map(chats.flat().map((each) => [each.name, each])).values())
      expectTimes(lines, task, lists.flat());
    const faults = await clew.doctor({ thorough: true });
    assert.deepEqual(faults, [], "clew doctor");
    return await readFigures(clew, talks);
  } finally {
    await clew.close();
  }
}

/** The newest list of each conversation, with the answer that ended it, a line for each thing that is said. */
function readLists(sent: Stage["sent"]): readonly (readonly string[])[] {
  const newest = new Map(pickTalks(sent).flatMap((talk) => (talk.session === null ? [] : [[talk.session, talk]])));
  return [...newest.values()].map(({ list }) => {
    const told = describeList(list);
    const [, name = ""] = /Task ([a-z]+)/.exec(told.findLast((line) => line.startsWith("asked ")) ?? "") ?? [];
    return [...told, `answered ${writeAnswer({ name })}`];
  });
}

/** The one lane that has this list and nothing else. Calls beside the conversation have other lanes, copies of the list among them. */
function findTalk(lanes: readonly ReadLane[], told: readonly string[]): ReadLane {
  const found = lanes.filter(({ messages }) => messages.flatMap(describeMessage).join("\n") === told.join("\n"));
  const all = lanes.map(({ messages }) => messages.flatMap(describeMessage).join("\n")).join("\n\n");
  assert(found.length > 0, `no lane has what the client has:\n${told.join("\n")}\n\nthe lanes have\n${all}`);
  return found[0] as ReadLane;
}

/** Each chat has its tasks in their order, and was finished. What a client says besides is its own affair. */
function expectTasks(lists: readonly (readonly string[])[], chats: readonly (readonly Task[])[]): void {
  assert.equal(lists.length, chats.length, "how many conversations there are");
  const left = [...lists];
  for (const tasks of [...chats].sort((a, b) => b.length - a.length)) {
    const wanted = tasks.flatMap(describeTask);
    const place = left.findIndex((told) => isWithin(wanted, told));
    assert(place >= 0, `no conversation has all of\n${wanted.join("\n")}`);
    left.splice(place, 1);
  }
}

function isWithin(wanted: readonly string[], told: readonly string[]): boolean {
  let next = 0;
  for (const line of told) if (line === wanted[next]) next += 1;
  return next === wanted.length;
}

interface ReadEntry {
  readonly kind: string;
  /** All of it, as JSON. */
  readonly text: string;
}

const exported = z.union([
  z.object({ kind: z.literal("lane"), lane: z.string() }),
  z.object({
    kind: z.literal("entry"),
    entry: z.looseObject({ kind: z.string(), id: z.string(), target: z.string().optional() }),
  }),
]);

/** Every entry of these lanes, whether the conversation has it still or not. */
async function readEntries(
  clew: Clew,
  talks: readonly ReadLane[],
  isStandingAlone: boolean,
): Promise<readonly ReadEntry[]> {
  const entries: (ReadEntry & { readonly id: string })[] = [];
  const withdrawn = new Set<string>();
  for (const session of new Set(talks.map((talk) => talk.session))) {
    let isTalk = false;
    for await (const line of clew.export({ session })) {
      const { data } = exported.safeParse(JSON.parse(line));
      if (data?.kind === "lane") isTalk = talks.some(({ lane }) => lane === data.lane);
      if (data?.kind !== "entry" || !isTalk) continue;
      const { kind, id, target } = data.entry;
      entries.push({ kind, id, text: JSON.stringify(data.entry) });
      if (kind === "withdrawn" && target !== undefined) withdrawn.add(target);
    }
  }
  return isStandingAlone ? entries.filter(({ id }) => !withdrawn.has(id)) : entries;
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

function describeMessage({ role, parts }: UIMessage): readonly string[] {
  return parts.flatMap((part) => {
    if (part.type === "text") return describeText(role, part.text);
    if (!("toolCallId" in part)) return [];
    return [describeCall(part.input), ...("output" in part ? describeResult(part.output) : [])];
  });
}

/** Also in what left the conversation: nothing was written more often than the client said it. */
function expectTimes(entries: readonly ReadEntry[], task: Task, told: readonly string[]): void {
  const expectCount = (kind: string, text: string, line: string) => {
    const times = told.filter((each) => each === line).length;
    const found = entries.filter((entry) => entry.kind === kind && entry.text.includes(text)).length;
    assert.equal(found, times, `how often the log has "${line}"`);
  };
  expectCount("said", writePrompt(task), `asked ${writePrompt(task)}`);
  expectCount("said", writeAnswer(task), `answered ${writeAnswer(task)}`);
  for (let step = 1; step <= task.steps; step++) {
    expectCount("called", nameFile(task, step), `call ${nameFile(task, step)}`);
    expectCount("returned", writeOpening(task, step), `result ${writeOpening(task, step)}`);
  }
}

async function readFigures(clew: Clew, talks: readonly ReadLane[]): Promise<Figures> {
  const figures = { shortened: 0, lastView: 0 };
  for (const { session, lane } of talks) {
    const { receipt, verdicts } = await clew.why({ session, lane });
    figures.shortened += verdicts.filter(
      ({ verdict }) => verdict.limit !== null && verdict.rule !== "spill.over",
    ).length;
    figures.lastView = Math.max(figures.lastView, receipt.tokens);
  }
  return figures;
}
