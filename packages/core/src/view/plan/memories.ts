/**
 * Renders lookups as volatile blocks before the message. Memories look as in the prefix. Earlier messages have a
 * heading with the time for each conversation, then a line each, oldest first. Further lines of a message are indented,
 * and so are all lines of a summary, so that no text can look like another message or a heading.
 */

import { enclose, escapeText } from "@clewline/text/fence.js";
import type { Text } from "../../log/entry.js";
import type { Instant, Tokens } from "../../log/keys.js";
import type { StandingMemories } from "../../log/memories/standing-memory.js";
import type { Preamble, PreambleReason } from "../../log/turn.js";
import { foldRepeat } from "../../retrieval/fold-repeat.js";
import { type Renderer, renderEnds } from "../renderer.js";
import type { RetrievedEntry, Snapshot } from "../snapshot.js";
import { nameMemorySpeaker } from "./memory-speaker.js";
import { writeNeeded } from "./standing.js";

/** Lookups take at most this part of the limit for a whole text, which is half of the room. */
export const roomPart = 1 / 3;

/** The memories that the message needs, then the best entries that fit; null without any or a place for them. */
export function makeMemoriesPreamble(
  renderer: Renderer,
  { retrieved, standing }: Pick<Snapshot, "retrieved" | "standing">,
  memoryTokens: Tokens,
  attachOver: Tokens,
): Preamble | null {
  const most = attachOver * roomPart;
  // The room that the prefix has left is for memories alone.
  const own = Math.max(0, standing?.left ?? 0);
  const room = memoryTokens === 0 ? 0 : Math.min(most, memoryTokens + own);
  const needed = showNeeded(renderer, retrieved, standing, room);
  const rest = room - renderer.count(needed.text);
  const looked = showFitting(
    renderer,
    retrieved.filter(({ memory }) => memory === undefined),
    Math.min(memoryTokens, rest),
  );
  const shown = [...needed.shown, ...looked.shown];
  if (shown.length === 0) return null;
  const seqs = shown.flatMap(({ seq }) => seq ?? []);
  const pointers = shown.flatMap(({ seq, pointer }) => (seq === null ? [pointer] : []));
  const sources = shown.flatMap(({ id, summarised }) => summarised ?? [id]);
  const lanes = [...new Set(shown.flatMap(({ lane }) => lane ?? []))];
  const from = { sources, ...(looked.parts.length > 0 && { parts: looked.parts }), ...(lanes.length > 0 && { lanes }) };
  const text = [needed.text, looked.text].filter((each) => each !== "").join("\n");
  return { layer: "memories", text, ...from, seqs, pointers, reasons: groupReasons(shown) };
}

/** Shows the memories that the prefix lacks. A compaction rewrites the prefix, which may then contain more. */
function showNeeded(
  renderer: Renderer,
  retrieved: readonly RetrievedEntry[],
  standing: StandingMemories | undefined,
  room: Tokens,
): { readonly text: string; readonly shown: readonly RetrievedEntry[] } {
  const told = new Set(standing?.shown.map(({ entry }) => entry));
  const remembered = retrieved.filter(({ memory, id }) => memory !== undefined && !told.has(id));
  const lines = remembered.flatMap(({ memory }) => memory ?? []);
  const { text, shown } = writeNeeded(renderer, lines, { person: standing?.person ?? null, room });
  return { text, shown: remembered.filter((_, place) => shown.has(place)) };
}

interface Fitting {
  readonly shown: readonly RetrievedEntry[];
  readonly text: string;
  /** Those that are shown in part. */
  readonly parts: readonly RetrievedEntry["id"][];
}

function showFitting(renderer: Renderer, retrieved: readonly RetrievedEntry[], limit: Tokens): Fitting {
  const first = takeFitting(renderer, retrieved, { limit, room: limit });
  // Each was counted alone; together they come to less, or to a little more.
  const spare = limit - renderer.count(renderMemories(renderer, first, limit));
  let shown = spare < leastTokens ? first : takeFitting(renderer, retrieved, { limit, room: limit + spare });
  let text = renderMemories(renderer, shown, limit);
  while (shown.length > 0 && renderer.count(text) > limit) {
    shown = shown.slice(0, -1);
    text = renderMemories(renderer, shown, limit);
  }
  const parts = shown.flatMap((each) => (isPart(renderer, each, limit) ? [each.id] : []));
  return { shown, text: shown.length === 0 ? "" : text, parts };
}

