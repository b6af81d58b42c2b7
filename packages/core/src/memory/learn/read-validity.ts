/** From when and until when a sentence says that something holds, by the calendar of the zone in which it was said. */

import { defer } from "@clewline/text/defer.js";
import type { Instant } from "../../log/keys.js";
import { makeTimeFormatter } from "../../log/time-formatter.js";
import { readDateSpans } from "../../log/times/date-spans.js";

export interface Validity {
  readonly from?: Instant;
  readonly until?: Instant;
  /** The day on which it happens, if it is something that does: a day of the week alone may be a value too. */
  readonly on?: Instant;
  /** Set if it had ended when it was said. */
  readonly isOver?: true;
  /** Set if it holds for no longer than this day. */
  readonly isOfToday?: true;
  /** Set if it names the time that it is: today, this week, this month. */
  readonly isOfTheTime?: true;
}

const dayMs = 86_400_000;

export function readValidity(text: string, at: Instant, zone: string): Validity {
  if (!namesTime.test(text)) return {};
  const today = findDayStart(at, zone);
  const named = readUntil(text, today) ?? readNext(text, today);
  const found = named === null ? readThis(text, today) : { from: undefined, until: named };
  const on = found?.from ?? readOn(text, today);
  const day = on === null ? {} : { on };
  if (found === null) return day;
  const { from, until } = found;
  return {
    ...day,
    ...(named === null ? { isOfTheTime: true as const } : {}),
    ...(from !== undefined && from > at ? { from } : {}),
    ...(until === after(today, 1) ? { isOfToday: true as const } : {}),
    ...(until <= at ? { isOver: true as const } : { until }),
  };
}

/** A word of all that is looked for below: most sentences have none, and cost no more. */
const namesTime =
  /\d|\p{sc=Han}|(?<!\p{L})(?:until|till?|['’]til|thr(?:ough|u)|up to|between|from now|next|for|during|over|on|this|today|tonight|tomorrow|days?|weeks?|months?|fortnight|bis|heute|morgen|diese[rnsm]?|am|ein paar|tage?n?|wochen?|monate?n?|nächste[nrms]?|kommende[nrms]?|hasta|hoy|mañana|esta|este|durante|el|d[ií]as?|semanas?|mes|meses|a más|de aquí|jusqu|d['’]ici|au plus|aujourd|demain|cet?t?e?|jours?|semaines?|mois|до|по|на|сегодня|завтра|эт\p{L}+|дня|дней|день|недел\p{L}+|месяц\p{L}*|ближайш\p{L}+|следующ\p{L}+|во?|весь)(?!\p{L})/iu;

interface DayStart {
  readonly midnight: Instant;
  /** 0 for Sunday. */
  readonly weekday: number;
  readonly dayOfMonth: number;
  readonly month: number;
  readonly year: number;
}

/** Midnight in the zone, from what its clocks show; a change of the hour on the day moves it by that hour. */
function findDayStart(at: Instant, zone: string): DayStart {
  const [year = 0, month = 0, dayOfMonth = 0, hour = 0, minute = 0] = makeTimeFormatter(zone)(at)
    .split(/[- :]/u)
    .map(Number);
  return {
    midnight: at - (hour * 60 + minute) * 60_000 - (at % 60_000),
    weekday: new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDay(),
    dayOfMonth,
    month: month - 1,
    year,
  };
}

const weekdayNames =
  "sunday sonntag dimanche domingo воскресенье воскресенья 日 天|monday montag lundi lunes понедельник понедельника 一|tuesday dienstag mardi martes вторник вторника 二|wednesday mittwoch mercredi miércoles среда среду среды 三|thursday donnerstag jeudi jueves четверг четверга 四|friday freitag vendredi viernes пятница пятницу пятницы 五|saturday samstag sonnabend samedi sábado суббота субботу субботы 六";

const weekdays = new Map(
  weekdayNames.split("|").flatMap((names, day) => names.split(" ").map((name) => [name, day] as const)),
);

