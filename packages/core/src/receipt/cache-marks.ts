/** Chooses where a request is marked for a provider's prefix cache. */
import type { Block } from "../view/block.js";
import type { RequestMessage } from "../view/request.js";

/** After the system text, or after one content of one message. */
export type CacheMark = "system" | { readonly message: number; readonly content: number };

export interface CacheMarkOptions {
  /** The most marks that the provider accepts; 0 if it finds the prefix by itself. */
  readonly most: number;
  /** How many blocks, from the first, the previous call had too. */
  readonly shared: number;
  /** Whether the turn is likely to make another call, which reads its message again. */
  readonly goesOn: boolean;
  /** The part that stays from turn to turn: everything up to the first volatile block, or the head alone. */
  readonly prefix: "epoch" | "head";
}

/**
 * A call reads the cache where an earlier one wrote it, and writes where the next call will read. So one mark ends the
 * part that later calls share, and one ends the part shared with the previous call. One follows the system text, which
 * all lanes share. So a provider never searches far before a mark, whatever was added in between.
 */
export function listCacheMarks(blocks: readonly Block[], marking: CacheMarkOptions): readonly CacheMark[] {
  const system = blocks.findLastIndex(({ role }) => role === "system");
  const ends = [...new Set([...listMarkEnds(blocks, system, marking), system])];
  const wanted = ends.filter((end) => end >= 0 && end >= system).slice(0, marking.most);
  return makeCacheMarks(blocks, new Set(wanted));
}

/** The most useful marks first. */
function listMarkEnds(
  blocks: readonly Block[],
  system: number,
  { shared, goesOn, prefix }: CacheMarkOptions,
): readonly number[] {
  const last = findLastLasting(blocks);
  const message = blocks.findIndex(({ layer }) => layer === "message");
  const stepped = message >= 0 && blocks.slice(message).some(({ role }) => role === "assistant");
  // If views are rebuilt for every call, blocks that changed since the last call will hardly last until the next.
  if (prefix === "head" && shared - 1 <= system) return [];
  const stable = stepped || message < 0 ? last : findStableEnd(blocks, message);
  return [stable, Math.min(shared - 1, stable), ...(goesOn ? [last] : [])];
}

/** A volatile block at the end is for this call alone and is not read again. */
function findLastLasting(blocks: readonly Block[]): number {
  return blocks.length - (blocks.at(-1)?.volatile === true ? 2 : 1);
}

/** Volatile blocks before the message are gone in the next turn, unless this turn takes a step. */
function findStableEnd(blocks: readonly Block[], message: number): number {
  let end = message - 1;
  while (blocks[end]?.volatile === true) end -= 1;
  return end;
}

/** In the order of the blocks; none before the first content. Neighbours of one role share a message, as in the request. */
function makeCacheMarks(blocks: readonly Block[], ends: ReadonlySet<number>): readonly CacheMark[] {
  const marks: CacheMark[] = [];
  let message = -1;
  let content = -1;
  let role: RequestMessage["role"] | null = null;
  for (const [place, block] of blocks.entries()) {
    if (marks.length === ends.size) break;
    const isSystem = block.role === "system";
    if (block.role !== "system" && block.contents.length > 0) {
      if (block.role !== role) {
        message += 1;
        content = -1;
      }
      role = block.role;
      content += block.contents.length;
    }
    if (ends.has(place) && (isSystem || message >= 0)) marks.push(isSystem ? "system" : { message, content });
  }
  return marks;
}
