/**
 * What a message says that lasts, by rule.
 *
 * 1. One sentence is one statement at most, in its own words. Of a sentence that tells something and then asks, what it tells.
 * 2. Nothing is learned from questions, suppositions, errands, other people's words, code, and texts with our marks.
 * 3. A wish with a word of time ("always", "from now on") or of manner ("I want you to") is an instruction; taste is a preference.
 */
import type { MemoryKind } from "../../log/memories/memory.js";
import { isNegative } from "../../summary/rules/classify.js";
import { decision } from "../../summary/rules/cues.js";
import { listHardTokens } from "../../summary/rules/hard-tokens.js";
import { isWeather } from "../../summary/rules/small-talk.js";
import { asksToRemember } from "../../summary/rules/weight.js";
import { listContentWords } from "../../text/content-words.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { cues } from "./learn-cues.js";
import { dropRefusal, readCorrection } from "./read-correction.js";
import { readDismissed, readForget } from "./read-forget.js";
import { tellsCustom, tellsPlace, tellsRoutine } from "./read-habit.js";
import { startsVaguely } from "./read-instead.js";
import { readState } from "./read-state.js";
import { readSubject, type ToldSubject } from "./read-subject.js";
import { readTurns } from "./read-turn.js";
import { readValidity, type Validity } from "./read-validity.js";
import { recurs } from "./recurring.js";
import { isSetPhrase } from "./set-phrases.js";
import { speaksOfSelf } from "./speaks-of-self.js";
import { isFleeting, namesProgram, tellsForAWhile, tellsMilestone, tellsPlainly } from "./tells-plainly.js";
import { listToldParts } from "./told-parts.js";
import { turnCues } from "./turn-cues.js";
import { tellsChange } from "./turned-words.js";

export function learnStatements(told: ToldMessage): readonly LearnedStatement[] {
  return listToldParts(told.text).flatMap((part) => learnPart(part, told) ?? []);
}

function learnPart(text: string, told: ToldMessage): LearnedStatement | null {
  const forgets = readForget(text);
  if (forgets !== null) return { kind: "fact", text, forgets };
  const wish = readEnd(text) ?? readWish(text);
  if (wish === null && hearsay.test(text)) return null;
  const validity = readValidity(text, told.at, told.zone);
  if (validity.isOver === true) return tellsMilestone(text, told.text) ? { kind: "fact", text } : null;
  const isReported = reports(text);
  const subject = isReported ? null : readCorrectedSubject(validity.rest);
  if (wish !== null && !(subject?.isNamed === true && isStated(text)))
    return { ...wish, ...pickTimes(validity, wish.kind) };
  if (isReported) return readStatement(text, validity, null);
  const corrects = readCorrection(text, subject);
  // "The lift is not working until Friday" denies nothing that was said.
  const isDenial = corrects?.endsNamedOnly === true && validity.until !== undefined;
  const plain = (isDenial ? null : corrects) ?? readTurned(text, subject, readStatement(text, validity, subject));
  const setting = { message: told.text, isOfThing: subject !== null };
  return plain ?? readPlainly(text, validity, setting) ?? readFollowing(text, validity, setting);
}

/** "Nora's bike in truth is white": words of error may end with the verb that tells a thing from its value. */
function readCorrectedSubject(text: string): ToldSubject | null {
  const bare = cues.correction.blankedIn(text);
  const ends = new Set(cues.correction.spansIn(text).map(({ end }) => end));
  const verb = cues.copula.spansIn(text).find(({ end }) => ends.has(end));
  const subject = readSubject(dropRefusal(bare));
  if (subject !== null || verb === undefined) return subject;
  const told = bare.slice(0, verb.start) + text.slice(verb.start, verb.end) + bare.slice(verb.end);
  const named = readSubject(dropRefusal(told));
  const before = bare.slice(0, verb.start).trim();
  return named?.isNamed === true && before.endsWith(named.words.split(" ").at(-1) ?? "") ? named : null;
}

/** What says that something is otherwise now, and may be about what is known: by itself it tells nothing that lasts. */
function readFollowing(text: string, validity: Validity, { message }: Setting): LearnedStatement | null {
  const isOpen = turnCues.unsure.isIn(text) || isFleeting(text) || cues.quoting.isIn(text);
  if (message.length > longestFollowing || isOpen || !tellsChange(text)) return null;
  // "Tim started school this week" says when, and not for how long.
  const isPassing = validity.until !== undefined && !(validity.isOfTheTime === true && turnCues.became.isIn(text));
  return isPassing ? null : { kind: "fact", text, ifKnown: true, mayFollow: true };
}

