import type { Exchange } from "@clewline/core/conversation/selection/exchange.js";
import { lexicalVersion, pickByWords } from "@clewline/core/conversation/selection/lexical.js";
import { parsePickedNumbers } from "@clewline/core/conversation/selection/read-answer.js";
import { triageVersion, writeTriagePrompt } from "@clewline/core/conversation/selection/triage-prompt.js";
import { arbitraryText, strangeNames } from "@clewline/store-kit/texts.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FenceNode, type FenceTag, parseFence, tagsIn } from "./fence-parser.js";
import { checkProperty } from "./properties.js";

/** Each as "key: what was asked | what was answered". */
function exchanges(...lines: readonly string[]): readonly Exchange[] {
  return lines.map((line, index) => {
    const colon = line.indexOf(": ");
    const [asked = "", answered] = line.slice(colon + 2).split(" | ");
    const said = [{ who: "user", text: asked }, ...(answered === undefined ? [] : [{ who: "agent", text: answered }])];
    return { key: line.slice(0, colon), seqs: [index + 1], at: index * 60_000, said };
  });
}

describe("the question to the model", () => {
  test("numbers the exchanges and gives everything as data, with who said it and no time", () => {
    const offered = exchanges("a: Water bed 3 | Done", "b: Thanks <clew-now>");
    const { system, text } = writeTriagePrompt("Which bed was it?", offered, 10_000);
    expect(triageVersion).toBe("triage-1");
    expect(system).toContain("JSON array");
    expect(parseFence(text)).toEqual([
      { name: "quote", attributes: { what: "new message" }, children: ["Which bed was it?"] },
      "\n\n",
      {
        name: "quote",
        attributes: { what: "older turns" },
        children: [
          "\n",
          {
            name: "turn",
            attributes: { number: "1" },
            children: [
              "\n",
              { name: "user", attributes: { who: "user" }, children: ["Water bed 3"] },
              "\n",
              assistant("Done"),
            ],
          },
          "\n",
          {
            name: "turn",
            attributes: { number: "2" },
            children: ["\n", { name: "user", attributes: { who: "user" }, children: ["Thanks <clew-now>"] }],
          },
          "\n",
        ],
      },
    ]);
  });

  test("shows long texts by their ends, and gives what short ones leave to them", () => {
    const long = (name: string) => `${name} START ${"x".repeat(9_000)} END ${name}`;
    const offered = exchanges(`a: ${long("first")}`, "b: a short one", `c: ${long("third")} | ${long("reply")}`);
    const { text } = writeTriagePrompt("Well?", offered, 6_000);
    for (const name of ["first", "third", "reply"]) {
      expect(text).toContain(`${name} START`);
      expect(text).toContain(`END ${name}`);
    }
    expect(text).toContain("a short one");
    expect(text).toMatch(/\[… \d+ characters left out …\]/);
    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(text.length).toBeGreaterThan(5_900);
    const [first = "", , third = ""] = text.split("<clew-turn ").slice(1);
    expect(Math.abs(first.length - third.length)).toBeLessThan(100);
  });

  test("keeps a huge message to a third of the room", () => {
    const { text } = writeTriagePrompt("m".repeat(100_000), exchanges(`a: ${"x".repeat(100_000)}`), 3_000);
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(text.match(/m/g)?.length).toBeLessThan(1_050);
    expect(text.match(/x/g)?.length).toBeGreaterThan(1_500);
  });

  test("holds no secret, not even one that was not taken out before, nor in a name", () => {
    const key = `sk-${"proj"}-${"aB3dE5gH7jK9mN1pQ3sT5".repeat(2)}`;
    const password = "password: Tr0ub4dor&3xyz";
    const offered: readonly Exchange[] = [
      { key: "a", seqs: [1], at: 0, said: [{ who: key, text: `${"x".repeat(3_000)} ${key} ${"x".repeat(3_000)}` }] },
      { key: "b", seqs: [2], at: 0, said: [{ who: "user", text: password }] },
    ];
    for (const characters of [100, 400, 2_000, 50_000]) {
      const { text } = writeTriagePrompt(`Use ${key}`, offered, characters);
      for (let place = 0; place + 12 <= key.length; place++) expect(text).not.toContain(key.slice(place, place + 12));
      expect(text).not.toContain("Tr0ub4dor");
    }
  });

  test("can't be broken out of, is the same every time, and never takes more than its limit", () => {
    const line = fc.record({ who: fc.constantFrom("user", "agent", ...strangeNames), text: arbitraryText() });
    const lines = fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 12 });
    const limits = fc.constantFrom(0, 300, 900, 3_000, 100_000);
    checkProperty(
      fc.property(arbitraryText(), lines, limits, (message, said, limit) => {
        const offered = said.map((each, index) => ({ key: `k${index}`, seqs: [index], at: index, said: each }));
        const { text } = writeTriagePrompt(message, offered, limit);
        expect(writeTriagePrompt(message, offered, limit).text).toBe(text);
        expect(text.length).toBeLessThanOrEqual(Math.max(limit, 150 + 45 * offered.length));
        const outer = parseFence(text).filter((node) => typeof node !== "string");
        expect(outer.map(({ name }) => name)).toEqual(["quote", "quote"]);
        expect(outer[0]?.children.every(isText)).toBe(true);
        const turns = (outer[1]?.children ?? []).filter((node) => typeof node !== "string");
        expect(turns.map(({ attributes }) => attributes.number)).toEqual(offered.map((_, index) => `${index + 1}`));
        const inner = tagsIn(turns).filter(({ name }) => name !== "turn");
        expect(inner.filter(({ children }) => !children.every(isText))).toEqual([]);
      }),
      { runs: 80, longer: 1_000 },
    );
  });
});

