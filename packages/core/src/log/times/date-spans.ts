/** The times that a question names: days, months and years, and days counted from now. */
import { defer } from "@clewline/text/defer.js";
import type { Instant } from "../keys.js";
import { makeTimeFormatter } from "../time-formatter.js";
import type { DateSpan } from "./date-span.js";
import { readRelative } from "./relative-dates.js";

const dayMs = 86_400_000;
const languages = ["en", "de", "fr", "es", "ru", "it", "pt", "nl"];

/** Days begin at midnight in the zone. */
export function readDateSpans(question: string, now: Instant, zone = "UTC"): readonly DateSpan[] {
  const text = question.normalize("NFKC").toLowerCase();
  const today = readAsUtc(now, zone);
  const spans = [
    ...readWrittenDates(text, today),
    ...readNamedMonths(text, today),
    ...readYears(text),
    ...readRelative(text, today),
  ];
  return spans.map(({ from, to, unit }) => ({ from: readInZone(from, zone), to: readInZone(to, zone), unit }));
}

/** Past times that a question may ask about. Today and later days are left out, as in "what is on today?". */
export function readAskedSpans(question: string, now: Instant, zone = "UTC"): readonly DateSpan[] {
  return readDateSpans(question, now, zone).filter(({ unit, to }) => unit !== "day" || to <= now);
}

/** Whether it is within one of them. */
export function isWithinSpans(spans: readonly DateSpan[], at: Instant): boolean {
  return spans.some(({ from, to }) => at >= from && at < to);
}

/** How well a time fits: 1 within, less near it. */
export function scoreDate(spans: readonly DateSpan[], at: Instant): number {
  return spans.reduce((best, span) => Math.max(best, scoreSpan(span, at)), 0);
}

function scoreSpan({ from, to, unit }: DateSpan, at: Instant): number {
  const [before, after] = [(from - at) / dayMs, (at - to) / dayMs];
  const isWithin = at >= from && at < to;
  switch (unit) {
    case "day":
      if (isWithin) return 1;
      // People report a day's events in the days after it.
      if (after >= 0 && after <= 9) return 0.8;
      return Math.max(before, after) <= 7 ? 0.6 : Math.max(before, after) <= 20 ? 0.2 : 0;
    case "week":
      return isWithin ? 1 : after >= 0 && after <= 5 ? 0.6 : 0;
    case "month":
      return isWithin ? 1 : after >= 0 && after <= 7 ? 0.5 : 0;
    case "year":
      return isWithin ? 0.5 : 0;
    default:
      return unit satisfies never;
  }
}

function makeDay(year: number, month: number, day: number): readonly DateSpan[] {
  const from = Date.UTC(year, month, day);
  const isReal = month >= 0 && month < 12 && new Date(from).getUTCDate() === day;
  return isReal ? [{ from, to: from + dayMs, unit: "day" }] : [];
}

/** 2023-05-08, 2023/05/08, 8.5.2023, "am 8.5.", 5/8/2023 as either, 2023年5月8日, 5月. */
function readWrittenDates(text: string, now: Instant): readonly DateSpan[] {
  const iso = [...text.matchAll(/(?<!\d)(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d)/g)];
  const dotted = [...text.matchAll(/(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g)];
  const bare = [...text.matchAll(/(?<!\p{L})(?:am|vom|den|seit|bis|zum)\s+(\d{1,2})\.(\d{1,2})\.(?!\d)/gu)];
  const slashed = [...text.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g)];
  const eastern = [...text.matchAll(/(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号號])?/g)];
  return [
    ...iso.flatMap(([, year, , month, day]) => makeDay(Number(year), Number(month) - 1, Number(day))),
    ...dotted.flatMap(([, day, month, year]) => makeDay(Number(year), Number(month) - 1, Number(day))),
    ...bare.flatMap(([, day, month]) =>
      listYears(undefined, now).flatMap((year) => makeDay(year, Number(month) - 1, Number(day))),
    ),
    ...slashed.flatMap(([, one, other, year]) => [
      ...makeDay(Number(year), Number(one) - 1, Number(other)),
      ...(one === other ? [] : makeDay(Number(year), Number(other) - 1, Number(one))),
    ]),
    ...eastern.flatMap(([, year, month, day]) =>
      listYears(year, now).flatMap((each) =>
        day === undefined ? makeMonth(each, Number(month) - 1) : makeDay(each, Number(month) - 1, Number(day)),
      ),
    ),
  ];
}

