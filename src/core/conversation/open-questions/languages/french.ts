import type { AnswerLanguage } from "./answer-language.js";

export const french: AnswerLanguage = {
  plainYes: "oui|ouais|ouaip",
  yes: "bien sûr|bien sûr que oui|d'accord|je suis d'accord|entendu|vas-y|allez-y|volontiers|tout à fait|avec plaisir|fais-le|faites-le|fais ça|faites ça|absolument|certainement|évidemment|carrément|je confirme|confirmé|je suis pour|bien entendu|ça me va|c'est d'accord|oui tu peux|oui vous pouvez|oui bien sûr|approuvé|j'approuve|avec grand plaisir",
  aloneYes: "exactement|exact|c'est ça|c'est exact|effectivement|parfaitement|ça marche|tu peux|vous pouvez",
  weakYes: "bon d'accord|ça roule|okay d'accord",
  no: "non|non merci|que non|pas du tout|pas maintenant|pas encore|pas aujourd'hui|pas question|pas besoin|pas la peine|ce n'est pas la peine|ce n'est pas nécessaire|pas nécessaire|surtout pas|jamais|jamais de la vie|en aucun cas|en aucune façon|aucunement|hors de question|c'est hors de question|il n'en est pas question|ne fais pas ça|ne le fais pas|ne le faites pas|ne faites pas ça|je ne veux pas|je veux pas|je n'en veux pas|je refuse|refusé|mieux vaut pas|vaut mieux pas|je préfère pas|sûrement pas|certainement pas|absolument pas|bien sûr que non|vraiment pas|négatif|je suis contre|pas d'accord|je ne suis pas d'accord",
  lettingGo: "laisse|laisse ça|laissez",
  neither:
    "oui et non|oui non|non oui|oui oui|ouais ouais|oui bon|ah oui|eh oui|ah bon|ah d'accord|c'est bon|mais oui|mais oui bien sûr|mais non|ah non|oh non|oui enfin|ben oui|bah oui|ben voyons|si si|jamais non|comme tu veux|comme vous voulez|si tu veux|si vous voulez|si tu le dis|pas de problème|pas de souci|pourquoi pas|pas sûr|pas mal|aucun problème|aucune idée",
  please: "s'il te plaît|s'il vous plaît|svp|stp",
  thanks: "merci|merci beaucoup|merci bien|merci d'avance",
  sorry: "désolé|désolée|pardon|je suis désolé|je suis désolée",
  praise: "bon|bien|très bien|parfait|super|génial|bonne idée|super idée|excellent|c'est parfait",
  opening: "alors|euh",
  immediate: "maintenant|tout de suite|immédiatement",
  strengthening: "absolument|certainement|sûrement|surtout|vraiment|évidemment|bien sûr que|non vraiment",
  negating: "pas|non",
  forbidding: "ne|surtout ne",
  contrast: "mais",
  joining: "et",
  actually: "en fait|finalement|tout compte fait",
  standIns: "le|la|les|ça|cela|tout ça",
  small:
    "le|la|les|l|un|une|des|du|de|d|à|au|aux|en|dans|sur|pour|avec|et|tous|toutes|tout|toute|mon|ma|mes|ton|ta|tes|notre|nos|votre|vos",
  verb: "first",
  accents: "optional",
  numbers:
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
  aroundNumber: "environ|à peu près|exactement|seulement|on est|nous sommes|nous serons|on sera|disons|on est environ",
};
