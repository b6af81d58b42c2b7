import type { AnswerLanguage } from "./answer-language.js";

export const german: AnswerLanguage = {
  yes: "ja|jawohl|jep|jup|klar|na klar|natürlich|natuerlich|na natürlich|sicher|gern|gerne|sehr gern|sehr gerne|einverstanden|ich bin einverstanden|abgemacht|mach das|mach es|mach's|machen sie das|tu das|tu es|unbedingt|auf jeden fall|selbstverständlich|selbstverstaendlich|leg los|nur zu|ich bestätige|bestätigt|ich stimme zu|ich bin dafür|absolut|definitiv",
  yesAlone: "doch|genau|stimmt|das stimmt|richtig|korrekt|passt|das passt|geht klar",
  weakYes: "in ordnung|ist in ordnung|das ist in ordnung|na gut",
  no: "nein|nö|noe|nee|bitte nicht|lieber nicht|besser nicht|auf keinen fall|auf gar keinen fall|keinesfalls|keineswegs|nicht jetzt|jetzt nicht|noch nicht|heute nicht|bloß nicht|nie|niemals|gar nicht|überhaupt nicht|nicht nötig|das ist nicht nötig|kein bedarf|mach das nicht|mach es nicht|mach's nicht|tu das nicht|tu es nicht|machen sie das nicht|das will ich nicht|ich will das nicht|will ich nicht|möchte ich nicht|ich möchte das nicht|ich lehne ab|abgelehnt|ich bin dagegen|unter keinen umständen|kommt nicht in frage|das kommt nicht in frage|nicht einverstanden|natürlich nicht|sicher nicht|ganz sicher nicht|absolut nicht|bestimmt nicht|definitiv nicht|auf jeden fall nicht",
  polite: "bitte",
  sorry: "sorry|entschuldigung|tut mir leid",
  thanks: "danke|danke schön|vielen dank|besten dank|danke sehr",
  actually: "eigentlich|doch|ach doch|doch lieber|ich hab's mir anders überlegt",
  turning:
    "nicht|kein|keine|keinen|keinem|keiner|nichts|nie|niemals|niemand|ohne|außer|statt|oder|entweder|beziehungsweise|bzw|später",
  articles: "der|die|das|den|dem|ein|eine|einen|einem|einer|alle",
  numbers:
    "null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig",
  besideNumber: "ungefähr|etwa|circa|ca|genau|nur|es sind|wir sind|sagen wir|insgesamt",
  places:
    "erste/ersten/erstes/erster|zweite/zweiten/zweites/zweiter|dritte/dritten/drittes/dritter|vierte/vierten/viertes/vierter|letzte/letzten/letztes/letzterer",
  besideOption:
    "die|der|das|den|nummer|option|variante|ich nehme|nehme|nehme ich|nimm|ich möchte|ich will|ich wähle|ich hätte gern|ich hätte gerne|lieber|am liebsten|wir nehmen",
  pointing: "das|es|dies|dieses|den|die|das letzte",
  doing: "wiederhole|mach|schick|lösch|lösche|zeig|öffne|stopp|nochmal|noch mal|bitte",
};
