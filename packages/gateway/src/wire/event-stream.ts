import type { ReplyForm } from "./wire.js";

/** One event of a stream of server-sent events. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** How an answer comes where streams are server-sent events. */
export function pickReplyForm(contentType: string): ReplyForm {
  return /^text\/event-stream\b/.test(contentType) ? "events" : "whole";
}

/** Reads events from pieces that may end anywhere. Anything else is skipped. */
export function makeEventReader(take: (event: StreamEvent) => void): (text: string) => void {
  const { add } = makeEventSplitter((text) => {
    const event = readEvent(text);
    if (event !== null) take(event);
  });
  return add;
}

/** Characters of an empty line with the end of the line before it, at most. */
const longestEnd = 4;

/** Hands over the text of each event, with the empty line that ends it. */
export function makeEventSplitter(take: (text: string) => void): {
  readonly add: (text: string) => void;
  /** Returns the text that is left without such a line. */
  readonly end: () => string;
} {
  // An event may be a picture that comes in thousands of pieces: each is looked through once.
  let pieces: string[] = [];
  let tail = "";
  return {
    add(text) {
      for (let rest = text; ; ) {
        const seen = tail + rest;
        const end = /\r?\n\r?\n|\r\r/.exec(seen);
        if (end === null) {
          pieces.push(rest);
          tail = seen.slice(-longestEnd + 1);
          return;
        }
        const length = end.index + end[0].length - tail.length;
        const event = [...pieces, rest.slice(0, length)].join("");
        rest = rest.slice(length);
        pieces = [];
        tail = "";
        take(event);
      }
    },
    end: () => pieces.join(""),
  };
}

/** Null for what is no event. */
export function readEvent(text: string): StreamEvent | null {
  const fields = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const colon = line.indexOf(":");
    return colon <= 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")] as const];
  });
  const data = fields.flatMap(([name, value]) => (name === "data" ? [value] : []));
  if (data.length === 0) return null;
  return { event: fields.find(([name]) => name === "event")?.[1] ?? "message", data: data.join("\n") };
}
