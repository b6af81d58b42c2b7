import type { PersonName, Thing, ValueClass } from "../../wordings.js";

const people: readonly PersonName[] = [
  { name: "Даша", owner: "Даши" },
  { name: "Миша", owner: "Миши" },
  { name: "Ольга", owner: "Ольги" },
  { name: "Егор", owner: "Егора" },
  { name: "Вера", owner: "Веры" },
];

const values: Readonly<Record<ValueClass, readonly string[]>> = {
  doctor: ["доктор Орлов", "доктор Зимина", "доктор Левин", "доктор Ахмедов", "доктор Рощина", "доктор Бойко"],
  shop: ["«Синяя пристань»", "«Старая мельница»", "«Медный чайник»", "«Северные ворота»", "«Зелёная дверь»", "«Дрозд»"],
  time: ["6:40", "7:15", "8:30", "17:45", "19:20", "21:05"],
  number: ["38", "41", "4471", "2093", "16", "7752"],
  place: ["Берёзовка", "Заречье", "Гавань", "Дубрава", "Ключи", "Сосновка"],
  colour: ["тёмно-зелёный", "синий", "оранжевый", "фиолетовый", "белый", "бордовый"],
  dish: ["ризотто с грибами", "чечевичный суп", "рыбный пирог", "плов", "солянка", "пельмени"],
  brand: ["Vantro", "Kelmar", "Osprino", "Tavelle", "Junero", "Solvik"],
  day: ["понедельник", "вторник", "среда", "четверг", "суббота", "воскресенье"],
};

type Gender = "m" | "f" | "n";

const nouns: readonly (readonly [string, Gender, ValueClass])[] = [
  ["стоматолог", "m", "doctor"],
  ["окулист", "m", "doctor"],
  ["массажист", "m", "doctor"],
  ["пекарня", "f", "shop"],
  ["парикмахерская", "f", "shop"],
  ["автосервис", "m", "shop"],
  ["спортзал", "m", "shop"],
  ["время подъёма", "n", "time"],
  ["электричка домой", "f", "time"],
  ["обеденный перерыв", "m", "time"],
  ["размер обуви", "m", "number"],
  ["номер шкафчика", "m", "number"],
  ["место в зале", "n", "number"],
  ["рабочий район", "m", "place"],
  ["бассейн", "m", "place"],
  ["парковка", "f", "place"],
  ["цвет велосипеда", "m", "colour"],
  ["цвет стены", "m", "colour"],
  ["любимое блюдо", "n", "dish"],
  ["праздничный ужин", "m", "dish"],
  ["марка телефона", "f", "brand"],
  ["зубная паста", "f", "brand"],
  ["день стирки", "m", "day"],
  ["выходной", "m", "day"],
];

const forms: Readonly<Record<Gender, { readonly my: string; readonly our: string; readonly fresh: string }>> = {
  m: { my: "мой", our: "наш", fresh: "новый" },
  f: { my: "моя", our: "наша", fresh: "новая" },
  n: { my: "моё", our: "наше", fresh: "новое" },
};

const things: readonly Thing[] = nouns.map(([bare, gender, kind]) => ({
  bare,
  my: `${forms[gender].my} ${bare}`,
  our: `${forms[gender].our} ${bare}`,
  fresh: `${forms[gender].fresh} ${bare}`,
  of: ({ owner }) => `${bare} ${owner}`,
  values: values[kind],
}));

export const russian = { people, things };
