/** How a past message or answer should look where it is not shown as it was, said a second time from the design. */

import type { CalledEntry, Part, SaidEntry, Text } from "@clewline/core/log/entry.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Block } from "@clewline/core/view/block.js";
import type { Content } from "@clewline/core/view/request.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { type FenceNode, type FenceTag, parseFence } from "../fence-parser.js";
import { lastWords, passagesIn } from "./past.js";
import { isBlank, nameIn, sortedJson, timeIn } from "./request-reading.js";
import {
  foldedEdit,
  isCleared,
  isMark,
  labelled,
  type Match,
  partMatches,
  type Showing,
  textMatch,
  wholeOf,
} from "./words.js";

/** Null where it is shown as it was: it belongs to the turn to answer, or the policy shows past steps. */
export function pastMatches(
  view: View,
  shown: Showing,
  policy: Policy,
  entry: SaidEntry,
  role: Block["role"],
  next: Content | undefined,
): readonly Match[] | null {
  const { turn, turns } = shown.snapshot;
  if (turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id))) return null;
  const origin = entry.turn === null ? "interactive" : (turns.get(entry.turn)?.origin ?? "interactive");
  const parts = (foldedEdit(view, shown.snapshot, entry)?.parts ?? entry.parts).filter(
    ({ kind }) => kind !== "reasoning",
  );
  if (origin !== "interactive") {
    const at = timeIn(shown.snapshot.zone, entry.at);
    return role === "user" ? [taggedMatch(shown, "background", { origin, at }, parts)] : [];
  }
  if (policy.history.form === "steps") return null;
  const done = doneFor(view, shown, entry);
  if (policy.history.form === "tagged") return role === "user" ? [pastMatch(shown, entry, parts, done)] : [];
  if (role !== (entry.by.role === "agent" ? "assistant" : "user")) return [];
  return textMatches(shown, entry, parts, done, next);
}

interface Done {
  readonly line: string;
  readonly count: number;
  readonly open: string;
}

function textMatches(
  shown: Showing,
  entry: SaidEntry,
  parts: readonly Part[],
  done: Done | null,
  next: Content | undefined,
): readonly Match[] {
  if (entry.by.role === "system") return [systemMatch(shown, entry, parts)];
  const agent = entry.by.role === "agent";
  const matches = parts.flatMap((part) => partMatches(shown, part, agent));
  const bare = matches.length > 0 ? matches : [textMatch((nodes) => isMark(nodes, "blank"))];
  if (agent) return done === null ? bare : [...bare, actionsMatch(done)];
  const wanted = { who: whoIs(shown, entry), at: timeIn(shown.snapshot.zone, entry.at), ...stateOf(shown, entry) };
  const [first, ...rest] = bare;
  const alone = next?.type === "text" && !next.text.includes("/>\n");
  return alone ? [labelled(wanted, null), ...bare] : [labelled(wanted, first ?? null), ...rest];
}

/** What a host said to the model: never anybody's words, and always in a tag. */
export function systemMatch(shown: Showing, entry: SaidEntry, parts: readonly Part[]): Match {
  return taggedMatch(shown, "system", { at: timeIn(shown.snapshot.zone, entry.at) }, parts);
}

function actionsMatch({ line, open }: Done): Match {
  return textMatch((nodes) => {
    const [tag] = nodes;
    return (
      nodes.length === 1 &&
      typeof tag === "object" &&
      tag.name === "actions" &&
      sortedJson(tag.attributes) === sortedJson({ open }) &&
      tag.children.join("") === line
    );
  });
}

function pastMatch(shown: Showing, entry: SaidEntry, parts: readonly Part[], done: Done | null): Match {
  const { zone, now } = shown.snapshot;
  const wanted = {
    role: entry.by.role,
    ...(entry.by.role === "user" ? { who: whoIs(shown, entry), ...stateOf(shown, entry) } : {}),
    at: timeIn(zone, entry.at).replace(" ", "T"),
    when: whenIn(zone, now, entry.at),
    ...(done === null ? {} : { actions: String(done.count), open: done.open }),
  };
  return taggedMatch(shown, "past", wanted, parts);
}

/** One text: a tag of ours around the words, with files by a mark. */
function taggedMatch(shown: Showing, name: string, wanted: FenceTag["attributes"], parts: readonly Part[]): Match {
  return (content) => {
    if (content.type !== "text") return "it is no text";
    const [tag, ...more] = parseFence(content.text);
    if (typeof tag !== "object" || tag.name !== name || more.length > 0) return `it is not one ${name}`;
    if (sortedJson(tag.attributes) !== sortedJson(wanted))
      return `${name} says ${sortedJson(tag.attributes)}, not ${sortedJson(wanted)}`;
    return holdsAll(shown, tag.children, parts) ? null : `${name} holds other words`;
  };
}

