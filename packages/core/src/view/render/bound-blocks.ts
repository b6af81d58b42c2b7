/** A view without the reasoning that its model would refuse, and what its answer will be bound to. */

import { encodeCanonicalJson, isObject, type Json } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import type { Steps } from "@clewline/text/steps.js";
import type { Entry, ThoughtBond } from "../../log/entry.js";
import type { Tokens } from "../../log/keys.js";
import type { Hash } from "../../log/pointer.js";
import { findModelFacts } from "../../model/facts/find-facts.js";
import type { ReasoningRules } from "../../model/facts/model-facts.js";
import { readsReasoning } from "../../model/facts/reads-reasoning.js";
import {
  type BoundPart,
  chooseThoughts,
  listLeft,
  makeThoughtBinder,
  type Standing,
  type ThoughtBinder,
  type WalkedThought,
} from "../../model/reasoning/bound-thoughts.js";
import type { Block } from "../block.js";
import type { Renderer } from "../renderer.js";
import type { Content, ToolSpec } from "../request.js";
import type { Reader, Snapshot } from "../snapshot.js";
import type { Verdict } from "../verdict.js";
import { encodeBlock, hashBlock } from "./block-pieces.js";

export interface BoundBlocks {
  readonly blocks: readonly Block[];
  /** The reasoning that was left out, in tokens by the seq of its entry. */
  readonly left: ReadonlyMap<number, Tokens>;
  /** Null where reasoning may come back anywhere. */
  readonly standing: Standing | null;
}

/** As much of a block as is compared. */
type SpokenBlock = Pick<Block, "role" | "contents">;
type Reasoning = Extract<Content, { type: "reasoning" }>;

/** Whether such a model's reasoning has to come back as it was. */
function isTracked({ bound, needed }: ReasoningRules): boolean {
  return bound !== "never" || needed !== "none";
}

export const findBinder = rememberByObject(
  (hash: Hash): ThoughtBinder<SpokenBlock> => makeThoughtBinder((block) => readParts(block, hash), hash),
);

/** `count` is that of the view's tokens. */
export function* leaveUnbound(
  blocks: readonly Block[],
  { reader, tools, ...lane }: Pick<Snapshot, "reader" | "tools" | "entries" | "turn">,
  { hash, count }: { readonly hash: Hash; readonly count: (text: string) => Tokens },
): Steps<BoundBlocks> {
  if (reader === undefined || !(reader.isBare || isTracked(reader.facts.reasoning)))
    return { blocks, left: new Map(), standing: null };
  const seal = makeSealer(lane.entries, reader);
  const spoken = blocks.filter(({ role }) => role !== "system");
  const { thoughts, under } = yield* findBinder(hash).walk(listHead(tools, blocks), spoken);
  const kept = pickThoughts(dropJoined(thoughts, spoken, reader), { ...lane, reader }, hash);
  const standing = { under, after: kept.at(-1)?.thought ?? null };
  if (kept.length === thoughts.length) return { blocks: blocks.map(seal), left: new Map(), standing };
  const places = listLeft(thoughts, kept);
  const left = new Map<number, Tokens>();
  const seqs = new Map(lane.entries.map(({ id, seq }) => [id, seq]));
  const slim = new Map(
    [...places].map(([number, gone]) => {
      const block = spoken[number] as Block;
      for (const place of gone) {
        const tokens = countThought(block.contents[place - 1] as Reasoning, count);
        const seq = seqs.get(block.shows?.[place - 1] as Entry["id"]);
        // Reasoning without tokens was cleared before and has its own verdict.
        if (seq !== undefined && tokens > 0) left.set(seq, (left.get(seq) ?? 0) + tokens);
      }
      return [block, dropContents(block, gone, count)] as const;
    }),
  );
  const shown = blocks.map((block) => seal(slim.get(block) ?? block)).filter(hasContents);
  return { blocks: shown, left, standing };
}

function pickThoughts(
  thoughts: readonly WalkedThought[],
  { reader, ...lane }: Pick<Snapshot, "entries" | "turn"> & { readonly reader: Reader },
  hash: Hash,
): readonly WalkedThought[] {
  if (reader.isBare) return [];
  if (thoughts.length === 0 || reader.facts.reasoning.bound === "never") return thoughts;
  const bonds = listBonds(lane, reader, hash);
  return chooseThoughts(thoughts, (name) => bonds.get(name));
}

/**
 * Answers stand in one message where what was between them has left. Providers of models that want their reasoning back have one text of
 * reasoning for each message, and read it as it was alone: that of the last answer stays.
 */
function dropJoined(
  thoughts: readonly WalkedThought[],
  spoken: readonly Block[],
  { facts }: Reader,
): readonly WalkedThought[] {
  if (facts.reasoning.needed !== "tool turns") return thoughts;
  const isSpokenBetween = (from: number, to: number) =>
    spoken.slice(from, to).some(({ role, contents }) => role !== "assistant" && contents.length > 0);
  const messages = [...new Set(thoughts.map(({ message }) => message))];
  const next = new Map(messages.map((message, place) => [message, messages[place + 1]]));
  return thoughts.filter(({ message }) => {
    const later = next.get(message);
    return later === undefined || isSpokenBetween(message, later);
  });
}

function hasContents({ role, contents }: Block): boolean {
  return role === "system" || contents.length > 0;
}

function listHead(tools: readonly ToolSpec[], blocks: readonly Block[]): readonly string[] {
  const system = blocks.filter(({ role }) => role === "system").flatMap(encodeBlock);
  return [...tools.map((tool) => encodeCanonicalJson(tool)), "", ...system];
}

