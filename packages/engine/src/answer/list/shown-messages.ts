import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import type { Block } from "@clewline/core/view/block.js";
import { groupMessageBlocks, readContents } from "@clewline/core/view/render/layout.js";
import type { Content, Role } from "@clewline/core/view/request.js";
import type { View } from "@clewline/core/view/view.js";
import type { FittingView, ShownContent } from "@clewline/core/view/view-result.js";
import { defer } from "@clewline/text/defer.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { makeShownFinder } from "../shown-entries.js";

/** A message of a view, for callers that have most originals: its own contents are rendered only when they are read. */
export interface ShownMessage {
  readonly role: Role;
  /** For each content, by its place: the entries that it shows, and its type. */
  readonly contents: readonly ShownContent[];
  readonly types: readonly Content["type"][];
  /** The entries whose words each has. */
  readonly sources: readonly (readonly EntryId[])[];
  /** The contents themselves. */
  read(): readonly Content[];
}

interface NotedView {
  readonly pieces: readonly string[];
  list(): Steps<readonly ShownMessage[]>;
}

const made = new WeakMap<FittingView, NotedView>();

/** Notes what a view was made from. */
export function noteShown(
  result: FittingView,
  view: Pick<View, "blocks" | "pieces" | "verdicts">,
  entries: readonly Entry[],
): void {
  let shown: readonly ShownMessage[] | null = null;
  const list = function* () {
    if (shown !== null) return shown;
    const { describe } = makeShownFinder(view.verdicts, entries);
    yield;
    const groups = groupMessageBlocks(view.blocks);
    yield;
    shown = yield* mapInSteps(groups, (group) => makeMessage(group, describe));
    return shown;
  };
  made.set(result, { list, pieces: view.pieces });
}

/** Its bytes in pieces, one for each of the chunks of its receipt. */
export function listViewPieces(result: FittingView): readonly string[] {
  return made.get(result)?.pieces ?? [];
}

/** Its messages; none for a view that was not made by this engine. */
export function* listShownMessages(result: FittingView): Steps<readonly ShownMessage[]> {
  const noted = made.get(result);
  return noted === undefined ? [] : yield* noted.list();
}

function makeMessage(group: readonly Block[], describe: (id: EntryId | null) => ShownContent): ShownMessage {
  const contents: ShownContent[] = [];
  const types: Content["type"][] = [];
  const sources: (readonly EntryId[])[] = [];
  for (const { contents: own, shows, sources: from } of group) {
    for (const [place, { type }] of own.entries()) {
      contents.push(describe(shows?.[place] ?? null));
      types.push(type);
      sources.push(from);
    }
  }
  return {
    role: group[0]?.role as Role,
    contents,
    types,
    sources,
    read: defer(() => group.flatMap(readContents) as unknown as readonly Content[]),
  };
}
