/** Runs one task of a subagent, from its first message to its conclusion. Its errors never stop the caller. */

import { makeChildLane, parseChildName } from "@clewline/core/log/child-lane.js";
import { type LaneKey, parseLaneKey, type Tokens } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { begin } from "@clewline/engine/answer/begin.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { openTurn } from "@clewline/engine/answer/turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { fitCharacters, readEntryTexts } from "@clewline/engine/read/recall.js";
import { describeError } from "@clewline/text/error-text.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { ToolSet } from "ai";
import type { AnswerRuntime } from "./answer-runtime.js";
import { explorerInstructions } from "./explorer-tools.js";
import { endOnce, keepAlive } from "./keep-alive.js";
import type { LoopOptions, Subagent } from "./turn.js";

/** The agent that hands over the task. */
export interface Caller {
  readonly runtime: AnswerRuntime;
  readonly open: OpenTurn;
  /** How its own turn is answered. */
  readonly given: LoopOptions;
  /** Answers a turn of a subagent. */
  generate(runtime: AnswerRuntime, open: OpenTurn, given: LoopOptions): Promise<{ readonly text: string }>;
}

/** A subagent as it is called. */
interface NamedSubagent {
  readonly name: string;
  readonly agent: Subagent;
  readonly tools: ToolSet;
}

export interface TaskInput {
  readonly task: string;
  readonly goOn?: string | undefined;
}

/** Always a text: the conclusion with the lane that it was made in, or a sentence that says why there is none. */
export async function runSubagent(
  caller: Caller,
  named: NamedSubagent,
  { task, goOn }: TaskInput,
  given: AbortSignal | undefined,
): Promise<string> {
  const { closing } = caller.runtime.activeTurns;
  const { name } = named;
  const lane = pickLane(caller, name, goOn);
  if (lane === null) {
    return `${name} has no lane ${JSON.stringify(goOn?.slice(0, 100))} here. Copy it from an earlier result, or leave goOn out to begin anew.`;
  }
  const signal = given === undefined ? closing : AbortSignal.any([given, closing]);
  try {
    signal.throwIfAborted();
    const runtime = makeChildContext(caller, named.agent);
    const turn = await beginChildTurn(caller, runtime, task, { lane, signal });
    const { text } = await caller.generate(runtime, turn, makeChildOptions(caller.given, named, signal));
    const why = await explainNothing(turn, text);
    if (why !== null) return `${name} ${why} ${describeLane(lane)}`;
    const conclusion = await cutConclusion(runtime.engine, turn.record, text.trim());
    return `${conclusion}\n\n[${name} worked in the lane ${lane}: give it as goOn to ask more]`;
  } catch (error) {
    if (signal.aborted) return `${name} was stopped before it came to a conclusion.`;
    return `${name} came to no conclusion: ${formatErrorSentence(error)} ${describeLane(lane)}`;
  }
}

/** Picks a new lane, or the one to continue; null if that is not the caller's. */
function pickLane({ runtime: { engine }, open }: Caller, name: string, goOn: string | undefined): LaneKey | null {
  const { hash } = engine.fns;
  const parent = open.record.ref.lane;
  const wanted = goOn?.trim() ?? "";
  if (wanted === "") return makeChildLane(parent, name, engine.clock.id(), hash);
  return parseChildName(wanted, parent, hash) === name ? parseLaneKey(wanted) : null;
}

/** The same log, with no instructions but its own and, where it has a model of its own, that one's window. */
function makeChildContext({ runtime }: Caller, { model }: Subagent): AnswerRuntime {
  const { engine, depth = 0 } = runtime;
  const windowTold = engine.windowTold && model === undefined;
  return {
    ...runtime,
    engine: { ...engine, instructions: "", personas: {}, agentFolder: null, runtime: null, windowTold },
    depth: depth + 1,
  };
}

async function beginChildTurn(
  { open }: Caller,
  runtime: AnswerRuntime,
  task: string,
  { lane, signal }: { readonly lane: LaneKey; readonly signal: AbortSignal },
): Promise<OpenTurn> {
  const { engine, activeTurns } = runtime;
  const { ref, surface = null, private: isPrivate = false } = open.record;
  const message: Incoming = {
    session: ref.session,
    id: null,
    from: null,
    topic: null,
    replyTo: null,
    at: null,
    revision: 0,
    parts: [{ kind: "text", text: task }],
    surface,
    private: isPrivate,
  };
  const options = { origin: "subtask", whenBusy: "queue", signal, lane } as const;
  const { turn, holder } = await activeTurns.during(begin(engine, [message], options));
  activeTurns.active(engine, turn.id, turn.ref);
  return keepAlive(runtime, openTurn(engine, turn, { place: holder, text: task }));
}

function makeChildOptions(given: LoopOptions, { agent, tools }: NamedSubagent, signal: AbortSignal): LoopOptions {
  const { description: _description, instructions = "", folder, ...own } = agent;
  const ready = folder === undefined ? [] : [explorerInstructions];
  return {
    ...(agent.model === undefined ? copyModelOptions(given) : {}),
    ...own,
    tools,
    system: [handOver, ...ready, instructions].filter((text) => text !== "").join("\n\n"),
    abortSignal: signal,
  };
}

const handOver =
  "Another agent has handed you a task. You see nothing of its conversation, and it sees nothing of what you do: only your last message goes back. End with a conclusion that stands by itself, and say what is still open.";

/** Copies the options that belong to the model. */
function copyModelOptions({ model, window, headers, maxRetries, providerOptions }: LoopOptions): LoopOptions {
  return {
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { window }),
    ...(headers === undefined ? {} : { headers }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

/** Explains why a successful turn has no conclusion; null if it has one. */
async function explainNothing(turn: OpenTurn, text: string): Promise<string | null> {
  if (turn.record.state === "waiting") {
    await endOnce(turn, { state: "cancelled", reason: "nobody is there to approve or to answer" });
    return "called a tool that needs an approval or an answer from outside, which nobody gives it, and was stopped.";
  }
  return text.trim() === "" ? "ended without a word." : null;
}

/** Tokens of a conclusion; what is longer is cut, and its pointer opens the rest. */
const mostTokens: Tokens = 2_000;

async function cutConclusion(engine: Engine, { ref, id }: TurnRecord, text: string): Promise<string> {
  if (countTokens(text, engine.fns.calibration) <= mostTokens) return text;
  const { entries } = await engine.store.read(ref, 0, id);
  const said = entries.findLast(({ kind, turn }) => kind === "said" && turn === id);
  const head = text.slice(0, fitCharacters(engine, text.slice(0, mostTokens * 8), mostTokens));
  const cut = `[cut after ${head.length} of ${text.length} characters`;
  if (said === undefined) return `${head}…\n${cut}]`;
  const [whole = ""] = await readEntryTexts(engine, ref, [said]);
  const offset = Math.max(0, whole.indexOf(head)) + head.length;
  return `${head}…\n${cut}: recall ${makePointer("e", ref, said.seq, engine.fns.hash)} with offset ${offset} shows the rest]`;
}

function formatErrorSentence(error: unknown): string {
  const words = describeError(error).replace(/\s+/g, " ").trim().slice(0, longestReason);
  return /[.!?…]$/.test(words) ? words : `${words || "there was an error without words"}.`;
}

const longestReason = 300;

function describeLane(lane: LaneKey): string {
  return `What it did is in the lane ${lane}.`;
}
