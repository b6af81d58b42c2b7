import type { AnswerLanguage } from "./answer-language.js";

export const dutch: AnswerLanguage = {
  plainYes: "ja|jep|jawel",
  yes: "jazeker|ja hoor|zeker|zeker weten|natuurlijk|graag|heel graag|akkoord|doe maar|doe dat|doe dat maar|doe het|doe het maar|ga je gang|gaat uw gang|ga door|uiteraard|vanzelfsprekend|absoluut|ik bevestig|bevestigd|ik ga akkoord|mee eens|ik ben het ermee eens|goedgekeurd|dat mag|je mag|u mag",
  aloneYes: "precies|klopt|dat klopt|juist|inderdaad|ga maar",
  weakYes: "prima|is goed|dat is goed|da's goed|oké|oke|vooruit dan",
  no: "neen|nee|nee dank je|nee dank u|nee bedankt|nee hoor|nee joh|liever niet|beter niet|niet nu|nu niet|nog niet|vandaag niet|zeker niet|natuurlijk niet|absoluut niet|echt niet|helemaal niet|geen sprake van|in geen geval|onder geen beding|nooit|nooit van mijn leven|niet doen|doe dat niet|doe het niet|doe maar niet|alsjeblieft niet|wil ik niet|ik wil niet|dat wil ik niet|ik wil dat niet|niet nodig|dat is niet nodig|hoeft niet|dat hoeft niet|ik weiger|geweigerd|afgewezen|niet akkoord|ik ben tegen",
  lettingGo: "laat het|laat dat|laat het zitten",
  neither:
    "ja en nee|ja nee|nee ja|ja ja|jaja|ja ja hoor|ja hoor zeker|ja dag|ja toch|nou ja|nou ja zeg|ach ja|oh ja|ah ja|o ja|zo is het goed|is goed zo|het is goed zo|prima zo|laat maar|geen probleem|geen idee|waarom niet|maakt niet uit|niet zeker|niet slecht|mooi niet|zeker wel|wat jij wilt|als jij het zegt|ach nee|oh nee|vast wel|het zal wel|niet erg",
  please: "alsjeblieft|alstublieft|aub",
  thanks: "dank je|dank je wel|dank u|dank u wel|bedankt|dankjewel",
  sorry: "sorry|het spijt me|pardon",
  praise: "goed|heel goed|perfect|mooi|goed idee|prima|fijn|top",
  opening: "nou|dus",
  immediate: "nu|nu meteen|meteen|direct|onmiddellijk",
  strengthening: "zeker|natuurlijk|absoluut|beslist|echt|uiteraard|helemaal",
  negating: "niet",
  forbidding: "niet",
  contrast: "maar",
  joining: "en",
  actually: "eigenlijk|bij nader inzien|toch",
  standIns: "het|ze|dat|deze|die|hem",
  small: "de|het|een|alle|en|aan|naar|in|op|met|van|voor|mijn|je|jouw|onze",
  verb: /^\p{L}{2,}en$/u,
  accents: "optional",
  numbers:
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig",
  aroundNumber: "ongeveer|precies|slechts|we zijn|we zijn met|zeg maar|circa",
};
