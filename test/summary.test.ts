import { extractItems } from "@clewline/core/summary/extract.js";
import { listHardKeys } from "@clewline/core/summary/rules/hard-tokens.js";
import { splitSentences } from "@clewline/core/summary/rules/sentences.js";
import { describe, expect, it, test } from "vitest";
import { some } from "./some.js";
import { called, entryId, found, returned, shown, talk } from "./summary/talk.js";

describe("sentences", () => {
  test.each<[string, readonly string[]]>([
    ["One. Two! Three? And …", ["One.", "Two!", "Three?", "And …"]],
    ["它坏了。怎么办？快修！", ["它坏了。", "怎么办？", "快修！"]],
    [
      "See ./src/a.b/c.ts, v1.2.3 and https://example.org/a?b=1.5 today",
      ["See ./src/a.b/c.ts, v1.2.3 and https://example.org/a?b=1.5 today"],
    ],
    [
      "Use e.g. compost. Meet at St. Pauli, z.B. am 3. Mai um 5. Then go",
      ["Use e.g. compost.", "Meet at St. Pauli, z.B. am 3. Mai um 5.", "Then go"],
    ],
    ["- water\n* prune\n3) rake\n> dig", ["water", "prune", "rake", "dig"]],
    ["at 5 pm we meet\n$ 500 is enough (I hope)", ["at 5 pm we meet", "$ 500 is enough (I hope)"]],
    [
      "It fails:\n```\nconst a = 5;\nTypeError: a is 7\nconst b = 6;\n```\nWhy?",
      ["It fails:", "TypeError: a is 7", "Why?"],
    ],
    ["Error: pump 3\n    at run (src/pump.ts:3:4)\n    at main (src/pump.ts:9:1)", ["Error: pump 3"]],
  ])("%j", (text, sentences) => expect(splitSentences(text)).toEqual(sentences));

  it("a long text is looked at by its ends", () => {
    const text = `Bed 1 is dry. ${"filler ".repeat(3_000)}. Bed 2 is lost. ${"filler ".repeat(3_000)}. Bed 3 is wet.`;
    const joined = splitSentences(text).join(" ");
    expect(joined).toContain("Bed 1");
    expect(joined).not.toContain("Bed 2");
    expect(joined).toContain("Bed 3");
  });
});

describe("hard tokens", () => {
  test.each<[string, readonly string[]]>([
    ["1,000 and 1 000 and 1000 and 1.000.000", ["1000", "1000000"]],
    ["2,5 or 2.5, €1,234.56 or 1.234,56 €", ["2.5", "1234.56€"]],
    ["20 % at -5 °C, call +49 170 1234567", ["20%", "-5°", "491701234567"]],
    ["on 2026-05-03, 5/6/2026, 3.5.2026 at 17:30, Friday", ["2026-05-03", "5/6/2026", "3.5.2026", "17:30", "friday"]],
    [
      "edit src/app.ts, /etc/hosts, ~/notes, plan.md and C:\\x\\y.txt, and/or km/h",
      ["src/app.ts", "/etc/hosts", "~/notes", "plan.md", "C:\\x\\y.txt"],
    ],
    [
      "ask @gardener or a.b@example.org, see #12 and https://example.org/x.",
      ["@gardener", "a.b@example.org", "#12", "https://example.org/x"],
    ],
    ["v1.2.3 of fooBar and snake_case, `npm test`, GPT-4", ["1.2.3", "fooBar", "snake_case", "npm test", "GPT-4"]],
    ["we drove from Bristol to Łódź", ["bristol", "łodz"]],
    ["请修改src/app.ts，每周三次，《园艺手册》说5点", ["src/app.ts", "三次", "《园艺手册》", "5"]],
    ["Der Hund schläft im Garten", []],
    ["wir fahren nach Hamburg, am Mittwoch", ["hamburg", "mittwoch"]],
  ])("%j", (text, keys) => {
    const got = listHardKeys(text);
    expect(keys.filter((key) => !got.has(key))).toEqual([]);
    expect(got.size > 0).toBe(keys.length > 0);
  });
});