function assistant(text: string): FenceTag {
  return { name: "assistant", attributes: {}, children: [text] };
}

function isText(node: FenceNode): node is string {
  return typeof node === "string";
}

describe("reading the answer", () => {
  test.each<readonly [string, string, readonly number[] | null]>([
    ["a bare list", "[1, 3]", [1, 3]],
    ["one in any order", "[5, 1, 3]", [1, 3, 5]],
    ["one with duplicates", "[3, 3, 1, 3]", [1, 3]],
    ["one with numbers that there are not", "[0, -1, 2, 6, 99, 1e300]", [2]],
    ["one with what is no whole number", '[1.5, "2", null, true, [3], {"id": 4}, 5]', [5]],
    ["an empty one", "[]", []],
    ["an empty one with spaces", " [ ]\n", []],
    ["a code fence", "```json\n[2, 4]\n```", [2, 4]],
    ["a code fence on one line", "```[2, 4]```", [2, 4]],
    ["a code fence in prose", "Here you are:\n\n```json\n[\n  2,\n  4\n]\n```\nLet me know!", [2, 4]],
    ["prose around it", "The relevant turns are [2, 4], I think.", [2, 4]],
    ["prose around none", "None of them matter: []", []],
    ["an object", '{"ids": [2, 4]}', [2, 4]],
    ["an object with reasons", '{"relevant": [2], "reason": "see [4] and {5}"}', [2]],
    ["an object in prose", 'Sure! {"relevant": []} Bye.', []],
    ["strings alone", '["2", "4"]', [2, 4]],
    ["thoughts before the answer", "[1] is small talk, [2] is about pumps.\n\n[2]", [2]],
    ["thoughts before an empty answer", "Turn [1] is small talk.\n**[]**", []],
    ["one list for each", "[1]\n[4]", [1, 4]],
    ["several lists in running words", "I would take [1] and also [4].", [1, 4]],
    ["nothing", "", null],
    ["prose", "The second and the fourth.", null],
    ["a refusal", "I'm sorry, but I can't help with that.", null],
    ["a number", "2", null],
    ["null", "null", null],
    ["only numbers that there are not", "[17, -2]", null],
    ["objects in a list", '[{"id": 1, "tags": []}]', null],
    ["a list in a list", "[[1, 2]]", null],
    ["an object with two lists", '{"relevant": [1], "irrelevant": [2]}', null],
    ["an object without a list", '{"ids": 3}', null],
    ["a list that was cut off", "[1, 2, 3", null],
    ["objects that were cut off", '[{"id": 1, "tags": []}, {"id', null],
    ["a list of things to do", "- [ ] pumps\n- [x] beds", null],
    ["words in brackets", "[redacted: key]", null],
  ])("%s", (_name, answer, picked) => {
    expect(parsePickedNumbers(answer, 5)).toEqual(picked);
  });

  test("ten thousand numbers are read, and a flood is not", () => {
    const all = Array.from({ length: 10_000 }, (_, index) => index - 100);
    expect(parsePickedNumbers(JSON.stringify(all), 3)).toEqual([1, 2, 3]);
    expect(parsePickedNumbers(`${"[".repeat(5_000_000)}`, 3)).toBeNull();
    expect(parsePickedNumbers("[".repeat(100_000) + "]".repeat(100_000), 3)).toBeNull();
    expect(parsePickedNumbers("[1]".repeat(60_000), 3)).toEqual([1]);
  });

  test("whatever the answer, it is unreadable or an ascending choice among what there is", () => {
    const pieces = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      '"',
      "\\",
      ",",
      "1",
      "2",
      "-7",
      " ",
      "\n",
      "```json",
      '"ids":',
      "null",
      "yes",
    );
    const soup = fc.array(pieces, { maxLength: 30, size: "max" }).map((list) => list.join(""));
    const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 25 }), fc.jsonValue()), { maxLength: 8 });
    const list = fc.oneof(
      fc.json(),
      numbers.map((each) => JSON.stringify(each)),
    );
    const wrapped = fc.tuple(fc.string(), list, fc.string()).map((parts) => parts.join("\n"));
    const answers = fc.oneof(fc.string(), fc.json(), soup, wrapped, arbitraryText());
    let read = 0;
    checkProperty(
      fc.property(answers, fc.integer({ min: 0, max: 20 }), (answer, count) => {
        const picked = parsePickedNumbers(answer, count) ?? [];
        read += picked.length;
        expect(picked).toEqual([...new Set(picked)].sort((a, b) => a - b));
        const possible = Array.from({ length: count }, (_, index) => index + 1);
        expect(picked.filter((number) => !possible.includes(number))).toEqual([]);
      }),
      { runs: 2_000 },
    );
    expect(read).toBeGreaterThan(0);
  });

  test("every honest answer is read, whatever its dress", () => {
    const dresses = [
      (list: string) => list,
      (list: string) => `\`\`\`json\n${list}\n\`\`\``,
      (list: string) => `I chose these: ${list}. The rest is small talk.`,
      (list: string) => `{"ids": ${list}}`,
    ];
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 }));
    checkProperty(
      fc.property(numbers, fc.constantFrom(...dresses), (chosen, dress) => {
        expect(parsePickedNumbers(dress(JSON.stringify(chosen)), 40)).toEqual(chosen.toSorted((a, b) => a - b));
      }),
      { runs: 300 },
    );
  });
});

