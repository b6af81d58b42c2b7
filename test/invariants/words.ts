/** How a text, a part and a label should look in a view, said a second time: from the log, the verdict and the design. */
import type { Entry, Part, RevisedEntry, SaidEntry, Text } from "@clewline/core/log/entry.js";
import type { Content } from "@clewline/core/view/request.js";
import type { PureFns, Snapshot } from "@clewline/core/view/snapshot.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import type { Json } from "@clewline/text/json.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { type FenceNode, type FenceTag, parseFence } from "../fence-parser.js";
import { isHidden } from "./hidden.js";
import { isBlank, sortedJson } from "./request-reading.js";

/** One content, and how it differs from what its entry should look like; null where it does not. */
export type Match = (content: Content) => string | null;

export interface Showing {
  readonly snapshot: Snapshot;
  readonly verdict: Verdict;
  readonly fns: PureFns;
}

/** The newest edit that stands in the entry's place in this view. */
export function foldedEdit(view: View, snapshot: Snapshot, entry: SaidEntry): RevisedEntry | undefined {
  return editsOf(snapshot, entry).findLast((each) => each.seq <= view.epoch.foldedThrough);
}

/** The edits of an entry that count, oldest first: not withdrawn, and none that arrived after a newer one. */
export function editsOf(snapshot: Snapshot, entry: Entry): readonly RevisedEntry[] {
  const all = snapshot.entries.filter(
    (each): each is RevisedEntry => each.kind === "revised" && each.target === entry.id,
  );
  return all.filter(
    (each, index) =>
      !isHidden(snapshot, each) && all.slice(0, index).every((one) => one.source.revision <= each.source.revision),
  );
}

/** The label of a message, and what follows it in the same piece; null where it stands alone. */
export function labelled(wanted: Readonly<Record<string, string>>, rest: Match | null): Match {
  return (content) => {
    if (content.type !== "text") return "the label is no text";
    const [label, ...nodes] = parseFence(content.text);
    if (typeof label !== "object" || label.name !== "from" || label.children.length > 0) return "it has no label";
    if (sortedJson(label.attributes) !== sortedJson(wanted))
      return `the label says ${sortedJson(label.attributes)}, not ${sortedJson(wanted)}`;
    if (rest === null) return nodes.length === 0 ? null : "there is more than a label";
    const end = content.text.indexOf("/>\n");
    return end < 0 ? "nothing follows the label" : rest({ ...content, text: content.text.slice(end + 3) });
  };
}

export function partMatches(shown: Showing, part: Part, agent: boolean): readonly Match[] {
  switch (part.kind) {
    case "text": {
      const whole = wholeOf(shown.snapshot, part.text);
      if (whole === "") return [];
      const marked = (nodes: readonly FenceNode[]) =>
        isMark(nodes.slice(0, 1), "blank") && sameText(nodes.slice(1), whole ?? "");
      const blank = whole !== null && isBlank(whole);
      const text = textMatch(
        (nodes) =>
          (blank && marked(nodes)) || (!blank && isShown(shown, part.text, nodes)) || isCut(shown, part.text, nodes),
      );
      return [(content) => text(content) ?? (blank || !agent ? null : optionsMatch(part.meta, content))];
    }
    case "reasoning":
      return [
        (content) => {
          const tokens = tokensIn(shown, part.text);
          if (content.type === "text")
            return isCleared(shown, parseFence(content.text), "reasoning", { tokens: tokens, words: [] })
              ? null
              : "reasoning became text";
          if (content.type !== "reasoning") return "it is no reasoning";
          // A model that binds reasoning gets no mark in its place (decision 0091).
          const leavesNoMark = shown.verdict.kind === "stubbed" && shown.snapshot.costs?.isBound === true;
          if (content.text === "" && leavesNoMark) return optionsMatch(undefined, content);
          if (!isShown(shown, part.text, parseFence(content.text))) return "the reasoning is not what was thought";
          // A signature holds for the very words that it was made for.
          const same = content.text === wholeOf(shown.snapshot, part.text);
          return optionsMatch(same ? part.meta : undefined, content);
        },
      ];
    case "file":
      return [fileMatch(shown, part)];
    default:
      return part satisfies never;
  }
}

export function fileMatch(shown: Showing, part: Extract<Part, { kind: "file" }>): Match {
  return (content) => {
    const what = part.name === undefined ? part.mediaType : `${part.mediaType} ${part.name}`;
    if (content.type === "text")
      return isCleared(shown, parseFence(content.text), what, { tokens: null, words: [] })
        ? null
        : "a file became text";
    const data = part.source.kind === "url" ? part.source.url : shown.snapshot.blobs.get(part.source.blob);
    return content.type === "file" && content.data === data ? null : "it is another file";
  };
}

