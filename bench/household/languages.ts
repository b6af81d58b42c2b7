import { held as chineseHeld } from "./languages/chinese/held.js";
import { chinese } from "./languages/chinese/things.js";
import { tuned as chineseTuned } from "./languages/chinese/tuned.js";
import { held as englishHeld } from "./languages/english/held.js";
import { english } from "./languages/english/things.js";
import { tuned as englishTuned } from "./languages/english/tuned.js";
import { held as frenchHeld } from "./languages/french/held.js";
import { french } from "./languages/french/things.js";
import { tuned as frenchTuned } from "./languages/french/tuned.js";
import { held as germanHeld } from "./languages/german/held.js";
import { german } from "./languages/german/things.js";
import { tuned as germanTuned } from "./languages/german/tuned.js";
import { held as russianHeld } from "./languages/russian/held.js";
import { russian } from "./languages/russian/things.js";
import { tuned as russianTuned } from "./languages/russian/tuned.js";
import { held as spanishHeld } from "./languages/spanish/held.js";
import { spanish } from "./languages/spanish/things.js";
import { tuned as spanishTuned } from "./languages/spanish/tuned.js";
import type { Language } from "./wordings.js";

export const languages: readonly Language[] = [
  { name: "en", ...english, tuned: englishTuned, held: englishHeld },
  { name: "de", ...german, tuned: germanTuned, held: germanHeld },
  { name: "es", ...spanish, tuned: spanishTuned, held: spanishHeld },
  { name: "fr", ...french, tuned: frenchTuned, held: frenchHeld },
  { name: "ru", ...russian, tuned: russianTuned, held: russianHeld },
  { name: "zh", ...chinese, tuned: chineseTuned, held: chineseHeld },
];
