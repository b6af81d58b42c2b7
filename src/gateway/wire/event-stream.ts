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

/** Reads events from pieces that may end anywhere. What is no event is passed over. */
export function makeEventReader(take: (event: StreamEvent) => void): (text: string) => void {
  const { add } = makeEventSplitter((text) => {
    const event = readEvent(text);
    if (event !== null) take(event);
  });
  return add;
}

/** Hands over the text of each event, with the empty line that ends it. */
export function makeEventSplitter(take: (text: string) => void): {
  readonly add: (text: string) => void;
  /** What is left without such a line. */
  readonly end: () => string;
} {
  let rest = "";
  return {
    add(text) {
      rest += text;
      for (;;) {
        const end = /\r?\n\r?\n|\r\r/.exec(rest);
        if (end === null) return;
        const length = end.index + end[0].length;
        const event = rest.slice(0, length);
        rest = rest.slice(length);
        take(event);
      }
    },
    end: () => rest,
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
