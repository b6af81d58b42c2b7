/**
 * A scripted agent. It knows only what stands in the request that reaches its model: the job and how far it came, the values, the
 * pointers. What it misses it asks for again.
 */
import type { SeenPart } from "@clewline/store-kit/index.js";
import { findMark, findValue, type Need, type ReadJob, readJob, type Step, said, writeValue } from "./task.js";

export const manners = ["read", "recall", "both", "batch"] as const;
/** How it asks again: by its own tool, by recall, by whichever is at hand, or by whichever is at hand for several at once. */
export type Manner = (typeof manners)[number];

/** The request as the model reads it. */
export interface Seen {
  readonly parts: readonly SeenPart[];
  readonly tools: readonly string[];
}

export interface AgentCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface AgentReply {
  readonly text?: string;
  readonly calls?: readonly AgentCall[];
  /** The pieces that it asks for again. */
  readonly again: readonly string[];
}

/** So many pieces are asked for at once. */
const mostAtOnce = 20;

export function decide(seen: Seen, manner: Manner): AgentReply {
  const job = findJob(seen);
  if (job === null) return { text: "I don't know what to do.", again: [] };
  const step = job.steps[findDone(seen, job)];
  if (step === undefined) return { text: "Done.", again: [] };
  if (step.does === "read") return { calls: step.paths.map((path) => ({ tool: "read", input: { path } })), again: [] };
  const found = step.needs.map((need) => [need, findInView(seen, need)] as const);
  const missing = found.filter(([, value]) => value === null).map(([need]) => need);
  if (missing.length > 0) return askAgain(seen, job, missing, manner);
  const values = found.map(([{ key }, value]) => writeValue(key, value ?? ""));
  return { ...act(step, values), again: [] };
}

function act(step: Exclude<Step, { does: "read" }>, values: readonly string[]): Pick<AgentReply, "text" | "calls"> {
  if (step.does === "tell") return { text: `${values.join("\n")}\nThat is all.` };
  const input =
    step.does === "edit" ? { path: step.path, values } : { path: step.path, text: compose(step.path, values) };
  return { calls: [{ tool: step.does, input }] };
}

/** A text of the agent's own, with a value that stands nowhere else. */
function compose(path: string, values: readonly string[]): string {
  const sum = [...values.join("")].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 900_000, 7);
  const lines = Array.from(
    { length: 24 },
    (_, line) => `Of ${path}, ${(sum * (line + 3)) % 9_973}: the ferry waits at the bridge.`,
  );
  return [...lines.slice(0, 12), writeValue(`fact/${path}`, String(100 + sum)), ...lines.slice(12)].join("\n");
}

function findJob({ parts }: Seen): ReadJob | null {
  const part = parts[findJobPlace(parts)];
  return part?.kind === "said" ? readJob(part.text) : null;
}

function findJobPlace(parts: Seen["parts"]): number {
  return parts.findLastIndex((part) => part.kind === "said" && part.by === "user" && readJob(part.text) !== null);
}

/** The last step that a result tells of, or whose calls it sees behind the job. */
function findDone({ parts }: Seen, { number, steps }: ReadJob): number {
  const marks = parts.map((part) => (part.kind === "returned" ? findMark(part.text, number) : 0));
  const called = new Set(
    parts
      .slice(findJobPlace(parts))
      .flatMap((part) => (part.kind === "called" ? [`${part.tool} ${readPath(part.input)}`] : [])),
  );
  const last = steps.findLastIndex(
    (step) => listCalls(step).length > 0 && listCalls(step).every((call) => called.has(call)),
  );
  return Math.max(last + 1, ...marks);
}

function listCalls(step: Step): readonly string[] {
  if (step.does === "tell") return [];
  return step.does === "read" ? step.paths.map((path) => `read ${path}`) : [`${step.does} ${step.path}`];
}

function readPath(input: string): string {
  return /"path":"([^"]*)"/.exec(input)?.[1] ?? "";
}

/** Null where no part of the request holds it. */
export function findInView({ parts }: Seen, { key }: Need): string | null {
  for (const part of parts) {
    const value = findValue(readText(part), key);
    if (value !== null) return value;
  }
  return null;
}

