/** Days, weeks and months counted from today, and days of the week. */
import { defer } from "@clewline/text/defer.js";
import type { Instant } from "../keys.js";
import type { DateSpan } from "./date-span.js";

const dayMs = 86_400_000;

/** `now` is as the wall clock shows it. */
export function readRelative(text: string, now: Instant): readonly DateSpan[] {
  const today = Math.floor(now / dayMs) * dayMs;
  return [...readPhrases(text, today), ...readCounted(text, today), ...readWeekdays(text, today)];
}

/** Phrases, and from when to when, in days from today; before one that is part of it. */
const phrases: readonly (readonly [RegExp, DateSpan["unit"], (today: Date) => readonly [from: number, to: number]])[] =
  [
    [
      /the day before yesterday|\bvorgestern\b|avant-hier|\banteayer\b|\bantier\b|antes de ayer|позавчера|前天/u,
      "day",
      () => [-2, -1],
    ],
    [
      /\b(?:today|this morning|tonight)\b|\bheute\b|aujourd['’]hui|\bce matin\b|\bhoy\b|сегодня|今天|今早|今晚/u,
      "day",
      () => [0, 1],
    ],
    [/\b(?:yesterday|last night)\b|\bgestern\b|\bhier\b|\bayer\b|\banoche\b|вчера|昨天|昨晚/u, "day", () => [-1, 0]],
    [
      /\blast weekend\b|letztes wochenende|le week-end dernier|el fin de semana pasado|в прошлые выходные|上周末/u,
      "week",
      // On a Sunday, "last weekend" may be this one.
      (today) => [
        -countFromMonday(today) - (today.getUTCDay() === 6 ? 2 : 3),
        today.getUTCDay() === 0 ? 1 : -countFromMonday(today),
      ],
    ],
    [
      /\bthis week\b|\bdiese[rn]? woche\b|cette semaine|esta semana|на этой неделе|这周|本周|这个星期/u,
      "week",
      (today) => [-countFromMonday(today) - 1, 1],
    ],
    [
      /\blast week\b|letzte[rn]? woche|la semaine derni[eè]re|la semana pasada|на прошлой неделе|上周|上个星期|上星期/u,
      "week",
      // Some begin the week on Sunday.
      (today) => [-countFromMonday(today) - 8, -countFromMonday(today)],
    ],
    [
      /\blast month\b|letzten monat|le mois dernier|el mes pasado|в прошлом месяце|上个月/u,
      "month",
      (today) => [countTo(today, makeMonth(today, -1)), countTo(today, makeMonth(today, 0))],
    ],
    [
      /\bthis month\b|diesen monat|ce mois-ci|este mes|в этом месяце|这个月|本月/u,
      "month",
      (today) => [countTo(today, makeMonth(today, 0)), 1],
    ],
    [
      /\blast year\b|letztes jahr|l['’]an(?:née)? derni[eè]re?|el a[ñn]o pasado|в прошлом году|去年/u,
      "year",
      (today) =>
        [-1, 0].map((years) => countTo(today, Date.UTC(today.getUTCFullYear() + years, 0))) as [number, number],
    ],
  ];

function countFromMonday(today: Date): number {
  return (today.getUTCDay() + 6) % 7;
}

function makeMonth(today: Date, months: number): Instant {
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months);
}

function countTo(today: Date, then: Instant): number {
  return (then - today.getTime()) / dayMs;
}

function readPhrases(text: string, today: Instant): readonly DateSpan[] {
  const spans: DateSpan[] = [];
  let left = text;
  for (const [phrase, unit, measure] of phrases) {
    const rest = left.replace(phrase, " ");
    if (rest !== left) {
      const [from, to] = measure(new Date(today));
      spans.push({ from: today + from * dayMs, to: today + to * dayMs, unit });
    }
    left = rest;
  }
  return spans;
}

const figures: ReadonlyMap<string, number> = new Map(
  [
    "a one ein einem einer eine un une una один одну 一",
    "two zwei deux dos два две 两",
    "three drei trois tres три 三",
    "four vier quatre cuatro четыре 四",
    "five fünf cinq cinco пять 五",
    "six sechs seis шесть 六",
    "seven sieben sept siete семь 七",
    "eight acht huit ocho восемь 八",
    "nine neun neuf nueve девять 九",
    "ten zehn dix diez десять 十",
    "eleven elf onze once одиннадцать 十一",
    "twelve zwölf douze doce двенадцать 十二",
  ].flatMap((words, index) => words.split(" ").map((word): [string, number] => [word, index + 1])),
);

/** How many days a unit has, and how many days around such a time are meant too. */
const units: readonly (readonly [RegExp, DateSpan["unit"], number, number])[] = [
  [/^(?:day|tag|jour|d[ií]a|день|дня|дней|天)/u, "day", 1, 0],
  [/^(?:week|woche|semaine|semana|недел|周|星期)/u, "week", 7, 4],
  [/^(?:month|monat|mois|mes|месяц|月)/u, "month", 30, 15],
  [/^(?:year|jahr|an|a[ñn]o|год|лет|年)/u, "year", 365, 180],
];

/** Each with a figure and a unit. */
const counted = defer((): readonly RegExp[] => {
  const words = [...figures.keys()].sort((a, b) => b.length - a.length).join("|");
  const figure = `(?<figure>\\d{1,4}|${words})`;
  return [
    `(?<![\\p{L}\\p{N}])${figure} (?<unit>day|week|month|year)s? ago(?!\\p{L})`,
    `(?<!\\p{L})vor ${figure} (?<unit>tag|woche|monat|jahr)(?:en|e|n)?(?!\\p{L})`,
    `(?<!\\p{L})il y a ${figure} (?<unit>jour|semaine|mois|an)(?:née)?s?(?!\\p{L})`,
    `(?<!\\p{L})hace ${figure} (?<unit>d[ií]a|semana|mes|a[ñn]o)(?:es|s)?(?!\\p{L})`,
    `(?<![\\p{L}\\p{N}])(?:${figure} )?(?<unit>день|дня|дней|недел[юиь]|месяц(?:а|ев)?|года?|лет) назад`,
    `${figure}个?(?<unit>天|周|星期|月|年)前`,
  ].map((each) => new RegExp(each, "u"));
});

function readCounted(text: string, today: Instant): readonly DateSpan[] {
  return counted().flatMap((phrase): readonly DateSpan[] => {
    const found = phrase.exec(text)?.groups;
    const named = units.find(([each]) => each.test(found?.unit ?? ""));
    if (found === undefined || named === undefined) return [];
    const [, unit, days, around] = named;
    const back = days * (figures.get(found.figure ?? "a") ?? Number(found.figure));
    if (!Number.isFinite(back) || back > 3_650) return [];
    return [{ from: today - (back + around) * dayMs, to: today - (back - around - 1) * dayMs, unit }];
  });
}

/** From Sunday on. */
const weekdays: readonly string[] = [
  "sunday sonntag dimanche domingo воскресенье",
  "monday montag lundi lunes понедельник",
  "tuesday dienstag mardi martes вторник",
  "wednesday mittwoch mercredi miércoles miercoles среду",
  "thursday donnerstag jeudi jueves четверг",
  "friday freitag vendredi viernes пятницу",
  "saturday samstag sonnabend samedi sábado sabado субботу",
];
const easternDays = "日一二三四五六";

const weekdayPatterns = defer((): readonly RegExp[] => {
  const names = weekdays.join(" ").split(" ").join("|");
  const before = "on|last|this past|am|letzten|letzte|vergangenen|diesen|le|el|в|во|прошлый|прошлую|прошлое";
  const french = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche";
  return [
    new RegExp(`(?<!\\p{L})(?:${before}) (?<day>${names})(?!\\p{L})`, "u"),
    new RegExp(`(?<!\\p{L})(?<day>${french})(?: dernier)?(?!\\p{L}| prochain)`, "u"),
    /(?<!下个?)(?:周|星期|礼拜)(?<day>[一二三四五六日天])/u,
  ];
});

/** The last one before today. */
function readWeekdays(text: string, today: Instant): readonly DateSpan[] {
  const found = weekdayPatterns().flatMap((pattern) => pattern.exec(text)?.groups?.day ?? []);
  const now = new Date(today).getUTCDay();
  const back = found.map((name) => {
    const eastern = easternDays.indexOf(name === "天" ? "日" : name);
    const day = eastern === -1 ? weekdays.findIndex((names) => names.split(" ").includes(name)) : eastern;
    return ((now - day + 6) % 7) + 1;
  });
  return [...new Set(back)].map((days) => ({
    from: today - days * dayMs,
    to: today - (days - 1) * dayMs,
    unit: "day",
  }));
}
