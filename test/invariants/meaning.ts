import type { Entry, Text } from "@clewline/core/log/entry.js";
import type { ReplyTarget, Snapshot } from "@clewline/core/view/snapshot.js";
import { renderTranscript } from "@clewline/core/view/transcript.js";
import { findVerdict, type Verdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { rawWord } from "@clewline/store-kit/log-build.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { Breach, type FenceNode, parseFence, tagsIn } from "../fence-parser.js";
import { isHidden } from "./hidden.js";
import { noticesTrue } from "./notices.js";
import { misread } from "./oracle.js";
import { asidesTrue, summaryTrue } from "./own-words.js";
import { newestStep } from "./rank.js";
import { isBlank, sortedJson, stringsIn } from "./request-reading.js";
import { editsOf, endsIn, isByItsEnds, wholeOf } from "./words.js";
import type { Check, Seen, World } from "./world.js";

export const whole: Check = (world) =>
  world.seen.flatMap((seen) =>
    breaches(() => [
      ...newestWhole(seen, world),
      ...newestStepThere(seen, world),
      ...pinnedWhole(seen, world),
      ...replyTargetWhole(seen, world),
    ]),
  );

function newestWhole({ view }: Seen, { given }: World): readonly string[] {
  const { snapshot } = given;
  const messages = snapshot.entries.filter(
    (entry) => snapshot.turn?.messages.includes(entry.id) && !isHidden(snapshot, entry),
  );
  const ids = new Set(messages.map((entry) => entry.id));
  return [
    ...messages.flatMap((entry) => protectedForm(entry, findVerdict(view.verdicts, entry.seq), given)),
    ...misread(view, given, (entry) => ids.has(entry.id)),
  ];
}

/** The model goes on from its newest step, so that is in every view, in whatever form. */
function newestStepThere({ view }: Seen, { given: { snapshot } }: World): readonly string[] {
  const shown = new Set(view.blocks.flatMap((block) => block.seqs));
  return newestStep(snapshot).flatMap((entry) => {
    const verdict = findVerdict(view.verdicts, entry.seq);
    if (shown.has(entry.seq) || verdict?.rule === "orphan") return [];
    // A result that came too late for its call's step stands in no step, and leaves with what was left out.
    if (entry.kind === "returned" && (verdict?.rule === "leave-out" || verdict?.rule === "summary")) return [];
    return [`entry ${entry.seq} of the newest step is ${verdict?.kind} by ${verdict?.rule}`];
  });
}

/** Kept; or by its ends where its text, or its files together, are over the turn's own limit or its bytes are not there. */
function protectedForm(
  entry: Entry,
  verdict: Verdict | undefined,
  { snapshot, fns }: World["given"],
): readonly string[] {
  if (verdict?.kind === "kept") return [];
  const revisions = snapshot.entries.filter((each) => each.kind === "revised" && each.target === entry.id);
  const parts = [entry, ...revisions].flatMap((each) =>
    each.kind === "said" || each.kind === "revised" ? each.parts : [],
  );
  const limit = snapshot.turn?.attachOver ?? Number.POSITIVE_INFINITY;
  const excused = parts.some((part) => {
    if (part.kind === "file") return part.source.kind === "blob" && !snapshot.blobs.has(part.source.blob);
    const tokens = typeof part.text === "string" ? countTokens(part.text, fns.calibration) : part.text.tokens;
    return tokens > limit || wholeOf(snapshot, part.text) === null;
  });
  const files = parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : 0), 0);
  return (excused || files > limit) && verdict?.kind === "stubbed"
    ? []
    : [`the newest message ${entry.seq} is ${verdict?.kind} by ${verdict?.rule}`];
}

function pinnedWhole({ view }: Seen, { given: { snapshot, policy } }: World): readonly string[] {
  const wanted = (["instructions", "persona"] as const)
    .filter((layer) => policy.layers.includes(layer) && !isBlank(snapshot[layer]))
    .map((layer) => snapshot[layer]);
  const given = view.request.system.map((part) => parseFence(part.text).join(""));
  const lines = readStandingLines(view);
  const told = snapshot.standing?.shown.map(({ text }) => readLines(text)) ?? [];
  return [
    ...wanted.filter((text) => !given.includes(text)).map((text) => `pinned text is not whole: ${text.slice(0, 80)}`),
    ...(JSON.stringify(lines) === JSON.stringify(told)
      ? []
      : [`standing memories are not whole: ${lines.join(" / ")}`]),
  ];
}

/** The text of each line of the standing memories, its further lines without their indent. */
function readStandingLines(view: View): readonly (readonly string[])[] {
  const tags = view.request.system.flatMap((part) => parseFence(part.text));
  const [standing] = tags.filter((node) => typeof node === "object" && node.name === "known");
  if (typeof standing !== "object") return [];
  const [, ...lines] = standing.children.join("").slice(1, -1).split(lineBreaks);
  const told: string[][] = [];
  for (const line of lines) {
    const [, words] =
      /^(?:\d{4}-)?\d\d-\d\d(?: (?:noted of )?(?:"(?:[^"\\]|\\.)*"|[^"“]+?):)? (“.*|(?!“).*)$/su.exec(line) ?? [];
    if (words !== undefined) told.push([words]);
    else if (line.startsWith("  ")) told.at(-1)?.push(line.slice(2));
  }
  return told.map(stripQuotes);
}

/** The quotation marks around own words; a noted text has none. */
function stripQuotes(lines: readonly string[]): readonly string[] {
  const whole = lines.join("\n");
  return whole.startsWith("“") && whole.endsWith("”") ? whole.slice(1, -1).split("\n") : lines;
}

const lineBreaks = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