/** In characters: a long message tells a story, or describes a task. */
const longestFollowing = 200;

interface Setting {
  /** The whole that the sentence is from. */
  readonly message: string;
  /** It names what it is about. */
  readonly isOfThing: boolean;
}

/** What is told without any of the words that tell what lasts. What is only of today is over before anybody asks. */
function readPlainly(text: string, validity: Validity, { message, isOfThing }: Setting): LearnedStatement | null {
  const hasEnd = validity.until !== undefined && validity.isOfToday !== true;
  const isPlain = validity.isOfToday !== true && (tellsPlainly(text, message) || tellsOfHouse(text, validity, message));
  if (!((hasEnd && (isOfThing || tellsForAWhile(text, message))) || isPlain)) return null;
  return { kind: "fact", text, ...pickTimes(validity, "fact") };
}

/** Where something is kept, what comes every week, and what says by when it is over, of whatever it is. */
function tellsOfHouse(text: string, { until, isOfTheTime }: Validity, message: string): boolean {
  if (message.length > longestFollowing || isFleeting(text) || namesProgram(text) || turnCues.unsure.isIn(text))
    return false;
  return (
    (until === undefined && (tellsPlace(text) || tellsRoutine(text))) ||
    (until !== undefined && isOfTheTime !== true && (speaksOfSelf(text) || !startsVaguely(text)))
  );
}

/** What somebody else said is kept in their words, and changes nothing. */
function reports(text: string): boolean {
  return cues.quoting
    .spansIn(text)
    .some(({ start, end }) => !saysMyself.test(text.slice(0, start)) && isClause(text.slice(end)));
}

const saysMyself = /(?<![\p{L}])(?:i|we|i['’]ve|ich|wir|je|j['’]ai|nous|on|yo|я|мы)\s*(?:habe\s)?$|我们?$/iu;

function isClause(text: string): boolean {
  return (
    listContentWords(text).length > 1 && (cues.copula.isIn(text) || cues.state.isIn(text) || turnCues.over.isIn(text))
  );
}

/** What is said by nobody in particular, or by papers, is nobody's own: "They say that my team …". Of one's own doctor it is. */
const hearsay =
  /^(?:they say|people say|rumou?r has it|the (?:news|papers?|radio|tv) (?:says?|said)|man sagt|es heißt|angeblich|(?:die zeitung|das radio) (?:sagt|schreibt)|on dit|il paraît|paraît que|(?:le journal|la radio|la télé) (?:dit|a dit)|(?:dicen?|cuentan?)(?! (?:mi|mis|nuestr\p{L}+)(?![\p{L}]))|se dice|por lo visto|говорят|пишут|по слухам|якобы|据说|听说|报纸上?说|新闻(?:里|上)?说)(?![\p{L}](?<!\p{sc=Han}))/iu;

/** With what it says has turned; null if it says nothing of what lasts. */
function readTurned(
  text: string,
  subject: ToldSubject | null,
  plain: LearnedStatement | null,
): LearnedStatement | null {
  const turns = readTurns(text);
  const isShifted = subject !== null && turnCues.shifted.isIn(text) && !turnCues.unsure.isIn(text);
  if (turns.length === 0 && (plain !== null || !isShifted)) return plain;
  const base = plain ?? {
    kind: "fact" as const,
    text,
    ifKnown: true as const,
    ...(isShifted ? { subject: subject.key } : {}),
  };
  return turns.length === 0 ? base : { ...base, turns };
}

/** "From now on my dentist is …" has a word of time and is no wish. */
function isStated(text: string): boolean {
  return (
    (cues.copula.isIn(cues.standing.blankedIn(text)) || /\s[—–-]\s|[:：=→]/u.test(text)) &&
    !cues.asked.isIn(text) &&
    !cues.manner.isIn(text) &&
    !cues.taste.isIn(text)
  );
}

function readEnd(text: string): LearnedStatement | null {
  const isEnd = cues.stop.isIn(text) || hadEnough.test(text) || needsNoMore.test(text);
  if (isEnd && inCase.test(text)) return null;
  const turns = isEnd ? readTurns(text) : [];
  return !isEnd
    ? readDismissal(text)
    : {
        kind: "instruction",
        text,
        ends: text,
        ...(turns.length === 0 ? {} : { turns }),
        ...(forbids.test(text) || lets(text) ? { endsOrForbids: true } : {}),
      };
}

