/** What each entry should look like in a view, said a second time: from the log, the verdict and the design. */
import type { Block } from "../../src/core/block.js";
import type { Called, Entry, Part, Returned, Revised, Said, Text } from "../../src/core/entry.js";
import type { Content, ResultOutput } from "../../src/core/request.js";
import type { Snapshot } from "../../src/core/snapshot.js";
import { type Verdict, verdictOn } from "../../src/core/verdict.js";
import type { View } from "../../src/core/view.js";
import { type FenceNode, type FenceTag, parseFence } from "../fence-parser.js";
import { isBlank, mapStrings, sortedJson } from "./request-reading.js";
import { entriesBySeq } from "./world.js";

/** One content, and how it differs from what its entry should look like; null where it does not. */
type Match = (content: Content) => string | null;

/** The sentences that say where the blocks of a view are not what their entries should look like. */
export function misread(
  view: View,
  snapshot: Snapshot,
  only: (entry: Entry) => boolean = () => true,
): readonly string[] {
  const entries = entriesBySeq(snapshot);
  return view.blocks.flatMap((block) => {
    const owners = block.seqs.flatMap((seq) => entries.get(seq) ?? []);
    if (owners.length === 0) return [];
    const matches: (readonly [Entry, Match])[] = [];
    for (const entry of owners) {
      const next = block.contents[matches.length];
      matches.push(...expected(view, snapshot, entry, block.role, next).map((match) => [entry, match] as const));
    }
    if (matches.length !== block.contents.length) {
      return [`block of ${block.seqs.join(",")} has ${block.contents.length} contents, not ${matches.length}`];
    }
    return matches.flatMap(([entry, match], index) => {
      const content = block.contents[index];
      const wrong = content === undefined || !only(entry) ? null : match(content);
      return wrong === null ? [] : [`entry ${entry.seq}: ${wrong}; it reads ${JSON.stringify(content).slice(0, 300)}`];
    });
  });
}

function expected(
  view: View,
  snapshot: Snapshot,
  entry: Entry,
  role: Block["role"],
  next: Content | undefined,
): readonly Match[] {
  const verdict = verdictOn(view.verdicts, entry.seq);
  if (verdict === undefined) return [];
  const shown: Showing = { snapshot, verdict };
  switch (entry.kind) {
    case "said":
      return role === (entry.by.role === "agent" ? "assistant" : "user") ? saidMatches(view, shown, entry, next) : [];
    case "revised":
      return entry.parts.flatMap((part) => editMatches(shown, part));
    case "called":
      return callMatches(view, shown, entry, role);
    case "returned":
      return role === (entry.hosted ? "assistant" : "tool") ? [resultMatch(shown, entry)] : [];
    case "noted":
      return [entry.note.kind === "turn-ended" ? endingMatch(entry.note) : approvalMatch];
    case "withdrawn":
      return [];
    default:
      return entry satisfies never;
  }
}

interface Showing {
  readonly snapshot: Snapshot;
  readonly verdict: Verdict;
}

function saidMatches(view: View, shown: Showing, entry: Said, next: Content | undefined): readonly Match[] {
  const parts = foldedEdit(view, shown.snapshot, entry)?.parts ?? entry.parts;
  const matches = parts.flatMap((part) => partMatches(shown, part));
  const bare = matches.length > 0 ? matches : [textMatch((nodes) => isMark(nodes, "blank"))];
  const { address } = entry.by;
  if (entry.by.role === "agent" || address === undefined) return bare;
  const who = shown.snapshot.people.get(address) ?? address;
  const [first, ...rest] = bare;
  // A text shares its piece with the label; a file has the label before it.
  const alone = next?.type === "text" && !next.text.includes("/>\n");
  return alone ? [labelled(who, null), ...bare] : [labelled(who, first ?? null), ...rest];
}

/** The newest edit that stands in the entry's place in this view. */
function foldedEdit(view: View, snapshot: Snapshot, entry: Said): Revised | undefined {
  const withdrawn = new Set(snapshot.entries.flatMap((each) => (each.kind === "withdrawn" ? [each.target] : [])));
  return snapshot.entries.findLast(
    (each): each is Revised =>
      each.kind === "revised" &&
      each.target === entry.id &&
      each.seq <= view.epoch.foldedThrough &&
      !withdrawn.has(each.id),
  );
}