/** What the provider gave with it goes back as it was. */
export function optionsMatch(meta: Json | undefined, content: Content): string | null {
  const given = "providerOptions" in content ? content.providerOptions : undefined;
  return sortedJson(given) === sortedJson(meta) ? null : "the provider's own data are others";
}

export function textMatch(test: (nodes: readonly FenceNode[]) => boolean): Match {
  return (content) => {
    if (content.type !== "text") return "it is no text";
    return test(parseFence(content.text)) ? null : "the text is another one";
  };
}

/** Whole where the verdict says kept; whole, by its ends, or a stub where it says stubbed. */
export function isShown(shown: Showing, text: Text, nodes: readonly FenceNode[]): boolean {
  const whole = wholeOf(shown.snapshot, text);
  if (whole !== null && sameText(nodes, whole)) return true;
  return isCut(shown, text, nodes);
}

function isCut(shown: Showing, text: Text, nodes: readonly FenceNode[]): boolean {
  const ends = endsIn(nodes);
  if (shown.verdict.kind !== "stubbed" || ends === null || ends.cut.attributes.open !== shown.verdict.pointer)
    return false;
  return isByItsEnds(text, ends);
}

interface Ends {
  readonly head: string;
  readonly cut: FenceTag;
  readonly tail: string;
}

export function endsIn(nodes: readonly FenceNode[]): Ends | null {
  const [head, cut, tail] = nodes;
  if (nodes.length !== 3 || typeof head !== "string" || typeof cut !== "object" || typeof tail !== "string")
    return null;
  if (cut.name !== "cut" || !areLines(cut.children) || !head.endsWith("\n") || !tail.startsWith("\n")) return null;
  return { head: head.slice(0, -1), cut, tail: tail.slice(1) };
}

export function isByItsEnds(text: Text, { head, cut, tail }: Ends): boolean {
  const [start, end, length] =
    typeof text === "string" ? [text, text, text.length] : [text.head, text.tail, text.chars];
  const hidden = length - head.length - tail.length;
  if (!isOutlineOf(cut.children, typeof text === "string" ? [text] : null)) return false;
  return start.startsWith(head) && end.endsWith(tail) && hidden >= 0 && cut.attributes.characters === String(hidden);
}

/** A stub says what stood there, how large it was, and where it is. */
export function isCleared(
  { verdict }: Showing,
  nodes: readonly FenceNode[],
  what: string,
  { tokens, words }: { readonly tokens: number | null; readonly words: readonly string[] | null },
): boolean {
  const [tag] = nodes;
  if (nodes.length !== 1 || typeof tag !== "object" || tag.name !== "cleared" || verdict.kind !== "stubbed")
    return false;
  if (!isOutlineOf(tag.children, words)) return false;
  const { attributes } = tag;
  const size = tokens === null ? attributes.tokens === undefined : attributes.tokens === String(tokens);
  return attributes.what === what && size && attributes.open === verdict.pointer;
}

/** A mark may hold lines of what it stands for, each as it was. Null where these words are not at hand. */
function isOutlineOf(children: readonly FenceNode[], words: readonly string[] | null): boolean {
  if (children.length === 0 || words === null) return areLines(children);
  const real = new Set(words.flatMap((text) => text.split("\n")));
  return (
    areLines(children) &&
    String(children[0])
      .split("\n")
      .every((line) => real.has(line))
  );
}

function areLines(children: readonly FenceNode[]): boolean {
  return children.length === 0 || (children.length === 1 && typeof children[0] === "string");
}

export function tokensIn({ fns }: Showing, text: Text): number {
  return typeof text === "string" ? countTokens(text, fns.calibration) : text.tokens;
}

export function isMark(nodes: readonly FenceNode[], name: string): boolean {
  const [tag] = nodes;
  return nodes.length === 1 && typeof tag === "object" && tag.name === name && tag.children.length === 0;
}

function sameText(nodes: readonly FenceNode[], text: string): boolean {
  return text === "" ? nodes.length === 0 : nodes.length === 1 && nodes[0] === text;
}

/** A string without any tag, as it was before it was fenced. */
export function unfenced(text: string): string {
  const nodes = parseFence(text);
  return nodes.every((node) => typeof node === "string") ? nodes.join("") : `a tag in ${text}`;
}

export function wholeOf(snapshot: Snapshot, text: Text): string | null {
  return typeof text === "string" ? text : (snapshot.blobs.get(text.blob) ?? null);
}