function makeMonth(year: number, month: number): readonly DateSpan[] {
  if (month < 0 || month > 11) return [];
  return [{ from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1), unit: "month" }];
}

/** A month without a year is of this year or of the one before. */
function listYears(named: string | undefined, now: Instant): readonly number[] {
  const current = new Date(now).getUTCFullYear();
  return named === undefined ? [current, current - 1] : [Number(named)];
}

interface MonthNames {
  readonly byName: ReadonlyMap<string, number>;
  /** Abbreviations, which are other words too: they count with a day. */
  readonly short: ReadonlySet<string>;
  readonly pattern: RegExp;
}

const monthNames = defer((): MonthNames => {
  const byName = new Map<string, number>();
  for (const language of languages) {
    const forms: readonly Intl.DateTimeFormatOptions[] = [{ month: "long" }, { month: "long", day: "numeric" }];
    for (let month = 0; month < 12; month++) {
      const at = Date.UTC(2023, month, 15);
      for (const form of forms) {
        const parts = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" }).formatToParts(at);
        const name = parts.find(({ type }) => type === "month")?.value.toLowerCase();
        if (name !== undefined) byName.set(name, month);
      }
    }
  }
  // The Russian locative, which dates don't have: "в мае".
  for (const [name, month] of [...byName]) if (/[ьй]$/u.test(name)) byName.set(`${name.slice(0, -1)}е`, month);
  for (const name of ["март", "август"]) byName.set(`${name}е`, byName.get(name) ?? 0);
  const short = new Set<string>();
  for (const language of languages.slice(0, 5)) {
    for (let month = 0; month < 12; month++) {
      const name = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(
        Date.UTC(2023, month, 15),
      );
      const bare = name.toLowerCase().replace(/\.$/, "");
      // "5 ago" is more often the end of a phrase than a day in August.
      if (byName.has(bare) || bare === "ago") continue;
      byName.set(bare, month);
      short.add(bare);
    }
  }
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).join("|");
  const day = "(?:(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s+(?:of\\s+|de\\s+)?)?";
  const after = "(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?";
  const year = "(?:,?\\s+(?:of\\s+|de\\s+|del\\s+)?(\\d{4}))?";
  return {
    byName,
    short,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${day}(${names})\\.?${after}${year}(?![\\p{L}])`, "gu"),
  };
});

/** Months that are other words too count only with a day, a year or a preposition. */
const doubtful = /^(?:may|march|mars|mai|set)$/;
const placed = /(?:^|\s)(?:in|im|en|em|of|since|until|during|last|this|seit|bis|de|a|au)\s+$/u;

function readNamedMonths(text: string, now: Instant): readonly DateSpan[] {
  const { byName, short, pattern } = monthNames();
  return [...text.matchAll(pattern)].flatMap((found) => {
    const [, before, name = "", after, year] = found;
    const day = before ?? after;
    const month = byName.get(name) ?? -1;
    const isBare = day === undefined && year === undefined;
    if (day === undefined && short.has(name)) return [];
    if (isBare && doubtful.test(name) && !placed.test(text.slice(0, found.index))) return [];
    return listYears(year, now).flatMap((each) =>
      day === undefined ? makeMonth(each, month) : makeDay(each, month, Number(day)),
    );
  });
}

/** A year that stands alone. */
function readYears(text: string): readonly DateSpan[] {
  const years = [
    ...text.matchAll(
      /(?:in|im|en|em|during|since|seit|depuis|в|of|early|late)\s+((?:19|20)\d\d)(?![\d-])|((?:19|20)\d\d)年(?!\d)/gu,
    ),
  ];
  return years.map(([, spaced, eastern]) => {
    const year = Number(spaced ?? eastern);
    return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1), unit: "year" };
  });
}

/** Converts an instant to the wall clock's time in the zone, as if the zone were UTC. `readInZone` converts back. */
function readAsUtc(at: Instant, zone: string): Instant {
  return at + findOffset(at, zone);
}

/** The instant at which the wall clock shows this. Where it is set back, the first; where it is set forward, one near it. */
function readInZone(shown: Instant, zone: string): Instant {
  const near = shown - findOffset(shown, zone);
  return shown - findOffset(near, zone);
}

function findOffset(at: Instant, zone: string): number {
  if (zone === "UTC") return 0;
  const shown = Date.parse(`${makeTimeFormatter(zone)(at).replace(" ", "T")}Z`);
  return Number.isFinite(shown) ? shown - Math.floor(at / 60_000) * 60_000 : 0;
}
