/** What is put right at once, with more words around it than the value: it is told beside what was said, and never alone. */
import { describe, expect, test } from "vitest";
import { learnByRule, listCurrent } from "../bench/household/learn-by-rule.js";
import { noMemories } from "../src/core/memory/fold-changes.js";

const start = Date.UTC(2026, 2, 4, 9);
const minuteMs = 60_000;

/** What is current after a sentence and a second one, so many minutes later. */
function tell(said: string, later: string, minutes = 1): ReturnType<typeof listCurrent> {
  const told = [said, later].reduce((known, text, index) => {
    const at = start + index * minutes * minuteMs;
    return learnByRule(known, { id: `e${index}`, text, at, person: "ana", session: "chat:ana" });
  }, noMemories);
  return listCurrent(told, start + 100 * minuteMs);
}

const corrections: readonly (readonly [said: string, later: string])[] = [
  ["My brother's wedding is on the 4th of July.", "I got that wrong, I looked at the card again and it says the 14th."],
  ["Our landlord is called Prentice.", "Scratch that, I found the contract and the name on it is Pembroke."],
  ["Our cat is nine years old.", "I meant ten, nine was the one of my sister."],
  ["Meine Ärztin heißt Sommer.", "Quatsch, das war die alte Ärztin, sie heißt Winter."],
  ["Unser Hund ist vier Jahre alt.", "Ich habe mich verzählt, im Mai ist er fünf geworden."],
  ["Mi casera se llama Irene.", "Me he equivocado, miré el contrato y pone Inés."],
  ["Mon propriétaire s'appelle Morel.", "Je me suis trompé, sur le contrat il y a Moreau."],
  ["Мою собаку зовут Тайга.", "Перепутала, так звали старую, а эту зовут Вьюга."],
  ["我的房租是900块。", "我记错了，合同上写的是950块。"],
];

const others: readonly (readonly [said: string, later: string])[] = [
  ["My dentist is Dr. Weber.", "Oops, I burnt the toast again."],
  ["My dentist is Dr. Weber.", "I mistyped the password and now the account is locked for an hour."],
  ["Our cat is nine years old.", "There's a mistake in the letter that I have to send."],
  ["Meine Ärztin heißt Sommer.", "Ups, der Kaffee ist umgekippt."],
  ["我的房租是900块。", "哎呀，我忘了关火。"],
];

describe("a correction with more in it than the value", () => {
  test.each(corrections)("is told with what it puts right: %s %s", (said, later) => {
    const told = tell(said, later);
    expect(told).not.toEqual([]);
    expect(told.filter(({ text }) => !text.includes(later.replace(/[.。]$/u, "")))).toEqual([]);
    expect(told.flatMap(({ sources }) => sources.map(({ entry }) => entry))).toEqual(["e0", "e1"]);
  });

  test.each(others)("is none where it speaks of something else: %s %s", (said, later) => {
    expect(tell(said, later).map(({ text }) => text)).toContain(said);
  });

  test("puts right what was said a moment ago, and not half an hour ago", () => {
    const [said, later] = [
      "Our landlord is called Prentice.",
      "Scratch that, the name on the contract is Pembroke, I think.",
    ];
    expect(tell(said, later, 30).map(({ text }) => text)).toContain(said);
  });
});
