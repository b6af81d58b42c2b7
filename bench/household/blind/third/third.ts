/**
 * A third set of everyday sentences, mostly of what changes and is put right, written and counted before any rule was changed for
 * it, by somebody who knew the rules. All were looked at since.
 */
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";

export const thirdWordings = { en: english, de: german, es: spanish, fr: french, ru: russian, zh: chinese };
