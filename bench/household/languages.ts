import { fresh as chineseFresh } from "./languages/chinese/fresh.js";
import { held as chineseHeld } from "./languages/chinese/held.js";
import { chinese } from "./languages/chinese/things.js";
import { tuned as chineseTuned } from "./languages/chinese/tuned.js";
import { fresh as englishFresh } from "./languages/english/fresh.js";
import { held as englishHeld } from "./languages/english/held.js";
import { english } from "./languages/english/things.js";
import { tuned as englishTuned } from "./languages/english/tuned.js";
import { fresh as frenchFresh } from "./languages/french/fresh.js";
import { held as frenchHeld } from "./languages/french/held.js";
import { french } from "./languages/french/things.js";
import { tuned as frenchTuned } from "./languages/french/tuned.js";
import { fresh as germanFresh } from "./languages/german/fresh.js";
import { held as germanHeld } from "./languages/german/held.js";
import { german } from "./languages/german/things.js";
import { tuned as germanTuned } from "./languages/german/tuned.js";
import { fresh as russianFresh } from "./languages/russian/fresh.js";
import { held as russianHeld } from "./languages/russian/held.js";
import { russian } from "./languages/russian/things.js";
import { tuned as russianTuned } from "./languages/russian/tuned.js";
import { fresh as spanishFresh } from "./languages/spanish/fresh.js";
import { held as spanishHeld } from "./languages/spanish/held.js";
import { spanish } from "./languages/spanish/things.js";
import { tuned as spanishTuned } from "./languages/spanish/tuned.js";
import type { Language } from "./wordings.js";

export const languages: readonly Language[] = [
  { name: "en", ...english, tuned: englishTuned, held: englishHeld, fresh: englishFresh },
  { name: "de", ...german, tuned: germanTuned, held: germanHeld, fresh: germanFresh },
  { name: "es", ...spanish, tuned: spanishTuned, held: spanishHeld, fresh: spanishFresh },
  { name: "fr", ...french, tuned: frenchTuned, held: frenchHeld, fresh: frenchFresh },
  { name: "ru", ...russian, tuned: russianTuned, held: russianHeld, fresh: russianFresh },
  { name: "zh", ...chinese, tuned: chineseTuned, held: chineseHeld, fresh: chineseFresh },
];
