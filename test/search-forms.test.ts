/** A word is found in its other forms, in the languages that are written with spaces; through the public API, on both stores. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:1";
const quiet = { config: false, embedder: "none", memory: false } as const;

/** What was said, and what is asked for. */
const said: Readonly<Record<string, readonly (readonly [text: string, ...asked: string[]])[]>> = {
  English: [
    ["We bought two bicycles.", "buy", "bicycle", "BUY"],
    ["The children slept at their aunt's.", "child", "sleep"],
    ["I paid the rent for March.", "pay"],
  ],
  German: [
    ["Die Rechnungen liegen im Flur.", "Rechnung", "rechnungen"],
    ["Wir haben zwei Häuser besichtigt.", "Haus", "besichtigen"],
    ["Ich habe gestern Milch gekauft.", "kaufen", "kaufte"],
    ["Der Elternabend ist am Donnerstag.", "Abend", "Elternabende", "Eltern"],
    ["Die Waschmaschine leckt schon wieder.", "Maschine", "Waschmaschinen"],
    ["Meine Ärztin heißt Frau Kurz.", "Arzt", "Ärztinnen"],
    ["Unsere Versicherungsnummer steht im Ordner.", "Versicherung", "Nummer", "Versicherungen"],
  ],
  French: [
    ["Les chevaux sont au pré.", "cheval"],
    ["Nous avons acheté des billets.", "acheter", "achetons", "billet"],
    ["La réunion est annulée.", "annuler", "annulées"],
  ],
  Spanish: [
    ["Hemos pagado el alquiler.", "pagar", "pagamos"],
    ["La reunión fue cancelada.", "cancelar", "reuniones"],
    ["Los niños duermen en casa.", "niño", "casas"],
  ],
  Russian: [
    ["Ключи лежат на столе.", "ключ", "ключами", "ключей"],
    ["Ремонт крыши стоил дорого.", "крыша", "крышу"],
  ],
};

describe.each(["memory", "sqlite"])("in the %s store", (kind) => {
  const store = kind === "memory" ? {} : { store: join(mkdtempSync(join(tmpdir(), "clew-forms-")), "clew.db") };

  test("a word is found by its other forms, and by a part of a long one", async () => {
    const clew = await openFresh({ ...quiet, ...store });
    const all = Object.values(said).flat();
    for (const [index, [text]] of all.entries()) await clew.observe({ session, id: `m${index}`, text });
    const missed: string[] = [];
    for (const [text, ...asked] of all) {
      for (const word of asked) {
        const [best] = await clew.search(word);
        if (best?.line.words !== text) missed.push(`${word}: ${best?.line.words}`);
      }
    }
    expect(missed).toEqual([]);
    await clew.close();
  });

  test("messages with the word itself precede newer ones with a kindred word", async () => {
    const clew = await openFresh({ ...quiet, ...(kind === "memory" ? {} : { store: `${store.store}.3` }) });
    const texts = [
      "The boiler is in the cellar",
      "Two boilers are one too many",
      "Half vinegar, boil, rinse twice",
      "I slept",
      "Sleep well",
    ];
    for (const [index, text] of texts.entries())
      await clew.observe({ session, id: `m${index}`, text, at: index * 1_000 });
    const find = async (word: string) => (await clew.search(word)).map(({ line }) => texts.indexOf(line.words));
    expect([await find("boiler"), await find("slept")]).toEqual([
      [1, 0, 2],
      [3, 4],
    ]);
    await clew.close();
  });

  test("an English word is not taken for the stem of another", async () => {
    const clew = await openFresh({ ...quiet, ...(kind === "memory" ? {} : { store: `${store.store}.2` }) });
    const texts = ["I have to listen to the doctor", "here is the list of the guests", "the garden is in the sun"];
    for (const [index, text] of texts.entries()) await clew.observe({ session, id: `m${index}`, text });
    const find = async (word: string) => (await clew.search(word)).map(({ line }) => line.words);
    expect([await find("list"), await find("listen"), await find("gard")]).toEqual([[texts[1]], [texts[0]], []]);
    await clew.close();
  });
});
