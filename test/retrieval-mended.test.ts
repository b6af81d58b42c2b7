/** What a question finds, where it once found nothing or something else: through the public API. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { readElsewhereReference } from "@clewline/core/conversation/selection/elsewhere.js";
import { readDateSpans } from "@clewline/core/log/times/date-spans.js";
import { isAsking, readQuestion } from "@clewline/core/retrieval/question.js";
import { readTimes } from "@clewline/engine/read/candidates/dated-places.js";
import { recallQuestion } from "@clewline/engine/read/recall-question.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { append, makeBase, makeLane } from "@clewline/store-kit/store-contract/sample.js";
import type { Clew, ClewOptions, SearchFilter } from "clewline";
import { describe, expect, test, vi } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:1";
const hourMs = 3_600_000;
const start = Date.parse("2026-03-01T08:00Z");
const asked = Date.parse("2026-04-20T10:00Z");

const rest = [
  "the garden fence was painted green",
  "we walked along the river and saw ducks",
  "lunch was soup with bread and cheese",
  "the train was delayed by twelve minutes again",
  "a neighbour borrowed the ladder for the weekend",
];

/** Enough talk to push what was said before it out of a small view. */
function fill(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) => `Note ${index}: ${rest[index % rest.length]} and so it went on without much else to tell.`,
  );
}

const open = (options: ClewOptions = {}) =>
  openFresh({ config: false, embedder: "none", memory: false, window: 8_192, ...options });

async function tell(clew: Clew, texts: readonly string[], from = start): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await clew.observe({ session, id: `m${from}.${index}`, from: "a1", at: from + index * hourMs, text });
  }
}

/** What the view of a question shows as looked up. */
async function lookUp(clew: Clew, text: string, at = asked): Promise<string> {
  const turn = await clew.begin({ session, from: "a1", text, at });
  const view = await turn.view();
  await turn.complete({ text: "ok" });
  const shown = JSON.stringify(view.kind === "fits" ? [view.system, view.messages] : []);
  return [...shown.matchAll(/<clew-found>(.*?)<\/clew-found>/gs)].map(([, block]) => block).join("\n");
}

const findFirst = async (clew: Clew, question: string, filter: SearchFilter = {}) =>
  (await clew.search(question, filter))[0]?.line.words;

/** Knows one meaning. */
const holidays = {
  name: "holidays",
  dimensions: 3,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from(/vacation|holiday/.test(text) ? [1, 0, 0.01] : [0, 1, 0.01])),
};

describe("what was edited", () => {
  test("is found by the meaning of its new words", async () => {
    const clew = await open({ embedder: holidays });
    await tell(clew, ["Our trip to Portugal starts in June.", ...fill(5)]);
    const edited = { session, id: `m${start}.0`, from: "a1", editedAt: start + 24 * hourMs };
    await clew.edit({ ...edited, text: "Our vacation to Norway starts in July." });
    await tell(clew, fill(240), start + 48 * hourMs);
    await clew.index({ finish: true });
    expect(await findFirst(clew, "holiday plans")).toBe("Our vacation to Norway starts in July.");
    expect(await lookUp(clew, "When does our holiday begin?")).toContain("vacation to Norway");
  });
});

