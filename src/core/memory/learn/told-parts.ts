import { isQuestion } from "../../summary/rules/classify.js";
import { splitSentences } from "../../summary/rules/sentences.js";
import { listContentWords } from "../../text/content-words.js";
import { cues } from "./learn-cues.js";
import { tellPart } from "./tell-part.js";

/** In characters: what is longer is a text that was pasted, not something that a person tells of. */
const longestSentence = 600;

const quotedLine = /^\s*>.*$/gmu;

/** From the line that greets to the one that takes leave, with lines between: somebody wrote it to somebody else. */
const letter =
  /^[^\S\n]*(?:dear|to whom|sehr geehrte[rs]?|liebe[rs]?|cher|chère|chers|madame|monsieur|estimad[oa]s?|querid[oa]s?|уважаем\p{L}+|дорог\p{L}+|尊敬的|亲爱的)(?![\p{L}](?<!\p{sc=Han}))[^\n]{0,60}\n(?:[^\n]*\n)+?[^\S\n]*(?:(?:kind|best|warm) (?:regards|wishes)|regards|sincerely|yours|mit (?:freundlichen|besten|herzlichen) grüßen|(?:viele|liebe|herzliche|beste) grüße|cordialement|bien à (?:vous|toi)|un (?:cordial )?saludo|atentamente|saludos|с уважением|всего доброго|此致|祝好)[^\n]*(?:\n[^\n]{1,40})?$/gimu;

/** What a message tells, sentence by sentence; nothing of a text with our marks. */
export function listToldParts(text: string): readonly string[] {
  if (hasMark(text)) return [];
  return splitSentences(joinAnswers(text.replace(quotedLine, "").replace(letter, "\n")))
    .flatMap((sentence) => tellPart(sentence) ?? [])
    .filter((part) => part.length <= longestSentence && listContentWords(part).length > 0);
}

/** Also one in other letters, or with signs in between that nobody sees. */
function hasMark(text: string): boolean {
  return /<\/?clew-/iu.test(text.normalize("NFKC").replaceAll(/\p{Cf}/gu, ""));
}

const asksItself =
  /(?<=^|[.!。\n]\s*)¿?(?<thing>[^\s?？.!,][^?？.!,\n]{1,50})[?？]\s*(?=(?:that['’]s|it['’]s|that is|it is|das ist|es ist|c['’]est|es|это)\s|就?是)/giu;

/** "My dentist? That's Dr. Weber." is one statement, if what is asked is a thing and nothing of it. */
function joinAnswers(text: string): string {
  return text.replace(asksItself, (whole: string, thing: string) =>
    thing.split(/\s+/u).length <= 6 && !cues.copula.isIn(thing) && !isQuestion(thing) ? `${thing}, ` : whole,
  );
}