const patterns = defer(() => {
  const spaced = [...weekdays.keys()].filter((name) => name.length > 1).join("|");
  const named = `(?<day>${spaced})|(?<date>(?:the )?\\d{1,2}(?:\\.\\d{1,2}\\.?(?:\\d{4})?|(?:st|nd|rd|th|er|\\.)?\\s+(?:of |de )?\\p{L}+)|\\p{L}+ \\d{1,2}(?:st|nd|rd|th)?|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}(?:st|nd|rd|th|-?го|\\.)|d[ií]a \\d{1,2}|(?<=jusqu['’]au )\\d{1,2}(?=\\s*(?:,|$)))`;
  const month =
    "(?<month>(?:the )?end of (?:the|this) month|month['’]s end|(?:zum )?(?:monatsende|ende (?:des|dieses|vom) monats?)|(?:la )?fin du mois|(?:el )?fin(?:al(?:es)?)? de(?:l)? mes|конца (?:этого )?месяца)";
  const week =
    "(?<week>(?:the )?end of (?:the|this) week|the weekend|(?:zum )?(?:wochenende|ende der woche)|(?:la )?fin de (?:la )?semaine|(?:el )?fin(?:al)? de(?: la)? semana|конца (?:этой )?недели)";
  const nextWeek =
    "(?<nextWeek>next week|nächste[rn]? woche|(?:la )?semaine prochaine|(?:la )?(?:próxima semana|semana que viene)|следующей недели)";
  const tomorrow = "(?<tomorrow>tomorrow|morgen|demain|mañana|завтра)";
  const skip =
    "(?:(?:next|this|coming|and including|including|the|on|zum|zu|den|dem|kommenden|kommende|nächsten|nächste|diesen|einschließlich|et|y|le|la|à|au|el|próximo|este|viernes que viene|следующего|следующей|следующий|ближайшей|ближайшего|этой|этого|вечера|утра|ночи|soir de|noche del?|evening of|night of)\\s+)*";
  const until =
    "(?<![\\p{L}])(?:until|till|til|'til|through|thru|up to|between now and|from now to|bis|d['’]ici(?: à| au)?|au plus tard|de aquí al?|a más tardar|hasta|jusqu['’]à|jusqu['’]au|jusqu['’]en|jusque|до|по)";
  return {
    until: new RegExp(
      `${until}\\s+${skip}(?:${month}|${week}|${nextWeek}|${tomorrow}|${named})(?:abend|nacht|mittag|morgen|früh)?(?![\\p{L}])(?:\\s+(?:prochain|que viene|inclusive))?`,
      "iu",
    ),
    untilEastern:
      /(?:直到|到|截至|截止到)?(?:(?<month>这?个?月底|本月底)|(?<tomorrow>明天)|(?<date>(?:\d{1,2}月)?\d{1,2}[日号])|(?:下|这|本)?个?(?:周|星期|礼拜)(?<day>[一二三四五六日天]))(?:为止|之前|以前|前)|(?:直到|截至|(?<![改挪移调换迟前后涨升降放搬转])到)(?:(?<month2>月底)|(?<date2>(?:[\d一二三四五六七八九十]{1,3}月)?[\d一二三四五六七八九十]{1,3}[日号])|(?:下|这|本)?个?(?:周|星期|礼拜)(?<day2>[一二三四五六日天]))|(?:下|这|本)?个?(?:周|星期|礼拜)(?<day3>[一二三四五六日天])才/u,
    on: new RegExp(
      `(?<![\\p{L}])(?:on|next|this coming|am|nächsten|kommenden|el|este|ce|в|во)\\s+(?<day>${spaced})(?![\\p{L}])`,
      "iu",
    ),
  };
});

function readUntil(text: string, today: DayStart): Instant | null {
  const { until, untilEastern } = patterns();
  const { groups = {} } = until.exec(text) ?? untilEastern.exec(text) ?? {};
  const weekday = groups.day ?? groups.day2 ?? groups.day3;
  if (weekday !== undefined) return after(today, countDaysTo(weekday, today) + 1);
  if ((groups.month ?? groups.month2) !== undefined) return findMonthEnd(today);
  if (groups.week !== undefined) return after(today, countDaysToSunday(today) + 1);
  if (groups.nextWeek !== undefined) return after(today, countDaysToSunday(today) + 8);
  if (groups.tomorrow !== undefined) return after(today, 2);
  const date = groups.date ?? groups.date2;
  return date === undefined ? null : readUntilDate(date, today);
}

