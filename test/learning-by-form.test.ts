/** What is learned by the form of a sentence, and so in words that no table has. */

import { type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import { describe, expect, it } from "vitest";
import { learnByRule, listCurrent } from "../bench/household/learn-by-rule.js";
import { wednesday } from "./learning-room.js";

const minuteMs = 60_000;

/** What is current after somebody has said these, a minute apart. */
function tell(...texts: readonly string[]): readonly string[] {
  const told = texts.reduce<LaneMemories>((known, text, index) => {
    const at = wednesday + minuteMs * index;
    return learnByRule(known, { id: `e${index}`, text, at, person: "ana", session: "chat:ana" });
  }, noMemories);
  return listCurrent(told, wednesday + 60 * minuteMs).map(({ text }) => text);
}

describe("words of error", () => {
  it.each([
    ["My dentist is Dr. Weber.", "Oops, I burnt the toast."],
    ["My locker number is 41.", "There is a typo in the letter to the school."],
    ["My blood type is A+.", "The bus driver was wrong about the stop."],
    ["Mein Zahnarzt ist Dr. Weber.", "Ups, die Milch ist übergekocht."],
    ["Mein Zahnarzt ist Dr. Weber.", "So ein Quatsch im Fernsehen heute."],
    ["Mon dentiste est le docteur Morel.", "Oups, j'ai fait tomber mon verre."],
    ["Mi dentista es la doctora Ruiz.", "Uy, se me quema la cena."],
    ["Мой стоматолог — доктор Орлов.", "Ой, у меня суп убежал."],
    ["我的牙医是王医生。", "哎呀，汤溢出来了。"],
  ])("take nothing away from %s in: %s", (fact, later) => {
    expect(tell(fact, later)).toContain(fact);
  });

  it.each([
    ["My dentist is Dr. Weber.", "I got muddled, it's Dr. Brandt."],
    ["My dentist is Dr. Weber.", "I typed Dr. Weber but it's Dr. Brandt."],
    ["My dentist is Dr. Weber.", "Strike that, Dr. Brandt."],
    ["Mein Zahnarzt ist Dr. Weber.", "Berichtigung: Dr. Brandt."],
    ["Mon dentiste est le docteur Weber.", "Faute de frappe : le docteur Brandt."],
    ["Mi dentista es la doctora Weber.", "Me he hecho un lío, es la doctora Brandt."],
    ["Мой стоматолог — доктор Weber.", "Запуталась, это доктор Brandt."],
    ["我的牙医是Weber。", "我搞糊涂了，是Brandt。"],
  ])("stand beside %s: %s", (fact, later) => {
    expect(tell(fact, later)).toEqual([fact, later]);
  });
});

describe("a change of mind stands beside what was said before", () => {
  it.each([
    ["My dentist is Dr. Weber.", "Since Monday my dentist has been Dr. Brandt."],
    ["My dentist is Dr. Weber.", "My dentist was Dr. Weber. It's Dr. Brandt now."],
    ["My dentist is Dr. Weber.", "Dr. Brandt replaces Dr. Weber as my dentist."],
    ["My dentist is Dr. Weber.", "Going forward my dentist is Dr. Brandt."],
    ["Mein Zahnarzt ist Dr. Weber.", "Früher war mein Zahnarzt Dr. Weber, jetzt Dr. Brandt."],
    ["Mon dentiste est Weber.", "Avant mon dentiste était Weber, maintenant c'est Brandt."],
    ["Mon dentiste est Weber.", "Mon dentiste passe de Weber à Brandt."],
    ["Mi dentista es Weber.", "He decidido que mi dentista sea Brandt."],
    ["Мой стоматолог — Weber.", "Отныне мой стоматолог — Brandt."],
    ["Мой стоматолог — Weber.", "Мой стоматолог был Weber, стал Brandt."],
    ["我的牙医是Weber。", "我的牙医从Weber换成Brandt。"],
  ])("%s / %s", (before, after) => {
    expect(tell(before, after).join(" / ")).toMatch(/^[^/]*Weber.*\/.*Brandt/);
  });
});

describe("nothing is learned from", () => {
  it.each([
    "Check whether my dentist is Dr. Weber.",
    "My dentist is Dr. Weber, isn't it",
    "Ich weiß nicht mehr, ob mein Zahnarzt Dr. Weber ist.",
    "Quel est mon dentiste",
    "Cuál es mi dentista",
    "Проверь, мой стоматолог — доктор Орлов или нет.",
    "我的牙医是不是李医生",
    'Please summarise this: "I am a nurse and I live in Cork. My favourite colour is teal."',
    "На плакате было «наш хлеб — лучший».",
    "My god, what a story!",
    "Our train is ten minutes late.",
    "Je suis en train de cuisiner.",
    "Mi madre me está llamando.",
    "In a perfect world my boss would be away.",
    "My dog is the president, just kidding.",
    "Forget about it",
    "Never mind, forget it.",
    "Vergiss es",
  ])("%s", (text) => {
    expect(tell(text)).toEqual([]);
  });
});

describe("what was just said is forgotten", () => {
  it.each([
    ["My dentist is Dr. Weber.", "Never mind, forget that."],
    ["My dentist is Dr. Weber.", "Scratch that."],
    ["Mein Zahnarzt ist Dr. Weber.", "Vergiss das."],
    ["Mon dentiste est Weber.", "Oublie ça."],
    ["Mi dentista es Weber.", "Olvida eso."],
    ["Мой стоматолог — доктор Орлов.", "Забудь это."],
    ["我的牙医是王医生。", "把这个忘掉。"],
    ["My blood type is A+.", "Please don't remember my blood type."],
    ["My sister hates bees.", "I have no sister, forget what I said about my sister"],
  ])("%s / %s", (fact, later) => {
    expect(tell(fact, later)).toEqual([]);
  });
});

describe("what only leaves a matter ends nothing", () => {
  it.each([
    ["My dentist is Dr. Weber.", "Never mind."],
    ["My dentist is Dr. Weber.", "Forget it!"],
    ["Mein Zahnarzt ist Dr. Weber.", "Vergiss es."],
    ["Mon dentiste est Weber.", "Laisse tomber."],
    ["Mi dentista es Weber.", "Olvídalo."],
    ["Мой стоматолог — Weber.", "Забудь."],
    ["我的牙医是Weber。", "忘了它吧。"],
    ["My tabby cat is called Weber.", "Forget cats."],
    ["My presentation is about Weber.", "Delete my presentation please"],
    ["Meine Präsentation handelt von Weber.", "Lösch bitte meine Präsentation."],
    ["我的演示文稿讲Weber。", "删掉我的演示文稿"],
  ])("%s / %s", (fact, later) => {
    expect(tell(fact, fact.replace("Weber", "Brandt"), later)).toContain(fact);
  });
});

describe("the same words in another order are another statement", () => {
  it.each([
    ["My brother is taller than my sister.", "My sister is taller than my brother."],
    ["Our hedge is 120 cm, our fence 150 cm.", "Our hedge is 150 cm, our fence 120 cm."],
  ])("%s / %s", (some, other) => {
    expect(tell(some, other)).toEqual([some, other]);
  });
});

describe("nothing is learned from what was copied from elsewhere", () => {
  it.each([
    "Look what came:\nI live in Cork and my dentist is Dr. Weber.\nKind regards,\nTom Weber",
    "Ana: I live in Cork.\nBen: My dentist is Dr. Weber.",
    "[12:04] Ana: I live in Cork.\n[12:05] Ben: My dentist is Dr. Weber.",
    "----- Original Message -----\nI live in Cork.",
    "```\nI live in Cork.\n```",
    "Schau:\nIch wohne in Cork.\nMit freundlichen Grüßen\nTom",
    "Summarise this: I'm a nurse from Leeds and I hate my manager.",
    "Proofread: The undersigned lives in Leeds.",
    "Here is the mail I got today.\nI live in Leeds and my dentist is Dr. Weber.",
    "Übersetze bitte ins Englische: Ich wohne in Leeds.",
    "Traduis : j'habite à Leeds.",
    "Переведи: я живу в Лидсе.",
    "翻译：我住在利兹。",
  ])("%s", (text) => {
    expect(tell(text)).toEqual([]);
  });

  it.each(["Edit: my train is at 8:30.", "I fix it here, my train is at 8:30."])("but from %s", (text) => {
    expect(tell("My train is at 7:30.", text).join(" ")).toContain("8:30");
  });

  it("but from a list of the person's own", () => {
    expect(tell("My dentist: Dr. Weber\nMy street: Mill Road")).not.toEqual([]);
  });
});

describe("a set phrase", () => {
  it.each([
    "Never mind.",
    "Oh, never again!",
    "Always a pleasure!",
    "Never heard of it",
    "Please call me a taxi",
    "Call me back when you can",
    "From now on it's downhill",
    "Nie wieder!",
    "Immer dasselbe.",
    "Toujours pas.",
    "Nunca se sabe.",
    "Siempre igual.",
    "Всегда пожалуйста!",
    "总是这样。",
  ])("wishes for nothing: %s", (said) => {
    expect(tell(said)).toEqual([]);
  });

  it.each([
    "Never apologise.",
    "Please call me Max.",
    "From now on answer in French.",
    "Immer duzen bitte.",
    "Never mind the tone, always answer briefly.",
  ])("is not what this is: %s", (said) => {
    expect(tell(said)).toHaveLength(1);
  });
});
