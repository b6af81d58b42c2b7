/** Reads a lane as people do, a page at a time: the messages in order, with one line for each run of tool calls. */

import { renderPlainText } from "@clewline/core/log/entry.js";
import type { Instant, LaneRef, Tokens } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../../engine.js";
import { readZone } from "../../growth/session-zone.js";
import {
  type CurrentEntry,
  describeSource,
  isSpoken,
  listCurrentEntries,
  listSpokenParts,
} from "../../intake/current-entries.js";
import { readEntryTexts } from "../recall.js";

export interface PageQuery {
  /** Where to read: the end of the lane, around an entry, before it or after it. */
  readonly place: "newest" | { readonly seq: number; readonly side: "around" | "before" | "after" };
  /** Messages at most; tool calls don't count. */
  readonly most: number;
  readonly limit: Tokens;
  readonly surface: string | null;
  /** Leaves out entries before this time; without it, all are shown. */
  readonly since?: Instant | null;
}

export interface ConversationPage {
  readonly text: string;
  /** Pointer of the entry to continue before; null at the beginning of the lane. */
  readonly before: string | null;
  /** Pointer of the entry to continue after; null at its end. */
  readonly after: string | null;
}

export async function readConversationPage(opened: Engine, ref: LaneRef, query: PageQuery): Promise<ConversationPage> {
  const engine = { ...opened, zone: await readZone(opened, ref) };
  const { place, most, limit, surface, since = null } = query;
  const lane = { engine, ref, surface, since };
  const { last } = await engine.store.read(ref, 1, null);
  const back = (from: number, room: Room) => walkLane(lane, { from, to: 1, step: -1 }, room);
  const on = (from: number, room: Room) => walkLane(lane, { from, to: last, step: 1 }, room);
  if (place === "newest") return makePage(engine, ref, await back(last, { most, limit }), nowhere);
  if (place.side === "before") return makePage(engine, ref, await back(place.seq - 1, { most, limit }), elsewhere);
  if (place.side === "after") return makePage(engine, ref, elsewhere, await on(place.seq + 1, { most, limit }));
  const earlier = await back(place.seq - 1, { most: Math.floor(most / 2), limit: Math.floor(limit / 2) });
  const left = { most: Math.max(1, most - earlier.messages), limit: limit - earlier.tokens };
  return makePage(engine, ref, earlier, await on(place.seq, left));
}

interface Room {
  readonly most: number;
  readonly limit: Tokens;
}

/** Neighbouring entries of one row: a message alone, or a run of calls and results. */
interface Row {
  readonly first: CurrentEntry;
  readonly last: CurrentEntry;
  readonly text: string;
}

interface WalkResult {
  /** Oldest first. */
  readonly rows: readonly Row[];
  readonly messages: number;
  readonly tokens: Tokens;
  /** Whether the walk reached the end of the lane on its side. */
  readonly isDone: boolean;
}

/** For a direction without a walk: nothing lies there; or something does, and is left out. */
const nowhere: WalkResult = { rows: [], messages: 0, tokens: 0, isDone: true };
const elsewhere: WalkResult = { ...nowhere, isDone: false };

/** A lane, and the surface that reads it. */
interface ReadLane {
  readonly engine: Engine;
  readonly ref: LaneRef;
  readonly surface: string | null;
  readonly since: Instant | null;
}

interface Way {
  readonly from: number;
  readonly to: number;
  readonly step: 1 | -1;
}

/** Entries to read at a time, and for one page. */
const [batch, reach] = [100, 2_000];

/** Collects rows along the way, as many as there is room for. */
async function walkLane(lane: ReadLane, way: Way, room: Room): Promise<WalkResult> {
  const { engine } = lane;
  const rows: Row[] = [];
  let [messages, tokens, read] = [0, 0, 0];
  const walked = (isDone: boolean): WalkResult => ({
    rows: way.step === 1 ? rows : rows.toReversed(),
    messages,
    tokens,
    isDone,
  });
  for (let seq = way.from; (way.to - seq) * way.step >= 0; seq += way.step * batch) {
    if (read >= reach && rows.length > 0) return walked(false);
    read += batch;
    for (const run of await readRuns(lane, way, seq)) {
      const isMessage = run[0].entry.kind === "said";
      const row = await renderRow(engine, run);
      const cost = countTokens(row.text, engine.fns.calibration) + 1;
      const isFull = (isMessage && messages >= room.most) || tokens + cost > room.limit;
      if (isFull && (rows.length > 0 || room.most === 0)) return walked(false);
      rows.push(row);
      messages += Number(isMessage);
      tokens += cost;
    }
  }
  return walked(true);
}

