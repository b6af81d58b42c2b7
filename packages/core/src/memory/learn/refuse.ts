/**
 * Refuses statements that are surely not worth keeping. A list of what to refuse holds for sentences that nobody has thought of; a list of what to
 * accept doesn't. In doubt a sentence is refused.
 */

import { isCommon, listContentWords } from "@clewline/text/content-words.js";
import { isWeather, stripSmallTalk } from "../../summary/rules/small-talk.js";
import { cues } from "./learn-cues.js";
import { isOrder } from "./order.js";
import type { Validity } from "./read-validity.js";

/** `message` is the whole that the sentence is from. */
export function isRefused(text: string, message: string): boolean {
  if (message.length > longestMessage || text.length > longest) return true;
  return (
    numbered.test(text) ||
    ofTheTalk.test(text) ||
    isUnknown(message) ||
    technical.test(text) ||
    begs.test(text) ||
    isForeign(text)
  );
}

/** Points at this talk or at something made in it: "the draft", "as discussed". */
const ofTheTalk =
  /(?<![\p{L}])(?:(?:as|we|you|i|previously|already|just) (?:\p{L}+ )?(?:discussed|suggested|mentioned|agreed|requested|specified|instructed|demanded|outlined)|(?:the |(?:this|that|these|those|your) (?:\p{L}+ ){0,2}?|each |a )(?:list|draft|itinerary|plan|document|checklist|spreadsheet|section|slide|paragraph|table|summary|prompt|template|response|output|option|step|version|outline|article|essay|details?|insights|information|framework|protocol|overview|answer|tone)s?|(?:wie|schon|eben) (?:besprochen|erwähnt|gesagt)|(?:der|den|dein) (?:entwurf|plan|vorschlag|text)|(?:die|deine) (?:tabelle|übersicht|zusammenfassung|antwort|liste)|comme (?:convenu|discuté)|(?:le|ton) (?:brouillon|plan|tableau|résumé|texte)|(?:la|ta) (?:réponse|version|liste)|como (?:acordamos|hablamos|dijimos)|(?:el|tu) (?:borrador|plan|resumen|texto)|(?:la|tu) (?:tabla|respuesta|versión|lista)|как (?:обсуждали|договорились)|(?:твой|твоя|этот|эта) (?:черновик|план|текст|ответ|таблица|список))(?![\p{L}])|上述|以上|刚才讨论|你的(?:回答|方案|建议)/iu;

/** Of a language of which the refusals know no word. */
function isUnknown(text: string): boolean {
  if (/[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text)) return true;
  const words = text.match(/\p{sc=Latin}+/gu) ?? [];
  return words.length >= leastKnown && words.filter(isCommon).length < words.length * leastCommon;
}

/** In words: a short statement may be of names. */
const leastKnown = 7;
/** The share of small words, of any language that is known, below which a text is of another. */
const leastCommon = 0.05;

/** A line of a list: "3: buy milk". */
const numbered = /^\p{N}+[:.)]\s/u;

/** Too little to be kept by itself, or said of a case. */
export function saysLittle(text: string): boolean {
  return (
    supposes.test(text) ||
    isOrder(text) ||
    (text.length < longestWeather && isWeather(text.slice(0, 40))) ||
    (countWords(stripSmallTalk(text)) < leastWords && !shape.test(text))
  );
}

/** Over, or with this day. */
export function isTooLate(text: string, { isOver, isOfToday }: Validity): boolean {
  return isOfToday === true || (isOver === true && !cues.milestone.isIn(text));
}

/** A thought, a mood, a plan, or what would only be: over soon. */
export function isMood(text: string): boolean {
  return (
    !cues.milestone.isIn(text) &&
    ((doing.test(text) && !/\p{N}/u.test(text)) || wouldBe.test(text) || frames(cues.mood, text))
  );
}

/** A finished act is worth keeping only beside the memory that it is about. */
export function isPast(text: string): boolean {
  return !cues.milestone.isIn(text) && frames(cues.past, text) && !comesToPresent.test(text);
}

