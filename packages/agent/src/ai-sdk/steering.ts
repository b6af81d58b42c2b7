/**
 * Steering messages of ai 7: the host's additions to a running loop. They are stored before the next view, which shows
 * them like any other words of the user. The SDK confirms a delivery if it finds the message, with the host's own
 * content, among those sent. So they are handed back in the host's own shape.
 */
import { readHostMessage } from "@clewline/core/log/host-message.js";
import { encodeCanonicalJson, isObject } from "@clewline/text/json.js";
import type { SdkRequest } from "./prompt-of.js";

export interface Steering {
  /** Stores those that are new. One that could not be stored comes again. */
  keepNew(messages: readonly unknown[]): Promise<void>;
  /** The request with the host's own messages in place of ours where these say the same, word for word. */
  restore(request: SdkRequest, unmarked: readonly unknown[]): SdkRequest;
}

interface SteeringMessage {
  readonly message: object;
  /** Each of its parts, as the log would have it. */
  readonly parts: readonly string[];
}

export function makeSteering(keep: (messages: readonly unknown[]) => Promise<void>): Steering {
  const stored = new Set<unknown>();
  const known: SteeringMessage[] = [];
  return {
    async keepNew(messages) {
      const fresh = messages.filter(isObject).filter((message) => !stored.has(message));
      if (fresh.length === 0) return;
      await keep(fresh);
      for (const message of fresh) {
        stored.add(message);
        known.push({ message, parts: listPartKeys(message) });
      }
    },
    restore(request, unmarked) {
      if (known.length === 0) return request;
      const left = [...known];
      return { ...request, messages: request.messages.flatMap((each, at) => splitMessage(each, unmarked[at], left)) };
    },
  };
}

/** Takes what it finds from `left`. A message that holds more than the host's becomes several. */
function splitMessage(message: unknown, unmarked: unknown, left: SteeringMessage[]): readonly unknown[] {
  if (!isObject(message) || message.role !== "user" || !Array.isArray(message.content)) return [message];
  const content: readonly unknown[] = message.content;
  const keys = listPartKeys(unmarked);
  if (keys.length !== content.length) return [message];
  const split: unknown[] = [];
  let from = 0;
  const passOn = (to: number) => {
    if (to > from) split.push({ ...message, content: content.slice(from, to) });
  };
  for (let at = 0; at < keys.length; ) {
    const found = left.find(({ parts }) => parts.length > 0 && parts.every((part, index) => part === keys[at + index]));
    if (found === undefined) {
      at += 1;
      continue;
    }
    left.splice(left.indexOf(found), 1);
    passOn(at);
    at += found.parts.length;
    split.push(addOptions(found.message, content[at - 1]));
    from = at;
  }
  if (split.length === 0) return [message];
  passOn(keys.length);
  return split;
}

/** The cache mark moves to the message: with a mark on its content, the SDK would not recognise it. */
function addOptions(message: object, lastPart: unknown): object {
  if (!isObject(lastPart) || !isObject(lastPart.providerOptions)) return message;
  const own = isObject(message) && isObject(message.providerOptions) ? message.providerOptions : {};
  return { ...message, providerOptions: { ...own, ...lastPart.providerOptions } };
}

function listPartKeys(message: unknown): readonly string[] {
  const parts = readHostMessage(message).flatMap((item) => (item.kind === "said" ? item.parts : []));
  return parts.map((part) => encodeCanonicalJson(part));
}