describe("an embedder that fails", () => {
  test("by never answering stops nobody: the wait can be stopped, and ends by itself", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    let calls = 0;
    const embed = (texts: readonly string[]) => {
      calls += 1;
      return calls === 1 ? new Promise<never>(() => undefined) : holidays.embed(texts);
    };
    try {
      const clew = await open({ embedder: { ...holidays, embed } });
      await tell(clew, ["Our vacation starts in June.", "Soup again."]);
      await vi.waitFor(() => expect(calls).toBe(1), { timeout: 10_000 });
      const stopped = new AbortController();
      const waiting = clew.index({ finish: true, signal: stopped.signal });
      stopped.abort(new Error("no longer wanted"));
      await expect(waiting).rejects.toThrow("no longer wanted");
      const finished = clew.index({ finish: true });
      await vi.advanceTimersByTimeAsync(61_000);
      expect(await finished).toMatchObject({ indexed: 2, of: 2 });
      expect(String(warn.mock.calls[0]?.[0])).toContain("gave no answer for 60 seconds");
    } finally {
      vi.useRealTimers();
      warn.mockRestore();
    }
  });

  test("with vectors of zeros or without numbers says so, and what it gave is made again", async () => {
    const given = [0, Number.NaN];
    const reports: unknown[] = [];
    let isWell = false;
    for (const value of given) {
      isWell = false;
      const embed = async (texts: readonly string[]) =>
        isWell ? holidays.embed(texts) : texts.map(() => Float32Array.from([value, value, value]));
      const clew = await open({ embedder: { ...holidays, embed } });
      await tell(clew, ["Our vacation starts in June.", "Soup again."]);
      reports.push((await clew.index({ finish: true })).because);
      isWell = true;
      reports.push(await clew.index({ finish: true }));
    }
    const because = "holidays gave vectors of zeros, or of what is no number";
    const well = { embedder: "holidays", indexed: 2, of: 2 };
    expect(reports).toEqual([because, well, because, well]);
  });
});

describe("a question in Russian", () => {
  test("asks when, and what only tells of something asks for nothing", () => {
    const asking = { speakers: new Map<string, string>(), asker: null, now: asked };
    const when = ["Когда мы купили диван?", "А когда это было?", "Wann war das?", "Машина, когда она приедет"];
    expect(when.map((text) => readQuestion(text, asking).asksWhen)).toEqual([true, true, true, false]);
    const telling = ["Вчера я сказал, что машина синяя.", "Где машина", "«Что было вчера»"];
    expect(telling.map(isAsking)).toEqual([false, true, true]);
  });
});

const dayMs = 24 * hourMs;
const noon = (day: string) => Date.parse(`${day}T12:00Z`);

/** One dinner a day, the last one the day before the question. */
async function tellDinners(clew: Clew): Promise<void> {
  await tell(clew, fill(60), noon("2026-09-01"));
  const dinners = [
    ["2026-11-14", "beans"],
    ["2026-11-15", "lentils"],
    ["2026-11-16", "noodles"],
  ] as const;
  for (const [day, dish] of dinners) {
    const text = `Marta cooked dinner with ${dish}.`;
    await clew.observe({ session, id: day, from: "a1", at: noon(day), text });
  }
}