/** A story that comes to what is: "Waffles was ill in spring, so it's only rice for her". */
const comesToPresent =
  /^.{15,}(?:[,;] |(?<!\p{L})(?:and|so|but|und|aber|also|et|donc|mais|y|así que|pero) )(?:\p{L}+ ){0,2}(?:\p{L}+['’](?:s|re)|is|are|has|have|ist|sind|hat|haben|est|sont|es|está|tiene|теперь|сейчас)(?!\p{L})/iu;

/** Whether one of the cues opens a sentence or closes a short one: in its middle stands what it is about. */
function frames(cue: (typeof cues)["mood"], text: string): boolean {
  return cue.spansIn(text).some(({ start, end }) => {
    const before = text.slice(0, start);
    if (countWordsBefore(before) < opening || countWords(before) === 0) return true;
    return before.length < shortSentence && !/[\p{L}\p{N}]/u.test(text.slice(end));
  });
}

/** In words. */
const opening = 2;
/** In characters. */
const shortSentence = 40;

function countWordsBefore(text: string): number {
  const eastern = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  return eastern / 2 + (text.match(/[^\s\p{sc=Han}]+/gu)?.length ?? 0);
}

/** In characters: a long message tells a story or describes a task. */
const longestMessage = 400;
const longest = 200;
const leastWords = 2;
/** In characters: what goes on comes to something else. */
const longestWeather = 80;

/** A plain short statement of what somebody is, has, or owns. */
export const shape =
  /^(?:(?:btw|by the way|übrigens|au fait|por cierto|кстати|对了)[\s,，]*)?(?:i['’]m (?:(?:on )?an? |the |(?:\p{L}+(?:ian|ic)|married|divorced|widowed|engaged|pregnant|retired)(?![\p{L}]))|(?:i|we) (?:am|are|have|own|live|work|study|speak|drive|play|teach|wear|(?:[’']ve )?moved to)(?![\p{L}])|(?:my|our) \p{L}+ (?:is|are)(?![\p{L}])|(?:ich|wir) (?:bin|habe|wohne|lebe|arbeite|studiere|spreche|fahre|haben|wohnen|leben)(?![\p{L}])|(?:meine?|unsere?) \p{L}+ (?:ist|sind|heißt)(?![\p{L}])|j['’](?:ai|habite|étudie)(?![\p{L}])|(?:nous avons|nous habitons|on a|on habite|nous vivons)(?![\p{L}])|je (?:suis|vis|travaille|parle|conduis|porte|ne (?:mange|bois|fume))(?![\p{L}])|(?:m(?:on|a|es)|notre|nos) \p{L}+ (?:est|sont|s['’]appelle)(?![\p{L}])|estoy (?:casad|divorciad|comprometid|jubilad|embarazad)[oa](?![\p{L}])|(?:no )?(?:soy|tengo|como|bebo|vivo|vivimos|trabajo|estudio|hablo|tenemos)(?![\p{L}])|(?:mis?|nuestr[oa]s?) \p{L}+ (?:es|son|se llama)(?![\p{L}])|я (?:живу|работаю|учусь|говорю|не (?:ем|пью|курю)|из|замужем|женат|веган\p{L}*|вегетариан\p{L}*)|мы живём(?![\p{L}])|у (?:меня|нас)(?! (?:нет времени|вопрос))(?![\p{L}])|(?:мо[йяёи]|наш[аеи]?) \p{L}+ [—–-]|我们?(?:是|有|住|叫|吃素|不吃|不喝|在.{1,6}工作)|我们?的.{1,8}(?:是|叫))/iu;

/** Puts right what was just said. */
export function corrects(text: string): boolean {
  return cues.correction.isIn(text) || denies.test(text);
}

/** "Um, no, 7 pm", "Sorry, 7 pm", "7 pm, sorry". */
const denies =
  /^(?:\p{L}{1,4}[\s,，]+)?(?:(?:no|nope|nein|nee|non|нет|不是?)(?: wait)?[,，.:!]|(?:äh|ähm|eh|um|эм)\s|(?:hm+|(?:oh )?sorry|pardon|wait|hang on|actually|or rather|entschuldigung|verzeihung|moment|warte|halt|eigentlich|désolée?|attends|en fait|ou plutôt|perdón|perdona|lo siento|espera|en realidad|mejor dicho|o sea|извините?|прости(?:те)?|подожди|стоп|то есть|抱歉|对不起|不好意思|等等|等一下|其实)[\s,，:.])|[,，] (?:sorry|pardon|verzeihung|désolée?|perdón|perdona|извини|прости)[.!]*$/iu;

/** Sarcasm, and words of others: nobody may keep them as the speaker's own. */
export function isForeign(text: string): boolean {
  return isMockery(text) || hearsay.test(text) || quotes(text);
}

export function isMockery(text: string): boolean {
  return mocks.test(text);
}

