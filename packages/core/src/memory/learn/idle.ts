/** Whether a sentence tells nothing by itself: it calls out, or speaks to somebody, or of what was just named. */
import { stripSmallTalk } from "../../summary/rules/small-talk.js";
import { isOrder } from "./order.js";
import { countWords } from "./refuse.js";

export function isIdle(text: string): boolean {
  return isShort(text, leastStated) || needsContext(text);
}

/** Calls out, is unfinished, or speaks to somebody or of what was named before. */
export function needsContext(text: string): boolean {
  const begins = text.split(/\s+/u).slice(0, opening).join(" ");
  return calls.test(text) || unfinished.test(text) || answers(text) || toYou.test(begins);
}

/** Says something of what was named before, or finds it good or bad. */
export function answers(text: string): boolean {
  return pointsBack.test(text) || replies.test(text) || judges.test(text);
}

/** Has a word in it for what it doesn't name, or for the one who is spoken to. */
export function pointsElsewhere(text: string): boolean {
  return pointer.test(text) || toYou.test(text);
}

/** A figure, a name or a few words: may stand for what was just said. */
export function mayCorrect(text: string): boolean {
  if (figure.test(text)) return true;
  if (isOrder(text) || countWords(stripSmallTalk(text)) === 0) return false;
  return exact.test(text) || (!needsContext(text) && isShort(text, leastWords));
}

/** Says what it thinks of something at hand: "I love the colour", "Yeah, I love to". */
export function isOfHere(text: string): boolean {
  return calls.test(text) || atHand.test(text);
}

/** Whether a message answers the agent or judges its work, so that what it says of neither itself nor its own belongs to that. */
export function isReply(message: string): boolean {
  return message.length > longestValue && (calls.test(message) || replies.test(message) || thanks.test(message));
}

function isShort(text: string, least: number): boolean {
  if (exact.test(text)) return false;
  return countWords(stripSmallTalk(text)) < least;
}

/** In words. */
const opening = 6;
/** In characters. */
export const longestValue = 60;
/** In characters: what is longer tells its news by itself. */
export const longestNews = 160;
/** Content words. */
const leastWords = 2;
/** Content words: "the soup is cold" has two. */
const leastStated = 3;

const figure = /\p{N}|[一二三四五六七八九十百千两半]\p{sc=Han}/u;
const atHand = /(?<!\p{L})(?:love|like|enjoy|hate) (?:the|how|to[.!])(?!\p{L})/iu;
const thanks = /^(?:thank|danke|merci|gracias|спасибо|谢)/iu;

const calls =
  /^(?:ye(?:s|ah|p)|ok(?:ay)?|hey|well|wow|oh|uf|ugh|уф|pf+|hm+|хм+|(?:ha)+|(?:ха|аха)+|ja|nein|na|oui|non|sí|да|нет|ага|эх|ой|嗯|唉|好|哎|哈)(?![\p{L}](?<!\p{sc=Han}))|(?<![\p{L}])(?:lol|ha ?ha|ja ?ja|ха-ха)|哈哈/iu;

/** Speaks of what was named before. */
const pointsBack =
  /^(?:it|that|this|there|these|those|here|what|which|who|you|es|dies\p{L}*|da|hier|(?:das|die|der) (?:ist|sind|war(?:en)?|hat|hatte|haben|kann|will|wird|werden|geht|kommt|klingt|sieht|macht|wäre|reicht|passt|stimmt|heißt)|was|wer|du|ce|c['’]|ça|cela|il y|voilà|tu|eso|esto|ello|ahí|aquí|qué|quién|hay|это|то|тут|там|вот|что|кто|ты|he(?! \p{L}+[aei]d[oa])|she|they|er|sie|il|elle|ils|elles|él|ella|ellos|ellas|он|она|они)(?:['’]\p{L}+)?(?![\p{L}])|^[这那你什谁哪他她它]/iu;

const replies =
  /^(?:ye(?:s|ah|p)|(?:al)?right|ok(?:ay)?|perfect|great|excellent|exactly|understood|agreed|confirmed|absolutely|of course|genau|perfekt|verstanden|einverstanden|d['’]accord|parfait|compris|entendu|vale|perfecto|entendido|de acuerdo|хорошо|отлично|понятно|согласен|согласна|好的|对的|行|是的)(?:\P{L}|$)/iu;

const judges =
  /(?<![\p{L}])(?:(?:feels|looks|sounds|seems|helps|exactly|relief|perfect|appreciate)|(?:klingt|wirkt|genau das|erleichterung)|(?:semble|convient|exactement|soulagement)|(?:parece|suena|justo lo que|alivio)|(?:выглядит|звучит|именно то))(?![\p{L}])|看起来|听起来|正是/iu;

const unfinished = /(?:\.\.|…|[:：])$/u;

const pointer =
  /(?<![\p{L}])(?:it|its|this|that(?! \p{L}+s)|these|those|them|they|their|him|his|hers?|dies\p{L}*|davon|dazu|damit|darüber|ça|cela|cette|ces|eso|esto|est[ae]s?|es[ae]s?|это\p{L}?|эти\p{L}?|их|него|неё)(?:['’]\p{L}+)?(?![\p{L}])|[这那]/iu;

const toYou =
  /(?<![\p{L}-])(?:you|yours?|yourself|du(?= \p{L}+st)|(?<=st )du|dir|dich|dein\p{L}*|tu|te|toi|ton|tes|vous|ti|tus?|ты|тебя|тебе|тво\p{L}+|вы|вам)(?![\p{L}])|你/iu;

/** A figure, or a name that begins no sentence. */
export const exact = /\p{N}|[\p{Ll},] (?!I(?![\p{L}]))\p{Lu}|^\p{Lu}\p{Ll}+['’]s /u;
