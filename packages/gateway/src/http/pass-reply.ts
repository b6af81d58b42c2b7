/** Passes an upstream's answer on while it comes, and reads it on the way. */
import { describeError } from "@clewline/text/error-text.js";
import type { Json } from "@clewline/text/json.js";
import type { JoinedStream } from "../recall/join-stream.js";
import type { ReplyReader } from "../wire/wire.js";

/** How an answer ended. */
export type ReplyEnd = { readonly kind: "whole" } | { readonly kind: "cut" | "left"; readonly reason: string };

/** Ends the client's connection where the upstream's broke off: an answer that only stops would look whole. */
export type Cut = () => Promise<void>;

export interface OpenedReply {
  /** The error that came before anything else; null where the answer has begun. */
  readonly error: Json | null;
  /**
   * The rest of the answer, with what was read of it. `ended` is called once, before the last piece is passed on. If
   * the client left before it began, nothing reads the stream, and only the signal reports its end.
   */
  pass(ended: (end: ReplyEnd) => Promise<void>, cut: Cut, left: AbortSignal): ReadableStream<Uint8Array>;
  /** Drops the rest of the answer. */
  drop(): Promise<void>;
}

/** Rewrites the text of an answer on its way, after its reader. */
export type Rewriting = Pick<JoinedStream, "rewrite" | "end" | "hasBegun">;

/**
 * Reads a stream up to where it is certain that an answer follows: until then another request can take its place. It passes byte for
 * byte where it is not rewritten.
 */
export async function openReply(
  body: ReadableStream<Uint8Array>,
  reader: ReplyReader,
  rewriting: Rewriting | null,
): Promise<OpenedReply> {
  const source = body.getReader();
  const read: Uint8Array[] = [];
  let isOver = false;
  let broken: unknown = null;
  const next = readPieces(source, reader, rewriting);
  const hasBegun = () => (rewriting ?? reader).hasBegun;
  while (!hasBegun() && reader.error === null && !isOver) {
    try {
      const chunk = await next();
      if (chunk === null) isOver = true;
      else read.push(chunk);
    } catch (error) {
      broken = error;
      isOver = true;
    }
  }
  return {
    error: hasBegun() ? null : reader.error,
    drop: () => source.cancel(),
    pass(ended, cut, left) {
      const passing = { read, next, isOver, broken, reader, cut, left, cancel: () => source.cancel() };
      return passOn(passing, once(ended));
    },
  };
}

/** Passes an answer on as it comes, and lets a reader hear it beside. */
export function passHeard(
  body: ReadableStream<Uint8Array>,
  reader: ReplyReader,
  {
    ended,
    cut,
    left,
  }: { readonly ended: (end: ReplyEnd) => Promise<void>; readonly cut: Cut; readonly left: AbortSignal },
): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const next = readPieces(source, reader, null);
  const cancel = () => source.cancel();
  return passOn({ read: [], next, isOver: false, broken: null, reader, cut, left, cancel }, once(ended));
}

/** Null once nothing more comes. */
function readPieces(
  source: ReadableStreamDefaultReader<Uint8Array>,
  reader: ReplyReader,
  rewriting: Rewriting | null,
): () => Promise<Uint8Array | null> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let isOver = false;
  return async () => {
    if (isOver) return null;
    const { done, value } = await source.read();
    if (done) {
      isOver = true;
      reader.end();
      return rewriting === null ? null : encoder.encode(rewriting.end());
    }
    const text = decoder.decode(value, { stream: true });
    reader.add(text);
    return rewriting === null ? value : encoder.encode(rewriting.rewrite(text));
  };
}

interface Passing {
  readonly read: Uint8Array[];
  readonly next: () => Promise<Uint8Array | null>;
  readonly isOver: boolean;
  readonly broken: unknown;
  readonly reader: ReplyReader;
  readonly cut: Cut;
  readonly left: AbortSignal;
  readonly cancel: () => Promise<void>;
}

function passOn(passing: Passing, tell: (end: ReplyEnd) => Promise<void>): ReadableStream<Uint8Array> {
  const { read, next, reader, left } = passing;
  // The signal outlives its request: a listener left on it would keep all that the request held.
  const ended = (end: ReplyEnd) => {
    forget();
    return tell(end);
  };
  const leave = () => ended({ kind: "left", reason: "the client left" });
  const forget = whenAborted(left, leave);
  const take = async (): Promise<Uint8Array | null> => {
    const known = read.shift();
    if (known !== undefined) return known;
    if (passing.broken !== null) throw passing.broken;
    return passing.isOver ? null : next();
  };
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      try {
        let chunk = await take();
        while (chunk?.byteLength === 0 && !reader.isWhole) chunk = await take();
        // A client may ask again right after the last words, and must find them in the log.
        if (reader.isWhole) await ended({ kind: "whole" });
        while (chunk?.byteLength === 0) chunk = await take();
        if (chunk !== null) return out.enqueue(chunk);
        await ended({ kind: "cut", reason: "it ended before its end" });
        out.close();
      } catch (error) {
        await (left.aborted ? leave() : ended({ kind: "cut", reason: describeError(error) }));
        await passing.cut();
        out.close();
      }
    },
    async cancel() {
      await leave();
      await passing.cancel();
    },
  });
}

/** Returns a function that removes the listener. */
function whenAborted(signal: AbortSignal, work: () => Promise<void>): () => void {
  const hear = () => void work();
  if (signal.aborted) queueMicrotask(hear);
  else signal.addEventListener("abort", hear, { once: true });
  return () => signal.removeEventListener("abort", hear);
}

/** Passes an answer on without a reader. */
export function passBytes(body: ReadableStream<Uint8Array>, cut: Cut): ReadableStream<Uint8Array> {
  const source = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      try {
        const { done, value } = await source.read();
        if (done) out.close();
        else out.enqueue(value);
      } catch {
        // The reason is the upstream's affair, but the client must see that the answer broke off.
        await cut();
        out.close();
      }
    },
    cancel: () => source.cancel(),
  });
}

function once(work: (end: ReplyEnd) => Promise<void>): (end: ReplyEnd) => Promise<void> {
  let done: Promise<void> | null = null;
  return (end) => {
    done ??= work(end);
    return done;
  };
}

/** A stream, and then what follows it, which is asked for when the stream is over; null where nothing does. */
export function chainStreams(
  first: ReadableStream<Uint8Array>,
  follow: () => Promise<ReadableStream<Uint8Array> | null>,
): ReadableStream<Uint8Array> {
  let source = first.getReader();
  let isFirst = true;
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      for (;;) {
        const { done, value } = await source.read();
        if (!done) return out.enqueue(value);
        const next = isFirst ? await follow() : null;
        isFirst = false;
        if (next === null) return out.close();
        source = next.getReader();
      }
    },
    cancel: () => source.cancel(),
  });
}