/** Sarcasm, and a sigh. */
const mocks =
  /^(?:\p{L}+ ){0,2}\p{L}+[,，!！] ?(?:another|yet another|schon wieder|encore une?|otr[oa]|опять|又)(?![\p{L}](?<!\p{sc=Han}))|^(?:yeah,? right|sure,? (?:because|and)|oh,? (?:great|sure|joy|wonderful|perfect)|as if|just (?:great|what i needed)|great,? another|na (?:toll|super|klar)|ja,? klar|(?:toll|super|klasse|großartig),? (?:schon|noch|jetzt)|super,|genial,? (?:encore|otra)|mais oui|ben voyons|bravo,|claro que sí,|qué bien,|sí,? claro|ну да,|ага,|конечно,|супер,|呵呵|可真|真是太好了)(?![\p{L}](?<!\p{sc=Han}))/iu;

/** Somebody else's words, also where they are about the speaker: "My mum says I should become a lawyer". */
function quotes(text: string): boolean {
  return cues.quoting
    .spansIn(text)
    .some(({ start }) => countWordsBefore(text.slice(0, start)) < quotedBy && !saysMyself.test(text.slice(0, start)));
}

/** In words: who is quoted is named at the beginning. */
const quotedBy = 8;

const saysMyself = /(?<!\p{L})(?:i|we|i['’]ve|ich|wir|je|j['’]ai|nous|on|yo|я|мы)(?:\s[\p{L}\s]{0,15})?$|我们?$/iu;

/** Hearsay belongs to no speaker: "They say that my team …". */
const hearsay =
  /^(?!医生)[^，。我]{1,8}(?<![来小传再听信知才])说(?![明法话服错])|^(?!(?:я|мы) )(?:\p{L}+ ){1,3}\p{L}+(?:[её]т|ит|[юя]т|[аи]ла?), что |^(?!(?:ich|wir) )(?:\p{L}+ ){1,3}\p{L}+, dass |^(?:they say|people say|rumou?r has it|the (?:news|papers?|radio|tv) (?:says?|said)|man sagt|es heißt|angeblich|(?:die zeitung|das radio) (?:sagt|schreibt)|on dit|il paraît|paraît que|(?:le journal|la radio|la télé) (?:dit|a dit)|(?:dicen?|cuentan?)(?! (?:mi|mis|nuestr\p{L}+)(?![\p{L}]))|se dice|por lo visto|говорят|пишут|по слухам|якобы|据说|听说|报纸上?说|新闻(?:里|上)?说)(?![\p{L}](?<!\p{sc=Han}))/iu;

const wouldBe =
  /(?<!\p{L})(?:(?:i|we)['’]d|(?:i|we) would|wäre[nt]?|würden?|(?:je|tu|il|elle|on|ça) \p{L}+rai[st]|(?:yo|me|nos|lo|la) \p{L}+ría(?:mos|n)?|бы?)(?!\p{L})/iu;

const doing =
  /(?<![\p{L}])(?:am|is|are|i['’]m|we['’]re)\s+(?:(?:just|still|currently)\s+)?(?!(?:living|working|studying|learning|training|expecting|saving|taking|going|moving|getting|starting|teaching|seeing|dating|using|growing|raising|renting|paying|visiting|having|meeting|coming|staying|being|missing|wearing|doing|playing|building|writing)(?![\p{L}]))\p{L}{3,}ing(?![\p{L}])|(?<![\p{L}])(?:está|estoy|están|estamos)\s+(?!(?:viviendo|trabajando|estudiando|aprendiendo|saliendo|tomando|ahorrando)(?![\p{L}]))\p{L}+(?:ando|iendo|yendo)(?![\p{L}])|正在/iu;

const begs =
  /^(?:please|bitte|s['’]il (?:te|vous) pla[iî]t|por favor|пожалуйста)(?![\p{L}])|(?<![\p{L}])(?:please|bitte|s['’]il (?:te|vous) pla[iî]t|por favor|пожалуйста)[.!\s]*$|请(?!假|病假|客)|告诉我/iu;

/** A sentence about programs, which is over with the session that it is from. */
const technical =
  /[`_{}[\]<>=\\|#]|\/\S*[/.]|\(\)|(?<!\p{L})(?![ie]\p{Lu})\p{Ll}+\p{Lu}|\.\p{Ll}{2,4}(?![\p{L}])|(?<!\p{L})(?:API|repo|commit)(?!\p{L})/u;

export const supposes = /^(?:if|wenn|falls|si|if only|если|коли|如果|要是|假如|倘若)(?![\p{L}](?<!\p{sc=Han}))/iu;

/** Chinese has no spaces: four characters are about two words. */
export function countWords(text: string): number {
  const eastern = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  return listContentWords(text.replace(/\p{sc=Han}+/gu, " ")).length + Math.floor(eastern / 2);
}