/** Inputs are JSON, also where recall brings one back. */
function readText(part: SeenPart): string {
  if (part.kind === "media") return "";
  if (part.kind === "said") return part.text;
  return (part.kind === "called" ? part.input : part.text).replaceAll("\\n", "\n");
}

function askAgain(seen: Seen, job: ReadJob, missing: readonly Need[], manner: Manner): AgentReply {
  const paths = [...new Set(missing.map(({ path }) => path))].slice(0, manner === "batch" ? mostAtOnce : 1);
  const calls = paths.flatMap((path) => askFor(seen, job, path, manner));
  if (calls.length === 0) return { text: "I can't find it again.", again: [] };
  return { calls, again: paths };
}

function askFor(seen: Seen, job: ReadJob, path: string, manner: Manner): readonly AgentCall[] {
  const mayRecall = manner !== "read" && seen.tools.includes("recall");
  const keys = job.steps
    .flatMap((step) => (step.does === "read" ? [] : step.needs))
    .filter((need) => need.path === path);
  const find = [...new Set(keys.map(({ key }) => `${key} =`))];
  const pointer = mayRecall ? findPointer(seen, path, find) : null;
  if (pointer !== null)
    return [{ tool: "recall", input: { pointer, ...(find.length < 6 && { find: find.join("|") }) } }];
  const question = [path, ...find].join(" ");
  const isAsked = seen.parts.some((part) => part.kind === "called" && readText(part).includes(question));
  if (mayRecall && (manner === "recall" || path === said) && !isAsked) return [{ tool: "recall", input: { question } }];
  if (path === said) return [];
  return [{ tool: "read", input: { path, ...(isRepeated(seen, job, path) && { find: find.join("|") }) } }];
}

/** Whether the whole of it was read again in this job already, and to no avail. */
function isRepeated({ parts }: Seen, job: ReadJob, path: string): boolean {
  const later = parts.slice(findJobPlace(parts));
  const reads = later.filter((part) => part.kind === "called" && part.tool === "read" && readPath(part.input) === path);
  const isOfJob = job.steps.some((step) => step.does === "read" && step.paths.includes(path));
  return reads.length > (isOfJob ? 1 : 0);
}

/**
 * A pointer that it has not opened for this in the job: in the newest call or result of the piece, in what an earlier recall of the
 * same brought, or in a notice that names it.
 */
function findPointer({ parts }: Seen, path: string, find: readonly string[]): string | null {
  const question = find.join("|");
  const recalls = parts
    .slice(findJobPlace(parts))
    .filter((part) => part.kind === "called" && part.tool === "recall" && isAbout(part.input, path, question));
  const tried = new Set(recalls.flatMap((part) => listPointers(readText(part))));
  const own = parts.filter((part) => part.kind === "called" && part.tool !== "recall" && readPath(part.input) === path);
  const notices = parts.filter(
    (part) => part.kind === "said" && part.text.replaceAll("<", "\n").split("\n").includes(path),
  );
  const brought = listResults(parts, recalls).filter((pointer) => !pointer.startsWith("clew:s"));
  const candidates = [...listResults(parts, own).toReversed(), ...brought, ...notices.flatMap(readPointers)];
  return candidates.find((pointer) => !tried.has(pointer)) ?? null;
}

function isAbout(input: string, path: string, question: string): boolean {
  return !input.includes('"find"') || input.includes(question) || input.includes(`${path} `);
}

function readPointers(part: SeenPart): readonly string[] {
  return listPointers(readText(part));
}

/** The pointers in these calls and their results. */
function listResults(parts: Seen["parts"], calls: readonly SeenPart[]): readonly string[] {
  const ids = new Set(calls.map((part) => ("id" in part ? part.id : "")));
  return parts.filter((part) => "id" in part && ids.has(part.id)).flatMap((part) => listPointers(readText(part)));
}

function listPointers(text: string): readonly string[] {
  return [...text.matchAll(/clew:[a-z][a-z2-7\d]{10}\b/g)].map(([pointer]) => pointer);
}
