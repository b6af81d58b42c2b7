/** What the child does in one lane, and so what the log must hold: equal for the process that dies and the one that looks. */
import type { Entry } from "../../src/core/log/entry.js";

export interface Operation {
  readonly verb: "observe" | "begin" | "view" | "record" | "complete";
  /** The message that the turn answers; for `observe` the message itself. */
  readonly message: string;
  /** Its first word says what it is, for `labelOf`. */
  readonly text: string;
  readonly call: string;
  /** What it adds to the lane, all of it or nothing. */
  readonly adds: readonly string[];
}

/** The operations of one turn of a lane: its message, some calls of the model with a step after each, and the reply. */
export function turnOperations(lane: number, turn: number): readonly Operation[] {
  const message = `${lane}-${turn}`;
  const blank = { message, text: "", call: "", adds: [] };
  const operations: Operation[] = [];
  if (turn % 4 === 3) {
    const aside = `${message}-aside`;
    operations.push({ ...blank, verb: "observe", message: aside, text: aside, adds: [`user ${aside}`] });
  }
  operations.push({ ...blank, verb: "begin", text: filled(message, turn), adds: [`user ${message}`] });
  for (let step = 0; step <= turn % 3; step++) {
    const call = `${message}-call-${step}`;
    const text = filled(`${message}-step-${step}`, turn + step);
    operations.push({ ...blank, verb: "view" });
    operations.push({
      ...blank,
      verb: "record",
      text,
      call,
      adds: [`agent ${message}-step-${step}`, `called ${call}`, `returned ${call}`],
    });
  }
  const reply = `${message}-reply`;
  operations.push({ ...blank, verb: "view" }, { ...blank, verb: "complete", text: reply, adds: [`agent ${reply}`] });
  return operations;
}

/** The first `count` operations of a lane. */
export function operationsOf(lane: number, count: number): readonly Operation[] {
  const operations: Operation[] = [];
  for (let turn = 0; operations.length < count; turn++) operations.push(...turnOperations(lane, turn));
  return operations.slice(0, count);
}

/** An entry in the words of `adds`. */
export function labelOf(entry: Entry): string {
  if (entry.kind === "called" || entry.kind === "returned") return `${entry.kind} ${entry.call}`;
  if (entry.kind !== "said") return entry.kind;
  if (entry.by.role === "user") return `user ${entry.source?.message}`;
  const [part] = entry.parts;
  const text = part === undefined || part.kind === "file" ? "" : part.text;
  return `agent ${(typeof text === "string" ? text : text.head).split(" ")[0]}`;
}

/** Mostly short, now and then several pages of the file, rarely more than a row holds. */
function filled(label: string, number: number): string {
  const length = number % 11 === 10 ? 70_000 : number % 5 === 4 ? 12_000 : 40;
  return `${label} ${"the gardener waters the beds ".repeat(length / 29)}`;
}