function readLines(text: string): readonly string[] {
  return text.split(lineBreaks);
}

function replyTargetWhole({ view }: Seen, { given: { snapshot, policy, fns } }: World): readonly string[] {
  const { replyTarget: target, turn } = snapshot;
  if (target === null || turn === null || !policy.layers.includes("quote")) return [];
  // What was quoted on an earlier call of the turn stays in its words, unless they were withdrawn.
  if (turn.asides.some((aside) => aside.layer === "quote")) return [];
  if (isInPlace(view, snapshot, target)) return [];
  const tokens = typeof target.text === "string" ? countTokens(target.text, fns.calibration) : target.text.tokens;
  if (tokens > (view.turn ?? turn).attachOver && isByEnds(view, snapshot, target)) return [];
  const quotes = view.asides.flatMap((aside) => (aside.layer === "quote" ? parseFence(aside.text) : []));
  const [quote, ...more] = quotes;
  if (typeof quote !== "object" || more.length > 0 || quote.name !== "quote")
    return [`the reply target ${target.seq} is neither shown nor quoted`];
  const { children } = quote;
  const text = wholeOf(snapshot, target.text);
  const found =
    (text !== null && children.join("") === text) ||
    ((text === null || tokens > turn.attachOver) && isPointedTo(children, target.text, target.pointer));
  return found ? [] : [`the reply target ${target.seq} is not quoted whole`];
}

/** Whether the newest words of the target stand in the view where they belong. */
function isInPlace(view: View, snapshot: Snapshot, { seq }: ReplyTarget): boolean {
  const entry = seq === null ? undefined : snapshot.entries.find((each) => each.seq === seq);
  const words = entry === undefined ? undefined : (editsOf(snapshot, entry).at(-1) ?? entry);
  const isWhole = (each: Entry | undefined) => {
    const verdict = each === undefined ? undefined : findVerdict(view.verdicts, each.seq);
    // Of a past answer only its words are shown: its text is whole, its thoughts are not there.
    return verdict?.kind === "kept" || (verdict?.kind === "stubbed" && verdict.rule === "actions");
  };
  return entry !== undefined && isWhole(entry) && isWhole(words);
}

/** Whether a target that is too long for a quote stands in the view by its ends. */
function isByEnds(view: View, snapshot: Snapshot, { seq }: ReplyTarget): boolean {
  const entry = seq === null ? undefined : snapshot.entries.find((each) => each.seq === seq);
  const verdict = entry === undefined ? undefined : findVerdict(view.verdicts, entry.seq);
  return entry !== undefined && editsOf(snapshot, entry).length === 0 && verdict?.kind === "stubbed";
}

function isPointedTo(nodes: readonly FenceNode[], text: Text, pointer: string): boolean {
  const ends = endsIn(nodes);
  return ends !== null && ends.cut.attributes.open === pointer && isByItsEnds(text, ends);
}

export const fenced: Check = ({ seen, given }) =>
  seen.flatMap(({ view }) =>
    breaches(() => [
      ...everyString(view),
      ...misread(view, given),
      ...ownBlocks(view, given.snapshot),
      ...asidesTrue(view, given),
      ...noticesTrue(view, given),
      ...summaryTrue(view, given),
      ...transcribed(view),
    ]),
  );

/** No string of the request, wherever it stands, breaks the fence; the provider's own data are no words. */
function everyString({ request: { system, messages } }: View): readonly string[] {
  const words = JSON.parse(JSON.stringify([system, messages]), (key, value: unknown) =>
    key === "providerOptions" ? undefined : value,
  ) as unknown;
  for (const text of stringsIn(words)) parseFence(text);
  return stringsIn(words).some((text) => text.includes(rawWord)) ? ["a host's original is shown"] : [];
}

/** Blocks that come from no entry hold one tag of ours each. */
function ownBlocks({ blocks }: View, { turns, turn }: Snapshot): readonly string[] {
  const kept = new Set(
    [...turns.values(), ...(turn === null ? [] : [turn])].flatMap((each) => each.asides.map((aside) => aside.text)),
  );
  return blocks.flatMap((block) => {
    if (block.seqs.length > 0 || block.role === "system") return [];
    const texts = block.contents.map((content) => (content.type === "text" ? content.text : ""));
    const names = texts
      .filter((text) => !kept.has(text))
      .flatMap((text) => parseFence(text).map((node) => (typeof node === "string" ? "text" : node.name)));
    const own = {
      recent: ["left-out", "start", "history"],
      memories: ["known", "found", "text"],
      quote: ["quote"],
      now: ["now", "text", "reply"],
      summary: ["summary"],
      standing: ["known"],
    };
    const legal = own[block.layer as "recent"] ?? [];
    return names.every((name) => legal.includes(name)) ? [] : [`a block of ${block.layer} holds ${names.join(", ")}`];
  });
}

/** The transcript has the same roles in the same order, and inside them the same tags. */
function transcribed({ request }: View): readonly string[] {
  const roles = new Set(["user", "assistant", "tool"]);
  const nodes = parseFence(renderTranscript(request));
  const tags = nodes.filter((node) => typeof node === "object");
  const expected = request.messages.map((message) => message.role);
  const inner = tags.flatMap((tag) => tagsIn(tag.children).map((each) => each.name));
  if (inner.some((name) => roles.has(name))) return ["a role stands inside a role in the transcript"];
  // What stands in every view is part of the instructions.
  const said = tags.filter((tag) => tag.name !== "known").map((tag) => tag.name);
  return sortedJson(said) === sortedJson(expected)
    ? []
    : [`the transcript has ${said.join(" ")}, the request ${expected.join(" ")}`];
}

function breaches(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Breach) return [`the fence is broken: ${error.message}`];
    throw error;
  }
}
