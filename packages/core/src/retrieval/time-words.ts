/** Words that say when something was, or will be. */
const words =
  /(?<![\p{L}\p{N}])(?:yesterday|today|tonight|tomorrow|last|next|ago|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december|recently|since|gestern|heute|morgen|übermorgen|vorgestern|letzte[nrs]?|nächste[nrs]?|vor|woche|wochenende|monat|jahr|seit|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|hier|aujourd|demain|dernière?|prochaine?|semaine|mois|depuis|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ayer|hoy|mañana|pasad[oa]|próxim[oa]|hace|semana|desde|lunes|martes|miércoles|jueves|viernes|sábado|domingo|вчера|сегодня|завтра|прошл(?:ый|ой|ую|ом)|следующ(?:ий|ей|ую|ем)|назад|недел[юяие]|месяц|год|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье|(?:19|20)\d\d|\d{1,2}[:.]\d\d)(?![\p{L}\p{N}])|昨天|今天|明天|后天|前天|上周|下周|上个月|下个月|去年|明年|星期|周[一二三四五六日]|\d+[月日号点]/iu;

export function holdsTime(text: string): boolean {
  return words.test(text.slice(0, 2_000));
}
