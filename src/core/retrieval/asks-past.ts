/**
 * Whether a message asks for what was said or done before, so that it is worth looking up. Silence costs little: the agent
 * has tools to search with, and what is known of a person stands in the view anyway.
 */
import { isAsking } from "./question.js";

/** Phrases of one language. */
interface PastCues {
  /** Refers to what was said or done, in any message that asks or orders. */
  readonly refers: RegExp;
  /** What a question has that asks for the past, or for what somebody's things are. */
  readonly asks: RegExp;
}

const told =
  "said|told|talked|spoke|wrote|sent|gave|chose|bought|came up|went (?:over|through)|set up|brought|made|took|had|did|saw|found|kept|got";
const ordinary = "need|feed|speed|bleed|exceed|proceed|succeed|indeed|breed|embed|shed|wed|red|bed";

const english: PastCues = {
  refers: new RegExp(
    [
      String.raw`\b(?:remind me (?:what|who|when|where|which|how|why|of|about)|(?:do|can|could) (?:you|i) (?:remember|recall)|earlier|previous(?:ly)?|yesterday|so far|over time|the usual|same \w+ (?:as|again)|the way we|like (?:last|before))\b`,
      String.raw`\b(?:forgot(?:ten)?|forget|slipped|lost|gone|can'?t (?:find|remember|recall|see)|cannot (?:find|remember)|trying to (?:find|remember))\b`,
      String.raw`\b(?:again|you (?:said|told|gave|listed|mentioned|had))\b[^.?!]{0,40}$`,
      String.raw`\blast (?:time|session|week|month|year|night|summer|winter|spring|autumn|fall|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
      String.raw`\b(?:days?|weeks?|months?|years?|while) (?:ago|back)\b|\bback (?:when|then)\b|\b(?:our|my) (?:conversations|chats|sessions|project|progress)\b`,
      String.raw`\b(?:i|we|you)(?:'ve| have|'d| had)? (?:just |already |once |both |first |finally )?(?:${told}|(?!(?:${ordinary})\b)\p{L}{2,}ed)\b(?! (?:to know|a bit)\b)`,
    ].join("|"),
    "iu",
  ),
  asks: new RegExp(
    [
      String.raw`\b(?:did|had|was|were|have|has) (?:i|we|he|she|they|it|that|the|my|our|his|her|their)\b`,
      String.raw`\bdid you (?:say|tell|mention|recommend|suggest|advise|call|give|promise|write|send|find|book|order)\b`,
      String.raw`\b(?:what|which|who|whose|where|when|how|why)\b[^.?!]{0,60}\b(?:did|was|were|had|has|have)\b(?! you\b)`,
      String.raw`\b(?:what|which|who|whose|where|when|how (?:many|much|long|often|old|far)|is|are|(?<!how )do|does|have)\b(?:'s| is| are| was)?[^.?!,]{0,30}\b(?:my|our|i|we)\b(?! (?:can|should|could|would|might|need|have to|get|make|know|help|do)\b)`,
      String.raw`\b(?:who|whose|where|when)\b(?:'s| is| are| was)?[^.?!,]{0,20}\b(?:the|that|those) (?!best|nearest|next|most)\w|\bwhat happened\b`,
    ].join("|"),
    "iu",
  ),
};

const others: readonly PastCues[] = [
  {
    refers:
      /\b(?:erinner\p{L}*|weißt du noch|letztes mal|letzte[nrs]? (?:mal|woche|monat|jahr|sommer|winter)|neulich|gestern|vorhin|damals|früher|bisher|wie (?:immer|üblich|besprochen|vereinbart)|vor \S+ (?:tagen?|wochen?|monaten?|jahren?))\b|\b(?:du|wir|ich)\b[^.?!,]{0,40}\b(?:ge\p{L}{3,}(?:t|en)|besprochen|empfohlen|vorgeschlagen|erwähnt|vereinbart|ausgemacht|entschieden|bestellt|vergessen)\b/iu,
    asks: /\b(?:war(?:en|st)?|hatten?|hattest|wurden?)\b|\b(?:hab(?:e|en)|hat|haben|ist|sind)\b[^.?!]{0,60}\b(?:ge\p{L}{3,}(?:t|en)|be\p{L}{3,}(?:t|en)|er\p{L}{3,}t|ver\p{L}{3,}(?:t|en)|\p{L}{3,}iert)\b|\b(?:was|welche[rsnm]?|wer|wen|wem|wann|wo|wohin|woher|wie (?:heißt|heißen|viele?|lange|oft|alt|hoch)|wieviel)\b[^.?!,]{0,30}\b(?:mein\p{L}{0,2}|unser\p{L}{0,2}|ich|wir)\b(?! (?:soll|könn|kann|mache|tun|am besten))|\b(?:wo|wann|wer|wessen)\b[^.?!,]{0,20}\b(?:der|die|das|dem|den)\b/iu,
  },
  {
    refers:
      /(?<!\p{L})(?:rappel\p{L}*|souvien\p{L}*|la dernière fois|hier|avant-hier|tout à l'heure|la semaine dernière|le mois dernier|l'an dernier|l'année dernière|il y a \S+ (?:jours?|semaines?|mois|ans?)|comme d'habitude|jusqu'ici|tu m'(?:as|avais)|je t'(?:ai|avais)|(?:on|nous) (?:a|avait|avons|avions) \p{L}+[éisu]t?s?)(?!\p{L})/iu,
    asks: /(?<!\p{L})(?:ai-je|avons-nous|avait|avaient|était|étaient|fut|j'(?:ai|avais|étais)|a-t-(?:il|elle|on)|ont-(?:ils|elles))(?!\p{L})|(?<!\p{L})(?:quel(?:le)?s?|qui|quoi|quand|où|combien|comment s'appelle(?:nt)?)(?!\p{L})[^.?!,]{0,30}(?<!\p{L})(?:mon|ma|mes|notre|nos)(?!\p{L})|(?:qui|quand|où)(?!\p{L})[^.?!,]{0,20}(?<!\p{L})(?:le|la|les|l')|(?:quand|où|combien|qui|que|quoi)(?!\p{L})[^.?!]{0,40}(?<!\p{L})(?:a|ont|est|sont) \p{L}+(?:é|i|u|it|is)e?s?(?!\p{L})/iu,
  },
  {
    refers:
      /(?<!\p{L})(?:recuerd\p{L}*|recordar\p{L}*|acuerd\p{L}*|la última vez|ayer|anteayer|antes|anoche|la semana pasada|el (?:mes|año) pasado|hace \S+ (?:días?|semanas?|mes(?:es)?|años?)|como siempre|hasta ahora|\p{L}{2,}(?:aste|iste)|dije|(?:quedamos|hablamos|acordamos|decidimos|elegimos|dijimos|vimos|hicimos))(?!\p{L})/iu,
    asks: /(?<!\p{L})(?:era|eran|fue|fueron|estaba|estaban|tenía|tenían|había|habían|hice|hicimos|he|hemos|ha|han|\p{L}{3,}(?:aron|ieron|amos|imos))(?!\p{L})|(?<!\p{L})(?:qué|quién(?:es)?|cuándo|dónde|cuál(?:es)?|cuánt[oa]s?|cómo se llama\p{L}*)(?!\p{L})[^.?!,]{0,30}(?<!\p{L})(?:mis?|nuestr[oa]s?|tengo|tenemos|vivo|trabajo)(?!\p{L})|(?:quién|cuándo|dónde)(?!\p{L})[^.?!,]{0,20}(?<!\p{L})(?:el|la|los|las)(?!\p{L})|(?:qué|quién|cuándo|dónde|cuánto|cuál)(?!\p{L})[^.?!]{0,30}\p{L}{2,}ó(?!\p{L})/iu,
  },
  {
    refers:
      /(?<!\p{L})(?:напомни\p{L}*|помни(?:шь|те)|вспомни\p{L}*|в прошл\p{L}+|прошл(?:ый|ого|ой) (?:раз\p{L}*|недел\p{L}*|год\p{L}*)|вчера|позавчера|раньше|недавно|тогда|назад|как обычно|до сих пор)(?!\p{L})|(?<!\p{L})(?:я|мы|ты|вы)(?!\p{L})[^.?!,]{0,30}\p{L}{2,}(?:л|ла|ли)(?:сь|ся)?(?!\p{L})/iu,
    asks: /(?<!\p{L})(?:что|кто|кого|кому|когда|где|куда|откуда|почему|как|как(?:ой|ая|ое|ие|ого|ую)|сколько|чей|ли)(?!\p{L})[^.?!]{0,60}(?<!\p{L})\p{L}{2,}(?:л|ла|ло|ли)(?:сь|ся)?(?!\p{L})|(?<!\p{L})(?:что|кто|как|когда|где|как(?:ой|ая|ое|ие)|сколько)(?!\p{L})[^.?!,]{0,30}(?<!\p{L})(?:мо[йяеёиюх]\p{L}?|наш\p{L}{0,2}|у меня|у нас|я живу|я работаю)(?!\p{L})/iu,
  },
  {
    refers:
      /记得|提醒|上次|上回|上周|上个?月|去年|之前|以前|昨天|前天|刚才|当时|老样子|(?:说|聊|提|讨论|推荐|告诉|商量|约|定|买|看|去|做|选)(?:过|好的|了的)/u,
    asks: /(?:我|我们)(?:的|家|住|在|有)?.{0,12}(?:哪|什么|几|多少|谁|怎么)|(?:哪|什么|几|多少|谁).{0,12}(?:我的|我们的)|(?:我|我们|他|她|他们|妈|爸).{0,12}(?:了|过)(?:什么|哪|多少|几|吗|没)|什么时候.{0,12}的/u,
  },
];

const languages: readonly PastCues[] = [english, ...others];

/** A question about somebody or something by name, in English: elsewhere capitals mean other things. */
const asksOfName =
  /\b(?:[Ww](?:hat|hich|ho|hom|hose|here|hen|hy)|[Hh]ow|[Dd](?:oes|id)|[Ii]s|[Aa]re|[Hh]as|[Ww]ould)\b[^.?!,]{0,40} (?!I\b)(?:["“][^"”]{3,40}["”]|\p{Lu}\p{L}{2,})/u;

/** A message that orders asks for what the order rests on. */
const orders =
  /(?<!\p{L})(?:please|let's|let us|(?:can|could|would) you|i(?:'d| would) like|i (?:want|need)|ready to|show|list|give|send|continue|go on|use|take|book|order|make|write|bitte|lass uns|mach|zeig|schick|nimm|stell|s'il te plaît|montre|envoie|prends|fais|por favor|muéstrame|envía|haz|usa|toma|pide|пожалуйста|покажи|пришли|сделай|закажи|возьми|давай)(?!\p{L})|请|帮我|给我|按照|用/iu;

const sentences = /(?<=[.!?…])\s+|(?<=[。？！])|\n+/u;
/** Who asks does it within so many characters. */
const mostRead = 2_000;

export function asksPast(text: string): boolean {
  return text
    .slice(0, mostRead)
    .split(sentences)
    .some((sentence) => {
      const isQuestion = isAsking(sentence);
      if (!isQuestion && !orders.test(sentence)) return false;
      if (languages.some(({ refers }) => refers.test(sentence))) return true;
      return isQuestion && (asksOfName.test(sentence) || languages.some(({ asks }) => asks.test(sentence)));
    });
}
