import { countPhraseWords, makePhraseTable, type SpokenText, type SpokenWord } from "./spoken-words.js";
import { openingWords, politeWords } from "./word-tables.js";

const relative = makePhraseTable(
  "today|tonight|tomorrow|the day after tomorrow|now|right now|asap|as soon as possible|yesterday|noon|midnight|morning|afternoon|evening|night|weekend|next week|next month|next year|this week|this month|soon",
  "heute|heute abend|morgen|übermorgen|gestern|jetzt|mittag|mitternacht|vormittag|nachmittag|abend|früh|wochenende|nächste woche|nächsten monat",
  "aujourd'hui|demain|après-demain|hier|maintenant|midi|minuit|matin|après-midi|soir|ce soir|la semaine prochaine",
  "hoy|mañana|pasado mañana|ayer|ahora|mediodía|medianoche|esta noche|tarde|la próxima semana|oggi|domani|dopodomani|ieri|adesso|stasera|mattina|pomeriggio|sera|hoje|amanhã|depois de amanhã|ontem|agora|manhã|noite",
  "vandaag|overmorgen|gisteren|nu|middag|avond|ochtend|сегодня|завтра|послезавтра|вчера|сейчас|утром|днём|вечером|bugün|yarın|dün|şimdi|sabah|akşam|öğlen",
  "今天|明天|后天|昨天|现在|今晚|明晚|上午|下午|晚上|今日|明日|明後日|昨日|今|今夜|午前|午後|오늘|내일|모레|어제|지금|오전|오후|저녁",
);
const weekdays = makePhraseTable(
  "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thurs|fri|sat|sun|mondays",
  "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
  "lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
  "segunda|terça|quarta|quinta|sexta|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
  "понедельник|вторник|среда|среду|четверг|пятница|пятницу|суббота|субботу|воскресенье|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar",
  "星期一|星期二|星期三|星期四|星期五|星期六|星期日|周一|周二|周三|周四|周五|周六|周日|月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日|월요일|화요일|수요일|목요일|금요일|토요일|일요일",
);
const months = makePhraseTable(
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec",
  "januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre",
  "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro",
);
const around = makePhraseTable(
  "on|at|the|by|around|about|next|this|coming|after|before|in|of|from|until|till|let's say|say|maybe|make it|o'clock|late|early|late in the|am|um|den|der|gegen|ab|bis|nächsten|kommenden|diesen|uhr|le|la|à|vers|prochain|el|a las|a la|próximo|il|alle|prossimo|às|na|próxima|op|om|volgende|в|во|на|к|günü|saat|da|de",
);
const units =
  /^(?:minutes?|hours?|days?|weeks?|months?|minuten?|stunden?|tag|tagen?|wochen?|monate?n?|minutes|heures?|jours?|semaines?|mois|minutos?|horas?|días?|dias?|semanas?|meses|mes)$/;
const clock = /^(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d)?(?:am|pm|h|uhr)$|^(?:[01]?\d|2[0-4])[:h][0-5]\d$/;
const dayOfMonth = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|º|e)?$/;

/** A date or a time with nothing else around it, in its own words: which day "5/12" is depends on the speaker. */
export function readDate({ words, question, plain }: SpokenText): string | null {
  if (question) return null;
  let telling = 0;
  for (let at = 0; at < words.length; ) {
    const date = countDateWords(words, at);
    telling += date;
    const other = Math.max(...[around, politeWords, openingWords].map((known) => countPhraseWords(words, at, known)));
    if (date + other === 0) return null;
    at += Math.max(date, other);
  }
  return telling === 0 ? null : plain.trim();
}

/** How many words from here on are a date or part of one. */
function countDateWords(words: readonly SpokenWord[], at: number): number {
  const known = Math.max(...[relative, weekdays, months].map((table) => countPhraseWords(words, at, table)));
  if (known > 0) return known;
  const word = words[at]?.word ?? "";
  if (isDay(word) || clock.test(word)) return 1;
  const [before, after] = [words[at - 1]?.word ?? "", words[at + 1]?.word ?? ""];
  if (!dayOfMonth.test(word) && !/^\d{4}$/.test(word)) return 0;
  if (/^(?:am|pm|uhr|o'clock|h)$/.test(after)) return 2;
  if (/^\d+$/.test(word) && units.test(after)) return 2;
  const beside = [after, before].some((each) => months.has(each) || weekdays.has(each));
  const isNamed = /\D$/.test(word) || /^(?:at|um|gegen|las|alle|às|as|om|в)$/.test(before);
  return beside || (isNamed && word.length < 5) || (at > 0 && /^\d{4}$/.test(word)) ? 1 : 0;
}

function isDay(word: string): boolean {
  const iso = /^\d{4}-(\d{1,2})-(\d{1,2})$/.exec(word);
  const short = /^(\d{1,2})([./-])(\d{1,2})(?:\2(?:\d{2}|\d{4}))?$/.exec(word);
  const [one, two] = (iso === null ? [short?.[1], short?.[3]] : [iso[1], iso[2]]).map(Number) as [number, number];
  return Math.min(one, two) >= 1 && Math.min(one, two) <= 12 && Math.max(one, two) <= 31;
}
