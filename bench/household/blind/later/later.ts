/** A second set of everyday sentences, by somebody who had seen neither the rules nor the first set. All were looked at since. */
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";

export const laterWordings = { en: english, de: german, es: spanish, fr: french, ru: russian, zh: chinese };
