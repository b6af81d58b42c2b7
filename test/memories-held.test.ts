/**
 * What a prefix tells of a person stays as it is while the provider's cache has it (decision 0093): over generated talks, in which
 * facts are said again, facts and wishes come from other chats and from imports, and memories are forgotten, edited and erased.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import type { StandingMemory } from "@clewline/core/log/memories/standing-memory.js";
import { isStateless } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { readSnapshot } from "@clewline/engine/answer/snapshot.js";
import { sha256 } from "@clewline/platform/crypto.js";
import type { Clew } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { makeHandClock } from "./hand-clock.js";
import { checkAsyncProperty } from "./properties.js";
import { storesAndPresets, withStore } from "./stores-in-turn.js";

const folder = mkdtempSync(join(tmpdir(), "clew-held-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const person = "ana";
const own = { session: "telegram:ana", from: person, group: false };
const other = { session: "signal:ana", from: person, group: false };
const facts = [
  ...["I'm vegetarian.", "I work at Bosch.", "I'm allergic to nuts."],
  ...["My dog is called Juno.", "I live in Lyon.", "My dentist is Dr. Weber."],
];
const wishes = ["in French", "in short sentences", "without emoji"].map((how) => `Please always answer me ${how}.`);
const fillers = ["Good morning!", `The beds of row 7 were dry. ${"Rain came late, and the boat stayed. ".repeat(140)}`];
/** Ninety of them have no place in any window of the test. */
const backlog = Array.from({ length: 90 }, (_, day) => `My locker number ${day} is green.`);

type Act =
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "say elsewhere"; readonly text: string }
  | { readonly do: "forget" | "edit" | "pin" | "erase"; readonly which: number }
  | { readonly do: "import"; readonly count: number }
  | { readonly do: "wait"; readonly minutes: number };

const which = fc.nat({ max: 20 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      text: fc.oneof(fc.constantFrom(...fillers), fc.constantFrom(...facts, ...wishes)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("say elsewhere" as const), text: fc.constantFrom(...facts, ...wishes) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("forget", "edit", "pin", "erase"), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("import" as const), count: fc.constantFrom(2, backlog.length) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(1, 4, 6, 3_000) }) },
);

/** A view of the chat, and what a list that is made anew would tell then. */
interface Seen {
  readonly system: string;
  readonly messages: string;
  readonly lines: readonly string[];
  readonly boundary: number;
  readonly epoch: number;
  readonly anew: readonly StandingMemory[];
  readonly current: readonly string[];
  /** Memories of which a message was erased since the view before: others may hold them still, with another date. */
  readonly erased: readonly string[];
  readonly isCold: boolean;
  readonly previewed: string;
}

const listLines = (system: string) => system.match(/^(?:\d{4}-)?\d\d-\d\d “.*”$/gm) ?? [];
const readWords = (line: string) => /“(.*)”$/.exec(line)?.[1] ?? "";

function writeLines(standing: readonly StandingMemory[]): readonly string[] {
  const list = (form: StandingMemory["form"]) => standing.filter((memory) => memory.form === form);
  return [...list("wish"), ...list("fact")].map(
    ({ saidAt, text, told }) =>
      `${new Date(saidAt).toISOString().slice(5, 10)} ${told === "said" ? `“${text}”` : `${told}: ${text}`}`,
  );
}

let imports = 0;

/** Returns the memory of which a message was erased. */
async function change(clew: Clew, step: Exclude<Act, { do: "say" | "wait" }>): Promise<readonly string[]> {
  if (step.do === "say elsewhere") {
    const turn = await clew.begin({ ...other, text: step.text });
    await turn.complete({ text: "Fine." });
  } else if (step.do === "import") {
    imports += 1;
    const path = join(folder, `backlog-${imports}.jsonl`);
    const lines = backlog
      .slice(0, step.count)
      .map((text) => ({ session: `old:${imports}`, from: person, group: false, text }));
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await clew.import(path);
  } else {
    const memories = await clew.memory.list({ person });
    const memory = memories[step.which % Math.max(1, memories.length)];
    if (memory === undefined) return [];
    if (step.do === "forget") await clew.memory.forget(memory.name);
    if (step.do === "pin") await clew.memory.pin(memory.name);
    if (step.do === "edit") await clew.memory.edit(memory.name, { text: `${memory.text} (so they say)` });
    const { pointer = null } = step.do === "erase" ? ((await clew.memory.why(memory.name)).sources[0] ?? {}) : {};
    if (pointer !== null) {
      await clew.erase({ entry: pointer });
      return [memory.text];
    }
  }
  return [];
}