/** The parts one after the other, each on a line of its own. */
function holdsAll(shown: Showing, nodes: readonly FenceNode[], parts: readonly Part[]): boolean {
  const worded = parts.filter((part) => part.kind === "file" || wholeOf(shown.snapshot, part.text) !== "");
  if (worded.length === 0) return isMark(nodes, "blank");
  let rest: readonly FenceNode[] | null = nodes;
  for (const [index, part] of worded.entries()) {
    if (index > 0) rest = rest && after(rest, "\n");
    rest = rest && afterPart(shown, rest, part);
  }
  return rest?.length === 0;
}

function after(nodes: readonly FenceNode[], text: string): readonly FenceNode[] | null {
  if (text === "") return nodes;
  const [first, ...more] = nodes;
  if (typeof first !== "string" || !first.startsWith(text)) return null;
  return first === text ? more : [first.slice(text.length), ...more];
}

function afterPart(shown: Showing, nodes: readonly FenceNode[], part: Part): readonly FenceNode[] | null {
  if (part.kind === "file") {
    const what = part.name === undefined ? part.mediaType : `${part.mediaType} ${part.name}`;
    return isCleared(shown, nodes.slice(0, 1), what, { tokens: null, words: [] }) ? nodes.slice(1) : null;
  }
  const whole = wholeOf(shown.snapshot, part.text);
  const read = whole === null || isBlank(whole) ? blankIn(nodes, whole) : after(nodes, whole);
  return read ?? afterEnds(shown, nodes, part.text);
}

/** A mark stands before a text that nobody would see. */
function blankIn(nodes: readonly FenceNode[], whole: string | null): readonly FenceNode[] | null {
  return whole !== null && isMark(nodes.slice(0, 1), "blank") ? after(nodes.slice(1), whole) : null;
}

/** Head, the mark that says how much is not here, and as much of the tail as is left then. */
function afterEnds({ verdict }: Showing, nodes: readonly FenceNode[], text: Text): readonly FenceNode[] | null {
  const [head, cut, tail, ...more] = nodes;
  if (verdict.kind !== "stubbed" || typeof head !== "string" || typeof cut !== "object" || typeof tail !== "string")
    return null;
  if (cut.name !== "cut" || cut.attributes.open !== verdict.pointer || !head.endsWith("\n")) return null;
  const start = head.slice(0, -1);
  const [first, last, length] =
    typeof text === "string" ? [text, text, text.length] : [text.head, text.tail, text.chars];
  const left = length - start.length - Number(cut.attributes.characters);
  if (!first.startsWith(start) || !(left >= 0)) return null;
  return after([tail, ...more], `\n${left === 0 ? "" : last.slice(-left)}`);
}

function whoIs({ snapshot: { people } }: Showing, { by: { address } }: SaidEntry): string {
  return address === undefined ? "user" : nameIn(people, address);
}

/** A message whose turn is still at work says so. */
function stateOf({ snapshot: { turns } }: Showing, { turn }: SaidEntry): { readonly state?: string } {
  const state = turn === null ? undefined : turns.get(turn)?.state;
  return state === "running" || state === "waiting" ? { state } : {};
}

/** By the days of the zone's calendar. */
function whenIn(zone: string, now: number, at: number): string {
  const [today, day] = [now, at].map((each) => Date.parse(`${timeIn(zone, each).slice(0, 10)}T12:00:00Z`));
  if (today === undefined || day === undefined || Number.isNaN(today) || Number.isNaN(day)) return "unknown";
  if (now - at < 30 * 60_000) return "just now";
  const days = Math.round((today - day) / 86_400_000);
  if (days <= 0) return "earlier today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** What was done in an answer's passage, where the answer is the last one; null where nothing was, or it is not. */
function doneFor(view: View, { snapshot, fns }: Showing, entry: SaidEntry): Done | null {
  const read = snapshot.entries.filter(({ seq }) => !isGone(view, seq));
  const passage = passagesIn(snapshot, read).find(({ entries }) => entries.includes(entry));
  const calls = (passage?.entries ?? []).filter((each): each is CalledEntry => each.kind === "called");
  const [first] = calls;
  if (first === undefined || lastWords(passage?.entries ?? []) !== entry) return null;
  const told = calls.slice(0, 15).map(deed);
  const more = calls.length > 15 ? `; +${calls.length - 15} more` : "";
  const open = makePointer("s", snapshot.ref, first.seq, fns.hash);
  return { line: redactSecrets(told.join("; ")) + more, count: calls.length, open };
}

/** Left behind by a compaction, before anything was drawn. */
function isGone(view: View, seq: number): boolean {
  const rule = findVerdict(view.verdicts, seq)?.rule;
  return rule === "leave-out" || rule === "summary" || rule === "cleared";
}

/** The tool, and the first words that it was given. */
function deed({ tool, input }: CalledEntry): string {
  const words = wordsIn(typeof input === "string" ? input : input.head);
  const line = [tool, ...words].join(" ").split(/\s+/).filter(Boolean).join(" ");
  return line.length <= 80 ? line : `${line.slice(0, 80).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function wordsIn(input: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === "string") return [value];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return Object.values(value)
      .filter((each) => typeof each === "string" && each !== "")
      .slice(0, 1)
      .map(String);
  } catch {
    // Not JSON, or cut: the tool's name has to do.
    return [];
  }
}
