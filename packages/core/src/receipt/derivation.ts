import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { EntryId, TurnId } from "../log/keys.js";
import type { Hash } from "../log/pointer.js";
import { listSources } from "../log/turn.js";
import type { Block } from "../view/block.js";
import { hashBlock } from "../view/render/block-pieces.js";
import type { Verdict } from "../view/verdict.js";
import type { View } from "../view/view.js";

/**
 * A row made from entries. Its key is a chunk's hash, a volatile block's turn, a record's id or a vector's embedder.
 * For a memory, the key is the lane of its scope and its name.
 */
export interface Derivation {
  /** The kind of the row. */
  readonly kind: "chunk" | "aside" | "record" | "vector" | "memory";
  /** The row, by its hash, id or name. */
  readonly key: string;
  /** The entries whose words it holds. */
  readonly sources: readonly EntryId[];
}

export interface DerivationContext {
  /** The parent's receipt. */
  readonly before: { readonly chunks: readonly string[]; readonly verdicts: readonly Verdict[] } | null;
  readonly seqs: ReadonlyMap<EntryId, number>;
}

/**
 * Lists the derivations that a view adds. The previous view wrote those of every shared chunk. But two entries may have
 * equal bytes, so a shared chunk counts as written only if both views give all its sources equal verdicts.
 */
export function* listDerivations(
  view: View,
  turn: TurnId,
  { before, seqs }: DerivationContext,
  hash: Hash,
): Steps<readonly Derivation[]> {
  const known = new Set(before?.chunks);
  const [then, now] = [mapSingleVerdicts(before?.verdicts ?? []), mapSingleVerdicts(view.verdicts)];
  const own = new Set(view.asides.map(({ text }) => text));
  const isOwnAside = ({ volatile, contents: [content] }: Block) =>
    volatile && content?.type === "text" && own.has(content.text);
  const faresAnew = (source: EntryId) => {
    const seq = seqs.get(source);
    return seq !== undefined && !isAlike(then.get(seq), now.get(seq));
  };
  const chunks: Derivation[] = [];
  for (const [place, block] of view.blocks.entries()) {
    if (endsStep(place)) yield;
    const { sources } = block;
    if (sources.length === 0) continue;
    const isAnew = isOwnAside(block) || sources.some(faresAnew);
    for (const key of hashBlock(block, hash))
      if (isAnew || !known.has(key)) chunks.push({ kind: "chunk", key, sources });
  }
  const quoted = view.asides.flatMap(listSources);
  return quoted.length === 0 ? chunks : [{ kind: "aside", key: turn, sources: quoted }, ...chunks];
}

function mapSingleVerdicts(verdicts: readonly Verdict[]): ReadonlyMap<number, Verdict> {
  const single = new Map<number, Verdict>();
  for (const verdict of verdicts) if (verdict.from === verdict.to) single.set(verdict.from, verdict);
  return single;
}

function isAlike(some: Verdict | undefined, other: Verdict | undefined): boolean {
  return some === other || (some?.kind === other?.kind && some?.rule === other?.rule);
}
