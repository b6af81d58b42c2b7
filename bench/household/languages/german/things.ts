import type { PersonName, Thing, ValueClass } from "../../wordings.js";

const people: readonly PersonName[] = ["Greta", "Anton", "Hanna", "Emil", "Lotte"].map((name) => ({
  name,
  owner: `${name}s`,
}));

const values: Readonly<Record<ValueClass, readonly string[]>> = {
  doctor: ["Dr. Weber", "Dr. Seidel", "Dr. Brandt", "Dr. Yilmaz", "Dr. Kofler", "Dr. Pätzold"],
  shop: ["Hafenkontor", "Mühlmann", "Kupferkessel", "Nordtor", "Grüne Tür", "Amselhof"],
  time: ["6:40 Uhr", "7:15 Uhr", "8:30 Uhr", "17:45 Uhr", "19:20 Uhr", "21:05 Uhr"],
  number: ["38", "41", "4471", "2093", "16", "7752"],
  place: ["Birkenau", "Ostfelde", "Hafenrode", "Königsmoor", "Eichrode", "Dünnwald"],
  colour: ["dunkelgrün", "marineblau", "orange", "violett", "weiß", "weinrot"],
  dish: ["Pilzrisotto", "Linsensuppe", "Fischauflauf", "Käsespätzle", "Maultaschen", "Gnocchi"],
  brand: ["Vantro", "Kelmar", "Osprino", "Tavelle", "Junero", "Solvik"],
  day: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Samstag", "Sonntag"],
};

type Gender = "m" | "f" | "n";

const nouns: readonly (readonly [string, Gender, ValueClass])[] = [
  ["Zahnarzt", "m", "doctor"],
  ["Augenarzt", "m", "doctor"],
  ["Physiotherapeut", "m", "doctor"],
  ["Bäckerei", "f", "shop"],
  ["Friseur", "m", "shop"],
  ["Werkstatt", "f", "shop"],
  ["Fitnessstudio", "n", "shop"],
  ["Weckzeit", "f", "time"],
  ["Heimzug", "m", "time"],
  ["Mittagspause", "f", "time"],
  ["Schuhgröße", "f", "number"],
  ["Spindnummer", "f", "number"],
  ["Sitzplatz", "m", "number"],
  ["Arbeitsort", "m", "place"],
  ["Schwimmbad", "n", "place"],
  ["Stellplatz", "m", "place"],
  ["Fahrradfarbe", "f", "colour"],
  ["Wandfarbe", "f", "colour"],
  ["Lieblingsessen", "n", "dish"],
  ["Geburtstagsessen", "n", "dish"],
  ["Handymarke", "f", "brand"],
  ["Zahnpasta", "f", "brand"],
  ["Waschtag", "m", "day"],
  ["freier Tag", "m", "day"],
];

const forms: Readonly<Record<Gender, { readonly end: string; readonly fresh: string }>> = {
  m: { end: "", fresh: "einen neuen" },
  f: { end: "e", fresh: "eine neue" },
  n: { end: "", fresh: "ein neues" },
};

const things: readonly Thing[] = nouns.map(([bare, gender, kind]) => ({
  bare,
  my: `mein${forms[gender].end} ${bare}`,
  our: `unser${forms[gender].end} ${bare}`,
  fresh: `${forms[gender].fresh} ${bare.replace("freier", "freien")}`,
  of: ({ owner }) => `${owner} ${bare}`,
  values: values[kind],
}));

export const german = { people, things };
