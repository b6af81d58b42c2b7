/** Wishes about how to answer: which of them take each other's place. */
import { describe, expect, it } from "vitest";
import { isOtherManner } from "../src/core/memory/learn/other-manner.js";
import { learn } from "./learning-room.js";

describe("a wish with two words of time is an instruction", () => {
  it.each([
    "From now on always answer me in short sentences.",
    "In future never use emojis.",
    "Going forward, please always put the price first.",
    "Ab jetzt antworte mir immer in kurzen Sätzen.",
    "À partir de maintenant, réponds-moi toujours en phrases courtes.",
    "A partir de ahora respóndeme siempre con frases cortas.",
    "С этого момента всегда отвечай мне короткими предложениями.",
    "从现在开始请总是用短句回答我。",
  ])("%s", (text) => {
    expect(learn(text).map(({ kind }) => kind)).toEqual(["instruction"]);
  });

  it("but a habit of people with them is none", () => {
    expect(learn("From now on people always leave early.").filter(({ kind }) => kind === "instruction")).toEqual([]);
  });
});

describe("another manner of the same matter", () => {
  it.each([
    ["Please always answer me in French.", "Please always answer me in German, no longer in French."],
    ["Answer me in French.", "From now on reply to me in German."],
    ["Always answer in short sentences.", "Give me long, detailed answers from now on."],
    ["Always use metric units.", "From now on use imperial units instead of metric."],
    ["I'd like you to give prices in euros every time.", "I'd like you to give prices in dollars every time."],
    ["Call me Tom.", "From now on call me Thomas."],
    ["Always be formal.", "From now on be casual."],
    ["Always answer in bullet points.", "Always answer in prose."],
    ["Antworte mir immer auf Französisch.", "Antworte mir ab jetzt immer auf Deutsch, nicht mehr auf Französisch."],
    ["Nenn mich Tom.", "Nenne mich ab jetzt Thomas."],
    ["Antworte immer kurz.", "Antworte ab jetzt ausführlich."],
    ["Réponds-moi toujours en anglais.", "Désormais, réponds-moi en espagnol et non en anglais."],
    ["Appelle-moi Tom.", "Désormais, appelle-moi Thomas."],
    ["Respóndeme siempre en inglés.", "A partir de ahora respóndeme en francés, ya no en inglés."],
    ["Llámame Tom.", "De ahora en adelante llámame Tomás."],
    ["Всегда отвечай мне по-английски.", "Отныне отвечай мне по-немецки, а не по-английски."],
    ["Отвечай всегда кратко.", "С этого момента отвечай подробно."],
    ["请总是用英文回答我。", "以后请用德语回答我，不要再用英文。"],
    ["以后叫我小王。", "今后叫我王先生。"],
  ])("%s – %s", (before, after) => {
    expect(isOtherManner(before, after)).toBe(true);
  });

  it.each([
    ["Please always answer me in French.", "Always write mails to the school in German."],
    ["Always answer in short sentences.", "Always answer me in German."],
    ["I like German films.", "I like French films."],
    ["Always answer me in French.", "Always answer me in French, please."],
    ["Always give temperatures in celsius.", "Always give prices in dollars."],
    ["Never answer me in French.", "Always answer me in German."],
    ["Antworte mir immer auf Deutsch.", "Schreib Mails an die Schule immer auf Englisch."],
    ["Ruf mich nie vor acht Uhr an.", "Nenn mich Tom."],
  ])("is not meant by: %s – %s", (before, after) => {
    expect(isOtherManner(before, after)).toBe(false);
  });
});
