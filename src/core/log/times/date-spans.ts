/** The times that a question names: days, months and years, and days counted from now. */

import { defer } from "../../text/defer.js";
import type { Instant } from "../keys.js";

export interface DateSpan {
  readonly from: Instant;
  /** The first instant after it. */
  readonly to: Instant;
  /** How exactly it is named. What happened on a day is told in the days after it. */
  readonly unit: "day" | "week" | "month" | "year";
}

const dayMs = 86_400_000;
const languages = ["en", "de", "fr", "es", "ru", "it", "pt", "nl"];

export function readDateSpans(question: string, now: Instant): readonly DateSpan[] {
  const text = question.normalize("NFKC").toLowerCase();
  return [
    ...readWrittenDates(text, now),
    ...readNamedMonths(text, now),
    ...readYears(text),
    ...readRelative(text, now),
  ];
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
      if (isWithin || (after >= 0 && after <= 9)) return 1;
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

/** 2023-05-08, 8.5.2023, 2023年5月8日, 5月. */
function readWrittenDates(text: string, now: Instant): readonly DateSpan[] {
  const iso = [...text.matchAll(/(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g)];
  const dotted = [...text.matchAll(/(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g)];
  const eastern = [...text.matchAll(/(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号號])?/g)];
  return [
    ...iso.flatMap(([, year, month, day]) => makeDay(Number(year), Number(month) - 1, Number(day))),
    ...dotted.flatMap(([, day, month, year]) => makeDay(Number(year), Number(month) - 1, Number(day))),
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
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).join("|");
  const day = "(?:(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s+(?:of\\s+|de\\s+)?)?";
  const after = "(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?";
  const year = "(?:,?\\s+(?:of\\s+|de\\s+|del\\s+)?(\\d{4}))?";
  return { byName, pattern: new RegExp(`(?<![\\p{L}\\p{N}])${day}(${names})${after}${year}(?![\\p{L}])`, "gu") };
});

/** Months that are other words too count only with a day, a year or a preposition. */
const doubtful = /^(?:may|march|mars|mai|set)$/;
const placed = /(?:^|\s)(?:in|im|en|em|of|since|until|during|last|this|seit|bis|de|a|au)\s+$/u;

function readNamedMonths(text: string, now: Instant): readonly DateSpan[] {
  const { byName, pattern } = monthNames();
  return [...text.matchAll(pattern)].flatMap((found) => {
    const [, before, name = "", after, year] = found;
    const day = before ?? after;
    const month = byName.get(name) ?? -1;
    const isBare = day === undefined && year === undefined;
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

/** Phrases, and the days back from today at which what they name begins and ends. */
const relative: readonly (readonly [RegExp, DateSpan["unit"], number, number])[] = [
  [
    /\b(?:today|this morning|tonight)\b|\bheute\b|aujourd['’]hui|\bce matin\b|\bhoy\b|сегодня|今天|今早|今晚/u,
    "day",
    0,
    -1,
  ],
  [/\b(?:yesterday|last night)\b|\bgestern\b|\bhier\b|\bayer\b|\banoche\b|вчера|昨天|昨晚/u, "day", 1, 0],
  [/the day before yesterday|\bvorgestern\b|avant-hier|\banteayer\b|позавчера|前天/u, "day", 2, 1],
  [/\bthis week\b|\bdiese[rn]? woche\b|cette semaine|esta semana|на этой неделе|这周|本周|这个星期/u, "week", 6, -1],
  [
    /\blast week\b|letzte[rn]? woche|la semaine derni[eè]re|la semana pasada|на прошлой неделе|上周|上个星期|上星期/u,
    "week",
    14,
    0,
  ],
  [
    /\blast weekend\b|letztes wochenende|le week-end dernier|el fin de semana pasado|в прошлые выходные|上周末/u,
    "week",
    9,
    0,
  ],
  [/\blast month\b|letzten monat|le mois dernier|el mes pasado|в прошлом месяце|上个月/u, "month", 60, 0],
  [/\bthis month\b|diesen monat|ce mois-ci|este mes|в этом месяце|这个月|本月/u, "month", 31, -1],
  [/\blast year\b|letztes jahr|l['’]an(?:née)? derni[eè]re?|el a[ñn]o pasado|в прошлом году|去年/u, "year", 730, 0],
];

const counted: readonly (readonly [RegExp, number, DateSpan["unit"]])[] = [
  [
    /(\d+|a|two|three|four|five|six) days? ago|vor (\d+|zwei|drei|vier|fünf|sechs) tagen|il y a (\d+|deux|trois|quatre|cinq|six) jours|hace (\d+|dos|tres|cuatro|cinco|seis) d[ií]as|(\d+|два|три|четыре|пять|шесть) (?:дня|дней) назад|(\d+|[两三四五六])天前/u,
    1,
    "day",
  ],
  [
    /(\d+|a|two|three|four) weeks? ago|vor (\d+|einer|zwei|drei|vier) wochen?|il y a (\d+|une|deux|trois|quatre) semaines?|hace (\d+|una|dos|tres|cuatro) semanas?|(\d+|две|три|четыре)? ?недел[юи] назад|(\d+|[一两三四])(?:周|个星期)前/u,
    7,
    "week",
  ],
];

const figures: ReadonlyMap<string, number> = new Map(
  [
    "a einer une una 一",
    "two zwei deux dos два две 两",
    "three drei trois tres три 三",
    "four vier quatre cuatro четыре 四",
    "five fünf cinq cinco пять 五",
    "six sechs seis шесть 六",
  ].flatMap((words, index) => words.split(" ").map((word): [string, number] => [word, index + 1])),
);

function readRelative(text: string, now: Instant): readonly DateSpan[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const named = relative.flatMap(([phrase, unit, back, until]): readonly DateSpan[] =>
    phrase.test(text) ? [{ from: today - back * dayMs, to: today - until * dayMs, unit }] : [],
  );
  const ago = counted.flatMap(([phrase, days, unit]): readonly DateSpan[] => {
    const found = phrase.exec(text);
    if (found === null) return [];
    const figure = found.slice(1).find((each) => each !== undefined) ?? "1";
    const back = days * (figures.get(figure) ?? Number(figure));
    if (!Number.isFinite(back) || back > 3_650) return [];
    const spread = unit === "day" ? 0 : 4;
    return [{ from: today - (back + spread) * dayMs, to: today - (back - spread - 1) * dayMs, unit }];
  });
  return [...named, ...ago];
}
