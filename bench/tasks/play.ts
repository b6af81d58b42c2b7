/** One run of a task: the agent, its world and its bill, whichever host brings the requests. */
import type { SeenPart } from "@clewline/store-kit/index.js";
import { type AgentCall, type AgentReply, decide, findInView, type Manner } from "./agent.js";
import { type Bill, type CountedRequest, countPart, makeBill } from "./bill.js";
import type { PriceTable } from "./prices.js";
import { type Job, type Task, writeJob } from "./task.js";
import { makeWorld } from "./world.js";

export interface Setting {
  readonly task: Work;
  readonly manner: Manner;
  readonly window: number;
  readonly prices: PriceTable;
  /** How many characters of its texts make a token, by a real tokenizer. */
  readonly charactersPerToken: number;
}

export type Work = Pick<Task, "pieces" | "jobs">;

export interface Outcome {
  readonly finished: boolean;
  /** Why not; null if it was. */
  readonly because: string | null;
  readonly calls: number;
  readonly extra: number;
  /** The most requests for one piece in one job, beyond the first reading. */
  readonly most: number;
  /** How often something that was asked for again was gone from a later view of the same job. */
  readonly goneAgain: number;
  /** In tokens at the plain price of input. */
  readonly price: number;
  /** What writing the largest request anew costs. */
  readonly compaction: number;
  readonly largest: number;
}

export interface Play {
  readonly setting: Setting;
  /** The messages of the jobs, in order. */
  readonly jobs: readonly { readonly text: string; readonly pause: number }[];
  /** Milliseconds since 1970, moved by calls and pauses alone. */
  now(): number;
  begin(job: number): void;
  /** What the model answers to a request. */
  think(parts: readonly SeenPart[], tools: readonly string[]): Thought;
  /** What a model writes that is asked for a summary. */
  summarise(parts: readonly SeenPart[]): string;
  run(call: AgentCall): string;
  /** Takes the answer to a job; false if nothing more is to be asked. */
  end(text: string): boolean;
  fail(because: string): void;
  outcome(): Outcome;
}

interface Thought {
  readonly reply: AgentReply;
  readonly counted: CountedRequest;
  readonly output: number;
}

const start = Date.UTC(2026, 10, 2, 8);
const callMs = 10_000;
/** An agent that asks so often for one piece in one job never finishes. */
const mostForOne = 6;
const summaryLines = 60;
/** Calls for one step; an agent that needs more goes in circles. */
const mostForStep = 6;

export function startPlay(setting: Setting, bill: Bill = makeBill(setting.prices, setting)): Play {
  const { task, manner, charactersPerToken } = setting;
  const world = makeWorld(task);
  const held = makeHeld(task);
  const steps = task.jobs.reduce((sum, job) => sum + job.steps.length, 0);
  let [now, because, isStuck] = [start, null as string | null, false];
  let [current, answered, goneAgain] = [0, 0, 0];
  return {
    setting,
    jobs: task.jobs.map((job: Job, place) => ({ text: writeJob(job, place + 1), pause: job.pause })),
    now: () => now,
    begin(job) {
      current = job;
      now += (task.jobs[job - 1]?.pause ?? 0) * 60_000;
      world.begin(job);
      held.clear();
    },
    think(parts, tools) {
      now += callMs;
      const counted = bill.add(
        parts.filter((part) => part.kind !== "said" || part.by !== "system"),
        now,
      );
      const decided = decide({ parts, tools }, manner);
      world.count(decided);
      goneAgain += held.check(parts, decided, current);
      isStuck = world.counts.most > mostForOne || bill.calls > mostForStep * (steps + 10);
      const reply = isStuck ? { text: "I give up.", again: [] } : decided;
      const output = Math.ceil(measureReply(reply) / charactersPerToken);
      bill.answer(output);
      return { reply, counted, output };
    },
    summarise(parts) {
      const text = listValueLines(parts);
      bill.addAside(parts, Math.ceil(text.length / charactersPerToken));
      return `Values so far:\n${text}`;
    },
    run: world.run,
    end(text) {
      const isRight = world.isAnswered(text);
      if (isRight) answered += 1;
      else because ??= isStuck ? "asked again and again" : `job ${current}: ${text.slice(0, 60) || "no answer"}`;
      return isRight && answered < task.jobs.length;
    },
    fail(why) {
      because ??= why;
    },
    outcome() {
      const finished = because === null && answered === task.jobs.length;
      const { total: price, calls, compaction, largest } = bill;
      const why = finished ? null : (because ?? "stopped");
      return { finished, because: why, calls, ...world.counts, goneAgain, price, compaction, largest };
    },
  };
}

function listValueLines(parts: readonly SeenPart[]): string {
  const lines = parts.flatMap((part) => ("text" in part ? part.text.split("\n") : []));
  const telling = lines.filter((line) => / = [\w.-]+;/.test(line));
  return telling.slice(0, summaryLines).join("\n");
}

/** In characters. */
function measureReply({ text = "", calls = [] }: AgentReply): number {
  return calls.reduce((sum, { tool, input }) => sum + tool.length + JSON.stringify(input).length, text.length);
}

/** What was asked for again and came back; it stays in view until the job ends. */
function makeHeld(task: Work) {
  const waiting = new Set<string>();
  const back = new Set<string>();
  return {
    clear() {
      waiting.clear();
      back.clear();
    },
    /** How many values are gone that had come back. */
    check(parts: readonly SeenPart[], { again }: AgentReply, job: number): number {
      const isThere = (key: string) => findInView({ parts, tools: [] }, { key, path: "" }) !== null;
      for (const key of waiting) if (isThere(key)) back.add(key);
      const gone = [...back].filter((key) => !isThere(key));
      for (const key of gone) back.delete(key);
      for (const path of again) for (const key of listKeys(task, job, path)) waiting.add(key);
      for (const key of back) waiting.delete(key);
      return gone.length;
    },
  };
}

function listKeys({ jobs }: Work, job: number, path: string): readonly string[] {
  const steps = jobs[job - 1]?.steps ?? [];
  const needs = steps.flatMap((step) => (step.does === "read" ? [] : step.needs));
  return needs.filter((need) => need.path === path).map(({ key }) => key);
}

/** The tokens of a request with these parts. */
export function countParts(parts: readonly SeenPart[], { charactersPerToken }: Setting): number {
  return parts.reduce((sum, part) => sum + countPart(part, charactersPerToken), 0);
}
