/** Whether a sentence orders something: it begins with a verb, and then comes what is to be done to what, and nobody who does it. */
export function isOrder(text: string): boolean {
  const bare = text.replace(opening, "");
  return western.test(bare) || errand.test(bare) || eastern.test(bare);
}

/** Openings before an order, such as "please". */
const opening =
  /^(?:\P{L}|(?:please|now|then|and|but|so|also|just|ok(?:ay)?|bitte|und|dann|also|jetzt|s['’]il te plaît|et|puis|alors|por favor|y|ahora|пожалуйста|а|и|теперь|请)(?![\p{L}](?<!\p{sc=Han})))*/iu;

/** No verbs: a preposition, an article, or a word that joins. */
const small =
  "(?:i|we|ich|wir|je|nous|yo|in|on|at|by|for|from|of|off|to|up|with|without|about|after|before|behind|between|during|inside|near|over|since|through|under|until|around|against|per|than|all|both|half|some|each|every|no|not|only|also|and|or|but|because|if|as|that|what|when|where|is|are|was|got|sold|bought|took|gave|left|lost|found|kept|swapped|made|went|had|told|paid|met|been|the|my|our|im|an|am|gestern|hab|habe|auf|ab|aus|bei|beim|bis|durch|für|gegen|hinter|mit|nach|neben|ohne|seit|über|um|unter|vom|von|vor|während|wegen|zu|zum|zur|zwischen|alle|beide|nur|auch|und|oder|aber|weil|wenn|als|ist|sind|hat|haben|für|à|au|aux|avec|chez|dans|de|depuis|derrière|devant|en|entre|avant|après|jusqu|par|pendant|pour|sans|sauf|sous|sur|vers|tous?|toutes?|et|ou|mais|que|est|sont|a|al|con|antes|después|desde|detrás|durante|hacia|hasta|para|por|según|sin|sobre|tod[oa]s?|y|o|pero|es|son|está|están)";
const object =
  "(?:daraus|tout|an?(?! \\p{L}+é)|the|me|us|it|them|this|that|these|those|my|all|\\d+|up|mir|uns|mich|mal|einen|eine|ein|den|die|das|dem|diesen|diese|dieses|une?|la|les|ce|cet|cette|ces|mon|ma|mes|una|el|los|las|este|esta|estos|mis?)";
const western = new RegExp(
  `^(?:\\p{Script=Latin}*[áéíó]\\p{L}*(?:(?:me|nos)(?:l[oa]s?)?|l[oa]s?)(?![\\p{L}])|(?:pon|da|di|haz)(?:me|nos)?(?:l[oa]s?)?(?![\\p{L}]))|^(?!${small}(?![\\p{L}])|\\p{L}+(?:ed|\\p{L}o|[aei]mos|[éí])(?![\\p{L}]))(?:\\p{Script=Latin}+ ['‘"“]?(?:${object}(?![\\p{L}])|l['’])|\\p{L}+-(?:moi|nous|l[ea]s?)(?![\\p{L}])|(?:по|на|пере|от|за|вы|под|про|рас|при|со|до|об)\\p{L}{2,}(?:[аяе]й|[дтвшжрнс]и|вь)(?:те)?(?![\\p{L}])|(?:дай|найди|пришли|сделай|скажи|пиши)(?:те)?(?![\\p{L}]))`,
  "iu",
);
/** Errands of agents. */
const errand =
  /^(?:create|write|show|describe|explain|confirm|provide|give|generate|list|make|tell|respond|continue|rewrite|summari[sz]e|analy[sz]e|find|add|include|compare|suggest|present|proceed|draft|convert|elaborate|expand|act|pick|define|develop|design|prepare|update|start|focus|integrate|adapt|share|expect|remove|replace|improve|correct|fix|translate|calculate|recommend)(?! (?:is|are|was|were|has)(?![\p{L}]))(?:\s|$|[:,])/iu;
const eastern =
  /^(?:帮|给我|把|定[个一]|设[个一]|写[个一]|来[个一]|查|算|列|翻译|总结|推荐|介绍|讲|说说)|再[^，。]{1,6}一?[点些][。！]?$/u;
