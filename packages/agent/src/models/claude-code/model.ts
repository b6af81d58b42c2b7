/** The `claude` command as a model of the AI SDK: one run per call, so that each call gets its own view. */
import { isObject } from "@clewline/text/json.js";
import {
  collectContent,
  type Finish,
  type Generated,
  type Model,
  type ModelCall,
  type StreamPart,
  type Warning,
} from "../sdk-model.js";
import { type AnswerReader, makeAnswerReader } from "./answer-reader.js";
import { buildAnswerArguments } from "./arguments.js";
import { type Child, startChild } from "./child-process.js";
import { buildEnvironment, type Environment } from "./environment.js";
import { makeBrokenOffError, makeExitError, makeRefusalError } from "./failure.js";
import { listOfferedTools, makeNameReader } from "./tools.js";
import { renderTranscript } from "./transcript.js";
import { createWorkspace } from "./workspace.js";

export interface ClaudeCommand {
  /** Returns the path; throws if there is none. */
  readonly command: () => string;
  readonly env: Environment;
  /** As the command names it; undefined for the command's own choice. */
  readonly model: string | undefined;
}

export function makeClaudeCommandModel(claude: ClaudeCommand): Model {
  return {
    specificationVersion: "v3",
    provider: "claude-code",
    modelId: claude.model ?? "default",
    supportedUrls: {},
    doGenerate: async (call) => {
      const warnings = listUnsupported(call);
      const signal = call.abortSignal ?? new AbortController().signal;
      const parts: StreamPart[] = [];
      for await (const part of answer(claude, call, signal, warnings)) parts.push(part);
      return { ...readEnd(parts), content: collectContent(parts), warnings };
    },
    doStream: async (call) => {
      const warnings = listUnsupported(call);
      const stop = new AbortController();
      const signal = call.abortSignal === undefined ? stop.signal : AbortSignal.any([call.abortSignal, stop.signal]);
      const parts = answer(claude, call, signal, warnings);
      // A refusal before the first word rejects the call, as with a server.
      const first = await parts.next();
      return { stream: makeStream({ warnings, first, parts, signal, stop: () => stop.abort() }) };
    },
  };
}

function listUnsupported(call: ModelCall): Warning[] {
  const settings = [
    "temperature",
    "topP",
    "topK",
    "seed",
    "stopSequences",
    "presencePenalty",
    "frequencyPenalty",
  ] as const;
  const named = settings
    .filter((name) => call[name] !== undefined)
    .map((feature) => ({ type: "unsupported", feature }) as const);
  return call.responseFormat?.type === "json" ? [...named, { type: "unsupported", feature: "responseFormat" }] : named;
}

/** The parts of one answer. The run and its files are gone before the last part, and whenever this throws. */
async function* answer(
  claude: ClaudeCommand,
  call: ModelCall,
  signal: AbortSignal,
  warnings: Warning[],
): AsyncGenerator<StreamPart, void> {
  signal.throwIfAborted();
  const command = claude.command();
  const tools = listOfferedTools(call, warnings);
  const { system, input } = renderTranscript(call.prompt, warnings);
  const workspace = await createWorkspace(system, tools);
  const { maxOutputTokens } = call;
  const own = maxOutputTokens === undefined ? {} : { CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens) };
  let finish: Finish;
  try {
    signal.throwIfAborted();
    const child = startChild({
      command,
      args: buildAnswerArguments({ model: claude.model, ...workspace }),
      folder: workspace.folder,
      root: workspace.root,
      env: buildEnvironment(claude.env, own),
      input,
      signal,
    });
    finish = yield* read(child, makeAnswerReader(makeNameReader(tools)), signal);
  } finally {
    await workspace.remove();
  }
  yield finish;
}

async function* read(child: Child, reader: AnswerReader, signal: AbortSignal): AsyncGenerator<StreamPart, Finish> {
  try {
    for await (const line of child.lines) {
      const message = parseLine(line);
      if (message !== null) yield* reader.read(message);
      const outcome = reader.outcome();
      if (outcome === null) continue;
      if (outcome.kind === "broken off") throw await makeBrokenOffError();
      if (outcome.kind === "failed") throw await makeRefusalError(outcome.result, outcome.complaint);
      if (outcome.goes === "by itself") await child.leave();
      return outcome.finish;
    }
    signal.throwIfAborted();
    await child.leave();
    throw await makeExitError(await child.over);
  } catch (error) {
    if (!signal.aborted) yield* reader.close();
    throw error;
  } finally {
    await child.end();
  }
}

/** Null for a line of another format: some versions write remarks between the others. */
function parseLine(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    // An incomplete line of a process that was ended.
    return null;
  }
}

interface StartedAnswer {
  readonly warnings: Warning[];
  readonly first: IteratorResult<StreamPart, void>;
  readonly parts: AsyncGenerator<StreamPart, void>;
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** Cancelling the stream ends the run, and an abort removes its files even if the stream is not read to its end. */
function makeStream({ warnings, first, parts, signal, stop }: StartedAnswer): ReadableStream<StreamPart> {
  let isFinished = false;
  // A folder that can't be removed now is removed when this process exits.
  const leave = () => parts.return().catch(() => undefined);
  signal.addEventListener("abort", leave, { once: true });
  return new ReadableStream<StreamPart>({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings });
      if (!first.done) controller.enqueue(first.value);
    },
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (value?.type === "finish") isFinished = true;
        if (!done) return controller.enqueue(value);
      } catch (error) {
        if (!signal.aborted) controller.enqueue({ type: "error", error });
      }
      signal.removeEventListener("abort", leave);
      if (signal.aborted && !isFinished) controller.error(signal.reason);
      else controller.close();
    },
    async cancel() {
      stop();
      await parts.return();
    },
  });
}

function readEnd(parts: readonly StreamPart[]): Pick<Finish, "finishReason" | "usage"> & Pick<Generated, "response"> {
  const finish = parts.findLast((part) => part.type === "finish");
  if (finish === undefined) throw new Error("An answer ends with its finish or with an error");
  const { finishReason, usage } = finish;
  const about = parts.findLast((part) => part.type === "response-metadata");
  if (about === undefined) return { finishReason, usage };
  const { type: _type, ...response } = about;
  return { finishReason, usage, response };
}
