/** What once was learned wrongly by rule, or not at all, in six languages and in words of their own. */

import { learnStatements } from "@clewline/core/memory/learn/learn-statements.js";
import { describe, expect, test } from "vitest";

function learn(text: string) {
  return learnStatements({ text, at: Date.UTC(2026, 0, 5, 12), zone: "UTC" });
}

/** What is kept of it wherever it is said. */
function keep(text: string) {
  return learn(text).filter(({ level }) => level > 0);
}

describe("by rule", () => {
  test.each([
    "They say my street is the oldest in town.",
    "Man sagt, mein Viertel ist gefährlich.",
    "Il paraît que mon quartier est bruyant.",
    "Dicen que mi barrio es ruidoso.",
    "Говорят, мой район самый шумный.",
    "听说我的小区要拆迁。",
  ])("what is said by nobody in particular is nobody's fact: %s", (text) => {
    expect(keep(text)).toEqual([]);
  });

  test.each([
    "I'm fed up with this rain.",
    "Ich habe die Nase voll von diesem Regen.",
    "Nous en avons assez de ce bruit.",
    "Estoy harta de este ruido.",
    "Я сыт по горло этим шумом.",
    "我真烦这个噪音。",
  ])("weariness is over with the day: %s", (text) => {
    expect(keep(text)).toEqual([]);
  });

  test.each([
    "FYI, the fuse box sits behind the coats.",
    "Zur Info, der Sicherungskasten sitzt hinter den Mänteln.",
    "Pour info, le compteur est derrière les manteaux.",
    "Para que lo sepas, el contador está detrás de los abrigos.",
  ])("what somebody announces is a fact: %s", (text) => {
    expect(learn(text)).toMatchObject([{ kind: "fact", text }]);
  });

  test.each(["Um, no, 7 pm actually.", "Äh nein, doch um 7.", "Euh non, à 7 h plutôt.", "Эм, нет, в 7."])(
    "a correction may begin with a hesitation: %s",
    (text) => {
      expect(learn(text)).toMatchObject([{ level: 0, follows: true }]);
    },
  );

  test.each(["hm 3", "Hmm, 3.", "Хм, 3"])("a sound and a figure put nothing right: %s", (text) => {
    expect(keep(text)).toEqual([]);
  });

  test.each(["Sorry, 8:30", "Hm, no, 8:30", "Hm, the violin"])("a word of doubt before a value does: %s", (text) => {
    expect(learn(text)).toMatchObject([{ level: 0, follows: true }]);
  });
});
