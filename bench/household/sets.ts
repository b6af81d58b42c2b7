/** The sets of everyday sentences. Rules were mended beside all of them. */
import { chinese } from "./blind/chinese.js";
import { english } from "./blind/english.js";
import { fifthWordings } from "./blind/fifth.js";
import { fourthWordings } from "./blind/fourth/fourth.js";
import { french } from "./blind/french.js";
import { german } from "./blind/german.js";
import { laterWordings } from "./blind/later/later.js";
import { russian } from "./blind/russian.js";
import { seventhWordings } from "./blind/seventh/seventh.js";
import { sixthWordings } from "./blind/sixth.js";
import { spanish } from "./blind/spanish.js";
import { thirdWordings } from "./blind/third/third.js";
import type { BlindWordings } from "./blind/wordings.js";

const sets = {
  blind: { en: english, de: german, es: spanish, fr: french, ru: russian, zh: chinese },
  later: laterWordings,
  third: thirdWordings,
  fourth: fourthWordings,
  fifth: fifthWordings,
  sixth: sixthWordings,
  seventh: seventhWordings,
} as const satisfies Readonly<Record<string, Readonly<Record<string, BlindWordings>>>>;

type SetName = keyof typeof sets;

export interface ChosenSet {
  readonly name: SetName;
  readonly languages: readonly (readonly [name: string, wordings: BlindWordings])[];
}

/** `only` names sets and languages; all sets, or all languages, if it names none of them. */
export function chooseSets(only: readonly string[]): readonly ChosenSet[] {
  const names = Object.keys(sets) as SetName[];
  const unknown = only.find((name) => !names.some((set) => set === name || Object.hasOwn(sets[set], name)));
  if (unknown !== undefined)
    throw new Error(`There is no set or language ${unknown}: the sets are ${names.join(", ")}`);
  const isChosen = (name: string, all: readonly string[]) =>
    only.includes(name) || !all.some((each) => only.includes(each));
  return names
    .filter((name) => isChosen(name, names))
    .map((name) => {
      const languages = Object.entries<BlindWordings>(sets[name]);
      return { name, languages: languages.filter(([each]) => isChosen(each, Object.keys(sets[name]))) };
    });
}
