import type { Entry } from "@clewline/core/log/entry.js";
import { resolveMessageId } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, Pointer } from "@clewline/core/log/keys.js";
import { type Hash, makePointer } from "@clewline/core/log/pointer.js";
import type { Block } from "@clewline/core/view/block.js";
import { groupMessageBlocks } from "@clewline/core/view/render/layout.js";
import type { View } from "@clewline/core/view/view.js";
import type { RawOriginal, ShownContent, ShownEntries } from "@clewline/core/view/view-result.js";
import { defer } from "@clewline/text/defer.js";

/** For each message of a view: the entries that it shows, and the host's originals of those that it shows in full. */
export function listShownEntries(
  { blocks, verdicts }: Pick<View, "blocks" | "verdicts">,
  entries: readonly Entry[],
  ref: LaneRef,
  hash: Hash,
): readonly ShownEntries[] {
  const { withRaw, describe } = makeShownFinder(verdicts, entries);
  const findRaw = (id: EntryId): readonly RawOriginal[] => {
    const { whole, raw } = describe(id);
    return raw === undefined || !whole ? [] : [{ entry: id, raw }];
  };
  return groupMessageBlocks(blocks).map((group) => {
    const shown = listGroup(group, findRaw, ref, hash);
    // Not a copy, which would ask for everything.
    return withRaw.size === 0
      ? shown
      : Object.assign(shown, { contents: joinLists(group, listContentSources).map(describe) });
  });
}

/** Finds how a view with these verdicts shows an entry. */
export function makeShownFinder(verdicts: View["verdicts"], entries: readonly Entry[]): ShownFinder {
  const withRaw = new Map<EntryId, Entry>();
  for (const entry of entries) if (entry.raw !== undefined) withRaw.set(entry.id, entry);
  const seqOf = defer(() => new Map(entries.map(({ id, seq }) => [id, seq])));
  const kept = listKeptSeqs(withRaw.size === 0 ? [] : verdicts);
  // An edit is shown in the place of its message.
  const isWhole = (entry: Entry) => {
    if (kept.has(entry.seq)) return true;
    const message = resolveMessageId(entry);
    return message !== entry.id && kept.has(seqOf().get(message) ?? entry.seq);
  };
  const describe = (id: EntryId | null): ShownContent => {
    const entry = id === null ? undefined : withRaw.get(id);
    if (entry?.raw === undefined) return { entry: id, whole: false };
    return { entry: id, whole: isWhole(entry), raw: entry.raw };
  };
  return { withRaw, describe };
}

interface ShownFinder {
  /** The entries that came with an original of the host. */
  readonly withRaw: ReadonlyMap<EntryId, Entry>;
  describe(id: EntryId | null): ShownContent;
}

function listKeptSeqs(verdicts: View["verdicts"]): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const { kind, from, to } of verdicts) for (let seq = from; kind === "kept" && seq <= to; seq++) kept.add(seq);
  return kept;
}

/** For each content of a block, the entry that it shows. */
function listContentSources({ contents, shows }: Block): readonly (EntryId | null)[] {
  return shows?.length === contents.length ? shows : contents.map((_content, place) => shows?.[place] ?? null);
}

function listGroup(
  blocks: readonly Block[],
  findRaw: (id: EntryId) => readonly RawOriginal[],
  ref: LaneRef,
  hash: Hash,
): ShownEntries {
  const seqs = dropRepeated(joinLists(blocks, (block) => block.seqs));
  const summaries = blocks.some(isSummary) ? blocks.filter(isSummary) : [];
  const entries = listSources(summaries.length === 0 ? blocks : blocks.filter((block) => !isSummary(block)));
  const raws = entries.flatMap(findRaw);
  let pointers: readonly Pointer[] | null = null;
  return {
    seqs,
    // A hash each, and few hosts ask for them.
    get pointers() {
      pointers ??= seqs.map((seq) => makePointer("e", ref, seq, hash));
      return pointers;
    },
    entries,
    summarised: listSources(summaries),
    ...(raws.length === 0 ? {} : { raws }),
  };
}

function listSources(blocks: readonly Block[]): readonly EntryId[] {
  return dropRepeated(joinLists(blocks, ({ sources }) => sources));
}

/** Most messages are one block, and there may be thousands of them. */
function joinLists<Value>(blocks: readonly Block[], list: (block: Block) => readonly Value[]): readonly Value[] {
  const [first] = blocks;
  return blocks.length === 1 && first !== undefined ? list(first) : blocks.flatMap(list);
}

function dropRepeated<Value>(values: readonly Value[]): readonly Value[] {
  return values.length < 2 ? [...values] : [...new Set(values)];
}

function isSummary({ layer }: Block): boolean {
  return layer === "summary";
}