async function talk(store: LogStore, policy: string, acts: readonly Act[]): Promise<readonly Seen[]> {
  const clock = makeHandClock();
  const options = {
    policy: presets[policy] ?? policy,
    config: false,
    timeZone: "UTC",
    window: 4_000,
    embedder: "none",
  } as const;
  const clew = await makeClewOverStore(store, options, undefined, { clock });
  const seen: Seen[] = [];
  let [ahead, answered] = [0, Number.NEGATIVE_INFINITY];
  let erased: readonly string[] = [];
  for (const step of acts) {
    if (step.do === "wait") {
      ahead += step.minutes * 60_000;
      clock.set(ahead);
    } else if (step.do === "say") {
      await clew.index({ finish: true });
      const isCold = clock.now() - answered > 300_000;
      const message = { ...own, text: step.text };
      const { request } = await clew.context({ session: own.session, message });
      const turn = await clew.begin(message);
      const view = await turn.view();
      if (view.kind !== "fits") throw new Error("The window is too small for the test");
      const engine = { ...(await makeEngineContext(options, store, trackTurns().presence)), clock };
      const { receipt, system } = view;
      const costs = { isCold: true, prices: null, isBound: false, isLong: false, beside: 0, opens: false, bill: null };
      const anew = await readSnapshot(engine, receipt.ref, {
        ...{ turn: null, isPreview: true, budget: engine.budget, tools: [], costs },
      });
      seen.push({
        messages: JSON.stringify(view.messages),
        ...{ system, lines: listLines(system), isCold, previewed: request.system.map(({ text }) => text).join("\n\n") },
        ...{ boundary: findLeaveBoundary(receipt.epoch.through), epoch: receipt.epoch.number },
        anew: anew.snapshot.standing?.shown ?? [],
        current: (await clew.memory.list({ person })).map(({ text }) => text),
        erased,
      });
      erased = [];
      await turn.complete({ text: "Fine." });
      answered = clock.now();
    } else {
      await clew.index({ finish: true });
      erased = [...erased, ...(await change(clew, step))];
    }
  }
  await clew.close();
  return seen;
}

/** Whether the list may be another one than in the view before. */
function mayChange(before: Seen, { anew, current, erased, isCold, boundary }: Seen): boolean {
  const told = before.lines.map(readWords);
  const isGone = told.some((words) => !current.includes(words) || erased.includes(words));
  const isPressing = anew.some(
    ({ form, isPinned, text }) => (form === "wish" || isPinned === true) && !told.includes(text),
  );
  return isCold || boundary !== before.boundary || isGone || isPressing;
}

const tellsHere = (step: Act) => step.do === "say" && !fillers.includes(step.text);
const pairs = (seen: readonly Seen[]) => seen.slice(1).map((after, place) => [seen[place] as Seen, after] as const);

describe.each(storesAndPresets)("on a store of kind $kind, with the policy $policy", ({ kind, policy }) => {
  test("what is told stays until it is written anew anyway, or may no longer be told", async () => {
    const rule = presets[policy];
    const isAnew = rule !== undefined && isStateless(rule);
    await checkAsyncProperty(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 30 }), async (acts) => {
        const seen = await withStore(kind, sha256, (store) => talk(store, policy, acts));
        for (const [before, after] of pairs(seen)) {
          // Which messages a view that is made anew shows changes from view to view, and so does what they have told already.
          const isFree = mayChange(before, after) || (isAnew && acts.some(tellsHere));
          expect(isFree ? before.system : after.system).toBe(before.system);
        }
        for (const { lines, current, system, previewed } of seen) {
          expect(lines.map(readWords).filter((words) => !current.includes(words))).toEqual([]);
          expect(previewed).toBe(system);
        }
        const fresh = seen.filter(({ isCold, boundary }, place) => isCold || boundary !== seen[place - 1]?.boundary);
        const compared = isAnew ? [] : fresh;
        expect(compared.map(({ lines }) => lines)).toEqual(
          compared.map(({ anew }) => writeLines(anew).filter((line) => line.includes("“"))),
        );
      }),
      { runs: 10, longer: 400 },
    );
  });
});

describe("while the provider's cache has the prefix", () => {
  /** The system texts of as many answers as there are acts in the chat, by the policy that ranks what waits. */
  async function tell(acts: readonly Act[]): Promise<readonly Seen[]> {
    return withStore("memory", sha256, (store) => talk(store, "balanced", acts));
  }

  const [vegetarian = "", work = ""] = facts;
  const [french = ""] = wishes;
  const hello = { do: "say", text: "Good morning!" } as const;
  const days = { do: "wait", minutes: 3_000 } as const;

  test("a fact that is said once more in another chat keeps its date, and gets the new one after a pause", async () => {
    const again = { do: "say elsewhere", text: vegetarian } as const;
    const seen = await tell([again, { do: "say elsewhere", text: work }, days, hello, again, hello, days, hello]);
    const [first = [], warm, cold] = seen.map(({ lines }) => lines);
    expect(first.map(readWords)).toEqual([work, vegetarian]);
    expect(warm).toEqual(first);
    expect(cold?.map(readWords)).toEqual([vegetarian, work]);
    expect(cold?.[0]).not.toBe(first[1]);
  });

  test("a fact from another chat waits, and comes with the message that needs it", async () => {
    const asks = { do: "say", text: "Am I a vegetarian?" } as const;
    const seen = await tell([
      ...[{ do: "say elsewhere", text: work } as const, hello, { do: "say elsewhere", text: vegetarian } as const],
      ...[asks, days, hello],
    ]);
    expect(seen.map(({ lines }) => lines.map(readWords))).toEqual([[work], [work], [vegetarian, work]]);
    expect(seen.map(({ messages }) => messages.includes(vegetarian))).toEqual([false, true, false]);
  });

  test("a wish from another chat is told at once, and what was forgotten no longer", async () => {
    const seen = await tell([
      ...[{ do: "say elsewhere", text: work } as const, hello, { do: "say elsewhere", text: french } as const, hello],
      ...[{ do: "forget", which: 1 } as const, { do: "forget", which: 0 } as const, hello],
    ]);
    expect(seen.map(({ lines }) => lines.map(readWords))).toEqual([[work], [french, work], []]);
  });
});
