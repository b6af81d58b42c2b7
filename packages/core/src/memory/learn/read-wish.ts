/**
 * Wishes: how the assistant is to behave from now on, and what somebody likes.
 *
 * 1. A wish with a word of time ("always", "from now on") or of manner ("I want you to") is an instruction; taste is a preference.
 * 2. What lets go of a wish ("you can stop …") is a wish of its own: both stand beside each other with their dates.
 */
import type { Memory } from "../../log/memories/memory.js";
import { cues } from "./learn-cues.js";
import { speaksOfSelf } from "./of-speaker.js";
import { isOrder } from "./order.js";
import { isForeign, isMockery, supposes } from "./refuse.js";

export type WishKind = Extract<Memory["kind"], "instruction" | "preference">;

/** Null for what is no wish. */
export function readWish(text: string): WishKind | null {
  const told = cues.filler.spansIn(text).reduce((rest, { start, end }) => (start === 0 ? rest.slice(end) : rest), text);
  const bare = told.replace(/^[\s,，:：]+/u, "");
  if (begsFor.test(text) || forbidsMe.test(text)) return "instruction";
  if (!narrated.test(bare) && (isOrdered(text) || ordersAgain(text) || isForCase(text))) return "instruction";
  if (cues.taste.isIn(text)) return isMockery(text) || unfinished.test(text) ? null : "preference";
  if (forbids.test(text) || (cues.standing.isIn(text) && toYou.test(text))) return "instruction";
  if (
    !cues.standing.isIn(text) ||
    firstPerson.test(bare) ||
    narrated.test(bare) ||
    isForeign(text) ||
    supposes.test(text)
  )
    return null;
  return isAddressed(bare) && !idiom.test(bare) ? "instruction" : null;
}

/** What ends a wish or lets go of one says little by itself: "enough Latin, thanks". */
export function endsWish(text: string): boolean {
  return (cues.stop.isIn(text) || hadEnough.test(text) || needsNoMore.test(text)) && !isForCase(text);
}

/** "Enough Latin, thanks": a few words, and nothing before them. */
const hadEnough =
  /^(?:(?:ok|okay|so|gut|bueno|bon|ладно|好)[\s,，]+)?(?:(?:that['’]s )?enough|no more|genug|schluss mit|basta(?: ya)? (?:de|con)|se acab(?:ó|aron)|assez d(?:e|u|es|['’]\p{L}+)|stop aux|fini les|plus de|хватит|довольно|достаточно)(?![\p{L}])(?:\P{L}+\p{L}+){1,6}\P{L}*$|^\p{sc=Han}{2,10}够了/iu;