/** The bonds of thoughts that may come back. Past turns without calls show none: nothing is bound then, and what was looked up may go. */
function listBonds(
  { entries, turn }: Pick<Snapshot, "entries" | "turn">,
  reader: Reader,
  hash: Hash,
): ReadonlyMap<string, ThoughtBond> {
  const working = new Set(entries.flatMap((entry) => (entry.kind === "called" ? [entry.turn] : [])));
  if (turn !== null) working.add(turn.id);
  const binder = findBinder(hash);
  const bonds = new Map<string, ThoughtBond>();
  const reads = makeReading(reader);
  for (const entry of entries) {
    if (entry.kind !== "said" || !working.has(entry.turn) || entry.model === undefined || !reads(entry.model)) continue;
    for (const part of entry.parts) {
      if (part.kind === "reasoning" && part.bond !== undefined && part.meta !== undefined)
        bonds.set(binder.nameThought(readName(part.meta)), part.bond);
    }
  }
  return bonds;
}

/** Whether the reader is given what another model thought. What it can't read comes back with a model that can. */
function makeReading({ model, facts }: Reader): (writer: string) => boolean {
  const known = new Map([[model, true]]);
  return (writer) => {
    const found = known.get(writer) ?? readsReasoning(facts, findModelFacts(writer)) !== false;
    known.set(writer, found);
    return found;
  };
}

/** The role is the first part; a block without thoughts has one part more. */
function readParts(block: SpokenBlock, hash: Hash): readonly BoundPart[] {
  const { role, contents } = block;
  if (!contents.some(isThought)) return [{ bytes: role }, { bytes: hashBlock(block as Block, hash).join(" ") }];
  return [
    { bytes: role },
    ...contents.map((content) =>
      isThought(content)
        ? { thought: readName(content.providerOptions ?? content.text) }
        : { bytes: encodeCanonicalJson(content) },
    ),
  ];
}

function isThought(content: Content): content is Reasoning {
  return content.type === "reasoning";
}

/** By its seal, where it has one: the words beside it may be shortened, or left out by the provider. */
const readName = (meta: Json): string => (isObject(meta) ? nameSealed(meta) : String(meta));

/** A provider may give the parts of one thought one name. */
const nameSealed = rememberByObject((meta: object): string => {
  const own = Object.values(meta).flatMap((each) =>
    isObject(each) && typeof each.itemId === "string" ? [each.itemId] : [],
  );
  return own[0] ?? encodeCanonicalJson(meta);
});

function countThought({ text, providerOptions }: Reasoning, count: (text: string) => Tokens): Tokens {
  return count(text) + (providerOptions === undefined ? 0 : count(encodeCanonicalJson(providerOptions)));
}

function dropContents(block: Block, places: ReadonlySet<number>, count: (text: string) => Tokens): Block {
  const stays = (_: unknown, index: number) => !places.has(index + 1);
  const gone = block.contents.filter((_, index) => places.has(index + 1)) as readonly Reasoning[];
  return {
    ...block,
    contents: block.contents.filter(stays).map((content) => dropOption(content, "itemId")),
    ...(block.shows === undefined ? {} : { shows: block.shows.filter(stays) }),
    tokens: block.tokens - gone.reduce((sum, each) => sum + countThought(each, count), 0),
  };
}

/**
 * A block without the seals that its reader refuses: those of another model, and after a refusal all. The client of its provider says
 * then that there is none.
 */
function makeSealer(entries: Snapshot["entries"], { model, isBare = false }: Reader): (block: Block) => Block {
  const foreign = new Set(entries.flatMap((entry) => ((entry.model ?? model) === model ? [] : [entry.id])));
  if (!isBare && foreign.size === 0) return (block) => block;
  return (block) => {
    const isForeign = (place: number) => isBare || foreign.has(block.shows?.[place] as Entry["id"]);
    const contents = block.contents.map((content, place) =>
      isForeign(place) ? dropOption(content, "thoughtSignature") : content,
    );
    return contents.every((content, place) => content === block.contents[place]) ? block : { ...block, contents };
  };
}

/** A part that followed a dropped thought is no longer the item that the provider knows by this name. */
function dropOption(content: Content, name: string): Content {
  if (!("providerOptions" in content) || !isObject(content.providerOptions)) return content;
  const vendors = Object.entries(content.providerOptions);
  if (!vendors.some(([, own]) => isObject(own) && name in own)) return content;
  const left = vendors.map(([vendor, own]) => {
    if (!isObject(own)) return [vendor, own] as const;
    return [vendor, Object.fromEntries(Object.entries(own).filter(([key]) => key !== name))] as const;
  });
  return { ...content, providerOptions: Object.fromEntries(left) as Json } as Content;
}

/** Says of each entry whose reasoning was left out that it is not shown in full. */
export function noteUnbound(
  verdicts: readonly Verdict[],
  left: BoundBlocks["left"],
  { reader }: Pick<Snapshot, "reader">,
  { pointer }: Pick<Renderer, "pointer">,
): readonly Verdict[] {
  if (left.size === 0) return verdicts;
  return verdicts.map((verdict) => {
    const tokens = left.get(verdict.from);
    if (tokens === undefined) return verdict;
    const limit = `model=${reader?.model}`;
    const rest = { tokens: Math.max(0, verdict.tokens - tokens), pointer: pointer("e", verdict.from) };
    return { ...verdict, kind: "stubbed", rule: "bound", limit, ...rest };
  });
}
