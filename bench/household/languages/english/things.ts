import type { PersonName, Thing, ValueClass } from "../../wordings.js";

const people: readonly PersonName[] = ["Nora", "Felix", "Ruth", "Owen", "Maya"].map((name) => ({
  name,
  owner: name,
}));

const values: Readonly<Record<ValueClass, readonly string[]>> = {
  doctor: ["Dr. Weber", "Dr. Holloway", "Dr. Brandt", "Dr. Okafor", "Dr. Lindgren", "Dr. Paxton"],
  shop: ["Harbour Lane", "Mill & Sons", "Copper Kettle", "Northgate", "The Green Door", "Blackbird"],
  time: ["6:40", "7:15", "8:30", "17:45", "19:20", "21:05"],
  number: ["38", "41", "4471", "2093", "16", "7752"],
  place: ["Bramley", "Eastfield", "Porthaven", "Kingsmere", "Oakridge", "Dunmore"],
  colour: ["dark green", "navy blue", "orange", "violet", "white", "burgundy"],
  dish: ["mushroom risotto", "lentil soup", "fish pie", "pad thai", "shakshuka", "gnocchi"],
  brand: ["Vantro", "Kelmar", "Osprino", "Tavelle", "Junero", "Solvik"],
  day: ["Monday", "Tuesday", "Wednesday", "Thursday", "Saturday", "Sunday"],
};

const nouns: readonly (readonly [string, ValueClass])[] = [
  ["dentist", "doctor"],
  ["eye doctor", "doctor"],
  ["physiotherapist", "doctor"],
  ["bakery", "shop"],
  ["hairdresser", "shop"],
  ["garage", "shop"],
  ["gym", "shop"],
  ["alarm time", "time"],
  ["train home", "time"],
  ["lunch break", "time"],
  ["shoe size", "number"],
  ["locker number", "number"],
  ["seat number", "number"],
  ["office", "place"],
  ["swimming pool", "place"],
  ["parking spot", "place"],
  ["bike colour", "colour"],
  ["bedroom wall", "colour"],
  ["favourite dish", "dish"],
  ["birthday meal", "dish"],
  ["phone brand", "brand"],
  ["toothpaste", "brand"],
  ["laundry day", "day"],
  ["day off", "day"],
];

const things: readonly Thing[] = nouns.map(([bare, kind]) => ({
  bare,
  my: `my ${bare}`,
  our: `our ${bare}`,
  fresh: `a new ${bare}`,
  of: ({ owner }) => `${owner}'s ${bare}`,
  values: values[kind],
}));

export const english = { people, things };