function groupReasons(shown: readonly RetrievedEntry[]): readonly PreambleReason[] {
  const groups = new Map<string, PreambleReason & { readonly pointers: string[] }>();
  for (const { pointer, lane, because } of shown) {
    const key = `${lane ?? ""} ${because}`;
    const group = groups.get(key) ?? { pointers: [], because, ...(lane === null ? {} : { lane }) };
    groups.set(key, group);
    group.pointers.push(pointer);
  }
  return [...groups.values()];
}

/** Best first. One that does not fit is passed over, and so is one that only repeats a line. `limit` is what shortens them. */
function takeFitting(
  renderer: Renderer,
  retrieved: readonly RetrievedEntry[],
  { limit, room }: { readonly limit: Tokens; readonly room: Tokens },
): readonly RetrievedEntry[] {
  const shown: RetrievedEntry[] = [];
  const headed = new Set<string>();
  const said = new Set<string>();
  let left = room - renderer.count(enclose("found", {}, "\n"));
  for (const each of retrieved) {
    if (left < leastTokens) break;
    const line = renderLine(renderer, each, limit);
    const folded = foldRepeat(line);
    if (said.has(folded)) continue;
    const heading = `${each.lane ?? ""} ${renderDay(renderer, each.at)}`;
    const cost =
      renderer.count(line) +
      1 +
      (headed.has(heading) && each.lane === null ? 0 : renderer.count(renderHeading(renderer, each)) + 1);
    if (cost > left) continue;
    left -= cost;
    headed.add(heading);
    said.add(folded);
    shown.push(each);
  }
  return shown;
}

/** No line is shorter. */
const leastTokens: Tokens = 6;

function renderMemories(renderer: Renderer, shown: readonly RetrievedEntry[], limit: Tokens): string {
  const ordered = shown.toSorted(
    (a, b) => compareTexts(a.lane ?? "", b.lane ?? "") || a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0),
  );
  const lines: string[] = [];
  let before: RetrievedEntry | null = null;
  for (const each of ordered) {
    if (before === null || !isSameConversation(renderer, before, each)) lines.push(renderHeading(renderer, each));
    lines.push(renderLine(renderer, each, limit));
    before = each;
  }
  return enclose("found", {}, `\n${lines.join("\n")}\n`);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An entry of another lane keeps its own heading, because the heading has its pointer. */
function isSameConversation(renderer: Renderer, before: RetrievedEntry, next: RetrievedEntry): boolean {
  return before.lane === null && next.lane === null && renderDay(renderer, before.at) === renderDay(renderer, next.at);
}

function renderDay(renderer: Renderer, at: Instant): string {
  return renderer.time(at).replace(/ .*$/, "");
}

function renderHeading(renderer: Renderer, { at, lane, pointer, summarised }: RetrievedEntry): string {
  const place = lane === null ? "" : ` in ${escapeText(lane)} ${pointer}`;
  return `[${summarised === undefined ? "" : "summary, "}${renderer.time(at)}${place}]`;
}

function isPart(renderer: Renderer, { text, isExcerpt }: RetrievedEntry, limit: Tokens): boolean {
  return isExcerpt === true || readShort(renderer, text, limit) === null;
}

/** The whole of a text that takes at most half of the room; else null. */
function readShort(renderer: Renderer, text: Text, limit: Tokens): string | null {
  return renderer.tokens(text) <= limit / 2 ? renderer.whole(text) : null;
}

function renderLine(
  renderer: Renderer,
  { by, pointer, text, isExcerpt, summarised }: RetrievedEntry,
  limit: Tokens,
): string {
  const short = { ...renderer, preview: Math.min(renderer.preview, Math.floor(limit / 4)) };
  const whole = readShort(renderer, text, limit);
  const isShort = whole !== null;
  const words = isShort ? escapeText(whole) : renderEnds(short, text, { open: pointer });
  const more = isExcerpt === true && isShort ? ` (${pointer})` : "";
  const who = summarised === undefined ? `${nameMemorySpeaker(renderer, by)}: ` : indent;
  return `${who}${words.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, `$&${indent}`)}${more}`;
}

const indent = "  ";
