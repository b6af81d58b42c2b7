import type { AnswerLanguage } from "./answer-language.js";

export const polish: AnswerLanguage = {
  plainYes: "tak",
  yes: "oczywiście|oczywiście że tak|jasne|jasne że tak|pewnie|pewnie że tak|zgoda|zgadzam się|zrób to|proszę zrób to|śmiało|naturalnie|potwierdzam|jak najbardziej|tak jest|tak możesz|zdecydowanie tak|chętnie|bardzo chętnie",
  aloneYes: "dokładnie|owszem|dobrze|dawaj|możesz",
  weakYes: "dobra|w porządku",
  no: "nie|nie dziękuję|nie teraz|jeszcze nie|lepiej nie|raczej nie|w żadnym wypadku|absolutnie nie|oczywiście że nie|na pewno nie|zdecydowanie nie|nigdy|nie rób tego|nie chcę|nie trzeba|nie ma potrzeby|odmawiam|nie zgadzam się|jestem przeciw",
  lettingGo: "zostaw to",
  neither:
    "tak tak|no tak|no nie|ach tak|tak i nie|tak nie|nie tak|dobra dobra|no dobra|niech będzie|jak chcesz|może być|tak jak jest|tak zostaw|nie ma sprawy|nie ma problemu|czemu nie|dlaczego nie|nie wiem|nie odmawiam|nie mam nic przeciwko|nie jestem pewien|proszę bardzo|o nie|tak sobie|tak jakby|o tak|zostaw|tak niby",
  please: "proszę",
  thanks: "dziękuję|dzięki|dziękuję bardzo",
  sorry: "przepraszam|niestety",
  praise: "świetnie|super|dobrze|doskonale|dobry pomysł",
  opening: "więc",
  immediate: "teraz|od razu|natychmiast",
  strengthening: "oczywiście|oczywiście że|absolutnie|na pewno|zdecydowanie",
  negating: "nie",
  forbidding: "nie|proszę nie",
  contrast: "ale",
  joining: "i|oraz",
  standIns: "to|je|ich|go",
  small: "wszystkie|wszystko|w|we|na|z|do|i|dla|moje|mój|moją",
  verb: "first",
  accents: "optional",
  numbers: "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
  aroundNumber: "około|dokładnie|tylko|jest nas|nas",
};
