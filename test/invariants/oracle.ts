/** What each entry should look like in a view, said a second time: from the log, the verdict and the design. */

import type {
  CalledEntry,
  CallOutput,
  Entry,
  Part,
  ReturnedEntry,
  RevisedEntry,
  SaidEntry,
  Text,
} from "@clewline/core/log/entry.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Block } from "@clewline/core/view/block.js";
import type { Content, ResultOutput } from "@clewline/core/view/request.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { isStreamed, keepTail, renderTerminalText } from "@clewline/text/terminal/terminal-text.js";
import { type FenceTag, parseFence } from "../fence-parser.js";
import { levelSpaces, readRuns, readTables } from "../read-condensed.js";
import { wantedLabel } from "./labels.js";
import { pastMatches, systemMatch } from "./past-looks.js";
import { mapStrings, nameIn, sortedJson, timeIn } from "./request-reading.js";
import {
  fileMatch,
  foldedEdit,
  isCleared,
  isMark,
  isShown,
  labelled,
  type Match,
  optionsMatch,
  partMatches,
  type Showing,
  textMatch,
  tokensIn,
  unfenced,
  wholeOf,
} from "./words.js";
import { entriesBySeq, type World } from "./world.js";

type Given = Pick<World["given"], "snapshot" | "fns" | "policy">;

