/**
 * Whether a sentence states something of a thing or a person, to nobody in particular: "The stopcock is behind the boiler". It
 * is refused where it is no such statement; what is left has to name something, in words of which the refusals know.
 */
import { isOrder } from "./order.js";
import { countWords } from "./refuse.js";

export function isDefinite(text: string): boolean {
  if (text.length > longest || countWords(text) < leastWords) return false;
  if (isIdle(text) || exclaims.test(text) || isOrder(text)) return false;
  return known.test(text) && (exact.test(text) || thing.test(text) || begun.test(text));
}

/** Calls out, or speaks to somebody or of what was just named: tells nothing by itself. */
function isIdle(text: string): boolean {
  return calls.test(text) || toYou.test(text) || pointsBack.test(text);
}

/** Names what it is about, so that it may say something new of it, in whatever mood. */
export function isAbout(text: string): boolean {
  if (calls.test(text)) return false;
  return exact.test(text) || (!isIdle(text) && (thing.test(text) || begun.test(text)));
}

/** A few words, or a figure or a name among more: may stand for what was just said. */
export function isValue(text: string): boolean {
  return text.length <= longestValue && (exact.test(text) || countWords(text) < leastWords);
}

/** In characters. */
const longestValue = 60;
/** In characters. */
const longest = 90;
/** Content words. */
const leastWords = 2;

const exclaims = /(?:[!！…]|\.\.)\s*$/u;
const calls =
  /^(?:ye(?:s|ah|p)|ok(?:ay)?|hey|well|wow|oh|ugh|hm+|хм+|ha|ja|nein|na|oui|non|sí|да|нет|ага|эх|ой|嗯|好|哎|哈)(?![\p{L}](?<!\p{sc=Han}))|(?<![\p{L}])(?:lol|ha ?ha|ja ?ja|ха-ха)|哈哈/iu;

/** Speaks of what was named before. */
const pointsBack =
  /^(?:it|that|this|there|these|those|here|what|which|who|you|es|dies\p{L}*|da|hier|(?:das|die|der) (?:ist|sind|war(?:en)?|hat|hatte|haben|kann|will|wird|werden|geht|kommt|klingt|sieht|macht|wäre|reicht|passt|stimmt|heißt)|was|wer|du|ce|c['’]|ça|cela|il y|voilà|tu|eso|esto|ello|ahí|aquí|qué|quién|hay|это|то|тут|там|вот|что|кто|ты)(?:['’]\p{L}+)?(?![\p{L}])|^[这那你什谁哪]/iu;

const toYou =
  /(?<![\p{L}])(?:you|yours?|du(?= \p{L}+st)|(?<=st )du|dir|dich|dein\p{L}*|tu|te|toi|ton|tes|vous|ti|tus?|ты|тебя|тебе|тво\p{L}+|вы|вам)(?![\p{L}])|你/iu;

/** Small words of the languages that the refusals know. */
const known =
  /(?<![\p{L}])(?:the|an?|is|are|has|on|at|of|for|with|der|die|das|den|dem|ist|sind|im|am|ein|eine|und|le|la|les|un|une|est|du|des|au|el|los|las|es|son|en|del|al|por)(?![\p{L}])|l['’]|[а-яё]|\p{sc=Han}/iu;

/** A figure, or a name that begins no sentence. */
const exact = /\p{N}|[\p{Ll},] \p{Lu}|^\p{Lu}\p{Ll}+['’]s /u;
const thing = /^(?:the|der|die|das|les?|la|l['’]|el|los|las|on|at|in|im|am|en|au)(?![\p{L}])|[а-яё]|\p{sc=Han}/iu;
/** A name at the beginning, and a verb. */
const begun = /^(?!\p{L}+(?:ing|ly|tion|ness|s|ed) )\p{Lu}\p{Ll}+ \p{Ll}/u;
