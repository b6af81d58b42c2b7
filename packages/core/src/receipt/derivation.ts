import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { Entry } from "../log/entry.js";
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
  /** The entries that were read. */
  readonly entries: readonly Pick<Entry, "id" | "seq">[];
}

/**
 * Lists the derivations that a view adds. The previous view wrote those of every shared chunk. But two entries may have
 * equal bytes, so a shared chunk counts as written only if both views give all its sources equal verdicts.
 */
export function* listDerivations(
  view: View,
  turn: TurnId,
  { before, entries }: DerivationContext,
  hash: Hash,
): Steps<readonly Derivation[]> {
  const known = new Set(before?.chunks);
  const changed = listChangedSeqs(before?.verdicts ?? [], view.verdicts);
  const anew = new Set<EntryId>();
  if (changed.size > 0) for (const { id, seq } of entries) if (changed.has(seq)) anew.add(id);
  const own = new Set(view.asides.map(({ text }) => text));
  const isOwnAside = ({ volatile, contents: [content] }: Block) =>
    volatile && content?.type === "text" && own.has(content.text);
  const faresAnew = (source: EntryId) => anew.has(source);
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

/** The seqs that have a verdict of their own in one of the views, and no such one in the other. Both lists are in order. */
function listChangedSeqs(before: readonly Verdict[], after: readonly Verdict[]): ReadonlySet<number> {
  const changed = new Set<number>();
  let next = 0;
  const noteThen = (to: number) => {
    for (; (before[next]?.from ?? Number.POSITIVE_INFINITY) < to; next++) noteSingle(before[next]);
  };
  const noteSingle = (verdict: Verdict | undefined) => {
    if (verdict !== undefined && verdict.from === verdict.to) changed.add(verdict.from);
  };
  for (const now of after) {
    noteThen(now.from);
    const then = before[next];
    if (then?.from === now.from) {
      next += 1;
      if (then === now || (then.to === then.from && now.to === now.from && isAlike(then, now))) continue;
      noteSingle(then);
    }
    noteSingle(now);
  }
  noteThen(Number.POSITIVE_INFINITY);
  return changed;
}

/** As far as the bytes go: tokens and pointers follow from these. */
function isAlike(some: Verdict, other: Verdict): boolean {
  return some.kind === other.kind && some.rule === other.rule;
}