describe("what a conversation leaves", () => {
  it("in a household: constraints, decisions, promises, open questions, answered ones with their answer", () => {
    expect(
      found(
        "user: Hi there! I'm allergic to peanuts. Can you find a pump for less than 80 €?",
        "agent: Sure! The cheapest pump costs 64.90 € at the shop in Bristol. I'll compare two more by Friday.",
        "user: Let's go with the Rainmaker 5000. Never water the ferns at noon. When does the seed order arrive?",
      ),
    ).toEqual([
      "facts*: I'm allergic to peanuts.",
      "facts: Can you find a pump for less than 80 €? → The cheapest pump costs 64.90 € at the shop in Bristol.",
      "pending*: I'll compare two more by Friday.",
      "decisions*: Let's go with the Rainmaker 5000.",
      "facts*: Never water the ferns at noon.",
      "goals*: When does the seed order arrive?",
    ]);
  });

  it("with a code agent: what was asked and done, the failure's own line, each file once", () => {
    const [asked, promised] = talk("user: Fix the login bug in src/login.ts", "agent: I'll look at it.");
    const [, , , , , told] = talk("x: ", "x: ", "x: ", "x: ", "x: ", "agent: Fixed the login bug: the token was cut.");
    if (!asked || !promised || !told) throw new Error("no talk");
    const items = extractItems([
      asked,
      promised,
      called("c1", 120_000, "read", { file_path: "src/login.ts" }),
      called("c2", 130_000, "edit", { file_path: "src/login.ts", content: "import './other.ts'" }),
      called("c3", 140_000, "bash", { command: "npm test -- test/login.test.ts" }),
      returned("r3", 150_000, "bash", "run 1\n    at x (a.ts:1:2)\nTypeError: token is undefined\nmore 5\n", true),
      returned("r4", 160_000, "bash", "Error: not marked as failed, 5 lines", false),
      told,
    ]);
    expect(shown(items)).toEqual([
      "artifacts: edit: src/login.ts",
      "artifacts: bash: test/login.test.ts",
      "outcomes: bash: TypeError: token is undefined",
      "outcomes: Fix the login bug in src/login.ts → Fixed the login bug: the token was cut.",
    ]);
    expect(items.at(-1)?.sources).toEqual([asked.id, told.id]);
    expect(items[2]?.sources).toEqual([entryId("r3")]);
  });

  it("a request stays open while it is only promised", () => {
    expect(found("user: Please order the seeds", "agent: I'll do it tomorrow.")).toEqual([
      "goals*: Please order the seeds",
    ]);
  });

  it("a user's short answer to the agent's question is kept with the question", () => {
    expect(found("agent: Which colour should the fence be?", "user: Green.")).toEqual([
      "facts: Which colour should the fence be? → Green.",
    ]);
    expect(found("agent: Shall I delete the branch fix-12?", "user: Yes, go ahead.")).toEqual([
      "decisions*: Shall I delete the branch fix-12? → Yes, go ahead.",
    ]);
  });

  test.each<[string, readonly string[]]>([
    [
      "Ich bin allergisch gegen Nüsse. Ich rufe den Klempner bis Freitag an. Wir haben beschlossen, den Zaun zu streichen.",
      ["facts*", "pending*", "decisions*"],
    ],
    [
      "Je suis végétarien. Rappelle-moi d'appeler le plombier. On a décidé de peindre la clôture. Le test a échoué hier.",
      ["facts*", "pending*", "decisions*", "outcomes"],
    ],
    [
      "Nunca riegues los helechos. Tengo que llamar a la oficina. Hemos decidido pintar la valla. La bomba falló otra vez.",
      ["facts*", "pending*", "decisions*", "outcomes"],
    ],
    [
      "Нельзя поливать папоротник днём. Напомни купить землю. Мы решили покрасить забор. Насос сломался вчера.",
      ["facts*", "pending*", "decisions*", "outcomes"],
    ],
    [
      "我对花生过敏。提醒我给水管工打电话。我们决定把篱笆漆成绿色。水泵昨天坏了。",
      ["facts*", "pending*", "decisions*", "outcomes"],
    ],
    [
      "At most 3 guests. We must not park on the grass. The pump failed twice. The hose doesn't reach the beds.",
      ["facts*", "facts*", "outcomes", "facts*"],
    ],
  ])("in its language: %s", (text, sections) => {
    expect(found(`user: ${text}`).map((line) => line.slice(0, line.indexOf(":")))).toEqual(sections);
  });

  test.each([
    [
      "Hello! How are you? Thanks a lot, see you tomorrow 👋",
      "Haha lol 😂",
      "ok",
      "No problem, don't worry!",
      "Have a nice weekend!",
    ],
    [
      "Hallo zusammen! Wie geht's? Danke dir, bis bald!",
      "Kein Problem 😊",
      "Gute Nacht",
      "Schönes Wetter heute, nicht wahr?",
      "Haha, stimmt.",
    ],
    [
      "Bonjour ! Comment ça va ?",
      "Merci beaucoup, bonne journée !",
      "Pas de problème",
      "Il fait beau aujourd'hui, n'est-ce pas ?",
      "mdr",
    ],
    ["¡Hola! ¿Cómo estás?", "Muchas gracias, hasta luego", "No hay problema", "Hace sol hoy, ¿verdad?", "jajaja"],
    ["Привет! Как дела?", "Спасибо большое, до встречи", "Нет проблем", "Погода сегодня не очень", "ха-ха"],
    ["你好！最近怎么样？", "谢谢，再见", "没问题", "今天天气真好，是不是？", "哈哈哈"],
    [
      "Lovely weather today, isn't it?",
      "It should be sunny tomorrow",
      "Anything else I can help you with?",
      "never mind",
      "👍🏽👍🏽",
    ],
  ])("small talk gives nothing: %s", (...lines) => {
    for (const by of ["user", "agent"]) {
      for (const line of some(lines)) expect(found(`${by}: ${line}`)).toEqual([]);
    }
  });

  it("a long sentence keeps its hard tokens and its negation, in lines of at most 240 characters", () => {
    const beds = Array.from({ length: 40 }, (_, index) => `bed${index + 100}`);
    const text = `Never, whatever the neighbours may say about it, water these after sunset: ${beds.join(" and also ")}`;
    const items = extractItems(talk(`user: ${text}`));
    expect(items.length).toBeGreaterThan(1);
    for (const item of some(items)) {
      expect(item.text.length).toBeLessThanOrEqual(240);
      expect(item.text).toContain("Never");
      expect(item.pinned).toBe(true);
    }
    const all = items.map((item) => item.text).join(" ");
    for (const bed of beds) expect(all).toContain(bed);
  });

  it("paths are found in input that is too long or too broken to parse", () => {
    const long = JSON.stringify({ path: "src/big.ts", content: "x".repeat(50_000) });
    const entry = { ...called("c1", 1, "write", {}), text: long };
    expect(shown(extractItems([entry, { ...entry, text: '{"file": "notes/plan.md", ' }]))).toEqual([
      "artifacts: write: src/big.ts",
      "artifacts: write: notes/plan.md",
    ]);
  });

  it("where things are and whose they are is kept, in six languages", () => {
    const told = [
      "The boiler's shut-off valve is behind the blue panel.",
      "Der Haupthahn liegt hinter der blauen Klappe.",
      "La clé du portail se trouve sous le pot de fleurs.",
      "La llave del portón está debajo de la maceta.",
      "Ключ от сарая лежит под ковриком у двери.",
      "备用钥匙放在花盆下面。",
    ];
    for (const text of told) {
      const [item] = extractItems([{ id: entryId("e1"), at: 0, by: "user", kind: "said", text }]);
      expect([item?.section, item?.pinned], text).toEqual(["facts", true]);
    }
  });

  it("what a person states is kept without a figure, a name or a cue, in any script", () => {
    const told = [
      "The plumber drives a green van.",
      "Der Nachbar sammelt alte Uhren.",
      "Ma voisine élève des abeilles.",
      "El jardinero habla portugués.",
      "Соседка разводит пчёл.",
      "Ο γείτονας παίζει βιολί.",
      "隔壁的邻居养蜜蜂。",
      "隣の人は蜂を飼っています。",
      "옆집 사람은 벌을 키운다.",
      "الجار يربي النحل.",
      "השכן מגדל דבורים.",
      "पड़ोसी मधुमक्खियाँ पालता है।",
      "เพื่อนบ้านเลี้ยงผึ้ง",
    ];
    for (const text of some(told)) {
      expect(found(`user: ${text}`).map((line) => line.replace(/\*?: /, ": "))).toEqual([`facts: ${text}`]);
      expect(found(`agent: ${text}`).join()).not.toContain("*");
    }
    expect(found("user: K-4471-Q")).toEqual(["facts: K-4471-Q"]);
  });

  it("what a person asks to remember is a fact and no request, with the sentence after it if it says nothing itself", () => {
    const asked = [
      "Please remember that the gate sticks.",
      "Merk dir, dass das Tor klemmt.",
      "N'oublie pas que le portail coince.",
      "Recuerda que el portón se atasca.",
      "Запомни: ворота заедает.",
      "请记住后门会卡住。",
      "裏門が固いことを覚えておいて。",
      "تذكر أن البوابة تعلق.",
    ];
    for (const text of some(asked)) expect(found(`user: ${text}`, "agent: Noted.")).toEqual([`facts*: ${text}`]);
    expect(found("user: Remember this. The gate sticks. Thanks!")).toEqual(["facts*: Remember this. The gate sticks."]);
    expect(found("user: Don't forget to oil the gate.")).toEqual(["pending*: Don't forget to oil the gate."]);
  });

  it("of a pasted text only what has a cue or a figure is kept", () => {
    const article = Array.from({ length: 20 }, () => "The old bridge crosses the calm river.").join(" ");
    expect(found(`user: ${article} The toll is 4 euros.`)).toEqual(["facts: The toll is 4 euros."]);
  });
});
