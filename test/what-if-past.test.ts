/** A past call under another policy, on the log as it stood then. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Clew, openClew } from "clewline";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freshFile, openChat, presetNames, stopClock } from "./acceptance/chat.js";
import { objects, typed } from "./cli-run.js";
import { makeWords } from "./erase/generated-log.js";
import { exported } from "./exported.js";
import { checkAsyncProperty } from "./properties.js";
import { some } from "./some.js";

const session = "telegram:chat:7";

interface Happening {
  readonly what: "say" | "tool" | "edit" | "delete" | "compact" | "fact" | "clear" | "elsewhere" | "reply";
  readonly words: number;
}

const happenings = fc.array(
  fc.record({
    what: fc.constantFrom<Happening["what"]>(
      "say",
      "tool",
      "edit",
      "delete",
      "compact",
      "fact",
      "clear",
      "elsewhere",
      "reply",
    ),
    words: fc.integer({ min: 5, max: 120 }),
  }),
  { minLength: 4, maxLength: 9 },
);

/** By receipt: how many texts there were when its call was made. */
interface Told {
  readonly texts: readonly string[];
  readonly calls: ReadonlyMap<string, number>;
}

async function play(clew: Clew, list: readonly Happening[]): Promise<Told> {
  const texts: string[] = [];
  const calls = new Map<string, number>();
  const tell = (words: number) => {
    const text = makeWords(texts.length + 1, words);
    texts.push(text);
    return text;
  };
  for (const [number, { what, words }] of list.entries()) {
    // A call and what comes after it are a millisecond apart.
    await new Promise((done) => setTimeout(done, 3));
    if (what === "compact") await clew.compact({ session }).catch(() => null);
    else if (what === "clear" && number > 2) await clew.clear({ session });
    else if (what === "edit" && number > 0)
      await clew.edit({ session, id: "m0", from: "ada", text: tell(words), editedAt: 10_000 + number });
    else if (what === "delete" && number > 2) await clew.edit({ session, id: "m0", deleted: true });
    else {
      const text = what === "fact" ? `My dentist is ${tell(8)}.` : tell(words);
      const chat = what === "elsewhere" ? "telegram:chat:8" : session;
      const reply = what === "reply" && number > 0 ? { replyTo: "m0" } : {};
      const turn = await clew.begin({ session: chat, group: false, id: `m${number}`, from: "ada", text, ...reply });
      const look = async () => {
        const view = await turn.view({ instructions: "Be brief." });
        if (view.kind === "fits") calls.set(view.receipt.id, texts.length);
        await new Promise((done) => setTimeout(done, 3));
      };
      await look();
      if (what === "tool") {
        await turn.record({ calls: [{ id: `c${number}`, tool: "read", input: {}, output: tell(words * 5) }] });
        await look();
      }
      await turn.complete({ text: tell(12) });
    }
  }
  return { texts, calls };
}

describe.each(presetNames)("under %s", (policy) => {
  test("the log as it stood gives every call its own bytes again, and another policy sees nothing of later", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(happenings, fc.nat(), async (list, pick) => {
        const clew = await openClew({ store: "memory", config: false, timeZone: "UTC", policy, window: 3_000 });
        const { texts, calls } = await play(clew, [{ what: "say", words: 20 }, ...list]);
        const before = await exported(clew);
        const other = presetNames[pick % presetNames.length] ?? "balanced";
        for (const [id, count] of some(calls)) {
          const own = await clew.context({ at: id, policy });
          expect(own.rebuilt).toEqual({ exact: true, differs: [] });
          expect(own.request).toEqual(JSON.parse(await clew.replay(id)));
          const seen = JSON.stringify((await clew.context({ at: id, policy: other })).request);
          expect(texts.slice(count).filter((text) => seen.includes(text))).toEqual([]);
        }
        expect(await exported(clew)).toEqual(before);
        await clew.close();
      }),
      { runs: 2, longer: 60 },
    );
  });
});

async function say(clew: Clew, text: string, chat = session): Promise<string> {
  const turn = await clew.begin({ session: chat, group: false, from: "ada", text });
  const view = await turn.view();
  await turn.complete({ text: "Noted." });
  return "receipt" in view ? view.receipt.id : "";
}