describe("a question that names a time", () => {
  test("is answered by what was said on that day, not by what was said later", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon("2026-11-17") });
    try {
      const clew = await open();
      await tellDinners(clew);
      const times = [
        "on 2026-11-14",
        "3 days ago",
        "the day before yesterday",
        "yesterday",
        "on Saturday",
        "on Nov 15",
      ];
      const found: unknown[] = [];
      for (const time of times) found.push(await findFirst(clew, `What did Marta cook ${time}?`));
      const dishes = ["beans", "beans", "lentils", "noodles", "beans", "lentils"];
      expect(found).toEqual(dishes.map((dish) => `Marta cooked dinner with ${dish}.`));
    } finally {
      vi.useRealTimers();
    }
  });

  test("means days of the session's zone", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-17T03:00Z") });
    try {
      const clew = await open({ timeZone: "America/Los_Angeles" });
      const put = (id: string, at: string, text: string) =>
        clew.observe({ session, id, from: "a1", at: Date.parse(at), text });
      await put("1", "2026-11-15T20:00Z", "Marta cooked dinner with beans.");
      await put("2", "2026-11-16T20:00Z", "Marta cooked dinner with noodles.");
      expect(await findFirst(clew, "What did Marta cook yesterday?")).toBe("Marta cooked dinner with beans.");
      expect(await findFirst(clew, "What did Marta cook today?")).toBe("Marta cooked dinner with noodles.");
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(["none", "holidays"])("and nothing else shows that day, with the embedder %s", async (name) => {
    const clew = await open({ embedder: name === "none" ? "none" : holidays });
    const names = "Olga Bruno Chiara Dmitri Elena Farid Greta Hugo".split(" ");
    const places = "pier bakery museum stadium library tunnel orchard".split(" ");
    const from = Date.parse("2026-09-18T00:00Z");
    const texts = Array.from({ length: 400 }, (_, index) => {
      const place = places[(index * 3) % places.length];
      return `${names[index % names.length]} showed me the ${place} and explained item ${index * 13 + 1_000} of a long list, which nobody had expected.`;
    });
    for (const [index, text] of texts.entries()) {
      await clew.observe({ session, id: `n${index}`, from: "a1", at: from + index * 3 * hourMs, text });
    }
    await clew.index({ finish: true });
    const ofDay = texts.slice(56, 64).map((text) => text.slice(0, 50));
    const questions = ["What happened on 2026-09-25?", "What did we do on September 25?"];
    const counts: number[] = [];
    for (const question of questions) {
      const block = await lookUp(clew, question, noon("2026-11-17"));
      counts.push(ofDay.filter((text) => block.includes(text)).length);
    }
    expect(counts).toEqual([8, 8]);
  });

  test("may name it in many ways", () => {
    // A Friday.
    const now = Date.parse("2026-03-20T10:00Z");
    const days = [
      ...["on Monday 16", "last Tuesday 17", "on Mar 5 05", "5 Mar 2026 05", "2026/03/05 05", "am 5.3. 05"],
      ...["ten days ago 10", "vor zehn Tagen 10", "il y a dix jours 10", "hace diez días 10", "10 дней назад 10"],
      ...["十天前 10", "avant-hier 18", "позавчера 18", "am Montag 16", "lundi dernier 16", "el lunes 16"],
      ...["в понедельник 16", "周一 16"],
    ];
    const read = days.map((each) => {
      const time = each.slice(0, -3);
      return `${time} ${readDateSpans(time, now)
        .filter(({ from }) => from > now - 300 * dayMs)
        .map(({ from, unit }) => `${unit === "day" ? "" : unit}${new Date(from).toISOString().slice(8, 10)}`)
        .join(",")}`;
    });
    expect(read).toEqual(days);
    const either = readDateSpans("on 3/5/2026", now).map(({ from }) => new Date(from).toISOString().slice(5, 10));
    expect(either).toEqual(["03-05", "05-03"]);
    const months = ["a month ago", "vor einem Monat", "il y a un mois", "hace un mes", "месяц назад", "一个月前"];
    expect(months.map((text) => readDateSpans(text, now).map(({ unit }) => unit))).toEqual(months.map(() => ["month"]));
  });
});

describe("the newest statement", () => {
  test.each([
    ["My flight to Rome leaves at 9:40.", "My flight to Oslo leaves at 11:20.", "Which gate is the flight to Rome?"],
    [
      "The rent of the flat in Berlin is 900 euros.",
      "The rent of the garage in Potsdam is 120 euros.",
      "How much rent do I pay monthly for the Berlin flat?",
    ],
    [
      "The budget for the kitchen is 5000 euros.",
      "The budget for the bathroom is now 3000 euros.",
      "How large is our kitchen budget?",
    ],
    ["Tom's birthday is on May 5.", "Eva's birthday is on May 17.", "Remind me of the date of the birthday of Tom"],
  ])("of another thing leaves “%s” first", async (meant, other, question) => {
    const clew = await open();
    await tell(clew, [...fill(60), meant, ...fill(60), other, ...fill(60)]);
    expect(await findFirst(clew, question)).toBe(meant);
  });

  test.each([
    ["Ich wohne in Hamburg.", "Ich wohne jetzt in Leipzig.", "Wo wohne ich?"],
    ["Vivo en Sevilla.", "Ahora vivo en Bilbao.", "¿Dónde vivo?"],
    ["J'habite à Lyon.", "J'habite maintenant à Nantes.", "Où est-ce que j'habite ?"],
  ])("comes first although it tells of the change: after “%s”", async (before, newest, question) => {
    const clew = await open();
    await tell(clew, [...fill(20), before, ...fill(20), newest, ...fill(20)]);
    expect(await findFirst(clew, question)).toBe(newest);
  });
});