/** However much stands between. */
const needsNoMore =
  /(?<![\p{L}])(?:don['’]t|do not) need .{1,60} any ?(?:more|longer)(?![\p{L}])|(?<![\p{L}])brauche? ich .{0,40}nicht mehr(?![\p{L}])|^\p{sc=Han}{2,12}不(?:需要|用|必)了/iu;

const toYou =
  /(?<![\p{L}])(?:you(?:['’]ll)? (?:can|may|don['’]t|do not|needn['’]t)|du (?:kannst|musst|brauchst)|(?:kannst|musst|brauchst) du|tu (?:peux|n['’]as|n['’]es|ne)|puedes|no (?:hace falta|tienes|es necesario)|можешь|не (?:надо|нужно)|необязательно)(?![\p{L}])|你?(?:可以|不用|不必)|就?免了|省了/iu;

/** Said as an order: if no wish is ended by it, it is one. "You can stop …" only lets go of a wish. */
const forbids =
  /^(?:please,? |bitte,? |s['’]il te plaît,? |por favor,? |пожалуйста,? |请)?(?:stop \p{L}+ing|hör(?:e|t)? (?:bitte )?auf|arrête(?:z)? d|cesse(?:z)? d|deja de|dejad de|para de|перестань|хватит|прекрати|别再|不要再)/iu;

const firstPerson = /^(?:i|we|ich|wir|je|j['’]|nous|on|yo|nosotros|я|мы)(?![\p{L}])|^我(?!的时候)/iu;
const narrated =
  /^(?:you(?! (?:should|must|have|need|can))|the|my|our|he|she|it|they|this|that|there|der|die|das|mein\p{L}{0,2}|unser\p{L}{0,2}|er|sie|es|le|la|les|mon|ma|mes|notre|nos|il|elle|el|los|mis?|nuestr[oa]s?|он|она|это|мо[йяёеи]|наш\p{L}?)(?![\p{L}])|^(?:我|咱)们?的/iu;
const addressed =
  /(?<![\p{L}])(?:you|your|me|mir|mich|dir|dich|du|dein\p{L}*|moi|tu|te|tes|ton|ta|me|tú|tus?|мне|меня|ты|тебя|тво\p{L}+)(?![\p{L}])|\p{L}(?:-moi|me|melo)(?![\p{L}])|m['’]|[我你]/iu;

const asksForMe =
  /^(?:please |bitte |por favor,? |пожалуйста,? )?(?:\p{L}+ (?:me|mir|mich)(?![\p{L}])|\p{L}+-moi(?![\p{L}])|\p{L}*[áéí]\p{L}*me(?:l[oa]s?)?(?![\p{L}]))|(?<![\p{L}])\p{L}+(?:й|и|ь)(?:те)? мне(?![\p{L}])|[给帮]我/iu;

/** "Please don't call me …", said of whoever speaks: neither an idiom nor of the moment. */
const forbidsMe =
  /^(?:(?:please|bitte|s['’]il (?:te|vous) plaît|por favor|пожалуйста|请)[\s,，]*)?(?:(?:don['’]t|do not) (?!get|tell|ask|make|give|let|leave|wake|blame|remind|you)\p{L}+ me(?![\p{L}])|ne (?:me|m['’])\s?(?!dis|dites|fais|demande|laisse|réveille)\p{L}+ (?:pas|plus|jamais)|no me (?!digas|hagas|preguntes|dejes|despiertes|des)\p{L}+[aeá]s(?![\p{L}])|не (?!говори|спрашивай|буди|забудь|забывай)\p{L}+(?:й|йся|и|ись|ь)(?:те)? (?:мне|меня|ко мне|со мной)|(?:别|不要)(?:再)?(?!告诉|问|叫醒|吵)\p{sc=Han}{0,3}我)/iu;

/** "No spoilers, please". */
const begsFor =
  /^(?:(?:so|also|and|und|et|y|и)\s)?(?:no(?: more|thing)?|keine?|nichts|sin|pas de|pas d['’]|rien|без|bitte (?:ohne|keine?)|nada|ничего|别|不要)\s?(?:[\p{L}\p{N}]+\s?){1,8}[,，]?\s?(?:please|bitte|s['’]il te plaît|s['’]il vous plaît|por favor|пожалуйста|谢谢)(?:[.!。]?$|[,，])/iu;

/** "When you write letters for me, sign them …", "Keep it short when you sum up": an order, for a case that comes again. */
function isForCase(text: string): boolean {
  if (offers.test(text)) return false;
  const { main, east } = caseFirst.exec(text)?.groups ?? {};
  if (main === undefined) return east !== undefined || (caseLast.test(text) && isOrder(text));
  return !(firstPerson.test(main) || narrated.test(main) || answered.test(main) || speaksOfSelf(main));
}

const caseFirst =
  /^(?:(?:and|und|et|y|и)\s)?(?:(?:when(?:ever)?|if|before|after|any ?time) (?:i|you|we)|(?:wenn|falls|sobald|bevor|immer wenn) (?:ich|du|wir|es um)|(?:quand|lorsque|si|dès que|avant que) (?:je|tu|on|nous|c['’]est)|(?:quand|lorsqu|si|dès qu)['’]?\s?on|(?:cuando|si|antes de que) (?!fuera|tuviera)(?:(?:yo|te|me|os|nos) )?\p{L}+|(?:когда|если) (?!бы)(?:(?:я|ты|мы|речь о) )?\p{L}+(?:[ую]|ешь|ишь|ем|им|те))(?!\p{L})[^,?]{2,60},\s*(?<main>[^?]+)$|^[^，,。]{2,20}(?:的时候|时)[，,](?<east>.+)$/iu;
const caseLast =
  /(?<!\p{L})(?:when(?:ever)?|if|before|each time) (?:you|i)(?!\p{L})|(?<!\p{L})(?:wenn|falls|bevor|quand|si|когда|если) (?:du|ich|tu|je|ты|я)(?!\p{L})/iu;
/** Somebody offers something, or asks for an answer. */
const offers =
  /(?<!\p{L})(?:let me know|lemme|let['’]s|feel free|(?:tell|call|ask|show|text|ping) me|if you (?:can|want|need|like|could)|when you (?:can|want|need|get|have))(?!\p{L})/iu;
/** No order: its subject follows its verb, or it would only be so. */
const answered =
  /^(?:dann |alors |entonces |то )?(?:\p{L}+ (?:ich|wir|er|sie|es|man|mein\p{L}*)|let['’]s|everything|everyone|people|on|ça|se|\p{L}+(?:ría|ríamos|rait|raient|ais)|(?:me|nos|te) \p{L}+|\p{L}{2,}(?:ю|ем|им|ет|ит|ут|ют|ят))(?!\p{L})/iu;

const speaker =
  /(?<![\p{L}])(?:i|we|(?:i|we)['’]\p{L}+|ich|wir|je|j['’]\p{L}+|nous|on|yo|nosotros|я|мы|to|zu|à|de|a)(?![\p{L}])|我/iu;

/** "Call me a taxi", "call me back": no name to be called by. */
const asksForCall =
  /^call me (?:an?|the|back|later|when|whenever|if|at|on|in|up|tomorrow|tonight|once|after|before)(?![\p{L}])/iu;

const politely = /(?:^|[\s,])(?:please|and|but|so|then|also|just)$/iu;

/** "Remind me … every evening", "read me the headlines every morning". */
function ordersAgain(text: string): boolean {
  return (isOrder(text) || asksForMe.test(text)) && recurs.test(text) && !firstPerson.test(text);
}

/** An errand of what is at hand. */
const asksForThis =
  /^(?:\p{L}+[,\s]+){0,2}i(?:['’]d| would| want| need| expect).*(?<![\p{L}])(?:it|this|that|these|those|them|now|first|next|immediately)(?![\p{L}])/iu;

/** "Make sure to …" is an order, "I'll make sure to …" is none. */
function isOrdered(text: string): boolean {
  if (asksForThis.test(text) && !cues.standing.isIn(text)) return false;
  return cues.manner
    .spansIn(text)
    .some(({ start }) => !speaker.test(text.slice(0, start)) && !asksForCall.test(text.slice(start)));
}

/** In English a verb never precedes the "always" of its order: "people always …" tells of people, "from now on always …" of no one. */
function tellsHabit(text: string): boolean {
  const adverb = /(?<![\p{L}])(?:always|never)(?![\p{L}])/iu.exec(text);
  if (adverb === null) return false;
  const before = cues.standing.blankedIn(text.slice(0, adverb.index)).trimEnd();
  return /\p{L}$/u.test(before) && !politely.test(before);
}

/** Speaks to the assistant: by a word for it, or as an order, which begins with its verb and so has nobody who acts. */
function isAddressed(text: string): boolean {
  if (tellsHabit(text) || caseFirst.test(text) || tellsOfAll.test(text)) return false;
  return (
    addressed.test(text) ||
    cues.standing.spansIn(text).some(({ start }) => start === 0) ||
    /^\p{Lu}?\p{Ll}+(?:\s|$)/u.test(text)
  );
}

/** "Always a blessing", "always on the lookout". */
const tellsOfAll =
  /^(?:always|never|immer|nie|toujours|jamais|siempre|nunca) (?:an?|the|so|too|here|there|in|on|at|up|heard|good|nice|great|fun|happy|glad|welcome|ein\p{L}?|gut|schön|gerne?|noch|wieder|un|une|bon|bonne|buen[oa]?|es|se)(?!\p{L})/iu;

const unfinished = /(?:\.\.|…)$/u;

/** Says that something is to happen again and again: "every evening", "jeden Tag". */
const recurs =
  /(?<![\p{L}])(?:every|each) (?:single )?(?:day|morning|evening|night|week|month|hour|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?<![\p{L}])(?:daily|weekly|täglich|wöchentlich|ежедневно|еженедельно)(?![\p{L}])|(?<![\p{L}])jede[nrs]? (?:tag|morgen|abend|nacht|woche|monat|stunde|\p{L}+tag)|(?<![\p{L}])(?:chaque (?:jour|matin|soir|nuit|semaine|mois|heure|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|tous les (?:jours|matins|soirs|mois|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches)|toutes les (?:semaines|nuits))|(?<![\p{L}])(?:cada (?:d[ií]a|mañana|tarde|noche|semana|mes|hora|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|tod[oa]s l[oa]s (?:d[ií]as|mañanas|tardes|noches|semanas|meses))|(?<![\p{L}])кажд(?:ый|ую|ое) (?:день|утро|вечер|ночь|неделю|месяц|час|понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)|每(?:天|晚|周|月|个月|星期|早|日|小时)/iu;

/** Said without wanting anything, although it has the words of a wish. */
const idiom =
  /^(?:(?:oh|ah|ach|na|well|bueno|bah|ну|哎)[\s,，]+)?(?:never|never mind|never mind that|never mind it|never mind then|never mind about it|never mind about that|never again|never ever|never heard|never heard of it|never heard of him|never heard of her|never heard of them|never heard of that|never say never|never fails|never ends|never gets old|never better|never too late|always a pleasure|always the same|always the same .*|always welcome|always something|always good|always fun|always nice|always nice .*|always happy to .*|from now on it['’]s .*|from now on its .*|from here on it['’]s .*|from here on its .*|nie|niemals|nie wieder|niemals wieder|immer dasselbe|immer das gleiche|immer diese \p{L}+|immer dieser \p{L}+|immer dieses \p{L}+|immer wieder|immer wieder .*|immer noch|immer noch .*|immer gern|immer gerne|immer mit der ruhe|wie immer|toujours pas|toujours pareil|toujours là|toujours la même chose|toujours partant|toujours partante|jamais de la vie|jamais deux sans trois|jamais vu ça|jamais plus|comme toujours|nunca se sabe|nunca mejor dicho|nunca más|nunca es tarde|siempre igual|siempre lo mismo|siempre es un placer|siempre a la orden|como siempre|всегда пожалуйста|всегда рад|всегда рада|всегда так|всегда одно и то же|никогда не знаешь|никогда не знаешь .*|никогда больше|никогда не поздно|как всегда|总是这样|永远的神|从来没有|从没听说|从没听说过)[\s.!…,。！，]*$/iu;
