import type { AnswerLanguage } from "./answer-language.js";

export const french: AnswerLanguage = {
  yes: "oui|ouais|ouaip|bien sûr|bien sûr que oui|d'accord|je suis d'accord|entendu|vas-y|allez-y|volontiers|tout à fait|avec plaisir|fais-le|faites-le|fais ça|faites ça|absolument|certainement|évidemment|je confirme|confirmé|je suis pour|bien entendu|ça me va|approuvé|j'approuve",
  yesAlone: "exactement|exact|c'est ça|c'est exact|effectivement|ça marche|tu peux|vous pouvez",
  weakYes: "bon d'accord",
  no: "non|pas du tout|pas maintenant|pas encore|pas aujourd'hui|pas question|pas besoin|pas la peine|ce n'est pas la peine|ce n'est pas nécessaire|pas nécessaire|surtout pas|jamais|jamais de la vie|en aucun cas|hors de question|c'est hors de question|ne fais pas ça|ne le fais pas|ne le faites pas|ne faites pas ça|je ne veux pas|je refuse|refusé|sûrement pas|certainement pas|absolument pas|bien sûr que non|vraiment pas|négatif|je suis contre|pas d'accord|je ne suis pas d'accord",
  polite: "s'il te plaît|s'il vous plaît|svp|stp",
  sorry: "désolé|désolée|pardon",
  thanks: "merci|merci beaucoup|merci bien|merci d'avance",
  actually: "en fait|finalement|tout compte fait",
  turning: "pas|non|ne|n|jamais|aucun|aucune|rien|sans|sauf|éviter|ou|soit|plus tard",
  articles: "le|la|les|l|un|une|des|mon|ma|mes|ton|ta|tes",
  numbers:
    "zéro|-|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt",
  besideNumber:
    "environ|à peu près|exactement|seulement|on est|nous sommes|nous serons|on sera|disons|en tout|au total",
  places:
    "le premier/la première/première|le deuxième/la deuxième/deuxième/le second/la seconde|le troisième/la troisième/troisième|le quatrième/la quatrième/quatrième|le dernier/la dernière/dernier/dernière",
  besideOption: "le|la|les|option|numéro|je prends|je voudrais|je veux|je préfère|je choisis|plutôt",
  pointing: "ça|cela|ceci|le|la|celui-ci|le dernier",
  doing: "refais|envoie|supprime|montre|annule|répète|encore|s'il te plaît",
};
