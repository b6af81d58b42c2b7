/**
 * A fourth set of everyday sentences, written before any rule was changed for it, by somebody who had seen neither the rules nor
 * the other sets, but for the English of the third.
 */
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";

export const fourthWordings = { en: english, de: german, es: spanish, fr: french, ru: russian, zh: chinese };
