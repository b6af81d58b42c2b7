import { ClewError } from "@clewline/core/errors.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import { answerRecall, type RecallOutput } from "@clewline/engine/read/answer-recall.js";
import type { RecallInput } from "@clewline/engine/read/recall.js";
import { isObject, tryParseJson } from "@clewline/text/json.js";

type Called = Extract<HostItem, { kind: "called" }>;
/** Recalled results, by the ID of their call in the answer. */
export type RecallResult = Extract<HostItem, { kind: "returned" }>;

export interface RecallRun {
  readonly engine: Engine;
  readonly turn: TurnRecord;
  /** The most that one page may take. */
  readonly limit: Tokens;
  /** Whether the model has asked often enough. */
  readonly isOver: boolean;
}

/** A malformed recall gets an answer for the model, and does not fail the request. */
export async function runRecall(run: RecallRun, { call, tool, input }: Called): Promise<RecallResult> {
  return { kind: "returned", call, tool, output: writeOutput(await tryAnswer(run, readInput(input))) };
}

async function tryAnswer({ engine, turn, limit, isOver }: RecallRun, input: RecallInput): Promise<RecallOutput> {
  if (isOver) return "Nothing more can be recalled for this answer: answer with what you have.";
  try {
    return await answerRecall(engine, turn, input, { limit });
  } catch (error) {
    if (error instanceof ClewError) return `${error.message}. ${error.hint ?? ""}`.trim();
    throw error;
  }
}

function readInput(given: string): RecallInput {
  const told = tryParseJson(given);
  if (!isObject(told)) return {};
  const text = (name: string) => (typeof told[name] === "string" && told[name] !== "" ? told[name] : undefined);
  const offset = Number(told.offset ?? 0);
  const lines = text("lines");
  return {
    pointer: text("pointer"),
    question: text("question"),
    offset: Number.isFinite(offset) ? Math.max(0, offset) : 0,
    find: text("find"),
    lines: lines !== undefined && /^\d{1,9}(?:-\d{1,9})?$/.test(lines) ? lines : undefined,
  };
}

function writeOutput(output: RecallOutput): RecallResult["output"] {
  if (typeof output === "string") return { kind: "text", text: output };
  const files = output.files.map(({ mediaType, data }) => {
    return { kind: "file", mediaType, data: { kind: "base64", base64: data } } as const;
  });
  return { kind: "content", parts: [{ kind: "text", text: output.text }, ...files] };
}