test("a room of the house is no other chat", () => {
  expect(readElsewhereReference("What did I pay for the lamp in the living room?").kind).toBe(null);
  expect(readElsewhereReference("What did we say in the other room about it?").kind).toBe("place");
});

test("a long text full of months is asked about at once", () => {
  expect(readTimes("may ".repeat(40_000), asked, "UTC").length).toBeLessThan(1_000);
});

describe("a short word", () => {
  const told = [
    "My car is parked in the garage of the Bauer family, level two.",
    "The PIN of the alarm is written behind the mirror.",
    "Ann is the sister of my dentist and plays the cello.",
    "My hat hangs in the cellar next to the skis.",
    "I always leave the umbrella at the office.",
    "My son fought in the war of 1991 in Kuwait.",
  ];

  test("is looked up where it is all that is asked for", async () => {
    const clew = await open();
    await tell(clew, [...told, ...fill(250)]);
    const questions = ["Where is my car?", "What is the PIN?", "Who is Ann?", "Where is my hat?"];
    const blocks: string[] = [];
    for (const question of questions) blocks.push(await lookUp(clew, question));
    const wanted = ["level two", "behind the mirror", "plays the cello", "in the cellar"];
    expect(blocks.map((block, index) => block.includes(wanted[index] ?? ""))).toEqual([true, true, true, true]);
    expect(await lookUp(clew, "What now?")).toBe("");
  });

  test("counts in an English question though it says nothing in another language", async () => {
    const clew = await open();
    const [hat = "", umbrella = ""] = told.slice(3);
    await tell(clew, [hat, ...fill(20), umbrella, ...fill(200)]);
    const found = await clew.search("Where did I leave my hat?");
    expect(found.slice(0, 2).map(({ line }) => line.words)).toEqual([hat, umbrella]);
    expect(await lookUp(clew, "Where did I leave my hat?")).toContain("in the cellar");
  });
});

describe.each(["memory", "sqlite"])("words with endings, in the store %s", (kind) => {
  test("are found in another form", async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-endings-"));
    const clew = await open({ store: kind === "memory" ? "memory" : join(folder, "clew.db") });
    const told = [
      "Машина стоит в гараже у соседа.",
      "Ich habe die Fahrräder im Keller abgestellt.",
      "Квитанция лежит в синей папке.",
      "Мама звонила утром.",
      ...fill(20),
    ];
    await tell(clew, told);
    const words = ["машину", "гараж", "Fahrrad", "папка", "квитанцию", "маму", "машинист"];
    const found: unknown[] = [];
    for (const word of words) found.push((await clew.search(word))[0]?.line.words.slice(0, 6));
    expect(found).toEqual(["Машина", "Машина", "Ich ha", "Квитан", "Квитан", "Мама з", "Машина"]);
    expect(await findFirst(clew, "Куда я положил квитанцию?")).toBe(told[2]);
  });
});

test("an agent is told how far was looked where the search was cut", async () => {
  const store = makeMemoryStore({ hash: sha256 });
  const engine = await makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);
  const say = (text: string, place: number) => ({
    ...makeBase({ at: start + place, arrived: start + place }),
    kind: "said" as const,
    by: { role: "user" as const },
    parts: [{ kind: "text" as const, text }],
    source: null,
    replyTo: null,
  });
  const ref = makeLane();
  const later = Array.from({ length: 10_000 }, (_, index) => say(`note ${index}`, dayMs + index));
  await append(store, ref, say("note of the first hour", 0), ...later);
  const ask = (question: string) =>
    recallQuestion(engine, { kind: "lane", ref }, question, { limit: 500, filter: { until: "2026-03-01" } });
  expect(await ask("note")).toBe(
    'Nothing that was looked at holds "note" for that person and time: only the newest 10,000 entries with these words were looked at, of more; try rarer words.',
  );
  expect(await ask("first hour note")).toContain("note of the first hour");
  expect(await ask("nowhere")).toMatch(/^Nothing in this lane holds "nowhere" for that person and time/);
});

