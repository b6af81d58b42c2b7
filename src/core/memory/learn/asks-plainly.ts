/**
 * Whether a sentence asks without a mark of a question.
 *
 * 1. It begins with a word that asks and a verb, or ends with one that asks for consent.
 * 2. What it says of somebody's own is only said to be open: "check whether my dentist is …", "не помню, мой … или нет".
 */
import { cues } from "./learn-cues.js";

export function asksPlainly(text: string): boolean {
  const bare = text.replace(/[.。!！\s]+$/u, "");
  if (opens.test(bare) || unsure.test(bare) || consents.test(bare) || alternative.test(bare)) return true;
  return !(cues.standing.isIn(bare) || cues.manner.isIn(bare)) && listClauses(bare).some(leavesOpen);
}

const opens = new RegExp(
  [
    "(?:what|when|where|why|how|who|which)(?:['’]s| is| are| was| were| does| do| did)",
    "(?:was|wer|wie|wo|wann|warum|wieso|welche[rsnm]?)\\s+(?:ist|sind|war|waren|heißt|hieß|lautet)|(?:weißt|kennst|erinnerst) du",
    "(?:quel(?:le)?s?|qui|où|quand|combien|comment) (?:est|sont|était|étaient|s['’]appelle)|c['’](?:est|était) (?:quoi|qui|quand|où)|est-ce qu|qu['’]est-ce|tu (?:sais|te souviens|te rappelles|connais)",
    "(?:cuál(?:es)?|qué(?! va(?![\\p{L}]))|quién(?:es)?|dónde|cuándo|cómo|cuánt[oa]s?)(?= )|(?:sabes|recuerdas|te acuerdas)(?: si| cuál| qué| quién| cuándo| dónde| de)",
    "(?:как(?:ой|ая|ое|ие|ого|ую)|кто|где|сколько|чей|чья|чьё)(?= )|(?:ты )?(?:знаешь|помнишь)(?: ли)?(?= )",
  ]
    .map((words) => `(?:${words})(?![\\p{L}-](?<!\\p{sc=Han})|(?<=\\S)['’])`)
    .join("|")
    .replace(
      /^/u,
      "^(?:(?:hey|so|and|but|ok|okay|du|und|sag mal|et|dis|alors|oye|y|а|ну|и|слушай|скажи|哎|那)[\\s,，]+)*(?:",
    )
    .concat(")|(?:是什么|是谁|在哪里?|是哪|是几|是多少)(?:来着|啊|呀)?$|来着$"),
  "iu",
);

const unsure =
  /^(?:(?:i['’]m |i am )?not sure|(?:i )?(?:can['’]t|don['’]t) remember|ich bin (?:mir )?nicht sicher|je ne suis pas sûre?|je ne sais plus|no (?:estoy segur[oa]|recuerdo|me acuerdo)|(?:я )?не (?:уверен|уверена|помню)|интересно,|我?(?:不确定|不记得))(?![\p{L}](?<!\p{sc=Han}))/iu;

const consents =
  /[,，]\s*(?:isn['’]t it|aren['’]t they|is it|right|correct|nicht wahr|oder|gell|stimmt['’]?s|n['’]est-ce pas|non|pas vrai|hein|verdad|no|cierto|да|верно|правда|так ведь|не так ли|对吧|对不对|不是吗|是吧)$/iu;
const alternative = /(?<![\p{L}])(?:or not|oder nicht|ou pas|ou non|o no|или нет)$|是不是|是否/iu;

function listClauses(text: string): readonly string[] {
  return text.split(/[,;，；]|\s[—–]\s/u);
}

/** Where a clause begins with "if", it is a case and no question. */
const whether = /(?<![\p{L}])(?:whether|ob|ли|(?<=\S\s)(?:if|si|если))\s/iu;

/** Whose it is follows the word that leaves it open, in one clause. */
function leavesOpen(clause: string): boolean {
  const at = whether.exec(clause)?.index ?? -1;
  return at !== -1 && [cues.mine, cues.ours].some((owner) => owner.spansIn(clause).some(({ start }) => start > at));
}
