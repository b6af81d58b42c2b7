/** The part of a sentence that tells something of its speaker's own: without what it asks, and nothing if it only supposes or quotes. */
import { isNegative, isQuestion } from "../../summary/rules/classify.js";
import { cues } from "./learn-cues.js";

export function tellPart(sentence: string): string | null {
  const text = dropRequest(sentence.trim().replace(exclaims, ""));
  if (quotesOthers(text) || (cues.supposing.isIn(dropOpening(text)) && !cues.taste.isIn(text))) return null;
  if (isQuestion(text) || asksPlainly(text) || asksInside(text)) return cutQuestion(text);
  return text;
}

/** "My god, …" is of nobody's god. */
const exclaims =
  /^[¡\s]*(?:(?:oh,? )?my (?:god|goodness|word|gosh)|mein(?:e)? (?:gott|güte)|(?:oh )?mon dieu|ma foi|dios mío|madre mía|боже(?: мой)?|мама дорогая|(?:哦，?)?我的(?:天|妈|老天)[呀啊哪]?)(?![\p{L}](?<!\p{sc=Han}))[\s,，!！.。]*/iu;

const asksToKeep =
  /^¿?(?:(?:can|could|will|would) you (?:please )?(?:remember|note|save|keep in mind)(?: that)?|you (?:may|might) want to (?:save|note) (?:this|that)[:,]|kannst du dir (?:bitte )?(?:merken|notieren),? dass|(?:das|dies) kannst du dir (?:merken|notieren):|(?:tu peux|peux-tu|pourrais-tu) (?:retenir|noter|te rappeler) que|tu peux (?:enregistrer|noter) (?:ça|cela)\s?:|(?:puedes|podrías) (?:recordar|apuntar|anotar) que|puedes (?:guardar|apuntar|anotar) esto:|можешь (?:запомнить|записать),? что|можешь (?:сохранить|записать):|(?:你能|你可以|能不能)(?:记住|记下|保存一下)[:：]?)\s*(?<told>.+?)(?:\s*[?？]|吗[?？])?$/isu;

/** "Can you remember that …?" asks for nothing but that. */
function dropRequest(text: string): string {
  return asksToKeep.exec(text)?.groups?.told ?? text;
}

const opening =
  /^[^.!?。！？]{0,60}?(?<![\p{L}](?<!\p{sc=Han}))(?:peut-être |vielleicht )?(?:know|wissen|weißt|saber|sabes|savoir|sais|savez|знать|знаешь|知道)(?![\p{L}](?<!\p{sc=Han}))(?:\s+that|,?\s+dass|\s+que|\s+qu['’]|,?\s+что|(?:\s+(?:peut-être|quizás?|tal vez|vielleicht|may ?be))?\s*[:：,，])\s*/iu;

/** "Maybe it helps you to know that …" supposes nothing of what it tells. */
function dropOpening(text: string): string {
  const found = opening.exec(text)?.[0] ?? "";
  return isNegative(found) ? text : text.slice(found.length);
}

const quoted = /[«“„"「『].{8,}?[»”“"」』]/u;

function quotesOthers(text: string): boolean {
  const found = quoted.exec(text);
  return found !== null && cues.quoting.isIn(text.slice(0, found.index) + text.slice(found.index + found[0].length));
}

const questionClause =
  /(?:^|[,;，；—–-]\s*|\s)(?:(?:so|but|and|also|aber|und|also|mais|et|donc|pero|y|así que|но|и|а|так что)\s+)?(?:can you|could you|would you|will you|do you|how (?:can|do|should|would|to)|what (?:do|are|is|should|would)|which|is it|is there|any (?:tips|ideas|advice|recommendations)|i['’]m (?:not sure|wondering)|kannst du|könntest du|wie (?:kann|soll)|was (?:meinst|soll)|tu peux|peux-tu|pourrais-tu|comment|qu['’]est-ce|est-ce que|puedes|podrías|cómo|qué|можешь|как|что ты|你能|能不能|可以帮|怎么|什么)(?![\p{L}](?<!\p{sc=Han})).*$/isu;

function asksInside(text: string): boolean {
  if (!cues.taste.isIn(text)) return false;
  const at = questionClause.exec(text)?.index ?? -1;
  return at > 0 && cues.taste.isIn(text.slice(0, at));
}

/** What is told before the question, if that is taste or a wish: of anything else a question is about what it says. */
function cutQuestion(text: string): string | null {
  const at = questionClause.exec(text)?.index ?? -1;
  const before = at > 0 ? text.slice(0, at).replace(/[\s,;，；—–-]+$/u, "") : "";
  if (isWished(before)) return before;
  const told = lastAsks.exec(text)?.groups?.told ?? "";
  return told.length >= longStory && !asksPlainly(told) ? told : null;
}

/** In characters: a story that only its last clause asks about. */
const longStory = 50;
const lastAsks = /^(?<told>[^?？]+[,;，；][^?？]+)[,;，；—–-]\s*[^,;，；?？]+[?？]?$/u;

function isWished(text: string): boolean {
  return cues.taste.isIn(text) || cues.manner.isIn(text);
}

/** Asks without a mark of a question, or leaves open what it says of somebody's own: "check whether my dentist is …". */
function asksPlainly(text: string): boolean {
  const bare = text.replace(/[.。!！\s]+$/u, "");
  if (opens.test(bare) || unsure.test(bare) || consents.test(bare) || alternative.test(bare)) return true;
  return whether.test(bare) && !isWished(bare) && !cues.standing.isIn(bare) && listClauses(bare).some(leavesOpen);
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

/** The owner of a thing follows the word that leaves the owner open, in one clause. */
function leavesOpen(clause: string): boolean {
  const at = whether.exec(clause)?.index ?? -1;
  return at !== -1 && [cues.mine, cues.ours].some((owner) => owner.spansIn(clause).some(({ start }) => start > at));
}