test("an agent that goes through all pages meets every entry once", async () => {
  const store = makeMemoryStore({ hash: sha256 });
  const engine = await makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);
  const texts = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 0
      ? `The gate code of door ${index} is ${4_000 + index}.`
      : `${rest[index % rest.length]} by the gate ${index}`,
  );
  const ref = makeLane();
  const drafts = texts.map((text, place) => ({
    ...makeBase({ at: start + place, arrived: start + place }),
    kind: "said" as const,
    by: { role: "user" as const },
    parts: [{ kind: "text" as const, text }],
    source: null,
    replyTo: null,
  }));
  await append(store, ref, ...drafts);
  const met: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: string = await recallQuestion(engine, { kind: "lane", ref }, "the gate code", { limit: 400, offset });
    met.push(...[...page.matchAll(/clew:\w+/g)].map(([pointer]) => pointer));
    offset = Number(/go on with offset (\d+)/.exec(page)?.[1] ?? Number.NaN) || null;
  }
  expect([met.length, new Set(met).size]).toEqual([texts.length, texts.length]);
});

test("what tells is listed before what asks with the same words, and what quotes it comes last", async () => {
  const clew = await open();
  const told = "We paid 240 euros for the gutter repair.";
  const turn = await clew.begin({ session, from: "a1", text: told });
  await turn.complete({ text: "Noted." });
  const [fact] = await clew.search("gutter repair");
  const next = await clew.begin({ session, from: "a1", text: "How much was the gutter repair?" });
  await next.complete({ text: `You said: "${told}" (${fact?.line.pointer})` });
  const found = await Promise.all(["gutter repair", "gutter"].map((words) => clew.search(words)));
  const expected = [told, "How much was the gutter repair?", expect.stringContaining("You said")];
  expect(found.map((hits) => hits.map(({ line }) => line.words))).toEqual([expected, expected]);
  await clew.close();
});

describe("a question whose words nobody said", () => {
  const requests = [
    "turn the light off in the kitchen",
    "set a timer for ten minutes",
    "add milk to the shopping list",
  ];
  const routine = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `Please ${requests[index % requests.length]} now, thank you very much.`,
    );

  test("is shown what was told once before what is said all the time", async () => {
    const clew = await open({ policy: "laned" });
    await tell(clew, [
      ...routine(60),
      "Grandma sees the cardiologist in Elm Street.",
      ...routine(60),
      "The cellar floods after long rain.",
      ...routine(60),
    ]);
    const shown = await lookUp(clew, "Which heart physician treats my granny?");
    expect(shown).toContain("the cardiologist in Elm Street");
    expect(shown).toContain("The cellar floods");
    expect(shown).not.toContain("physician");
  });

  test("is told no more than the answer where its words lead there", async () => {
    const clew = await open({ policy: "laned" });
    await tell(clew, [
      "The cardiologist is in Elm Street.",
      ...routine(60),
      "The cellar floods after long rain.",
      ...routine(60),
    ]);
    const shown = await lookUp(clew, "In which street is the cardiologist?");
    expect(shown).toContain("Elm Street");
    expect(shown).not.toContain("The cellar floods");
  });

  test("shows what a person told, and no question of theirs", async () => {
    const clew = await open({ policy: "laned" });
    await tell(clew, ["Grandma sees the cardiologist in Elm Street.", "Will it freeze tonight?", ...routine(120)]);
    const shown = await lookUp(clew, "Which heart physician treats my granny?");
    expect(shown).toContain("Elm Street");
    expect(shown).not.toContain("freeze");
  });
});
