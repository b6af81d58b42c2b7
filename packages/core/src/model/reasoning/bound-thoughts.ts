/**
 * Newer models take their own reasoning back only behind the bytes that it was produced under. Here is which of it may go out; the log
 * keeps all of it.
 */

import { rememberByObject } from "@clewline/text/remember.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { Hash } from "../../log/pointer.js";

/** A message has these parts, in order: the name of a thought, or the bytes of anything else. */
export type BoundPart = { readonly thought: string } | { readonly bytes: string };

/** The beginning that an answer is bound to. */
export interface Standing {
  /** Names all that stood before it but thoughts. */
  readonly under: string;
  /** The thought before it; null for the first. */
  readonly after: string | null;
}

/** A thought's bond, kept with the answer that brought it. */
export interface Binding extends Standing {
  readonly thought: string;
}

export interface WalkedThought extends Binding {
  readonly message: number;
  readonly place: number;
}

export interface Walk {
  readonly thoughts: readonly WalkedThought[];
  /** An answer would be bound to this. */
  readonly under: string;
}

export interface ThoughtBinder<Message> {
  /** `head` is what is compared before the list. */
  walk(head: readonly string[], list: readonly Message[]): Steps<Walk>;
  /** The bonds of an answer's thoughts. */
  bind(standing: Standing, reply: Message): readonly Binding[];
  nameThought(thought: string): string;
}

/** `read` gives the parts of a message, which never changes. */
export function makeThoughtBinder<Message extends object>(
  read: (message: Message) => readonly BoundPart[],
  hash: Hash,
): ThoughtBinder<Message> {
  const step = makeStep(read, hash);
  return {
    *walk(head, list) {
      let under = hash(JSON.stringify(head)).slice(0, nameLength);
      const thoughts: WalkedThought[] = [];
      for (const [number, message] of list.entries()) {
        if (endsStep(number)) yield;
        const walked = step(message, { under, number });
        under = walked.under;
        for (const thought of walked.thoughts)
          thoughts.push({ ...thought, after: findBefore(thoughts, thought.thought) });
      }
      return { thoughts, under };
    },
    bind({ under, after }, reply) {
      const bound: Binding[] = [];
      for (const each of step(reply, { under, number: 0 }).thoughts)
        bound.push({ thought: each.thought, under: each.under, after: findBefore(bound, each.thought) ?? after });
      return bound;
    },
    nameThought: (thought) => nameThought(hash, thought),
  };
}

/** The thought before this one. Neighbours of one name are parts of one thought. */
function findBefore(thoughts: readonly Binding[], name: string): string | null {
  const last = thoughts.at(-1);
  if (last === undefined) return null;
  return last.thought === name ? last.after : last.thought;
}

/** Thoughts may go from the oldest on, and none from between two that stay: from the newest back, each follows the one that it followed. */
export function chooseThoughts(
  thoughts: readonly WalkedThought[],
  find: (thought: string) => Standing | undefined,
): readonly WalkedThought[] {
  const kept: WalkedThought[] = [];
  let wanted: string | null | undefined;
  for (const thought of thoughts.toReversed()) {
    const isSame = kept.at(-1)?.thought === thought.thought;
    if (wanted === null && !isSame) break;
    const standing = find(thought.thought);
    const follows = isSame || wanted === undefined || wanted === thought.thought;
    if (standing?.under !== thought.under || !follows) continue;
    kept.push(thought);
    wanted = standing.after;
  }
  return kept.toReversed();
}

/** The places of the thoughts that are not kept, by the numbers of their messages. */
export function listLeft(
  thoughts: readonly WalkedThought[],
  kept: readonly WalkedThought[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const stays = new Set(kept);
  const left = new Map<number, Set<number>>();
  for (const thought of thoughts) {
    if (stays.has(thought)) continue;
    const places = left.get(thought.message) ?? new Set();
    left.set(thought.message, places.add(thought.place));
  }
  return left;
}

interface WalkStart {
  readonly under: string;
  readonly number: number;
}

const nameLength = 24;

/** A message's part of the walk. A list that grows has the same objects behind the same beginning: they are hashed once. */
function makeStep<Message extends object>(
  readParts: (message: Message) => readonly BoundPart[],
  hash: Hash,
): (message: Message, start: WalkStart) => Walk {
  const read = rememberByObject((message: Message) => ({
    parts: readParts(message).map((part) =>
      "bytes" in part ? { bytes: digest(hash, "", part.bytes) } : { thought: nameThought(hash, part.thought) },
    ),
    last: null as { readonly start: WalkStart; readonly walk: Walk } | null,
  }));
  return (message, start) => {
    const known = read(message);
    const { last } = known;
    if (last !== null && last.start.under === start.under && last.start.number === start.number) return last.walk;
    const thoughts: WalkedThought[] = [];
    let { under } = start;
    for (const [place, part] of known.parts.entries()) {
      if ("bytes" in part) under = digest(hash, under, part.bytes);
      else thoughts.push({ thought: part.thought, under, after: null, message: start.number, place });
    }
    const walk = { thoughts, under };
    known.last = { start, walk };
    return walk;
  };
}

function nameThought(hash: Hash, thought: string): string {
  return digest(hash, "thought", thought);
}

function digest(hash: Hash, before: string, bytes: string): string {
  return hash(`${before}\n${bytes}`).slice(0, nameLength);
}
