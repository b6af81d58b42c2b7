/** A past call under another policy, on the log as it stood then. */
import { type Clew, openClew } from "clewline";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freshFile, openChat, presetNames } from "./acceptance/chat.js";
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
    what: fc.constantFrom<Happening["what"]>("say", "tool", "edit", "delete", "compact", "fact", "clear", "elsewhere", "reply"),
    words: fc.integer({ min: 5, max: 120 }),
  }),
  { minLength: 4, maxLength: 9 },
);

/** What was said when, by receipt: how many texts there were when its call was made. */
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
    else if (what === "edit" && number > 0) await clew.edit({ session, id: "m0", from: "ada", text: tell(words), editedAt: 10_000 + number });
    else if (what === "delete" && number > 2) await clew.delete({ session, id: "m1" }).catch(() => null);
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
      { runs: 3, longer: 100 },
    );
  });
});
