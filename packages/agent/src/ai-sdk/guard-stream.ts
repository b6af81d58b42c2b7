/** A stream that goes on when the provider breaks it off because of size. */
import type { Overflow } from "@clewline/core/model/overflow/classify.js";
import type { Drive } from "./drive-tools.js";
import {
  cutShort,
  type GuardedTurn,
  isBlank,
  isCut,
  isEmpty,
  isNoCall,
  isOutOfRoom,
  type Part,
  type Trouble,
  type Watch,
  watchCall,
} from "./guard-watch.js";
import type { ModelCall } from "./prompt-of.js";

export interface Result {
  readonly stream: ReadableStream<Part>;
}

export interface Attempt {
  readonly call: ModelCall;
  /** Makes the request smaller, or throws what there is to say. */
  mend(trouble: Trouble): Promise<void>;
  /** Asks once more after an empty answer, then throws. If reasoning used up the room, it throws at once. */
  again(why: "empty" | "no room"): void;
  /** The end of an answer that broke off after it had called tools. */
  finish(trouble: Overflow): Part;
}

interface StartedStream {
  readonly result: Result;
  readonly watch: Watch;
}

/** Until a stream has begun: before that, a refusal is an error of the call. */
export async function startStream(
  attempt: Attempt,
  turn: GuardedTurn,
  given: ModelCall,
  ask: (call: ModelCall) => Promise<Result>,
): Promise<StartedStream> {
  for (;;) {
    const watch = watchCall(turn, given);
    try {
      return { result: await ask(attempt.call), watch };
    } catch (error) {
      await attempt.mend(watch.failed(error));
    }
  }
}

/** Parts that say nothing yet: an answer has them once. */
const opening: ReadonlySet<string> = new Set(["stream-start", "response-metadata", "raw"]);

/** A stream that has begun, and how to begin another in its place. */
interface StreamSource {
  readonly first: StartedStream;
  start(): Promise<StartedStream>;
}

export async function* forwardParts(
  { first, start }: StreamSource,
  attempt: Attempt,
  turn: GuardedTurn,
  given: ModelCall,
): AsyncGenerator<Part> {
  let begun = first;
  let words = 0;
  for (let round = 0; ; round++) {
    const { result, watch } = begun;
    const said = trackRound(round, words);
    let trouble: Trouble | "empty" | "no room" | null = null;
    let raw: unknown;
    let hasFailed = false;
    try {
      for await (const part of readParts(result.stream, turn.drive)) {
        if (part.type === "raw") {
          raw = part.rawValue;
          if (given.includeRawChunks !== true) continue;
        }
        if (part.type === "error") {
          trouble = watch.failed(part.error, raw);
          if ("kind" in trouble) break;
          hasFailed = true;
          yield* breakOff(turn, part);
          continue;
        }
        if (part.type === "finish") {
          trouble = hasFailed ? null : classifyEnd(part, said.content, turn, watch);
          if (trouble === null) yield part;
          break;
        }
        if (turn.isClosing() && !isNoCall(part)) continue;
        if (round > 0 && opening.has(part.type)) continue;
        watch.saw(part);
        yield* said.next(part);
      }
    } catch (error) {
      trouble = watch.failed(error);
      // The SDK sees an error only as a part of the stream; without it the turn would stay open.
      if (!("kind" in trouble)) yield* breakOff(turn, { type: "error", error });
    } finally {
      watch.left();
    }
    if (trouble === null || (typeof trouble === "object" && !("kind" in trouble))) return;
    yield* said.closed();
    // The called tools are running already: the step ends here, and the next one gets a smaller view.
    if (said.hasCalled && typeof trouble === "object") return yield attempt.finish(trouble);
    words += said.words;
    try {
      if (typeof trouble === "string") attempt.again(trouble);
      else await attempt.mend(trouble);
      begun = await start();
    } catch (error) {
      // Inside a stream, what went wrong is a part of it.
      return yield* breakOff(turn, { type: "error", error });
    }
  }
}

function* breakOff(turn: Pick<GuardedTurn, "breaksOff">, error: Part): Generator<Part> {
  turn.breaksOff();
  yield error;
}

/** Classifies the end of an answer; null if the answer counts. */
function classifyEnd(
  part: Part,
  content: readonly Part[],
  turn: GuardedTurn,
  watch: Watch,
): Trouble | "empty" | "no room" | null {
  if (isCut(part) && content.every(isBlank)) {
    watch.ended("refused", part);
    return cutShort;
  }
  if (turn.insists && isEmpty(content, part)) {
    watch.ended("empty", part);
    return isOutOfRoom(part) ? "no room" : "empty";
  }
  watch.ended("answered", part);
  return null;
}

/**
 * One round of an answer: what it said, and what is still open. Words that were sent can't be taken back: a later round
 * begins a paragraph of its own, under ids of its own.
 */
function trackRound(round: number, wordsBefore: number) {
  const content: Part[] = [];
  const open = new Map<string, string>();
  let words = 0;
  const named = (part: Part): Part =>
    round === 0 || part.id === undefined || part.type.startsWith("tool-")
      ? part
      : { ...part, id: `${part.id} again ${round}` };
  return {
    content,
    get hasCalled() {
      return content.some(({ type }) => type === "tool-call");
    },
    get words() {
      return words;
    },
    *next(given: Part): Generator<Part> {
      const part = named(given);
      const kind = /^(text|reasoning|tool-input)-(start|end)$/.exec(part.type);
      if (kind?.[2] === "start") open.set(part.id ?? "", kind[1] ?? "");
      if (kind?.[2] === "end") open.delete(part.id ?? "");
      if (isBlank(part)) return yield part;
      content.push(part);
      const isFirst = part.type === "text-delta" && words++ === 0;
      yield isFirst && wordsBefore > 0 ? { ...part, delta: `\n\n${part.delta ?? ""}` } : part;
    },
    *closed(): Generator<Part> {
      // The provider stores nothing of an answer that it broke off, so its ID would lead nowhere.
      for (const [id, kind] of open) yield { type: `${kind}-end`, id, providerMetadata: {} };
    },
  };
}

/** The turn counts as worked on only while the next part is awaited. */
async function* readParts(stream: ReadableStream<Part>, drive: Drive): AsyncGenerator<Part> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await drive(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // The consumer has stopped reading, so the rest and its errors no longer matter.
    reader.cancel().catch(() => undefined);
  }
}

export function makeStream(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