/** The next runs in the direction of the way, in its order. */
async function readRuns(
  { engine, ref, surface, since }: ReadLane,
  { to, step }: Way,
  seq: number,
): Promise<readonly Run[]> {
  const end = step === 1 ? Math.min(to, seq + batch - 1) : Math.max(to, seq - batch + 1);
  const entries = await engine.store.range(ref, Math.min(seq, end), Math.max(seq, end));
  const current = await listCurrentEntries(engine, ref, entries, surface);
  const runs = groupRuns(current.filter((each) => isShown(each) && (since === null || each.entry.at >= since)));
  return step === 1 ? runs : runs.toReversed();
}

function isShown(standing: CurrentEntry): boolean {
  const { kind } = standing.entry;
  return kind === "called" || kind === "returned" || isSpoken(standing);
}

type Run = readonly [CurrentEntry, ...CurrentEntry[]];

function groupRuns(standing: readonly CurrentEntry[]): readonly Run[] {
  const runs: [CurrentEntry, ...CurrentEntry[]][] = [];
  for (const each of standing) {
    const run = runs.at(-1);
    if (run === undefined || run[0].entry.kind === "said" || each.entry.kind === "said") runs.push([each]);
    else run.push(each);
  }
  return runs;
}

async function renderRow(engine: Engine, run: Run): Promise<Row> {
  const [first] = run;
  const text = first.entry.kind === "said" ? await renderMessageText(engine, first) : renderToolRun(engine, run);
  return { first, last: run.at(-1) ?? first, text };
}

/** Characters of a message to show; its pointer opens the rest. */
const messageRoom = 1_200;

/** Indents all lines but the first, so that none of them reads like another message. */
async function renderMessageText(engine: Engine, standing: CurrentEntry): Promise<string> {
  const { ref, entry, version } = standing;
  const head = `${makePointer("e", ref, version.seq, engine.fns.hash)} ${makeTimeFormatter(engine.zone)(entry.at)}`;
  const edited = version.id === entry.id ? "" : " (edited)";
  const said = await readSpokenText(engine, standing);
  const shown = said.slice(0, messageRoom).replace(/[\uD800-\uDBFF]$/, "");
  const cut =
    shown.length < said.length ? `… [${shown.length} of ${said.length} characters: recall shows the rest]` : "";
  const lines = `${shown}${cut}`.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  return `${head} ${describeSource(engine, standing)}${edited}: ${lines.join("\n  ")}`;
}

async function readSpokenText(engine: Engine, standing: CurrentEntry): Promise<string> {
  const parts = listSpokenParts(standing);
  if (parts.every((part) => part.kind === "file" || typeof part.text === "string"))
    return renderPlainText(parts).trim();
  const { version } = standing;
  const spoken = version.kind === "said" || version.kind === "revised" ? { ...version, parts } : version;
  return ((await readEntryTexts(engine, standing.ref, [spoken]))[0] ?? "").trim();
}

function renderToolRun(engine: Engine, run: Run): string {
  const [{ ref, entry }] = run;
  const counts = new Map<string, number>();
  for (const { entry: each } of run) {
    if (each.kind === "called") counts.set(each.tool, (counts.get(each.tool) ?? 0) + 1);
  }
  const calls = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const names = [...counts]
    .slice(0, 8)
    .map(([tool, count]) => `${shortenToolName(tool)}${count > 1 ? ` ${count}` : ""}`);
  const head = `${makePointer("s", ref, entry.seq, engine.fns.hash)} ${makeTimeFormatter(engine.zone)(entry.at)}`;
  const listed = names.length === 0 ? "" : `: ${names.join(", ")}${counts.size > names.length ? ", …" : ""}`;
  return `${head} [${calls === 1 ? "1 tool call" : `${calls} tool calls`}${listed}]`;
}

function shortenToolName(tool: string): string {
  return tool.slice(0, 60).replace(/[\s\p{Cc}\p{Cf}]+/gu, " ");
}

function makePage(engine: Engine, ref: LaneRef, earlier: WalkResult, later: WalkResult): ConversationPage {
  const rows = [...earlier.rows, ...later.rows];
  const pointer = (standing: CurrentEntry | undefined) =>
    standing === undefined ? null : makePointer("e", ref, standing.entry.seq, engine.fns.hash);
  return {
    text: rows.map(({ text }) => text).join("\n"),
    before: earlier.isDone ? null : pointer(rows[0]?.first),
    after: later.isDone ? null : pointer(rows.at(-1)?.last),
  };
}
