/** What the child does in one lane, and so what the log must hold: equal for the process that dies and the one that looks. */
import type { Entry } from "@clewline/core/log/entry.js";

export interface Operation {
  readonly verb:
    | "observe"
    | "begin"
    | "view"
    | "record"
    | "complete"
    | "fail"
    | "cancel"
    | "sent"
    | "edit"
    | "delete"
    | "compact"
    | "clear"
    | "settings";
  /** The message that the turn answers; for `observe` the message itself. */
  readonly message: string;
  /** Its first word says what it is, for `labelOf`. */
  readonly text: string;
  readonly call: string;
  /** What it adds to the lane, all of it or nothing. */
  readonly adds: readonly string[];
}

/** How the turn of this number ends. */
export function readEnding(turn: number): "completed" | "failed" | "cancelled" {
  if (turn % 8 === 6) return "failed";
  return turn % 8 === 7 ? "cancelled" : "completed";
}

/**
 * The operations of one turn of a lane: its message, some calls of the model with a step after each, and its end; and
 * what a host does between two turns.
 */
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
  operations.push({ ...blank, verb: "view" });
  const ending = readEnding(turn);
  if (ending === "completed") {
    const reply = `${message}-reply`;
    operations.push({ ...blank, verb: "complete", text: reply, adds: [`agent ${reply}`] });
  } else {
    operations.push({ ...blank, verb: ending === "failed" ? "fail" : "cancel", adds: ["turn-ended"] });
  }
  return [...operations, ...choresAfter(message, turn)];
}

/** What a host does between this turn and the next: something else after each. */
function choresAfter(message: string, turn: number): readonly Operation[] {
  const blank = { message, text: "", call: "", adds: [] };
  const edited: Operation = { ...blank, verb: "edit", text: `${message} in other words`, adds: ["revised"] };
  const aside = `${message.replace(/\d+$/, String(turn - 1))}-aside`;
  const chores: readonly (readonly Operation[])[] = [
    [{ ...blank, verb: "sent", adds: ["sent"] }],
    [edited],
    [{ ...blank, verb: "compact" }],
    [
      { ...blank, verb: "settings", text: String(8 + (turn % 5)) },
      { ...blank, verb: "sent", adds: ["sent"] },
    ],
    turn % 4 === 0 ? [{ ...blank, verb: "delete", message: aside, adds: ["withdrawn"] }] : [edited],
  ];
  const own = readEnding(turn) === "completed" ? (chores[turn % chores.length] ?? []) : [];
  return turn % 13 === 12 ? [...own, { ...blank, verb: "clear" }] : own;
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
  if (entry.kind === "noted") return entry.note.kind;
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

/** The messages of a host's list at its call of this number. */
export function listAt(number: number): { readonly role: "user" | "assistant"; readonly content: string }[] {
  return Array.from({ length: 2 * number + 1 }, (_, index) =>
    index % 2 === 0
      ? { role: "user" as const, content: filled(`question-${index}`, index) }
      : { role: "assistant" as const, content: filled(`answer-${index}`, index) },
  );
}
