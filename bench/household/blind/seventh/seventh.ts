/**
 * A seventh set: changes, corrections, wishes, temporary things, and messages that tell nothing. It was written by somebody who had seen
 * neither the rules nor more than the shape of the other sets, and no sentence of one language is a translation of another's.
 */
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";

export const seventhWordings = { en: english, de: german, es: spanish, fr: french, ru: russian, zh: chinese };
