/** What a view says in its own name is true: what was looked up, who was quoted, when it is, and what summaries tell. */

import type { Text } from "@clewline/core/log/entry.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Preamble } from "@clewline/core/log/turn.js";
import { listShownItems } from "@clewline/core/summary/fit-items.js";
import type { Block } from "@clewline/core/view/block.js";
import type { RetrievedEntry, Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { unescapeText } from "@clewline/text/fence.js";
import { type FenceNode, type FenceTag, parseFence } from "../fence-parser.js";
import { type ReadMemoryLine, readMemoryLines } from "../memory-lines.js";
import { isMadeAnew, passagesIn, threadIn } from "./past.js";
import { nameIn, sortedJson, timeIn } from "./request-reading.js";
import { endsIn, isByItsEnds, unfenced, wholeOf } from "./words.js";
import type { World } from "./world.js";

/** Of the turn to answer, unless an earlier call has said them already. */
export function asidesTrue({ asides }: View, given: World["given"]): readonly string[] {
  const sent = new Set(given.snapshot.turn?.asides.map(({ text }) => text));
  return asides.flatMap((aside) => {
    if (sent.has(aside.text)) return [];
    switch (aside.layer) {
      case "memories":
        return memoriesTrue(aside, given.snapshot);
      case "quote":
        return quoteTrue(aside, given.snapshot);
      case "now":
        return nowTrue(aside, given);
      default:
        return aside.layer satisfies never;
    }
  });
}

/**
 * Each line is something that was looked up, from where and by whom it is said to be; conversations stand in their order, each
 * under one heading; and the account knows which are shown, best first.
 */
function memoriesTrue({ text, seqs, sources }: Preamble, snapshot: Snapshot): readonly string[] {
  const known = /^<clew-known(?: person="[^"<>]*")?>\n[\s\S]*?\n<\/clew-known>(?:\n|$)/.exec(text)?.[0] ?? "";
  const rest = text.slice(known.length);
  const [tag, ...more] = parseFence(rest);
  const isOne = typeof tag === "object" && tag.name === "found" && Object.keys(tag.attributes).length === 0;
  if (more.length > 0 || !(isOne || (rest === "" && known !== ""))) return ["the memories are not in one tag each"];
  const [, inner = null] = /^<clew-found>\n([\s\S]*)\n<\/clew-found>$/.exec(rest) ?? [];
  if (inner === null && isOne) return ["the memories do not stand in lines of their own"];
  const lines = inner === null ? [] : readMemoryLines(inner);
  const shown: RetrievedEntry[] = listKnown(known, snapshot);
  if (known !== "" && shown.length !== known.split(knownLine).length - 1)
    return ["a line is no memory that was looked up"];
  for (const line of lines) {
    const found = snapshot.retrieved.find((each) => !shown.includes(each) && isMemory(line, each, snapshot));
    if (found === undefined) return [`nothing was looked up that reads ${JSON.stringify(line).slice(0, 300)}`];
    shown.push(found);
  }
  const isKnown = ({ memory }: RetrievedEntry) => Number(memory !== undefined);
  const ranked = snapshot.retrieved
    .filter((each) => shown.includes(each))
    .toSorted((one, other) => isKnown(other) - isKnown(one));
  const told = ranked.flatMap(({ id, summarised }) => summarised ?? [id]);
  return [
    ...headingsTrue(
      lines,
      shown.filter(({ memory }) => memory === undefined),
      snapshot,
    ),
    ...(sortedJson(sources) === sortedJson(told) ? [] : ["the memories have other sources, or not the best first"]),
    ...(sortedJson(seqs) === sortedJson(ranked.flatMap(({ seq }) => seq ?? []))
      ? []
      : ["the memories have other places"]),
  ];
}

/** A line of what is known begins with its date; a further line of its text is indented. */
const knownLine = /\n(?=(?:\d{4}-)?\d\d-\d\d )/;

/** Those that are told, newest first. */
function listKnown(block: string, { retrieved }: Snapshot): RetrievedEntry[] {
  const told = retrieved
    .filter(({ memory }) => memory !== undefined)
    .toSorted((a, b) => (b.memory?.saidAt ?? 0) - (a.memory?.saidAt ?? 0));
  const lines = unescapeText(block).split(knownLine).slice(1);
  return told.filter(({ memory }) =>
    lines.some((line) => line.replace(/([\n\r\u2028\u2029\u0085\v\f]) {2}/g, "$1").includes(`“${memory?.text ?? ""}”`)),
  );
}

/** A heading begins a day of this lane, or names another lane with the time; what follows it is not older. */
function headingsTrue(
  lines: readonly ReadMemoryLine[],
  shown: readonly RetrievedEntry[],
  { zone }: Snapshot,
): readonly string[] {
  const dayOf = ({ at }: RetrievedEntry) => timeIn(zone, at).split(" ")[0];
  return lines.flatMap(({ isHeaded, at }, index) => {
    const [one, before] = [shown[index], shown[index - 1]];
    if (one === undefined) return ["a line has no memory"];
    const isNew = before === undefined || one.lane !== null || before.lane !== null || dayOf(one) !== dayOf(before);
    const isLate = before === undefined || before.lane !== one.lane || !(before.at > one.at);
    return [
      ...(isHeaded === isNew ? [] : [`the heading of memory ${index + 1} is missing, or one too many`]),
      ...(!isHeaded || at === timeIn(zone, one.at) ? [] : [`a heading says ${at}, not ${timeIn(zone, one.at)}`]),
      ...(isLate ? [] : ["a newer memory stands before an older one"]),
    ];
  });
}

function isMemory(line: ReadMemoryLine, found: RetrievedEntry, snapshot: Snapshot): boolean {
  const { by, at, lane, pointer, summarised, isExcerpt } = found;
  const isPlaced = line.lane === lane && line.pointer === (lane === null ? null : pointer);
  const isTimed = !line.isHeaded || line.at === timeIn(snapshot.zone, at);
  const isBy = summarised === undefined ? isNamed(line.who, by, snapshot) : line.who === "";
  const more = ` (${pointer})`;
  const isPart = isExcerpt === true && line.fenced.endsWith(more);
  const words = parseFence(isPart ? line.fenced.slice(0, -more.length) : line.fenced);
  const isWhole = isOf(words, found.text, pointer, snapshot) && (isExcerpt !== true || isPart || words.length > 1);
  return isPlaced && isTimed && isBy && isWhole;
}

/** A role is said in so many words, and a name that reads like one, or like more than a name, is in quotes. */
function isNamed(who: string, { role, address }: RetrievedEntry["by"], { people }: Snapshot): boolean {
  const said = unfenced(who);
  if (role !== "user" || address === undefined) return said === role;
  const name = nameIn(people, address);
  if (said.startsWith('"')) return /^[\x20-\x7e\P{C}]*$/u.test(said) && JSON.parse(said) === name;
  const isRole = ["agent", "assistant", "system", "tool", "user"].includes(name.toLowerCase());
  return said === name && !isRole && !/: |[\p{C}\n"[\]<>]/u.test(name);
}

function isOf(nodes: readonly FenceNode[], text: Text, pointer: string, snapshot: Snapshot): boolean {
  const whole = wholeOf(snapshot, text);
  const ends = endsIn(nodes);
  if (whole !== null && (nodes.length === 0 ? whole === "" : nodes.length === 1 && nodes[0] === whole)) return true;
  return ends !== null && ends.cut.attributes.open === pointer && isByItsEnds(text, ends);
}

function quoteTrue({ text }: Preamble, { replyTarget, people, zone }: Snapshot): readonly string[] {
  const [tag] = parseFence(text);
  const address = replyTarget?.by.address;
  const wanted = {
    role: replyTarget?.by.role,
    who: address === undefined ? undefined : nameIn(people, address),
    at: timeIn(zone, replyTarget?.at ?? Number.NaN),
  };
  return typeof tag === "object" && sortedJson(tag.attributes) === sortedJson(wanted)
    ? []
    : [`the quote says ${text.slice(0, 200)}, not ${sortedJson(wanted)}`];
}

/** The time of the turn, and whether a conversation goes on, by the pause since anybody last spoke or was answered. */
function nowTrue({ text }: Preamble, { snapshot, policy }: World["given"]): readonly string[] {
  const [tag, , reply] = parseFence(text);
  if (typeof tag !== "object") return ["now has no tag"];
  const { turn, zone, replyTarget } = snapshot;
  if (reply !== undefined && (typeof reply !== "object" || reply.attributes.to !== replyTarget?.by.role))
    return ["the mark of a reply does not name what is replied to"];
  const began = turn?.began ?? Number.NaN;
  const asked = passagesIn(snapshot, snapshot.entries).filter(
    ({ isBackground, ended }) => !isBackground && Number.isFinite(ended),
  );
  const isKnown = policy.threadMinutes > 0 && asked.length > 0;
  const goesOn = threadIn(asked, began, policy.threadMinutes).length > 0;
  const wanted = { zone, ...(isKnown ? { conversation: goesOn ? "continued" : "new" } : {}) };
  const [time, guide, ...more] = tag.children.join("").split("\n");
  const hasGuide = isKnown && policy.history.form === "tagged";
  return [
    ...(sortedJson(tag.attributes) === sortedJson(wanted)
      ? []
      : [`now says ${sortedJson(tag.attributes)}, not ${sortedJson(wanted)}`]),
    ...(time === timeIn(zone, began) ? [] : [`it is ${timeIn(zone, began)}, not ${time}`]),
    ...((guide !== undefined) === hasGuide && more.length === 0
      ? []
      : ["what to make of the time is said where it should not be, or not said"]),
  ];
}

/** What verdicts call summarised is told by a block that opens where it begins, and no block holds a word that it must not. */
export function summaryTrue(view: View, { snapshot, fns, policy }: World["given"]): readonly string[] {
  const told = view.verdicts.filter(({ kind }) => kind === "summarised");
  const blocks = view.blocks.filter(({ layer }) => layer === "summary");
  if (blocks.length > 1 && !isMadeAnew(policy)) return ["there are two summaries"];
  const spans = blocks.map((block) => spanOf(block));
  const outside = told.filter(
    (verdict) => !spans.some((span) => span !== null && span.from <= verdict.from && verdict.to <= span.to),
  );
  return [
    ...outside.map((verdict) => `entries ${verdict.from} to ${verdict.to} are in no summary`),
    ...blocks.flatMap((block) => blockTrue(block, { snapshot, fns })),
    ...(isMadeAnew(policy) ? [] : saysItems(view, blocks)),
    ...(view.compacted || isMadeAnew(policy) ? blocks.flatMap((block) => secretsIn(block, snapshot)) : []),
  ];
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly tag: FenceTag;
}

function spanOf({ contents: [content] }: Block): Span | null {
  const [tag, ...more] = content?.type === "text" ? parseFence(content.text) : [];
  if (typeof tag !== "object" || tag.name !== "summary" || more.length > 0) return null;
  const [from = 0, to = from] = (tag.attributes.entries ?? "").split("-").map(Number);
  return { from, to, tag };
}

function blockTrue(block: Block, { snapshot, fns }: Pick<World["given"], "snapshot" | "fns">): readonly string[] {
  const span = spanOf(block);
  if (span === null) return ["the summary has no tag"];
  return [
    ...(span.from <= span.to ? [] : [`the summary tells entries ${span.from} to ${span.to}`]),
    ...(span.tag.attributes.open === makePointer("s", snapshot.ref, span.from, fns.hash)
      ? []
      : ["the summary opens elsewhere"]),
    ...(span.tag.children.every((child) => typeof child === "string") ? [] : ["the summary holds a tag"]),
  ];
}

function saysItems({ summary }: View, [block]: readonly Block[]): readonly string[] {
  const tag = block === undefined ? null : (spanOf(block)?.tag ?? null);
  if (tag === null || summary === null || summary.prose !== null) return [];
  const squeezed = (raw: string) => raw.replace(/[\s\p{C}]+/gu, " ").trim();
  const text = squeezed(tag.children.join(""));
  const unsaid = listShownItems(summary).filter((item) => !text.includes(squeezed(item.text)));
  return unsaid.map((item) => `the summary does not say ${JSON.stringify(item.text)}`);
}

/** Neither what was taken back nor what is private to a surface. */
function secretsIn({ sources }: Block, { entries }: Snapshot): readonly string[] {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  const hidden = new Set(entries.flatMap((entry) => (entry.private === undefined ? [] : [entry.id])));
  return [
    ...(sources.some((id) => gone.has(id)) ? ["the summary tells what was taken back"] : []),
    ...(sources.some((id) => hidden.has(id)) ? ["the summary tells what is private"] : []),
  ];
}