function labelled(who: string, rest: Match | null): Match {
  return (content) => {
    if (content.type !== "text") return "the label is no text";
    const [label, ...nodes] = parseFence(content.text);
    if (typeof label !== "object" || label.name !== "from" || label.children.length > 0) return "it has no label";
    if (label.attributes.who !== who) return `the label names ${JSON.stringify(label.attributes.who)}`;
    if (!/^(\d{4}-\d\d-\d\d \d\d:\d\d|unknown)$/.test(label.attributes.at ?? "")) return "the label has no time";
    if (rest === null) return nodes.length === 0 ? null : "there is more than a label";
    const end = content.text.indexOf("/>\n");
    return end < 0 ? "nothing follows the label" : rest({ ...content, text: content.text.slice(end + 3) });
  };
}

function partMatches(shown: Showing, part: Part): readonly Match[] {
  switch (part.kind) {
    case "text": {
      const whole = wholeOf(shown.snapshot, part.text);
      if (whole === "") return [];
      const marked = (nodes: readonly FenceNode[]) =>
        isMark(nodes.slice(0, 1), "blank") && sameText(nodes.slice(1), whole ?? "");
      const blank = whole !== null && isBlank(whole);
      return [
        textMatch(
          (nodes) =>
            (blank && marked(nodes)) || (!blank && isShown(shown, part.text, nodes)) || isCut(shown, part.text, nodes),
        ),
      ];
    }
    case "reasoning":
      return [
        (content) => {
          if (content.type === "text")
            return isCleared(shown, parseFence(content.text)) ? null : "reasoning became text";
          if (content.type !== "reasoning") return "it is no reasoning";
          return isShown(shown, part.text, parseFence(content.text)) ? null : "the reasoning is not what was thought";
        },
      ];
    case "file":
      return [fileMatch(shown, part)];
    default:
      return part satisfies never;
  }
}

function fileMatch(shown: Showing, part: Extract<Part, { kind: "file" }>): Match {
  return (content) => {
    if (content.type === "text") return isCleared(shown, parseFence(content.text)) ? null : "a file became text";
    const data = part.source.kind === "url" ? part.source.url : shown.snapshot.blobs.get(part.source.blob);
    return content.type === "file" && content.data === data ? null : "it is another file";
  };
}

function editMatches(shown: Showing, part: Part): readonly Match[] {
  if (part.kind === "file") return [fileMatch(shown, part)];
  return [
    textMatch((nodes) => {
      const [tag, ...rest] = nodes;
      if (typeof tag !== "object" || tag.name !== "edit") return false;
      if (rest.length === 0) return isShown(shown, part.text, tag.children);
      const [gap, ...ends] = rest;
      return typeof gap === "string" && gap.startsWith("\n") && isShown(shown, part.text, [gap.slice(1), ...ends]);
    }),
  ];
}

function callMatches(view: View, shown: Showing, entry: Called, role: Block["role"]): readonly Match[] {
  if (role === "tool") return [noResultMatch(entry)];
  const call: Match = (content) => {
    if (content.type !== "tool-call") return "it is no call";
    const [stub, ...more] = Object.entries(content.input ?? {});
    if (stub?.[0] === "cleared" && more.length === 0 && isCleared(shown, parseFence(String(stub[1])))) return null;
    const whole = wholeOf(shown.snapshot, entry.input);
    const value = whole === null ? undefined : parsedJson(whole);
    const object = typeof value === "object" && value !== null && !Array.isArray(value);
    const wanted = object ? value : { value: value === undefined ? whole : value };
    return sortedJson(mapStrings(content.input, unfenced)) === sortedJson(wanted) ? null : "the input is another one";
  };
  return isOpenCall(view, entry)
    ? [call, (content) => (content.type === "tool-approval-request" ? null : "nothing asks for the approval")]
    : [call];
}

function isOpenCall(view: View, entry: Called): boolean {
  return (
    entry.approval !== undefined &&
    view.blocks.some(
      (block) =>
        block.seqs.includes(entry.seq) &&
        block.contents.some(
          (content) => content.type === "tool-approval-request" && unfenced(content.approvalId) === entry.approval,
        ),
    )
  );
}

function noResultMatch(entry: Called): Match {
  return (content) => {
    if (content.type !== "tool-result") return "it is no result";
    const { output } = content;
    if (output.type !== "text" && output.type !== "error-text") return "it is no text";
    const nodes = parseFence(output.value);
    const [tag] = nodes;
    return isMark(nodes, "no-result") && (tag as FenceTag).attributes.tool === entry.tool ? null : "it claims a result";
  };
}

