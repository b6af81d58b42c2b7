import type { Entry } from "../../../core/log/entry.js";
import type { EntryId } from "../../../core/log/keys.js";
import { defer } from "../../../core/text/defer.js";
import type { Block } from "../../../core/view/block.js";
import { groupMessageBlocks, readContents } from "../../../core/view/render/layout.js";
import type { Content, Role } from "../../../core/view/request.js";
import type { View } from "../../../core/view/view.js";
import type { FittingView, ShownContent } from "../../../core/view/view-result.js";
import { makeShownFinder } from "../shown-entries.js";

/** A message of a view, for whoever has the originals of most of it: what it says itself is made only where it is read. */
export interface ShownMessage {
  readonly role: Role;
  /** For each content, by its place: what it shows, and its type. */
  readonly contents: readonly ShownContent[];
  readonly types: readonly Content["type"][];
  /** The contents themselves. */
  read(): readonly Content[];
}

const made = new WeakMap<FittingView, () => readonly ShownMessage[]>();

/** Notes what a view was made from. */
export function noteShown(
  result: FittingView,
  view: Pick<View, "blocks" | "verdicts">,
  entries: readonly Entry[],
): void {
  made.set(
    result,
    defer(() => {
      const { describe } = makeShownFinder(view.verdicts, entries);
      return groupMessageBlocks(view.blocks).map((group) => makeMessage(group, describe));
    }),
  );
}

/** Its messages; none for a view that was not made by this engine. */
export function listShownMessages(result: FittingView): readonly ShownMessage[] {
  return made.get(result)?.() ?? [];
}

function makeMessage(group: readonly Block[], describe: (id: EntryId | null) => ShownContent): ShownMessage {
  const contents: ShownContent[] = [];
  const types: Content["type"][] = [];
  for (const { contents: own, shows } of group) {
    for (const [place, { type }] of own.entries()) {
      contents.push(describe(shows?.[place] ?? null));
      types.push(type);
    }
  }
  return {
    role: group[0]?.role as Role,
    contents,
    types,
    read: defer(() => group.flatMap(readContents) as unknown as readonly Content[]),
  };
}