/** "28 March", or "the 28th": the next one. */
function readUntilDate(date: string, today: DayStart): Instant | null {
  const named = readDateSpans(date, today.midnight).map(({ to }) => to);
  const until = named.find((to) => to > today.midnight) ?? named.at(-1);
  if (until !== undefined) return toZone(until, today);
  const [found, figure] = dayOfMonth.exec(date) ?? [];
  return found === undefined || Number(figure) > 31 ? null : findMonthDay(Number(figure), today);
}

const dayOfMonth =
  /^(?:the |d[ií]a )?(\d{1,2})(?:st|nd|rd|th|-?го|\s*числа|[日号]|\.(?!\d)|(?<=^d[ií]a \d{1,2})|$)(?![\p{L}](?<!\p{sc=Han}))/iu;

/** The end of the next day with this number in its month. */
function findMonthDay(day: number, today: DayStart): Instant {
  const { year, month, dayOfMonth: now } = today;
  return toZone(Date.UTC(year, day < now ? month + 1 : month, day + 1), today);
}

/** A midnight of the calendar, in the zone. */
function toZone(utc: Instant, { year, month, dayOfMonth: now, midnight }: DayStart): Instant {
  return midnight + utc - Date.UTC(year, month, now);
}

/** The days to the next day of that name: a week, if it is today's. */
function countDaysTo(name: string, { weekday }: DayStart): number {
  const wanted = weekdays.get(name.toLowerCase()) ?? weekday;
  return (wanted - weekday + 7) % 7 || 7;
}

function countDaysToSunday({ weekday }: DayStart): number {
  return (7 - weekday) % 7;
}

function after({ midnight }: DayStart, days: number): Instant {
  return midnight + days * dayMs;
}

function findMonthEnd(today: DayStart): Instant {
  const days = new Date(Date.UTC(today.year, today.month + 1, 0)).getUTCDate();
  return after(today, days - today.dayOfMonth + 1);
}

const figures: ReadonlyMap<string, number> = new Map(
  "a an one einen eine ein un une una один одну 一|two couple zwei deux dos два две двух 两 二|three few several drei paar einige einigen trois quelques tres unos unas algunos algunas три трёх трех несколько нескольких 三 几|four vier quatre cuatro четыре четырёх четырех 四|five fünf cinq cinco пять пяти 五|six sechs seis шесть шести 六|seven sieben sept siete семь семи 七|eight acht huit ocho восемь восьми 八|nine neun neuf nueve девять девяти 九|ten zehn dix diez десять десяти 十|eleven elf onze once|twelve zwölf douze doce двенадцать|thirteen dreizehn treize trece|fourteen vierzehn quatorze catorce четырнадцать|fifteen fünfzehn quinze quince пятнадцать"
    .split("|")
    .flatMap((words, index) => words.split(" ").map((word): [string, number] => [word, index + 1])),
);

const nextSome =
  /(?<![\p{L}])(?:for |another |during |over |für |noch |weitere |in |pendant |durant |pour |encore |durante |por |todavía |otros |en |на |ещё |еще |в течение |на протяжении )?(?:the |die |den |les |las |los |ближайш\p{L}+ |следующ\p{L}+ )?(?:next |nächsten |kommenden |prochaine?s? |próxim[oa]s |ближайш\p{L}+ |следующ\p{L}+ )?(?:a )?(?<count>\d{1,2}|ein paar|\p{L}+) (?:of )?(?:next |prochaine?s? |próxim[oa]s |more )?(?<unit>days?|weeks?|months?|fortnight|tagen?|wochen?|monaten?|jours?|semaines?|mois|d[ií]as?|semanas?|mes(?:es)?|дн(?:я|ей)|день|недел[июья]|месяц(?:а|ев)?)(?![\p{L}])(?: lang(?![\p{L}]))?/giu;
/** "For a week" without a word for the number. */
const nextOne =
  /(?<![\p{L}])(?:в течение|на протяжении|на)(?:\s+всей|\s+всего)?\s+(?<unit>дня|недел[июю]|месяца?)(?![\p{L}])/iu;