/** The sentences that say where the blocks of a view are not what their entries should look like. */
export function misread(view: View, given: Given, only: (entry: Entry) => boolean = () => true): readonly string[] {
  const { snapshot } = given;
  const entries = entriesBySeq(snapshot);
  return view.blocks.flatMap((block) => {
    const owners = block.seqs.flatMap((seq) => entries.get(seq) ?? []);
    if (owners.length === 0) return [];
    const matches: (readonly [Entry, Match])[] = [];
    for (const entry of owners) {
      const next = block.contents[matches.length];
      matches.push(...expected(view, given, entry, block.role, next).map((match) => [entry, match] as const));
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
  { snapshot, fns, policy }: Given,
  entry: Entry,
  role: Block["role"],
  next: Content | undefined,
): readonly Match[] {
  const verdict = findVerdict(view.verdicts, entry.seq);
  if (verdict === undefined) return [];
  const shown: Showing = { snapshot, verdict, fns };
  switch (entry.kind) {
    case "said": {
      const past = pastMatches(view, shown, policy, entry, role, next);
      if (past !== null) return past;
      return role === (entry.by.role === "agent" ? "assistant" : "user")
        ? saidMatches(view, shown, { entry, policy }, next)
        : [];
    }
    case "revised":
      return entry.parts.flatMap((part) => editMatches(shown, entry, part));
    case "called":
      return callMatches(view, shown, entry, role);
    case "returned":
      return role === (entry.hosted ? "assistant" : "tool") ? [resultMatch(shown, shapesOf(shown, policy, entry))] : [];
    case "noted":
      return [entry.note.kind === "turn-ended" ? endingMatch(entry.note) : approvalMatch];
    case "withdrawn":
      return [];
    default:
      return entry satisfies never;
  }
}

function saidMatches(
  view: View,
  shown: Showing,
  { entry, policy }: { readonly entry: SaidEntry; readonly policy: Policy },
  next: Content | undefined,
): readonly Match[] {
  const parts = foldedEdit(view, shown.snapshot, entry)?.parts ?? entry.parts;
  if (entry.by.role === "system") return [systemMatch(shown, entry, parts)];
  const matches = parts.flatMap((part) => partMatches(shown, part, entry.by.role === "agent"));
  const bare = matches.length > 0 ? matches : [textMatch((nodes) => isMark(nodes, "blank"))];
  const label = entry.by.role === "agent" ? null : wantedLabel(view, { snapshot: shown.snapshot, policy }, entry);
  if (label === null) return bare;
  const [first, ...rest] = bare;
  // A text shares its piece with the label; a file has the label before it.
  const alone = next?.type === "text" && !next.text.includes("/>\n");
  return alone ? [labelled(label, null), ...bare] : [labelled(label, first ?? null), ...rest];
}

function editMatches(shown: Showing, entry: RevisedEntry, part: Part): readonly Match[] {
  if (part.kind === "file") return [fileMatch(shown, part)];
  const { snapshot } = shown;
  const target = snapshot.entries.find((each) => each.id === entry.target);
  const address = target?.kind === "said" ? target.by.address : undefined;
  const who = address === undefined ? undefined : nameIn(snapshot.people, address);
  return [
    textMatch((nodes) => {
      const [tag, ...rest] = nodes;
      if (typeof tag !== "object" || tag.name !== "edit") return false;
      if (tag.attributes.at !== timeIn(snapshot.zone, entry.at) || tag.attributes.who !== who) return false;
      if (rest.length === 0) return isShown(shown, part.text, tag.children);
      const [gap, ...ends] = rest;
      return typeof gap === "string" && gap.startsWith("\n") && isShown(shown, part.text, [gap.slice(1), ...ends]);
    }),
  ];
}

function callMatches(view: View, shown: Showing, entry: CalledEntry, role: Block["role"]): readonly Match[] {
  if (role === "tool") return [noResultMatch(shown.snapshot, entry)];
  const call: Match = (content) => {
    if (content.type !== "tool-call") return "it is no call";
    const others = optionsMatch(entry.meta, content);
    if (others !== null) return others;
    const given = Object.entries(content.input ?? {});
    const [stub] = given.filter(([key]) => key === "cleared");
    const tokens = tokensIn(shown, entry.input);
    const whole = wholeOf(shown.snapshot, entry.input);
    const value = whole === null ? undefined : parsedJson(whole);
    const object = typeof value === "object" && value !== null && !Array.isArray(value);
    // Beside the stub, members as they were given.
    const real = new Set(object ? Object.entries(value).map((member) => sortedJson(member)) : []);
    const isReal = (member: readonly [string, unknown]) => real.has(sortedJson(mapStrings(member, unfenced)));
    const invented = given.filter((member) => member !== stub && whole !== null && !isReal(member));
    if (
      stub !== undefined &&
      invented.length === 0 &&
      isCleared(shown, parseFence(String(stub[1])), "input", { tokens, words: stringsIn(value) })
    )
      return null;
    const wanted = object ? value : { value: value === undefined ? whole : value };
    return sortedJson(mapStrings(content.input, unfenced)) === sortedJson(wanted) ? null : "the input is another one";
  };
  return isOpenCall(view, entry)
    ? [call, (content) => (content.type === "tool-approval-request" ? null : "nothing asks for the approval")]
    : [call];
}

function isOpenCall(view: View, entry: CalledEntry): boolean {
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

/** A call of a turn that waits, or of another turn that is still at work, may yet return. */
function noResultMatch({ turn, turns }: Snapshot, entry: CalledEntry): Match {
  const own = entry.turn === null ? undefined : turns.get(entry.turn);
  const may = own?.state === "waiting" || (own?.state === "running" && own.id !== turn?.id);
  const state = may ? "waiting" : "never returned";
  return (content) => {
    if (content.type !== "tool-result") return "it is no result";
    const { output } = content;
    if (output.type !== "text" && output.type !== "error-text") return "it is no text";
    const nodes = parseFence(output.value);
    const [tag] = nodes;
    if (!isMark(nodes, "no-result")) return "it claims a result";
    if (output.type !== (may ? "text" : "error-text")) return `its result is ${output.type}`;
    const { attributes } = tag as FenceTag;
    return attributes.tool === entry.tool && attributes.state === state ? null : `it says ${attributes.state}`;
  };
}

/**
 * Streamed output stands as a terminal would leave it, and of any other long text of a tool the end, unless it is shown by
 * its ends or the running turn is left alone. What was reduced later may have begun either way.
 */
function shapesOf(shown: Showing, policy: Policy, entry: ReturnedEntry): readonly ReturnedEntry[] {
  const { snapshot, verdict } = shown;
  const { streamBytes, runningTurn } = policy;
  if (streamBytes === Number.POSITIVE_INFINITY) return [entry];
  const streamed = mapTexts(entry, (text) => {
    const raw = wholeOf(snapshot, text);
    if (raw !== null) return isStreamed(raw) ? keepTail(renderTerminalText(raw), streamBytes) : text;
    if (typeof text === "string" || !isStreamed(text.head + text.tail)) return text;
    return { ...text, head: renderTerminalText(text.head), tail: renderTerminalText(text.tail) };
  });
  if (runningTurn === "keep" || ["spill.over", "outline.over", "value.over"].includes(verdict.rule)) return [streamed];
  const capped = mapTexts(streamed, (text) => {
    const raw = wholeOf(snapshot, text);
    return raw === null || Buffer.byteLength(raw) <= streamBytes ? text : keepTail(raw, streamBytes);
  });
  return verdict.rule === "fits" || verdict.rule === "shape" ? [capped] : [streamed, capped];
}

function mapTexts(entry: ReturnedEntry, map: (text: Text) => Text): ReturnedEntry {
  const { output } = entry;
  if (output.kind === "text" || output.kind === "error-text")
    return { ...entry, output: { ...output, text: map(output.text) } };
  if (output.kind !== "content") return entry;
  const parts = output.parts.map((part) => (part.kind === "file" ? part : { ...part, text: map(part.text) }));
  return { ...entry, output: { ...output, parts } };
}

function resultMatch(shown: Showing, shapes: readonly ReturnedEntry[]): Match {
  return (content) => {
    if (content.type !== "tool-result") return "it is no result";
    const others = optionsMatch(shapes[0]?.meta, content);
    if (others !== null) return others;
    return shapes.some((entry) => isOutput(shown, entry, content.output)) ? null : "the output is another one";
  };
}

/** All values of it in fewer words, with a pointer, exactly where the verdict says so. */
function isCondensed(shown: Showing, { output, condensed }: ReturnedEntry, given: ResultOutput): boolean {
  const [part] = output.kind === "content" ? output.parts : [output];
  const value =
    given.type === "content" ? given.value[0] : { type: given.type, text: String("value" in given && given.value) };
  if (condensed === undefined || part === undefined || !("text" in part) || value?.type !== "text") return false;
  const [tag, ...others] = parseFence(value.text);
  if (typeof tag !== "object" || tag.name !== "condensed" || others.length > 0) return false;
  const told = tag.children.length === 1 ? tag.children[0] : undefined;
  const whole = wholeOf(shown.snapshot, part.text);
  if (typeof told !== "string" || whole === null || tag.attributes.open !== shown.verdict.pointer) return false;
  const read = parsedJson(whole);
  return typeof read === "object" && read !== null
    ? sortedJson(readTables(told)) === sortedJson(read)
    : readRuns(told).join("\n") === whole.split("\n").map(levelSpaces).join("\n");
}

function isOutput(shown: Showing, entry: ReturnedEntry, given: ResultOutput): boolean {
  const { output, tool } = entry;
  if (shown.verdict.rule === "condense") return isCondensed(shown, entry, given);
  if (given.type === "text" || given.type === "error-text") {
    const size = { tokens: outputTokens(shown, output), words: wordsOf(shown.snapshot, output) };
    if (isCleared(shown, parseFence(given.value), `result of ${tool}`, size)) return true;
  }
  if (output.kind === "content") {
    if (given.type !== "content" || given.value.length !== output.parts.length) return false;
    return output.parts.every((part, index) => {
      const each = given.value[index];
      if (part.kind === "file")
        return (
          each?.type === "file-data" ||
          isCleared(shown, parseFence(each?.text ?? ""), part.mediaType, { tokens: null, words: [] })
        );
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

/** The texts of a result; null if one of them is not at hand. */
function wordsOf(snapshot: Snapshot, output: CallOutput): readonly string[] | null {
  const texts =
    output.kind === "content"
      ? output.parts.flatMap((part) => (part.kind === "file" ? [] : [part.text]))
      : [output.text];
  const words = texts.map((text) => wholeOf(snapshot, text));
  return words.every((text) => text !== null) ? words : null;
}

/** The texts of a value, at its top level. */
function stringsIn(value: unknown): readonly string[] {
  const members = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return members.filter((member) => typeof member === "string");
}

function endingMatch({ state }: { readonly state: string }): Match {
  return textMatch((nodes) => {
    const [tag, ...rest] = nodes;
    if (typeof tag !== "object" || rest.length > 0) return false;
    return tag.name === "turn" && tag.attributes.state === state && tag.children.length === 0;
  });
}

const approvalMatch: Match = (content) => (content.type === "tool-approval-response" ? null : "it is no answer");

function outputTokens(shown: Showing, output: CallOutput): number {
  if (output.kind !== "content") return tokensIn(shown, output.text);
  return output.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : tokensIn(shown, part.text)), 0);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the view carries it as text.
    return undefined;
  }
}