test("a clock that stands still shows nothing of later either", async () => {
  stopClock();
  const clew = await openChat({ policy: "balanced", window: 8_000 });
  await say(clew, "The ladder is green.");
  const id = await say(clew, "Where is the ladder?");
  await say(clew, "My dentist is Doctor Moreau.");
  await say(clew, "Please always answer me with the name of a ferry.", "telegram:chat:8");
  await clew.index({ finish: true });
  expect(JSON.stringify((await clew.context({ session, message: "And now?" })).request)).toContain("ferry");
  for (const policy of presetNames) {
    const seen = JSON.stringify((await clew.context({ at: id, policy })).request);
    expect(seen).toContain("Where is the ladder?");
    expect(seen).not.toMatch(/Moreau|ferry/);
  }
});

test("another window counts as another policy does", async () => {
  const clew = await openChat({ policy: "balanced", window: 30_000 });
  for (let number = 0; number < 8; number += 1) await say(clew, makeWords(number, 200));
  const id = await say(clew, "And now?");
  const whole = await clew.context({ at: id });
  const small = await clew.context({ at: id, window: 4_500 });
  expect(small.rebuilt).toEqual({ exact: true, differs: [] });
  expect(small.window).toBe(4_500);
  expect(small.tokens).toBeLessThan(whole.tokens);
});

test("what can't be known is named: a file of the agent's folder that was written since", async () => {
  const store = freshFile();
  const folder = join(dirname(store), "agent");
  mkdirSync(folder);
  const open = () => openClew({ store, config: false, policy: "balanced", window: 30_000, agentFolder: folder });
  writeFileSync(join(folder, "PERSONA.md"), "You are a gardener.");
  const clew = await open();
  const id = await say(clew, "Where is the ladder?");
  await clew.close();
  writeFileSync(join(folder, "PERSONA.md"), "You are a sailor, and you know every harbour by its name.");
  const later = await open();
  const { rebuilt } = await later.context({ at: id, policy: "layered" });
  await later.close();
  expect(rebuilt).toEqual({ exact: false, differs: ["persona"] });
});

test("a call whose words were erased is refused, as its replay is", async () => {
  const clew = await openChat({ policy: "balanced", window: 30_000 });
  const id = await say(clew, "The olive zeppelin needs three new engines.");
  await say(clew, "And now?");
  const { lines } = await clew.log({ session });
  await clew.erase({ entry: lines[0]?.pointer ?? "" });
  await expect(clew.context({ at: id, policy: "layered" })).rejects.toMatchObject({ code: "receipt/erased" });
});

test("the command line shows it, in its words and as data", async () => {
  const store = freshFile();
  const clew = await openClew({ store, config: false, window: 30_000 });
  for (let number = 0; number < 6; number += 1) await say(clew, `Question ${number}`);
  const id = await say(clew, "And now?");
  await say(clew, "Later.");
  await clew.close();
  const shown = await typed(["context", "--at", id, "--policy", "selective", "--store", store]);
  expect([shown.code, shown.error]).toEqual([0, ""]);
  expect(shown.out).toContain("The call as it would have been, on the log as it stood then.");
  const [data] = objects(
    (await typed(["context", "--at", id, "--policy", "selective", "--store", store, "--json"])).out,
  );
  expect(data).toMatchObject({ receipt: id, rebuilt: { exact: true } });
  expect(JSON.stringify(data)).not.toContain("Later.");
});

test("a group's past call shows no memory of a private chat under any policy", async () => {
  const clew = await openChat({ policy: "balanced", window: 8_000 });
  await say(clew, "Please always answer me with the name of a ferry.", "telegram:chat:8");
  await clew.index({ finish: true });
  await new Promise((done) => setTimeout(done, 3));
  const ids: string[] = [];
  for (const group of [true, false]) {
    const chat = group ? "telegram:group:1" : "telegram:chat:9";
    const turn = await clew.begin({ session: chat, group, from: "ada", text: "Where is the ladder?" });
    await new Promise((done) => setTimeout(done, 3));
    const view = await turn.view();
    ids.push("receipt" in view ? view.receipt.id : "");
    await turn.complete({ text: "Here." });
  }
  const [inGroup = "", inPrivate = ""] = ids;
  for (const policy of ["balanced", "tiered", "layered"]) {
    expect(JSON.stringify((await clew.context({ at: inGroup, policy })).request)).not.toContain("ferry");
    expect(JSON.stringify((await clew.context({ at: inPrivate, policy })).request)).toContain("ferry");
  }
});
