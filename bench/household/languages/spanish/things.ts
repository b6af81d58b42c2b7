import type { PersonName, Thing, ValueClass } from "../../wordings.js";

const people: readonly PersonName[] = ["Lucía", "Mateo", "Carmen", "Diego", "Inés"].map((name) => ({
  name,
  owner: name,
}));

const values: Readonly<Record<ValueClass, readonly string[]>> = {
  doctor: [
    "la doctora Ruiz",
    "el doctor Salas",
    "la doctora Beltrán",
    "el doctor Oliva",
    "la doctora Prado",
    "el doctor Lago",
  ],
  shop: ["Puerto Azul", "Molino Viejo", "La Tetera", "Puerta Norte", "El Mirlo", "Casa Verde"],
  time: ["a las 6:40", "a las 7:15", "a las 8:30", "a las 17:45", "a las 19:20", "a las 21:05"],
  number: ["38", "41", "4471", "2093", "16", "7752"],
  place: ["Valdemora", "Campoalto", "Puertoclaro", "Robledillo", "Fuenteseca", "Monteverde"],
  colour: ["verde oscuro", "azul marino", "naranja", "violeta", "blanco", "granate"],
  dish: ["risotto de setas", "sopa de lentejas", "pastel de pescado", "paella", "gazpacho", "ñoquis"],
  brand: ["Vantro", "Kelmar", "Osprino", "Tavelle", "Junero", "Solvik"],
  day: ["el lunes", "el martes", "el miércoles", "el jueves", "el sábado", "el domingo"],
};

type Gender = "m" | "f";

const nouns: readonly (readonly [string, Gender, ValueClass])[] = [
  ["dentista", "m", "doctor"],
  ["oculista", "m", "doctor"],
  ["fisioterapeuta", "m", "doctor"],
  ["panadería", "f", "shop"],
  ["peluquería", "f", "shop"],
  ["taller", "m", "shop"],
  ["gimnasio", "m", "shop"],
  ["despertador", "m", "time"],
  ["tren de vuelta", "m", "time"],
  ["pausa de comida", "f", "time"],
  ["talla de zapato", "f", "number"],
  ["número de taquilla", "m", "number"],
  ["asiento", "m", "number"],
  ["oficina", "f", "place"],
  ["piscina", "f", "place"],
  ["plaza de aparcamiento", "f", "place"],
  ["color de bici", "m", "colour"],
  ["color de pared", "m", "colour"],
  ["plato favorito", "m", "dish"],
  ["comida de cumpleaños", "f", "dish"],
  ["marca de móvil", "f", "brand"],
  ["pasta de dientes", "f", "brand"],
  ["día de colada", "m", "day"],
  ["día libre", "m", "day"],
];

const things: readonly Thing[] = nouns.map(([bare, gender, kind]) => ({
  bare,
  my: `mi ${bare}`,
  our: `${gender === "m" ? "nuestro" : "nuestra"} ${bare}`,
  fresh: `${gender === "m" ? "un nuevo" : "una nueva"} ${bare}`,
  of: ({ owner }) => `${gender === "m" ? "el" : "la"} ${bare} de ${owner}`,
  values: values[kind],
}));

export const spanish = { people, things };
