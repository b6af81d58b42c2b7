import type { PersonName, Thing, ValueClass } from "../../wordings.js";

const people: readonly PersonName[] = ["Camille", "Louis", "Margot", "Bastien", "Sophie"].map((name) => ({
  name,
  owner: name,
}));

const values: Readonly<Record<ValueClass, readonly string[]>> = {
  doctor: [
    "le docteur Morel",
    "le docteur Garnier",
    "le docteur Blanchet",
    "le docteur Diallo",
    "le docteur Perrin",
    "le docteur Roche",
  ],
  shop: ["Quai Bleu", "Vieux Moulin", "La Bouilloire", "Porte Nord", "Le Merle", "Maison Verte"],
  time: ["6 h 40", "7 h 15", "8 h 30", "17 h 45", "19 h 20", "21 h 05"],
  number: ["38", "41", "4471", "2093", "16", "7752"],
  place: ["Valmorin", "Champhaut", "Portclair", "Chesneraie", "Fontsèche", "Montvert"],
  colour: ["vert foncé", "bleu marine", "orange", "violet", "blanc", "bordeaux"],
  dish: ["risotto aux cèpes", "soupe de lentilles", "brandade", "ratatouille", "quiche", "gnocchis"],
  brand: ["Vantro", "Kelmar", "Osprino", "Tavelle", "Junero", "Solvik"],
  day: ["lundi", "mardi", "mercredi", "jeudi", "samedi", "dimanche"],
};

type Gender = "m" | "f";

const nouns: readonly (readonly [string, Gender, ValueClass])[] = [
  ["dentiste", "m", "doctor"],
  ["ophtalmo", "m", "doctor"],
  ["kiné", "m", "doctor"],
  ["boulangerie", "f", "shop"],
  ["coiffeur", "m", "shop"],
  ["garage", "m", "shop"],
  ["salle de sport", "f", "shop"],
  ["réveil", "m", "time"],
  ["train du retour", "m", "time"],
  ["pause de midi", "f", "time"],
  ["pointure", "f", "number"],
  ["numéro de casier", "m", "number"],
  ["siège", "m", "number"],
  ["bureau", "m", "place"],
  ["piscine", "f", "place"],
  ["place de parking", "f", "place"],
  ["couleur de vélo", "f", "colour"],
  ["couleur de mur", "f", "colour"],
  ["plat préféré", "m", "dish"],
  ["repas d'anniversaire", "m", "dish"],
  ["marque de téléphone", "f", "brand"],
  ["dentifrice", "m", "brand"],
  ["jour de lessive", "m", "day"],
  ["jour de congé", "m", "day"],
];

const things: readonly Thing[] = nouns.map(([bare, gender, kind]) => ({
  bare,
  my: `${gender === "m" ? "mon" : "ma"} ${bare}`,
  our: `notre ${bare}`,
  fresh: `${gender === "m" ? "un nouveau" : "une nouvelle"} ${bare}`,
  of: ({ owner }) => `${bare.startsWith("o") ? "l'" : gender === "m" ? "le " : "la "}${bare} de ${owner}`,
  values: values[kind],
}));

export const french = { people, things };
