import { listContentWords } from "@clewline/text/content-words.js";
import { escapeText } from "@clewline/text/fence.js";
import { rememberByText } from "@clewline/text/remember.js";
import { splitSentences } from "../../summary/rules/sentences.js";
import { cues } from "./learn-cues.js";
import { speaksOfSelf } from "./of-speaker.js";
import { tellPart } from "./tell-part.js";

/** In characters: what is longer is a text that was pasted, not something that a person tells of. */
const longestSentence = 600;

/** From the first fence on: code, and what is said of it. */
const fenced = /^[^\S\n]*(?:```|~~~)[\s\S]*/mu;
const quotedLine = /^\s*>.*$/gmu;

/** From the line that greets to the one that takes leave, with lines between: somebody wrote it to somebody else. */
const letter =
  /^[^\S\n]*(?:dear|to whom|sehr geehrte[rs]?|liebe[rs]?|cher|chère|chers|madame|monsieur|estimad[oa]s?|querid[oa]s?|уважаем\p{L}+|дорог\p{L}+|尊敬的|亲爱的)(?![\p{L}](?<!\p{sc=Han}))[^\n]{0,60}\n(?:[^\n]*\n)+?[^\S\n]*(?:(?:kind|best|warm) (?:regards|wishes)|regards|sincerely|yours|mit (?:freundlichen|besten|herzlichen) grüßen|(?:viele|liebe|herzliche|beste) grüße|cordialement|bien à (?:vous|toi)|un (?:cordial )?saludo|atentamente|saludos|с уважением|всего доброго|此致|祝好)[^\n]*(?:\n[^\n]{1,40})?$/gimu;

/** What a message tells, sentence by sentence; nothing of a text with our marks. Asked for twice where a message is understood. */
export const listToldParts = rememberByText(readParts, { texts: 1_000, characters: 400_000 });

function readParts(text: string): readonly string[] {
  if (hasMark(text)) return [];
  const unquoted = text.replace(fenced, "").replace(quotedLine, "").replace(letter, "\n");
  if (isPasted(unquoted)) return [];
  const own = dropQuotations(unquoted);
  return splitSentences(own)
    .flatMap((sentence) => (sentence.includes(gap) ? [] : (tellPart(sentence) ?? [])))
    .filter((part) => part.length <= longestSentence && listContentWords(part).length > 0);
}

/** Whether a text was copied from a mail, a chat or a file: in doubt nothing in it is the person's own. */
function isPasted(text: string): boolean {
  if (rule.test(text) || leave.test(text) || handsOver.test(text)) return true;
  const labels = [...text.matchAll(labelled)].filter(([, label = ""]) => !isOwned(label));
  return labels.length >= leastLabels;
}

/** A line of dashes, or a heading such as "-----Original Message-----". */
const rule = /^[^\S\n]*[-_=*—]{3,}/mu;
/** A line that takes leave, and a name behind it. */
const leave =
  /\n[^\S\n]*(?:(?:kind|best|warm) (?:regards|wishes)|regards|cheers|sincerely|yours|best|thanks|mit (?:freundlichen|besten|herzlichen) grüßen|(?:viele|liebe|herzliche|beste) grüße|lg|vg|cordialement|bien à (?:vous|toi)|un (?:cordial )?saludo|atentamente|saludos|с уважением|всего доброго|此致|祝好)\s*[,，!]?\s+\p{L}[^\n.?]{0,40}\s*$/iu;
/** "Summarise this: …", "Here is the mail that I got.": the text that follows is somebody's, perhaps the speaker's. */
const handsOver =
  /^[^\S\n]*(?:(?:please|can you|could you|bitte|peux-tu|puedes|пожалуйста|请|帮我)[\s,]*)?(?:(?:summari[sz]e|proofread|translate|rewrite|rephrase|reword|(?:correct|fix|edit|review)(?=\s+(?:this|the|my|it))|shorten|polish|improve|fasse?|übersetze?|korrigiere?|kürze?|formuliere?|verbessere?|résume[rz]?|tradui[st]|traduire|corrige[rz]?|relis|reformule[rz]?|resume|traduce|corrige|revisa|reescribe|переведи|исправь|сократи|перескажи|проверь|перефразируй)(?!\p{L})|翻译|总结|改写|润色|校对|修改)[^\n:：]{0,60}(?::\s|：)\s*\S|^[^\S\n]*(?:here(?:['’]s| is| are)|hier (?:ist|sind|kommt)|voici|voilà|aquí (?:está|tienes|va)|вот|这是)[^\n.:：]{0,40}?(?:mail|letter|message|text|article|post|review|brief|nachricht|artikel|lettre|courriel|carta|correo|mensaje|письмо|сообщение|текст|статья|邮件|信|文章)/imu;
/** "Ana:", "[12:04] Ana:", "From:". */
const labelled = /^[^\S\n]*(?:[[(<]?[\d:./ ,-]{4,20}[\])>]?\s*)?([\p{L}][^\n:：.!?]{0,30}?)\s?[:：](?=\s)/gmu;
const leastLabels = 2;

/** Also one in other letters, or with signs in between that nobody sees. */
function hasMark(text: string): boolean {
  return escapeText(text) !== text;
}

function isOwned(thing: string): boolean {
  return [cues.mine, cues.ours].some((owner) => owner.spansIn(thing).some(({ start }) => start === 0));
}

const quotation = /(?:[«“„"「『]|(?<!\p{L})['‘])([^«»“”„"「」『』]{6,}?)(?:[»”“"」』]|['’](?!\p{L}))/gu;
/** Words that introduce a quotation of somebody. */
const introduces = /[说道:：]\s?$/u;
/** Stands where a quotation was: what tells of one tells nothing else. */
const gap = "\u{fffc}";
/** A name has fewer words. */
const leastQuoted = 4;

/** Without what is quoted of somebody who speaks of themselves: it is a poster's, a book's or another person's. */
function dropQuotations(text: string): string {
  return text.replace(quotation, (whole, said: string, at: number) => {
    const isOfOne =
      introduces.test(text.slice(0, at)) || speaksOfSelf(said) || cues.mine.isIn(said) || cues.ours.isIn(said);
    const isSaying = said.split(/\s+/u).length >= leastQuoted || /\p{sc=Han}{6}|\s[—–]\s/u.test(said);
    return isOfOne && isSaying ? gap : whole;
  });
}
