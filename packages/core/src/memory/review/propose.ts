/**
 * What could be tidied up, by rule.
 * 1. Nothing that a memory says is lost by a merge: the one that stays has every word of the others that matters.
 * 2. No memory is in two proposals: each is right on its own.
 */

import { countShared, readContentStems } from "@clewline/text/content-words.js";
import type { Instant } from "../../log/keys.js";
import type { Memory } from "../../log/memories/memory.js";
import { isNegative } from "../../summary/rules/classify.js";
import { isCurrent } from "../memory-age.js";
import { makeScopeLane, nameWithScope } from "../memory-scope.js";
import type { MemoryProposal } from "./operation.js";

/** Of the words of the longer one, so many must be in the shorter one. */
const leastShared = 0.6;

export function proposeOperations(memories: readonly Memory[], now: Instant): readonly MemoryProposal[] {
  const nameOf = makeNaming(memories);
  const ended = memories.filter((memory) => !isCurrent(memory, now));
  const current = memories.filter((memory) => isCurrent(memory, now));
  const merges = listGroups(current).map(
    ([kept, ...others]): MemoryProposal => ({
      operation: { op: "merge", name: nameOf(kept), others: others.map(nameOf) },
      because: "they say the same",
      diff: [...[kept, ...others].map(({ text }) => `- ${text}`), `+ ${kept.text}`],
    }),
  );
  const merged = new Set(listGroups(current).flat());
  const rest = current.filter((memory) => !merged.has(memory));
  return [
    ...ended.map((memory) => proposeForgetting(memory, nameOf(memory))),
    ...merges,
    ...rest.flatMap((memory) => proposeShorter(memory, nameOf(memory))),
  ];
}

/** With the scope where another one has the same name. */
function makeNaming(memories: readonly Memory[]): (memory: Memory) => string {
  const counts = new Map<string, number>();
  for (const { name } of memories) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (memory) => (counts.get(memory.name) === 1 ? memory.name : nameWithScope(memory));
}

function proposeForgetting({ text, replacedBy }: Memory, name: string): MemoryProposal {
  const because = replacedBy === undefined ? "it has ended" : `${replacedBy} took its place`;
  return { operation: { op: "forget", name }, because, diff: [`- ${text}`] };
}

type Group = readonly [Memory, ...Memory[]];

/** Those that say the same, the one that stays first: the one with most words, of these one that is pinned, of these the newest. */
function listGroups(memories: readonly Memory[]): readonly Group[] {
  const stems = new Map(memories.map((memory) => [memory, readContentStems(memory.text)]));
  const size = (memory: Memory) => stems.get(memory)?.size ?? 0;
  const pin = (memory: Memory) => (memory.pinned === true ? 1 : 0);
  const order = memories.toSorted(
    (a, b) => size(b) - size(a) || pin(b) - pin(a) || b.saidAt - a.saidAt || (a.name < b.name ? -1 : 1),
  );
  const groups: [Memory, ...Memory[]][] = [];
  for (const memory of order) {
    const group = groups.find(([kept]) => contains(kept, memory));
    if (group === undefined) groups.push([memory]);
    else group.push(memory);
  }
  return groups.filter((group) => group.length > 1);
}

function contains(kept: Memory, other: Memory): boolean {
  const isOneKind = kept.kind === other.kind && kept.person === other.person && kept.until === other.until;
  // What is pinned is not taken away for something that is not.
  const isWeaker = other.pinned !== true || kept.pinned === true;
  if (!isOneKind || !isWeaker || makeScopeLane(kept.scope) !== makeScopeLane(other.scope)) return false;
  if (isNegative(kept.text) !== isNegative(other.text)) return false;
  const all = readContentStems(kept.text);
  const own = readContentStems(other.text);
  return own.size > 0 && countShared(own, all) === own.size && own.size >= leastShared * all.size;
}

/** Words that ask for remembering and are no part of what is remembered. */
const leadIn =
  /^(?:please\s+|bitte\s+)?(?:remember|note|keep in mind|don['’]t forget|merk(?:e)? dir|denk daran|vergiss nicht)\s*(?:that\s+|,\s*dass\s+|:\s*)/iu;

function proposeShorter({ text }: Memory, name: string): readonly MemoryProposal[] {
  const bare = text.replace(leadIn, "");
  const shorter = dropEchoes(bare);
  const isRepeated = shorter !== bare;
  const made = `${shorter.charAt(0).toUpperCase()}${shorter.slice(1)}`;
  if (shorter === text || readContentStems(made).size === 0) return [];
  return [
    {
      operation: { op: "rewrite", name, text: made },
      because: isRepeated ? "it says something twice" : "it begins with what says nothing",
      diff: [`- ${text}`, `+ ${made}`],
    },
  ];
}

/** Without a sentence that the one before it says. Elsewhere a dot may end no sentence: "Ask Dr. Weber. Ask Dr. Brandt." */
function dropEchoes(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/u);
  const isEcho = (each: string, index: number) => /\s/u.test(each) && each === sentences[index - 1];
  return sentences.some(isEcho) ? sentences.filter((each, index) => !isEcho(each, index)).join(" ") : text;
}
