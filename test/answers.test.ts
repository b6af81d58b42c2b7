/** In doubt nothing is resolved: tables of answers in many languages, and what must hold for every answer. */

import { answerLanguages } from "@clewline/core/conversation/open-questions/answer-tables.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type AnswerRow, readAnswerRows, readOutcome } from "./answers/read-answers.js";
import { checkProperty } from "./properties.js";

const rows = readAnswerRows().map((row) => ({ ...row, got: readOutcome(row.ask, row.text) }));
const clear = rows.filter(({ outcome }) => outcome !== "-");
const hostile = rows.filter(({ outcome }) => outcome === "-");
const write = ({ table, ask, outcome, text }: AnswerRow) => `${table}, ${ask.expects}: ${text} → ${outcome}`;

describe("the tables", () => {
  it("have many answers of every kind that is read, and at least as many that must resolve nothing", () => {
    expect(rows.length).toBeGreaterThan(1_000);
    expect(hostile.length).toBeGreaterThanOrEqual(clear.length);
    const kinds = (of: readonly AnswerRow[]) => [...new Set(of.map(({ ask }) => ask.expects))].sort();
    expect([kinds(clear), kinds(hostile)]).toEqual(Array.from({ length: 2 }, () => ["choice", "number", "yes-no"]));
    expect(new Set(rows.map(({ ask, text }) => JSON.stringify([ask, text]))).size).toBe(rows.length);
  });

  it("are never answered wrongly", () => {
    const wrong = rows.filter(({ outcome, got }) => !["-", outcome].includes(got));
    expect(wrong.map(write)).toEqual([]);
  });

  test.each([...new Set(clear.map(({ table }) => table))])("%s: 85 of 100 clear answers are understood", (table) => {
    const own = clear.filter((row) => row.table === table);
    const left = own.filter(({ outcome, got }) => got !== outcome);
    expect(left.length / own.length, left.map(write).join("\n")).toBeLessThanOrEqual(0.15);
  });
});

describe("a phrase that is neither", () => {
  const ask = { expects: "yes-no", about: "delete all files" } as const;
  const one = (phrases: string) => fc.constantFrom(...phrases.split("|"));
  const language = fc.constantFrom(...answerLanguages);

  it("stays open: thanks alone, and an ok beside thanks", () => {
    const weak = language.chain(({ weakYes, thanks }) => fc.tuple(one(weakYes), one(thanks)));
    const said = fc.oneof(
      language.chain(({ thanks, polite, sorry }) => one(`${thanks}|${polite}|${sorry}`)),
      weak.map((pair) => pair.join(", ")),
    );
    checkProperty(
      fc.property(said, (text) => {
        expect(readOutcome(ask, text)).toBe("-");
      }),
      { runs: 200 },
    );
  });

  it("of two languages a yes and a no make no yes", () => {
    const parts = fc.tuple(
      language.chain(({ yes, yesAlone }) => one(`${yes}|${yesAlone}`)),
      language.chain(({ no, turning }) => one(`${no}|${turning}`)),
      fc.constantFrom(" ", ", "),
      fc.boolean(),
    );
    checkProperty(
      fc.property(parts, ([yes, no, between, isFirst]) => {
        expect(readOutcome(ask, isFirst ? `${yes}${between}${no}` : `${no}${between}${yes}`)).not.toBe("yes");
      }),
      { runs: 300 },
    );
  });
});

describe("whatever is added to a clear answer", () => {
  const negations =
    "not no never don't nope nor neither without nicht kein keine nie nein ohne pas ne non jamais sans nunca jamás tampoco sin nada mai niente nessuno não nem jamais niet geen nooit не нет ни никогда без değil yok hayır asla 不 没 别 勿 ない いいえ だめ ません 안 못 아니 말고 nie nigdy ні ніколи ne nikdy ei älä όχι δεν μην لا ليس لم नहीं मत không đừng chưa tidak jangan bukan belum 👎 ❌ 🚫".split(
      " ",
    );
  const doubts =
    "but if unless except maybe until when because although later aber wenn falls außer vielleicht mais si peut-être sauf pero quizás excepto ma se forse mas talvez maar als misschien но если может ama eğer belki 但是 如果 也许 でも もし たぶん 하지만 만약 아마".split(
      " ",
    );
  const unknown = fc
    .tuple(
      fc.constantFrom(..."bcdfgklmnprstvw".split("")),
      fc.stringMatching(/^[aeiou][bcdfglmnprst][aeiou][bdgklmnprt]$/),
    )
    .map((parts) => `z${parts.join("")}`);
  const yes = clear.filter(({ ask, outcome }) => ask.expects === "yes-no" && outcome === "yes");

  /** The text with a word put before its word at this place, or behind all of them. */
  function insert(text: string, word: string, place: number): string {
    const words = text.split(/(?<=[\s,，、،])/u);
    const at = place % (words.length + 1);
    return [...words.slice(0, at), at === words.length ? ` ${word}` : `${word} `, ...words.slice(at)].join("");
  }

  it("a negation of any language makes no yes of it", () => {
    const added = fc.tuple(fc.constantFrom(...yes), fc.constantFrom(...negations), fc.nat(12));
    checkProperty(
      fc.property(added, ([{ ask, text }, word, place]) => {
        expect(readOutcome(ask, insert(text, word, place))).not.toBe("yes");
      }),
      { runs: 400 },
    );
  });

  it("a word that nobody knows, a condition or a contradiction leaves it open", () => {
    const word = fc.oneof(unknown, fc.constantFrom(...doubts.filter((each) => each !== "si" && each !== "se")));
    checkProperty(
      fc.property(fc.constantFrom(...clear), word, fc.nat(12), ({ ask, outcome, text }, added, place) => {
        const got = readOutcome(ask, insert(text, added, place));
        // "later" says nothing else to whoever was offered to be asked again later.
        const isNothingNew = outcome === "no" || outcome.split(" ").includes(added);
        expect(["-", isNothingNew ? outcome : "-"]).toContain(got);
      }),
      { runs: 400, fixed: [{ seed: 20261120, path: "372" }] },
    );
  });

  it("a question mark, quotation marks, irony or much more text leaves it open", () => {
    const changes: readonly ((text: string) => string)[] = [
      (text) => `${text}?`,
      (text) => `${text} ？`,
      (text) => `"${text}"`,
      (text) => `«${text}»`,
      (text) => `> ${text}`,
      (text) => `${text} /s`,
      (text) => `${text} 🙄`,
      (text) => `${text}...`,
      (text) => `${text} lol`,
      (text) => `${text}${" ".repeat(500)}${text} zogbrandl`,
    ];
    checkProperty(
      fc.property(fc.constantFrom(...clear), fc.constantFrom(...changes), ({ ask, text }, change) => {
        expect(readOutcome(ask, change(text))).toBe("-");
      }),
      { runs: 200 },
    );
  });
});