function readDismissal(text: string): LearnedStatement | null {
  const named = readDismissed(text);
  return named === null ? null : { kind: "instruction", text, ends: named };
}

/** "Enough Latin, thanks": a few words, and nothing before them. */
const hadEnough =
  /^(?:(?:ok|okay|so|gut|bueno|bon|ладно|好)[\s,，]+)?(?:(?:that['’]s )?enough|no more|genug|schluss mit|basta(?: ya)? (?:de|con)|se acab(?:ó|aron)|assez d(?:e|u|es|['’]\p{L}+)|stop aux|fini les|plus de|хватит|довольно|достаточно)(?![\p{L}])(?:\P{L}+\p{L}+){1,6}\P{L}*$|^\p{sc=Han}{2,10}够了/iu;

/** However much stands between. */
const needsNoMore =
  /(?<![\p{L}])(?:don['’]t|do not) need .{1,60} any ?(?:more|longer)(?![\p{L}])|(?<![\p{L}])brauche? ich .{0,40}nicht mehr(?![\p{L}])|^\p{sc=Han}{2,12}不(?:需要|用|必)了/iu;

/** "You can skip the pleasantries in future", "you don't have to apologise all the time". */
function lets(text: string): boolean {
  return cues.standing.isIn(text) && toYou.test(text) && !turnCues.over.isIn(text) && !turnCues.overAround.isIn(text);
}

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

function readWish(text: string): LearnedStatement | null {
  const told = cues.filler.spansIn(text).reduce((rest, { start, end }) => (start === 0 ? rest.slice(end) : rest), text);
  const bare = told.replace(/^[\s,，:：]+/u, "");
  if (begsFor.test(text) || forbidsMe.test(text)) return { kind: "instruction", text };
  if (cues.asked.isIn(text) || (!narrated.test(bare) && (isOrdered(text) || ordersAgain(text) || ordersInCase(text))))
    return { kind: "instruction", text };
  if (cues.taste.isIn(text) || (tellsCustom(text) && !tellsChange(text))) return { kind: "preference", text };
  if (!cues.standing.isIn(text) || firstPerson.test(bare) || narrated.test(bare) || isSetPhrase(bare)) return null;
  return isOrder(bare) ? { kind: "instruction", text } : null;
}

/** "Remind me … every evening", "read me the headlines every morning". */
function ordersAgain(text: string): boolean {
  return (cues.errand.isIn(text) || asksForMe.test(text)) && recurs.test(text) && !firstPerson.test(text);
}

const asksForMe =
  /^(?:please |bitte |por favor,? |пожалуйста,? )?(?:\p{L}+ (?:me|mir|mich)(?![\p{L}])|\p{L}+-moi(?![\p{L}])|\p{L}*[áéí]\p{L}*me(?:l[oa]s?)?(?![\p{L}]))|(?<![\p{L}])\p{L}+(?:й|и|ь)(?:те)? мне(?![\p{L}])|[给帮]我/iu;

/** "Please don't call me …", said of whoever speaks: neither an idiom nor of the moment. */
const forbidsMe =
  /^(?:(?:please|bitte|s['’]il (?:te|vous) plaît|por favor|пожалуйста|请)[\s,，]*)?(?:(?:don['’]t|do not) (?!get|tell|ask|make|give|let|leave|wake|blame|remind|you)\p{L}+ me(?![\p{L}])|ne (?:me|m['’])\s?(?!dis|dites|fais|demande|laisse|réveille)\p{L}+ (?:pas|plus|jamais)|no me (?!digas|hagas|preguntes|dejes|despiertes|des)\p{L}+[aeá]s(?![\p{L}])|не (?!говори|спрашивай|буди|забудь|забывай)\p{L}+(?:й|йся|и|ись|ь)(?:те)? (?:мне|меня|ко мне|со мной)|(?:别|不要)(?:再)?(?!告诉|问|叫醒|吵)\p{sc=Han}{0,3}我)/iu;

/** "No spoilers, please". */
const begsFor =
  /^(?:no(?: more)?|keine?|sin|pas de|pas d['’]|без|bitte (?:ohne|keine?)|nada de|别|不要)\s?(?:\p{L}+\s?){1,3}[,，]?\s?(?:please|bitte|s['’]il te plaît|s['’]il vous plaît|por favor|пожалуйста|谢谢)[.!。]?$/iu;

/** "When we talk about money, use euros": a case, and an order for it. */
function ordersInCase(text: string): boolean {
  return inCase.test(text);
}

const inCase =
  /^(?:when(?:ever)?|if|wenn|falls|sobald|quand|lorsqu['’]|lorsque|si|cuando|когда|если)(?![\p{L}])[^,]{3,60},\s*(?:please |bitte |por favor,? |пожалуйста,? |alors |dann )?(?:use|give|leave|add|tell|show|write|keep|avoid|include|don['’]t|do not|never|always|skip|put|convert|round|mention|ask|check|answer|reply|stick|assume|send|count|list|spell|explain|nenne?|gib|rechne|nimm|verwende|benutze?|nutze?|schreibe?|lass|sage?|zeige?|antworte|sprich|frage?|erwähne?|vermeide|halte?|zähle?|utilise|compte|donne|évite|mets|écris|réponds|laisse|parle|ajoute|n['’]|ne |dis|montre|usa|pon|no |da|evita|escribe|responde|deja|añade|habla|cuenta|dame|dime|считай|используй|не |пиши|давай|указывай|говори|отвечай|показывай|добавляй|избегай|называй|бери)(?![\p{L}])|^[^，,。]{2,20}(?:的时候|时)[，,](?:请)?(?:用|别|不要|给|写|说|列|按|加|放)/iu;

const speaker =
  /(?<![\p{L}])(?:i|we|(?:i|we)['’]\p{L}+|ich|wir|je|j['’]\p{L}+|nous|on|yo|nosotros|я|мы|to|zu|à|de|a)(?![\p{L}])|我/iu;

/** "Make sure to …" is an order, "I'll make sure to …" is none. */
function isOrdered(text: string): boolean {
  return cues.manner
    .spansIn(text)
    .some(({ start }) => !speaker.test(text.slice(0, start)) && !asksForCall.test(text.slice(start)));
}

/** "Call me a taxi", "call me back": no name to be called by. */
const asksForCall =
  /^call me (?:an?|the|back|later|when|whenever|if|at|on|in|up|tomorrow|tonight|once|after|before)(?![\p{L}])/iu;

/** In English a verb never precedes the "always" of its order: "people always …" tells of people, "from now on always …" of no one. */
function tellsHabit(text: string): boolean {
  const adverb = /(?<![\p{L}])(?:always|never)(?![\p{L}])/iu.exec(text);
  if (adverb === null) return false;
  const before = cues.standing.blankedIn(text.slice(0, adverb.index)).trimEnd();
  return /\p{L}$/u.test(before) && !politely.test(before);
}

const politely = /(?:^|[\s,])(?:please|and|but|so|then|also|just)$/iu;

/** Speaks to the assistant: by a word for it, or as an order, which begins with its verb and so has nobody who acts. */
function isOrder(text: string): boolean {
  if (tellsHabit(text)) return false;
  return (
    addressed.test(text) ||
    cues.standing.spansIn(text).some(({ start }) => start === 0) ||
    /^\p{Lu}?\p{Ll}+(?:\s|$)/u.test(text)
  );
}

function pickTimes({ from, until, on }: Validity, kind: MemoryKind): Pick<LearnedStatement, "from" | "until"> {
  if (kind === "event" && on !== undefined) return { from: on };
  if (until === undefined) return {};
  return { ...(from === undefined ? {} : { from }), until };
}

function readStatement(text: string, validity: Validity, subject: ToldSubject | null): LearnedStatement | null {
  const kind = findKind(text, validity, subject);
  if (kind === null) return null;
  const state = subject?.isNamed === true ? null : readState(text);
  const key = kind === "event" || kind === "outcome" ? null : (state ?? subject?.key ?? null);
  return { kind, text, ...pickTimes(validity, kind), ...(key === null ? {} : { subject: key }) };
}

function findKind(text: string, { on, until }: Validity, subject: ToldSubject | null): MemoryKind | null {
  const isHabit = firstPerson.test(text) && cues.standing.isIn(text);
  const tells = cues.state.isIn(text) || readState(text) !== null || asksToRemember(text) || isHabit;
  if (decision.isIn(text) && listContentWords(text).length > 1 && subject?.isNamed !== true) return "outcome";
  if (
    (on !== undefined || until !== undefined) &&
    cues.going.isIn(text) &&
    subject?.isNamed !== true &&
    !isNegative(text)
  )
    return "event";
  if (tells) return "fact";
  if (subject === null || isWeather(text) || isFleeting(text)) return null;
  if (subject.isNamed && !subject.key.startsWith("our ")) return "fact";
  return subject.isNamed || listHardTokens(text).length > 0 || cues.mine.isIn(text) || cues.ours.isIn(text)
    ? "fact"
    : null;
}