function resultMatch(shown: Showing, entry: Returned): Match {
  return (content) => {
    if (content.type !== "tool-result") return "it is no result";
    return isOutput(shown, entry, content.output) ? null : "the output is another one";
  };
}

function isOutput(shown: Showing, { output }: Returned, given: ResultOutput): boolean {
  if ((given.type === "text" || given.type === "error-text") && isCleared(shown, parseFence(given.value))) return true;
  if (output.kind === "content") {
    if (given.type !== "content" || given.value.length !== output.parts.length) return false;
    return output.parts.every((part, index) => {
      const each = given.value[index];
      if (part.kind === "file") return each?.type === "file-data" || isCleared(shown, parseFence(each?.text ?? ""));
      return each?.type === "text" && isShown(shown, part.text, parseFence(each.text));
    });
  }
  if (given.type === "content") return false;
  if (given.type === "execution-denied")
    return output.kind === "denied" && isShown(shown, output.text, parseFence(given.reason));
  if (given.type === "text" || given.type === "error-text") return isShown(shown, output.text, parseFence(given.value));
  const whole = wholeOf(shown.snapshot, output.text);
  return whole !== null && sortedJson(mapStrings(given.value, unfenced)) === sortedJson(parsedJson(whole));
}

function endingMatch({ state }: { readonly state: string }): Match {
  return textMatch((nodes) => {
    const [tag, ...rest] = nodes;
    if (typeof tag !== "object" || rest.length > 0) return false;
    return tag.name === "turn" && tag.attributes.state === state && tag.children.length === 0;
  });
}

const approvalMatch: Match = (content) => (content.type === "tool-approval-response" ? null : "it is no answer");

function textMatch(test: (nodes: readonly FenceNode[]) => boolean): Match {
  return (content) => {
    if (content.type !== "text") return "it is no text";
    return test(parseFence(content.text)) ? null : "the text is another one";
  };
}

/** Whole where the verdict says kept; whole, by its ends, or a stub where it says stubbed. */
function isShown(shown: Showing, text: Text, nodes: readonly FenceNode[]): boolean {
  const whole = wholeOf(shown.snapshot, text);
  if (whole !== null && sameText(nodes, whole)) return true;
  return isCut(shown, text, nodes) || isCleared(shown, nodes);
}

function isCut(shown: Showing, text: Text, nodes: readonly FenceNode[]): boolean {
  const ends = endsIn(nodes);
  if (shown.verdict.kind !== "stubbed" || ends === null || ends.cut.attributes.open !== shown.verdict.pointer)
    return false;
  return isByItsEnds(text, ends);
}

export interface Ends {
  readonly head: string;
  readonly cut: FenceTag;
  readonly tail: string;
}

export function endsIn(nodes: readonly FenceNode[]): Ends | null {
  const [head, cut, tail] = nodes;
  if (nodes.length !== 3 || typeof head !== "string" || typeof cut !== "object" || typeof tail !== "string")
    return null;
  if (cut.name !== "cut" || !head.endsWith("\n") || !tail.startsWith("\n")) return null;
  return { head: head.slice(0, -1), cut, tail: tail.slice(1) };
}

export function isByItsEnds(text: Text, { head, cut, tail }: Ends): boolean {
  const [start, end, length] =
    typeof text === "string" ? [text, text, text.length] : [text.head, text.tail, text.chars];
  const hidden = length - head.length - tail.length;
  return start.startsWith(head) && end.endsWith(tail) && hidden >= 0 && cut.attributes.characters === String(hidden);
}

function isCleared({ verdict }: Showing, nodes: readonly FenceNode[]): boolean {
  const [tag] = nodes;
  return (
    isMark(nodes, "cleared") && verdict.kind === "stubbed" && (tag as FenceTag).attributes.open === verdict.pointer
  );
}

function isMark(nodes: readonly FenceNode[], name: string): boolean {
  const [tag] = nodes;
  return nodes.length === 1 && typeof tag === "object" && tag.name === name && tag.children.length === 0;
}

function sameText(nodes: readonly FenceNode[], text: string): boolean {
  return text === "" ? nodes.length === 0 : nodes.length === 1 && nodes[0] === text;
}

/** A string without any tag, as it was before it was fenced. */
function unfenced(text: string): string {
  const nodes = parseFence(text);
  return nodes.every((node) => typeof node === "string") ? nodes.join("") : `a tag in ${text}`;
}

export function wholeOf(snapshot: Snapshot, text: Text): string | null {
  return typeof text === "string" ? text : (snapshot.blobs.get(text.blob) ?? null);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the view carries it as text.
    return undefined;
  }
}
