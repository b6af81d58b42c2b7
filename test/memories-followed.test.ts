/** What a later sentence of the same matter makes of what was told before, by rule, in six languages. */
import { describe, expect, test } from "vitest";
import { learnByRule, listCurrent } from "../bench/household/learn-by-rule.js";
import { noMemories } from "../src/core/memory/fold-changes.js";

const start = Date.UTC(2026, 2, 4, 9);
const dayMs = 86_400_000;

/** What is current after the sentences, told ten days apart. */
function tell(...texts: readonly string[]): readonly string[] {
  const told = texts.reduce(
    (known, text, index) =>
      learnByRule(known, {
        id: `e${index}`,
        text,
        at: start + index * 10 * dayMs,
        person: "ana",
        session: "chat:ana",
      }),
    noMemories,
  );
  return listCurrent(told, start + texts.length * 10 * dayMs).map(({ text }) => text);
}

const changes: readonly (readonly [before: string, later: string])[] = [
  ["My phone contract costs 20 pounds a month.", "They've put my phone contract up to 25 pounds."],
  ["My brother lives in Leeds.", "My brother has moved to York."],
  ["My nephew Tim is in nursery.", "Tim started primary school this week."],
  ["I go to yoga on Tuesdays.", "Yoga has been moved to Wednesdays."],
  ["Meine Tochter ist sieben.", "Meine Tochter ist gestern acht geworden."],
  ["Mama wohnt in Husum.", "Mama ist ins Pflegeheim nach Kiel gezogen."],
  ["Unsere Teambesprechung ist um zehn.", "Die Teambesprechung wurde auf elf verschoben."],
  ["Pagamos 900 euros de alquiler.", "Nos han subido el alquiler a 950 euros."],
  ["Mi hermano vive en León.", "Mi hermano se ha mudado a Gijón."],
  ["Tenemos dos gatos.", "Ya tenemos un tercer gato."],
  ["Mon frère habite à Lille.", "Mon frère a déménagé à Nantes."],
  ["Nous avons deux chats.", "Nous avons maintenant un troisième chat."],
  ["Je vais au yoga le mardi.", "Le yoga a été déplacé au mercredi."],
  ["Мы платим за квартиру 30 тысяч.", "Плату за квартиру подняли до 35 тысяч."],
  ["Мой брат живёт в Самаре.", "Брат переехал в Пермь."],
  ["Мы ужинаем в шесть.", "В последнее время мы ужинаем в семь."],
  ["我们房租每月九百块。", "房租涨到九百五十块了。"],
  ["我儿子小本上四年级。", "小本升五年级了。"],
  ["我们有两只猫。", "我们现在有三只猫了。"],
];

const others: readonly (readonly [before: string, later: string])[] = [
  ["We have a dog called Rex.", "We now have a second dog, Bella."],
  ["My brother lives in Leeds.", "My sister has moved to York."],
  ["My son Ben is in year four.", "My daughter Mia has moved up to year six."],
  ["Book club is on Thursdays.", "Choir is now on Mondays."],
  ["I take my tea with sugar.", "I've stopped putting milk in my tea."],
  ["Our rent is 900 a month.", "The phone bill went up to 950 a month."],
  ["Mein Bruder wohnt in Essen.", "Meine Schwester ist nach Köln gezogen."],
  ["Unsere Miete beträgt 900 Euro.", "Die Stromrechnung ist auf 950 Euro gestiegen."],
  ["Mi hijo Beto está en cuarto.", "Mi hija Mía ha pasado a sexto."],
  ["Mi hermano vive en León.", "Mi hermana se ha mudado a Gijón."],
  ["Mon fils Ben est en CM1.", "Ma fille Mia est passée en CM2."],
  ["Je joue de la clarinette.", "J'ai arrêté les échecs."],
  ["Мой брат живёт в Самаре.", "Моя сестра переехала в Пермь."],
  ["Мой сын Боря учится в четвёртом классе.", "Моя дочь Мия перешла в шестой класс."],
  ["我弟弟住在洛阳。", "我妹妹搬到开封了。"],
  ["我儿子小本上四年级。", "我女儿小米升六年级了。"],
  ["我们房租每月九百块。", "电费涨到九百五十块了。"],
];

describe("a later sentence about the same matter", () => {
  test.each(changes)("changes it: %s %s", (before, later) => {
    const told = tell(before, later);
    expect(told.filter((text) => !text.includes(later.replace(/[.。]$/u, "")))).toEqual([]);
    expect(told.length).toBeGreaterThan(0);
  });

  test.each(others)("leaves alone what is of something else: %s %s", (before, later) => {
    expect(tell(before, later)).toContain(before);
  });

  test("is told once, however often it is said", () => {
    const [before, later] = ["Our rent is 900 a month.", "They put our rent up to 950 a month."];
    expect(tell(before, later, later)).toEqual(tell(before, later));
  });

  test("is the last one that counts", () => {
    const told = tell(
      "Pagamos 900 euros de alquiler.",
      "Nos han subido el alquiler a 950 euros.",
      "El alquiler ha subido a 990 euros.",
    );
    expect(told.filter((text) => !text.includes("990"))).toEqual([]);
  });

  test("makes no memory where nothing is known of it", () => {
    expect(tell("They have put the prices up to 25 pounds.", "Tim started primary school this week.")).toEqual([]);
  });
});