const nextEastern =
  /(?:接下来|未来|往后|后面|这)(?:的)?(?<count>\d{1,2}|[一两二三四五六七八九十几])个?(?<unit>天|周|星期|礼拜|月)|(?<inside>\d{1,2}|[一两二三四五六七八九十几])个?(?<span>天|周|星期|礼拜|月)(?:之?内|以内)/u;
const lasting =
  /next|nächst|kommend|prochain|próxim|ближайш|следующ|(?:^|\s)(?:for|another|für|noch|weitere|pendant|durant|pour|encore|durante|por|todavía|otros|на|в течение|на протяжении|ещё|еще) | lang$|接下来|未来|往后|后面|^这|内$/iu;

function readNext(text: string, today: DayStart): Instant | null {
  const match = [...text.matchAll(nextSome)].find(isSomeTime) ?? nextOne.exec(text) ?? nextEastern.exec(text);
  if (match === null || !isSomeTime(match)) return null;
  const { inside, span = "", count = inside, unit = span } = match.groups ?? {};
  const [, days = 1] = unitDays.find(([words]) => words.test(unit)) ?? [];
  return after(today, readAmount(count) * days + 1);
}

const unitDays = [
  [/^fort/iu, 14],
  [/^(?:w|sem|нед|周|星|礼)/iu, 7],
  [/^(?:mo|mes|мес|月)/iu, 30],
] as const;

/** "For two weeks", but not "laundry day". */
function isSomeTime({ 0: found, groups = {} }: RegExpMatchArray): boolean {
  return lasting.test(found) && Number.isInteger(readAmount(groups.count ?? groups.inside));
}

function readAmount(count: string | undefined): number {
  if (count === undefined) return 1;
  return figures.get(count.toLowerCase().replace("ein ", "")) ?? Number(count);
}

/** Days that are named by where they are from today. */
const these =
  /(?<days>today and tomorrow|heute und morgen|hoy y mañana|aujourd['’]hui et demain|сегодня и завтра|今明两天|今天和明天)|(?<day>(?:today|tonight|this (?:evening|afternoon)|heute|hoy|esta noche|aujourd['’]hui|ce soir|сегодня|今天|今晚)(?![\p{L}](?<!\p{sc=Han})))|(?<![\p{L}](?<!\p{sc=Han}))(?<tomorrow>tomorrow|(?<!(?:guten|jeden|am) )morgen(?= )|demain|(?<!la )mañana|завтра|明天)(?![\p{L}](?<!\p{sc=Han}))|(?<week>this week(?:end)?|diese[rn]? woche|dieses wochenende|esta semana|este fin de semana|cette semaine|ce week-?end|эти выходные|этой недел[еи]|эту неделю|这个?周末|本周末|这周|本周|这个星期|这星期)|(?<month>this month|diesen monat|este mes|ce mois-ci|этом месяце|这个月|本月)/giu;

const changesForGood = /(?:from|since|ab|seit|a partir de|desde|à partir d['’]|dès|depuis|с|со|从|自)\s*$/iu;
/** The first day of something that lasts. */
const firstDay = /first day|start(?:s|ing)? at|erster tag|premier jour|primer día|первый день|第一天|入职|报到/iu;
const begins = /^\s*(?:起|开始|on\b|onwards?|an\b)/iu;

function readThis(text: string, today: DayStart): { readonly from: Instant; readonly until: Instant } | null {
  if (firstDay.test(text)) return null;
  for (const { 0: found, index, groups = {} } of text.matchAll(these)) {
    if (changesForGood.test(text.slice(0, index)) || begins.test(text.slice(index + found.length))) continue;
    const from = after(today, groups.tomorrow === undefined ? 0 : 1);
    if (groups.month !== undefined) return { from, until: findMonthEnd(today) };
    const days = groups.week !== undefined ? countDaysToSunday(today) + 1 : groups.day !== undefined ? 1 : 2;
    return { from, until: after(today, days) };
  }
  return null;
}

function readOn(text: string, today: DayStart): Instant | null {
  const match = patterns().on.exec(text) ?? /(?:下|这|本)?个?(?:周|星期|礼拜)(?<day>[一二三四五六日天])/u.exec(text);
  const day = match?.groups?.day;
  return day === undefined ? null : after(today, countDaysTo(day, today));
}
