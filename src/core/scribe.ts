import type { Piece } from "./block.js";
import type { Text } from "./entry.js";
import { escapeText, mark } from "./fence.js";
import type { Form } from "./form.js";
import { canonical, type Json } from "./json.js";
import type { Instant, Pointer, Tokens } from "./keys.js";
import { pointerTo } from "./pointer.js";
import type { Policy } from "./policy.js";
import type { Content } from "./request.js";
import type { Kit, Snapshot } from "./snapshot.js";
import { countTokens } from "./tokens.js";

/** What a provider adds around each call and result besides their text. */
export const callOverhead: Tokens = 8;

/** Writes pieces for one view: knows its lane's pointers, zone, people, token counter and limits. */
export interface Scribe {
  readonly policy: Policy;
  /** Tokens of head and tail together where a text is shown by its ends. */
  readonly preview: Tokens;
  readonly snapshot: Snapshot;
  /** Entries that the view shows because they were looked up, by seq. */
  readonly retrieved: ReadonlySet<number>;
  count(text: string): Tokens;
  pointer(kind: "e" | "s", seq: number): Pointer;
  time(instant: Instant): string;
  name(address: string): string;
  /** The whole text, or null where its bytes were not handed in. */
  whole(text: Text): string | null;
  tokens(text: Text): Tokens;
}

export function scribeFor(snapshot: Snapshot, policy: Policy, kit: Kit): Scribe {
  const clock = clockIn(snapshot.zone);
  const count = (text: string) => countTokens(text, kit.calibration);
  const whole = (text: Text) => (typeof text === "string" ? text : (snapshot.blobs.get(text.blob) ?? null));
  const pointer = (kind: "e" | "s", seq: number) => pointerTo(kind, snapshot.ref, seq, kit.hash);
  return {
    policy,
    preview: policy.preview,
    snapshot,
    retrieved: new Set(),
    count,
    pointer,
    time: clock,
    name: (address) => snapshot.people.get(address) ?? address,
    whole,
    tokens: (text) => (typeof text === "string" ? count(text) : text.tokens),
  };
}

/** Whether a text would become shorter if it were shown by its ends. */
export function isLong(scribe: Scribe, text: Text): boolean {
  return scribe.tokens(text) > scribe.preview * 2;
}

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}]*$/u.test(text);
}

/** Whether a form shows a text by its ends. */
export function isCutBy(scribe: Scribe, text: Text, form: Form): boolean {
  const limit = characterLimit(scribe, form);
  if (limit !== null) return lengthOf(text) > limit;
  return form !== "full" && isLong(scribe, text);
}

function lengthOf(text: Text): number {
  return typeof text === "string" ? text.length : text.chars;
}

/** Texts are cut to this many characters once a provider has refused a view, or nothing else makes room. */
const emergencyLength = 10_000;

/** Some forms count characters, because the limits that they stand for do. */
function characterLimit(scribe: Scribe, form: Form): number | null {
  if (form === "capped") return scribe.policy.capOver;
  if (form === "trimmed") return scribe.policy.replyCharacters;
  return form === "clipped" ? emergencyLength : null;
}

/** Head, a mark with the pointer and the file that holds the whole, tail. Escaped. */
export function endsOf(scribe: Scribe, text: Text, open: Pointer, form: Form = "spilled", file?: string): string {
  const whole = scribe.whole(text);
  const [head, tail] = whole === null && typeof text !== "string" ? [text.head, text.tail] : [whole ?? "", whole ?? ""];
  const [start, end] = endsWithin(scribe, head, tail, characterLimit(scribe, form));
  const hidden = lengthOf(text) - start.length - end.length;
  if (hidden <= 0 && whole !== null) return escapeText(whole);
  const cut = mark("cut", { characters: hidden, open, ...(file === undefined ? {} : { file }) });
  return `${escapeText(start)}\n${cut}\n${escapeText(end)}`;
}

export function textPiece(scribe: Scribe, text: string): Piece {
  return { content: { type: "text", text }, tokens: scribe.count(text) };
}

/** A call or a result: its JSON or text, its tool's name, and what the provider puts around them. */
export function toolPiece(scribe: Scribe, content: Content, tool: string, body: Json): Piece {
  const text = typeof body === "string" ? body : canonical(body);
  return { content, tokens: scribe.count(text) + scribe.count(tool) + callOverhead };
}

/** Building a format takes longer than most views; there are only as many as there are zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(zone, format);
  return format;
}

/** `2026-11-15 10:22` in the zone. An instant that is no date reads "unknown". */
export function clockIn(zone: string): (instant: Instant) => string {
  const format = formatIn(zone);
  return (instant) => {
    if (!Number.isFinite(instant) || Math.abs(instant) > 8.64e15) return "unknown";
    const minute = `${Math.floor(instant / 60_000)} ${zone}`;
    const known = readings.get(minute);
    if (known !== undefined) return known;
    const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const reading = `${part.get("year")}-${part.get("month")}-${part.get("day")} ${part.get("hour")}:${part.get("minute")}`;
    if (readings.size >= mostReadings) readings.clear();
    readings.set(minute, reading);
    return reading;
  };
}

/** The same few hundred minutes are read again for every plan of every view, and reading one is slow. */
const readings = new Map<string, string>();
const mostReadings = 10_000;

function endsWithin(scribe: Scribe, head: string, tail: string, characters: number | null): readonly [string, string] {
  if (characters !== null)
    return [headOf(head, Math.floor((characters * 2) / 3)), tailOf(tail, Math.floor(characters / 3))];
  return [headWithin(head, (scribe.preview * 2) / 3, scribe.count), tailWithin(tail, scribe.preview / 3, scribe.count)];
}

/** A cut through a surrogate pair would leave half a character, so that goes too. */
function headOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function tailOf(text: string, length: number): string {
  return text.slice(Math.max(0, text.length - length)).replace(/^[\uDC00-\uDFFF]/, "");
}

function headWithin(text: string, limit: Tokens, count: (text: string) => Tokens): string {
  return shrink(limit, (length) => headOf(text, length), count);
}

function tailWithin(text: string, limit: Tokens, count: (text: string) => Tokens): string {
  return shrink(limit, (length) => tailOf(text, length), count);
}

/** The longest of a few deterministic tries that fits; each try is smaller by the factor that it was over. */
function shrink(limit: Tokens, take: (length: number) => string, count: (text: string) => Tokens): string {
  let length = Math.ceil(limit * 4);
  for (;;) {
    const piece = take(length);
    const tokens = count(piece);
    if (tokens <= limit || length <= 1) return tokens <= limit ? piece : "";
    length = Math.min(length - 1, Math.floor((Math.min(length, piece.length) * limit) / tokens));
  }
}