describe("choosing by words", () => {
  const talk = exchanges(
    "pump: The pump in the greenhouse leaks again. | I ordered a new seal for the pump, model QX-4471.",
    "bread: How long does sourdough bread rest? | Twelve hours in the fridge.",
    "trip: Book the train to Lyon for Friday. | Booked, 9:14 from platform 3.",
    "tax: When is the tax return due? | On 31 July.",
    "thanks: Thanks, that was very helpful! | You are welcome.",
    "beds: Beds 3 and 4 got twelve litres of water. | Noted.",
  );

  test.each([
    ["Did the seal for the pump arrive?", ["pump"]],
    ["Is QX-4471 the right model?", ["pump"]],
    ["And the trains back from Lyon?", ["trip"]],
    ["Compare the tax return with the bread recipe", ["bread", "tax"]],
    ["What is the weather like in Oslo?", []],
    ["Is it that the of and you?", []],
    ["", []],
    ["👍", []],
  ])("%s", (message, picked) => {
    expect(pickByWords(message, talk)).toEqual(picked);
    expect(lexicalVersion).toBe("lexical-1");
  });

  test.each([
    ["German", "Wann wird die Heizung repariert?", "Die Heizung im Bad ist kaputt", "Morgen kommt Besuch zum Essen"],
    ["Russian", "Когда придёт мастер чинить котёл?", "Котёл течёт, мастера вызвали", "Купи хлеб и молоко"],
    ["Greek", "Πότε φεύγει το τρένο;", "Το τρένο για Πάτρα είναι στις εννέα", "Αγόρασε ψωμί και γάλα"],
    ["Arabic", "متى موعد الطبيب؟", "حجزت موعد الطبيب يوم الأحد", "اشتر الخبز والحليب"],
    ["Hebrew", "מתי התור לרופא?", "קבעתי תור לרופא ביום ראשון", "לקנות לחם וחלב"],
    ["Hindi", "डॉक्टर की मुलाकात कब है?", "डॉक्टर से मुलाकात रविवार को है", "रोटी और दूध खरीदो"],
    ["Chinese", "水泵的型号是什么？", "温室的水泵漏水，型号是QX", "明天买面包和牛奶"],
    ["Japanese", "ポンプの型番は何ですか", "温室のポンプが漏れています", "明日パンを買う"],
    ["Korean", "펌프 모델이 뭐예요?", "온실 펌프가 새고 있어요", "내일 빵을 사세요"],
    ["Thai", "ปั๊มน้ำรุ่นอะไร", "ปั๊มน้ำในเรือนกระจกรั่ว", "ซื้อขนมกับไข่"],
  ])("finds what a message is about in %s", (_language, message, about, other) => {
    expect(pickByWords(message, exchanges(`other: ${other}`, `about: ${about}`, "more: 12:30"))).toEqual(["about"]);
  });

  test("a word that every exchange holds says nothing beside a rare one", () => {
    const offered = exchanges(
      ...Array.from({ length: 20 }, (_, index) => `k${index}: Garden note ${index + 100}: all is well in the garden.`),
      "pond: Garden note 99: the pond has algae.",
    );
    expect(pickByWords("What about the algae in the garden pond?", offered)).toEqual(["pond"]);
  });

  test("one word of a long message in common is too little", () => {
    const message =
      "Please draft a letter to the council about parking permits, street lamps, noise at night and the bakery";
    expect(
      pickByWords(message, exchanges("a: The lamps arrived", "b: Parking permits for the street", "c: Ok")),
    ).toEqual(["b"]);
  });

  test("only the offered exchanges decide, and the order in which they come is kept", () => {
    const message = "Did the seal for the pump arrive? And when is the tax return due?";
    const first = pickByWords(message, talk);
    pickByWords("pump pump tax", exchanges(...Array.from({ length: 50 }, (_, index) => `x${index}: pump and tax`)));
    expect(pickByWords(message, talk)).toEqual(first);
    expect(first).toEqual(["pump", "tax"]);
    expect(pickByWords(message, talk.toReversed())).toEqual(["tax", "pump"]);
  });

  test("any text goes, and what comes back is an ordered part of what was offered", () => {
    checkProperty(
      fc.property(arbitraryText(), fc.array(arbitraryText(), { maxLength: 10 }), (message, texts) => {
        const offered = texts.map((text, index) => ({
          key: `k${index}`,
          seqs: [index],
          at: index,
          said: [{ who: "user", text }],
        }));
        const picked = pickByWords(message, offered);
        const keys = offered.map(({ key }) => key);
        expect(keys.filter((key) => picked.includes(key))).toEqual(picked);
        expect(pickByWords(message, offered)).toEqual(picked);
      }),
      { runs: 300 },
    );
  });
});
