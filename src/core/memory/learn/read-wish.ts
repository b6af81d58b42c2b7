/**
 * Wishes: how the assistant is to behave from now on, and what somebody likes.
 *
 * 1. A wish with a word of time ("always", "from now on") or of manner ("I want you to") is an instruction; taste is a preference.
 * 2. What lets go of a wish ("you can stop …") is a wish of its own: both stand beside each other with their dates.
 */
import type { Memory } from "../../log/memories/memory.js";
import { cues } from "./learn-cues.js";
import { recurs } from "./recurring.js";
import { isSetPhrase } from "./set-phrases.js";

export type WishKind = Extract<Memory["kind"], "instruction" | "preference">;

/** Null for what is no wish. */
export function readWish(text: string): WishKind | null {
  const told = cues.filler.spansIn(text).reduce((rest, { start, end }) => (start === 0 ? rest.slice(end) : rest), text);
  const bare = told.replace(/^[\s,，:：]+/u, "");
  if (begsFor.test(text) || forbidsMe.test(text) || cues.asked.isIn(text)) return "instruction";
  if (!narrated.test(bare) && (isOrdered(text) || ordersAgain(text) || inCase.test(text))) return "instruction";
  if (cues.taste.isIn(text)) return "preference";
  if (forbids.test(text) || (cues.standing.isIn(text) && toYou.test(text) && !cues.over.isIn(text)))
    return "instruction";
  if (!cues.standing.isIn(text) || firstPerson.test(bare) || narrated.test(bare)) return null;
  return isOrder(bare) && !isSetPhrase(bare) ? "instruction" : null;
}

/** What ends a wish or lets go of one says little by itself: "enough Latin, thanks". */
export function endsWish(text: string): boolean {
  return (cues.stop.isIn(text) || hadEnough.test(text) || needsNoMore.test(text)) && !inCase.test(text);
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
  /^(?:no(?: more)?|keine?|sin|pas de|pas d['’]|без|bitte (?:ohne|keine?)|nada de|别|不要)\s?(?:\p{L}+\s?){1,3}[,，]?\s?(?:please|bitte|s['’]il te plaît|s['’]il vous plaît|por favor|пожалуйста|谢谢)[.!。]?$/iu;

const inCase =
  /^(?:when(?:ever)?|if|wenn|falls|sobald|quand|lorsqu['’]|lorsque|si|cuando|когда|если)(?![\p{L}])[^,]{3,60},\s*(?:please |bitte |por favor,? |пожалуйста,? |alors |dann )?(?:use|give|leave|add|tell|show|write|keep|avoid|include|don['’]t|do not|never|always|skip|put|convert|round|mention|ask|check|answer|reply|stick|assume|send|count|list|spell|explain|nenne?|gib|rechne|nimm|verwende|benutze?|nutze?|schreibe?|lass|sage?|zeige?|antworte|sprich|frage?|erwähne?|vermeide|halte?|zähle?|utilise|compte|donne|évite|mets|écris|réponds|laisse|parle|ajoute|n['’]|ne |dis|montre|usa|pon|no |da|evita|escribe|responde|deja|añade|habla|cuenta|dame|dime|считай|используй|не |пиши|давай|указывай|говори|отвечай|показывай|добавляй|избегай|называй|бери)(?![\p{L}])|^[^，,。]{2,20}(?:的时候|时)[，,](?:请)?(?:用|别|不要|给|写|说|列|按|加|放)/iu;

const speaker =
  /(?<![\p{L}])(?:i|we|(?:i|we)['’]\p{L}+|ich|wir|je|j['’]\p{L}+|nous|on|yo|nosotros|я|мы|to|zu|à|de|a)(?![\p{L}])|我/iu;

/** "Call me a taxi", "call me back": no name to be called by. */
const asksForCall =
  /^call me (?:an?|the|back|later|when|whenever|if|at|on|in|up|tomorrow|tonight|once|after|before)(?![\p{L}])/iu;

const politely = /(?:^|[\s,])(?:please|and|but|so|then|also|just)$/iu;

/** "Remind me … every evening", "read me the headlines every morning". */
function ordersAgain(text: string): boolean {
  return (cues.errand.isIn(text) || asksForMe.test(text)) && recurs.test(text) && !firstPerson.test(text);
}

/** "Make sure to …" is an order, "I'll make sure to …" is none. */
function isOrdered(text: string): boolean {
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
function isOrder(text: string): boolean {
  if (tellsHabit(text)) return false;
  return (
    addressed.test(text) ||
    cues.standing.spansIn(text).some(({ start }) => start === 0) ||
    /^\p{Lu}?\p{Ll}+(?:\s|$)/u.test(text)
  );
}
