import type { AnswerLanguage } from "./answer-language.js";

export const german: AnswerLanguage = {
  plainYes: "ja|jawohl|jep|jup|jo",
  yes: "klar|na klar|natürlich|naturlich|natuerlich|na natürlich|sicher|gern|gerne|sehr gern|sehr gerne|einverstanden|bin einverstanden|ich bin einverstanden|abgemacht|mach das|mach es|mach's|mach das bitte|mach es bitte|machen sie das|machen sie das bitte|bitte machen|bitte mach das|bitte mach es|tu das|tu es|unbedingt|auf jeden fall|jawoll|selbstverständlich|selbstverstaendlich|freilich|leg los|nur zu|kannst du machen|können sie machen|du darfst|sie dürfen|ich bestätige|bestätigt|ich stimme zu|ich bin dafür|absolut|definitiv|mach ruhig",
  aloneYes: "doch|genau|stimmt|das stimmt|richtig|korrekt|passt|das passt|geht klar|mach|mach mal|joa|ja bitte gern",
  weakYes: "in ordnung|ist in ordnung|das ist in ordnung|na gut|gut dann|okey",
  no: "nein|nö|noe|nee|ne|nein danke|nein bitte nicht|lieber nicht|bitte nicht|besser nicht|auf keinen fall|auf gar keinen fall|keinesfalls|keineswegs|nicht jetzt|jetzt nicht|noch nicht|heute nicht|nicht heute|bloß nicht|nie|niemals|nie im leben|gar nicht|überhaupt nicht|nicht nötig|das ist nicht nötig|nicht notwendig|kein bedarf|mach das nicht|mach es nicht|mach's nicht|tu das nicht|tu es nicht|machen sie das nicht|bitte mach das nicht|das will ich nicht|ich will das nicht|will ich nicht|möchte ich nicht|ich möchte das nicht|ich lehne ab|abgelehnt|ich bin dagegen|dagegen|unter keinen umständen|kommt nicht in frage|das kommt nicht in frage|nicht einverstanden",
  lettingGo: "lass es|lass das|lass mal|lass es sein|lass es bleiben|lassen sie es",
  neither:
    "jein|na ja|naja|naja ja|na ja ja|ach ja|ah ja|oh ja|ach so|ja und nein|ja nein|nein ja|ja ja|jaja|ja ne|ja nee|ja nicht|passt so|das passt so|passt schon|schon gut|gut so|ist gut|ist okay|ist ok|schon okay|von wegen|ach nein|oh nein|ja doch|nein doch|doch nein|danke nein danke|kein problem|keine ahnung|warum nicht|nicht sicher|nicht schlecht|nicht doch|sicher doch|ja sicher doch|na sicher|ja genau|aber sicher|aber sicher doch|aber klar|ja klar doch|klar doch|na klar doch|meinetwegen|von mir aus|wenn du meinst",
  please: "bitte|bitte schön",
  thanks: "danke|danke schön|danke dir|vielen dank|besten dank|danke sehr",
  sorry: "sorry|entschuldigung|entschuldige|tut mir leid",
  praise: "gut|sehr gut|toll|prima|prima idee|gute idee|perfekt|wunderbar|klasse|schön|super",
  opening: "also|na dann|dann|äh|ähm|hm",
  immediate: "jetzt|sofort|gleich|jetzt gleich",
  strengthening:
    "natürlich|sicher|ganz sicher|bestimmt|ganz bestimmt|absolut|definitiv|selbstverständlich|wirklich|auf jeden fall|garantiert|ganz und gar",
  negating: "nicht|nein",
  forbidding: "nicht",
  contrast: "aber|jedoch",
  joining: "und",
  actually: "eigentlich|eigentlich doch|doch|ach doch|doch lieber|ich hab's mir anders überlegt",
  standIns: "es|sie|das|die|ihn|den",
  small:
    "der|die|das|den|dem|des|ein|eine|einen|einer|einem|alle|und|an|am|auf|in|im|mit|zu|zum|zur|für|von|vom|mein|meine|meinen|dein|deine|deinen",
  verb: /^\p{L}{2,}(?:en|ern|eln)$/u,
  accents: "needed",
  numbers:
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  aroundNumber: "ungefähr|etwa|circa|ca|genau|nur|es sind|wir sind|sagen wir|insgesamt|zu",
};
