import type { AnswerLanguage } from "./answer-language.js";
import { arabic } from "./arabic.js";
import { chinese } from "./chinese.js";
import { czech } from "./czech.js";
import { dutch } from "./dutch.js";
import { english } from "./english.js";
import { finnish } from "./finnish.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { greek } from "./greek.js";
import { hindi } from "./hindi.js";
import { indonesian } from "./indonesian.js";
import { italian } from "./italian.js";
import { japanese } from "./japanese.js";
import { korean } from "./korean.js";
import { polish } from "./polish.js";
import { portuguese } from "./portuguese.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";
import { turkish } from "./turkish.js";
import { ukrainian } from "./ukrainian.js";
import { vietnamese } from "./vietnamese.js";

/** The languages in which answers are read. */
export const answerLanguages: readonly AnswerLanguage[] = [
  arabic,
  chinese,
  czech,
  dutch,
  english,
  finnish,
  french,
  german,
  greek,
  hindi,
  indonesian,
  italian,
  japanese,
  korean,
  polish,
  portuguese,
  russian,
  spanish,
  turkish,
  ukrainian,
  vietnamese,
];
