import { fence, mark } from "@clewline/text/fence.js";
import type { EntryId } from "../../log/keys.js";
import { type Anchor, listMeanings } from "../../log/open-questions.js";

/** Tells the model that a message answers an open question or may mean several things; null if neither applies. */
export function describeAnchor(
  anchor: Anchor | undefined,
  withdrawn: ReadonlySet<EntryId>,
): { readonly text: string; readonly sources: readonly EntryId[] } | null {
  if (anchor === undefined || anchor.kind === "newest") return null;
  const sources = listMeanings(anchor).flatMap(({ entry }) => entry ?? []);
  if (sources.some((source) => withdrawn.has(source))) return null;
  if (anchor.kind === "answers") {
    const { about, value, reverses } = anchor;
    const attributes = { ...(value === null ? {} : { value }), ...(reverses ? { before: "no" } : {}) };
    return { text: mark("answers", { about, ...attributes }), sources };
  }
  const names = anchor.options.map(({ about }) => `“${about}”`).join(" or ");
  return { text: fence("ask", {}, `This may mean ${names}. Ask which one before you act on it.`), sources };
}
