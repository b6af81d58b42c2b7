/** Reads which memory somebody asks to forget, as the words that name it: "Forget my blood type", "Forget that I'm vegetarian". */

import { readContentStems } from "@clewline/text/content-words.js";
import { isNegative } from "../../summary/rules/classify.js";
import { cues } from "./learn-cues.js";
import { speaksOfSelf } from "./of-speaker.js";

/** True for "forget that": what was just said. "Forget it" and "never mind" only tell to leave something, "delete …" is said of a thing. */
export function readForget(text: string): string | true | null {
  const named = findRequest(text);
  if (named === null || named === true) return named;
  const what = named
    .replace(about, "")
    .replace(/\s+(?:gesagt|erzählt|gemeint) hab(?:e|en)?$|(?:这件|那件|的)?事情?$/iu, "")
    .trim();
  const isOwn = saidBefore.test(named) || cues.mine.isIn(what) || cues.ours.isIn(what) || speaksOfSelf(what);
  return isOwn && !isNegative(what) && !/[,;，；].*\p{L}/u.test(what) && readContentStems(what).size > 0 ? what : null;
}

/** Whether a text asks to forget something, whatever that is: such words are never a memory themselves. */
export function asksToForget(text: string): boolean {
  return findRequest(text) !== null;
}

/** In the whole text, or named in its last clause: "I have no allergies, forget what I said about walnuts". */
function findRequest(text: string): string | true | null {
  const bare = text.replace(/[.!。！吧\s]+$/u, "");
  const whole = readRequest(bare);
  if (whole !== null) return whole;
  const last = readRequest(bare.replace(/^.*[,;]\s*/su, ""));
  return last === true ? null : last;
}

function readRequest(clause: string): string | true | null {
  const bare = clause.replace(opening, "");
  if (allOfIt.test(bare)) return true;
  const { moved, rest, eastern, gone } = asks.exec(bare)?.groups ?? {};
  return moved ?? rest ?? eastern ?? (gone !== undefined && saidBefore.test(gone) ? gone : null);
}

const allOfIt =
  /^(?:(?:forget|scratch|strike|disregard|ignore) (?:that|this|what i (?:just )?said|the last one)|vergiss das(?: wieder)?|streich das|oublie (?:ça|cela)|olvida eso|забудь (?:это|об этом)|(?:把)?[这那]个?(?:忘掉|忘了)|忘(?:了|掉)这个)$/iu;

/** Names earlier words of the speaker, whatever they were about. */
const saidBefore =
  /(?<![\p{L}])(?:what i(?:['’]ve)? (?:said|told you)|was ich(?: dir)?|ce que j['’]ai dit|ce que je t['’]ai dit|lo que (?:te )?(?:dije|he dicho)|что я (?:тебе )?(?:говорил|сказал)\p{L}*)(?![\p{L}])|我说的|我讲的/iu;

const opening =
  /^(?:(?:ok|okay|so|and|please|just|actually|never mind|nevermind|ach|egal|tant pis|bueno|nada|ладно|算了|bitte|s['’]il te plaît|por favor|пожалуйста|请|那)[\s,，]*)+/iu;

const asks =
  /^(?:(?:you (?:can|may|should) (?:just )?)?forget|(?:you needn['’]t|stop|don['’]t|do not|i don['’]t want you to) remember(?:ing)?|vergiss|merke? dir nicht|(?:tu peux )?oublie[rz]?|ne retiens (?:pas|plus)|(?:puedes )?olv[ií]da(?:r|te|rte)?|(?:ya )?no recuerdes|(?:можешь )?забудь(?:те)?|можешь забыть|не запоминай|больше не помни)(?!\p{L})(?<rest>.+)$|^(?:delete|erase|remove|lösche?|entferne|efface|supprime|borra|elimina|удали|сотри|убери|删[掉除])(?<gone>.+)$|^把(?<moved>.+?)(?:忘掉|忘了|忘记)|^(?:你?可以)?(?:忘[掉了记]|不要记住?|别记住?)(?<eastern>.+)$/iu;

/** "What I said about …", "that …". */
const about =
  /^(?:[\s,]|please|bitte|s['’]il te plaît|por favor|пожалуйста)*(?:(?:what|everything|all|the thing) i (?:said|told you|ever said) about|about|that|was ich (?:dir )?über|alles über|dass|ce que j['’]ai dit (?:sur l[ea]s?|sur|du|de)|tout sur|que|lo que (?:te )?(?:dije|he dicho) (?:del|de la|de|sobre)|todo sobre|de|(?:(?:всё|все|то), )?что я (?:тебе )?(?:говорил|говорила|сказал|сказала) (?:про|о)|что|про|о|об|关于|我[说讲]的)(?![\p{L}](?<!\p{sc=Han}))[\s,]*/iu;
