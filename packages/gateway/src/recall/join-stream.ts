/** Joins the streams of all answers that one request took into the one that its client gets. */
import { isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import { makeEventSplitter, readEvent } from "../wire/event-stream.js";
import { makeListReader } from "../wire/json-list.js";
import type { JsonObject, ReplyChunk, ReplyForm, ReplyReader, Wire } from "../wire/wire.js";
import { addUsage } from "./add-usage.js";
import { isAsking, isRecallTool } from "./recall-tool.js";

export interface JoinedStream {
  /** The next answer, and the usage of the calls before it. */
  begin(answer: ReplyReader, spent: readonly Json[]): void;
  /** Returns the client's text for a piece of the current answer, after its reader. */
  rewrite(text: string): string;
  /** Returns the client's text for what is left at its end. */
  end(): string;
  /** Whether the client has something of the current answer. */
  readonly hasBegun: boolean;
  /** Whether another answer continues the current one, which is over. */
  asks(): boolean;
  /** Reads all answers as the client gets them. */
  readonly shown: ReplyReader;
}

export function joinStream(wire: Wire, form: ReplyForm): JoinedStream {
  const joiner = wire.joinReplies(isRecallTool);
  const shown = wire.readReply(form);
  const passed = new Map<ReplyChunk, string>();
  let answer: ReplyReader | null = null;
  let spent: readonly Json[] = [];
  let asked: boolean | null = null;
  let hasBegun = false;
  let text = "";
  const asks = () => {
    asked ??= isAsking(answer?.message() ?? null);
    return asked;
  };
  const frame = (form === "list" ? frameList : frameEvents)((chunk, raw, write) => {
    passed.set(chunk, raw);
    for (const each of joiner.take(chunk, asks)) {
      const told = typeof each === "string" ? each : addUsage(each, spent);
      text += write(told, passed.get(told));
      hasBegun = true;
    }
    if (hasBegun) passed.clear();
  });
  const hear = (): string => {
    const heard = text;
    shown.add(heard);
    text = "";
    return heard;
  };
  return {
    begin(next, before) {
      if (answer !== null) joiner.next();
      passed.clear();
      [answer, spent, asked, hasBegun] = [next, before, null, false];
    },
    rewrite(piece) {
      frame.add(piece);
      return hear();
    },
    end() {
      text += asks() ? "" : frame.end();
      return hear();
    },
    get hasBegun() {
      return hasBegun;
    },
    asks,
    shown,
  };
}

/** `raw` is the chunk's own text; undefined for one that was changed. */
type WriteChunk = (chunk: ReplyChunk, raw: string | undefined) => string;
type TakeChunk = (chunk: ReplyChunk, raw: string, write: WriteChunk) => void;

interface Frame {
  add(text: string): void;
  /** Returns the text after the last chunk. */
  end(): string;
}

/** Text that is no event only keeps the connection awake, and is not passed on. */
function frameEvents(take: TakeChunk): Frame {
  return makeEventSplitter((raw) => {
    const event = readEvent(raw);
    if (event === null) return;
    take(readChunk(event.data), raw, (chunk, own) => {
      const name = event.event === "message" || typeof chunk === "string" ? "" : `event: ${String(chunk.type)}\n`;
      return own ?? `${name}data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`;
    });
  });
}

function frameList(take: TakeChunk): Frame {
  let isFirst = true;
  const add = makeListReader((raw) => {
    take(readChunk(raw), raw, (chunk, own) => {
      const before = isFirst ? "[" : ",\n";
      isFirst = false;
      return `${before}${own ?? JSON.stringify(chunk)}`;
    });
  });
  return { add, end: () => (isFirst ? "[]" : "]") };
}

function readChunk(text: string): JsonObject | string {
  const chunk = tryParseJson(text);
  return isObject(chunk) ? chunk : text;
}
