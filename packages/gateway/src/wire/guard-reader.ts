/** A reader whose faults cost the log an answer, and never the client: what came passes on. */
import type { ReplyForm, ReplyReader, Wire } from "./wire.js";

/**
 * `say` hears of the first fault. From then on nothing is known of the answer but that it has begun. An answer in one piece may come
 * in several, until it is said to be at its end.
 */
export function openGuardedReader(wire: Wire, form: ReplyForm, say: (error: unknown) => void): ReplyReader {
  const reader = wire.readReply(form);
  const pieces: string[] = [];
  let isLost = false;
  const guarded = <Result>(work: () => Result, otherwise: Result): Result => {
    if (isLost) return otherwise;
    try {
      return work();
    } catch (error) {
      isLost = true;
      say(error);
      return otherwise;
    }
  };
  return {
    add(text) {
      if (form === "whole") pieces.push(text);
      else guarded(() => reader.add(text), undefined);
    },
    end() {
      guarded(() => {
        if (pieces.length > 0) reader.add(pieces.splice(0).join(""));
        reader.end();
      }, undefined);
    },
    message: () => guarded(() => reader.message(), null),
    get id() {
      return reader.id;
    },
    get hasBegun() {
      return isLost || reader.hasBegun;
    },
    get isWhole() {
      return !isLost && reader.isWhole;
    },
    get error() {
      return isLost ? null : reader.error;
    },
    get usage() {
      return reader.usage;
    },
    get told() {
      return reader.told;
    },
  };
}
