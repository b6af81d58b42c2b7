/**
 * A person's memories are shown in chats that are known to be private, and in no other: over generated chats, with their flags,
 * second speakers, words of the owner, imports and restarts, by every way on which a chat is shown memories.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { findMemoryLines } from "@clewline/mcp/memories.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { type Clew, openClew, type Turn } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { checkAsyncProperty } from "./properties.js";
import { storesAndPresets, withStore } from "./stores-in-turn.js";

const folder = mkdtempSync(join(tmpdir(), "clew-private-chats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Words that stand in views by themselves, and words that the message asks for. */
const standing = ["Bluebell", "Marigold"] as const;
const asked = ["Weberling", "Brandtner", "Okaforsen"] as const;
const words = [...standing, ...asked];
const question = "Who is my dentist, who is my doctor and who is my lawyer?";
const session = "test:chat";

const openOver = (store: LogStore, policy: string) =>
  openClew({ store, policy, config: false, timeZone: "UTC", window: 16_384, embedder: "none" });

/** Ana's words: from a private chat, added by hand, from a chat of unknown kind, and from a group. */
async function openWithWords(store: LogStore, policy: string): Promise<Clew> {
  const clew = await openOver(store, policy);
  const ana = { session: "home:ana", from: "ana", group: false };
  await clew.observe({ ...ana, text: "Please always call me Princess Bluebell." });
  await clew.observe({ ...ana, text: "My dentist is Dr. Weberling." });
  const safe = await clew.memory.add({ text: "The safe opens with Marigold", person: "ana" });
  await clew.memory.pin(safe.name);
  await clew.observe({ session: "loose:ana", from: "ana", text: "My doctor is Dr. Brandtner." });
  await clew.observe({ session: "club:all", from: "ana", group: true, text: "My lawyer is Mrs. Okaforsen." });
  await clew.index({ finish: true });
  return clew;
}

type Speaker = "ana" | "ben" | null;

type Act =
  | {
      readonly do: "begin" | "burst" | "page" | "observe" | "edit" | "import" | "sync";
      readonly from: Speaker;
      readonly group: boolean | undefined;
    }
  | { readonly do: "set"; readonly group: "true" | "false" | "default" }
  | { readonly do: "restart" };

const speech: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom("begin", "begin", "burst", "page", "observe", "edit", "import", "sync"),
  from: fc.oneof(
    { weight: 8, arbitrary: fc.constant("ana" as const) },
    { weight: 1, arbitrary: fc.constantFrom("ben" as const, null) },
  ),
  group: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
    { weight: 2, arbitrary: fc.constant(undefined) },
  ),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: speech },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("set"), group: fc.constantFrom("true", "false", "default") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart") }) },
);

type Kind = "private" | "group" | "unknown";

/** What is known of the chat, written down a second time and from scratch. */
class Expected {
  readonly speakers = new Set<Speaker>();
  readonly said = new Set<boolean>();
  owner: boolean | null = null;

  get kind(): Kind {
    if (this.speakers.size > 1 || this.owner === true) return "group";
    if (this.owner === false) return "private";
    if (this.said.has(true)) return "group";
    return this.said.has(false) ? "private" : "unknown";
  }

  /** Whether Ana is shown her words there. */
  get isShown(): boolean {
    return this.kind === "private" && this.speakers.has("ana");
  }
}

const say = (from: Speaker, group: boolean | undefined) => ({
  session,
  ...(from === null ? {} : { from }),
  ...(group === undefined ? {} : { group }),
});

/** What was shown without a turn of its own. */
interface Viewed {
  readonly shown: unknown;
}

/** Does it, and gives back the turn whose view is to be looked at, or the view; null without one. */
async function perform(
  clew: Clew,
  given: Exclude<Act, { do: "restart" }>,
  number: number,
): Promise<Turn | Viewed | null> {
  if (given.do === "set") {
    await clew.settings({ session, set: { group: given.group } });
    return null;
  }
  const place = say(given.from, given.group);
  const message = { ...place, id: `m${number}`, text: question };
  switch (given.do) {
    case "begin":
      return clew.begin(message);
    case "burst":
      return clew.begin([message, { ...message, id: `m${number}-too`, text: "And quickly, please." }]);
    case "page": {
      const parts = [{ type: "text" as const, text: question }];
      return clew.begin({ ...place, message: { id: `m${number}`, role: "user", parts } });
    }
    case "observe":
      await clew.observe(message);
      return null;
    case "edit":
      await clew.edit(message);
      return null;
    case "import": {
      const file = join(folder, "lines.jsonl");
      writeFileSync(file, `${JSON.stringify(message)}\n`);
      await clew.import(file);
      return null;
    }
    case "sync": {
      // A host's list names nobody.
      const messages = [{ role: "user" as const, content: `${question} (${number})` }];
      const { session: chat, group } = { group: undefined, ...place };
      return { shown: await clew.sync({ session: chat, messages, group }) };
    }
    default:
      return given satisfies never;
  }
}

function note(expected: Expected, given: Exclude<Act, { do: "restart" }>): void {
  if (given.do === "set") {
    expected.owner = given.group === "default" ? null : given.group === "true";
    return;
  }
  expected.speakers.add(given.do === "sync" ? null : given.from);
  if (given.group !== undefined) expected.said.add(given.group);
}

const findWords = (shown: unknown) => words.filter((word) => JSON.stringify(shown).includes(word));

type Call = readonly [tool: string, input: Record<string, string>];
interface Asking {
  search(question: string): Call;
  around(pointer: string): Call;
}

/** Presets that keep to their documents have a tool for each. */
const apart: Asking = {
  search: (query) => ["search_memories", { query }],
  around: (pointer) => ["get_conversation", { pointer }],
};
const together: Asking = {
  search: (asked) => ["recall", { question: asked }],
  around: (pointer) => ["recall", { pointer: `around ${pointer}` }],
};

/** Calls one of our tools as the model of the newest turn would. */
async function callTool(clew: Clew, name: string, input: Record<string, string>): Promise<unknown> {
  const execute = clew.tools({ session })[name]?.execute;
  if (execute === undefined) throw new Error(`There is no tool ${name}`);
  return execute(input, { toolCallId: "call", messages: [] });
}

const sentences: Readonly<Record<Kind, RegExp>> = {
  private: /^$/,
  group: /this chat is a group$/,
  unknown: /this chat is not known to be private \(if it is, say group: false\)$/,
};

/** Looks by every way on which Ana's turn is shown memories. */
async function look(clew: Clew, store: LogStore, turn: Turn, { kind, isShown }: Expected): Promise<void> {
  const view = await turn.view();
  if (view.kind !== "fits") throw new Error("The window is too small for the test");
  const { withheld = "" } = view.receipt.decisions as { readonly withheld?: string };
  expect(withheld).toMatch(sentences[kind]);
  const shown = findWords([view.system, view.messages]);
  expect(shown.filter((word) => standing.some((each) => each === word))).toEqual(isShown ? standing : []);
  const pointers = await listPointers(clew);
  const query = `${question} The safe? Princess?`;
  const asking = "search_memories" in clew.tools({ session }) ? apart : together;
  const ways = {
    search: await callTool(clew, ...asking.search(question)),
    conversation: await Promise.all(pointers.map((pointer) => callTool(clew, ...asking.around(pointer)))),
    list: await clew.memory.list({ session, person: "ana" }),
    find: await clew.memory.find(question, { session, person: "ana" }),
    mcp: await findMemoryLines(
      await openEngine(store),
      { kind: "session", session: parseSessionKey(session) },
      query,
      {},
    ),
  };
  for (const found of Object.values(ways))
    expect(findWords(found)).toEqual(isShown ? expect.arrayContaining([...asked]) : []);
  const all = [
    view.system,
    view.messages,
    ways,
    await Promise.all(pointers.map((pointer) => callTool(clew, "recall", { pointer }))),
  ];
  expect(findWords(all)).toEqual(isShown ? words : []);
}

/** Of all that is remembered, as its owner has them. */
async function listPointers(clew: Clew): Promise<readonly string[]> {
  const reports = await Promise.all((await clew.memory.list()).map(({ name }) => clew.memory.why(name)));
  return reports.flatMap(({ sources }) => sources.flatMap(({ pointer }) => pointer ?? []));
}

const openEngine = (store: LogStore) => makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);

describe.each(storesAndPresets)("on $kind with the policy $policy", ({ kind, policy }) => {
  test("a person's memories are shown where the chat is known to be private, and nowhere else", async () => {
    const counts = { shown: 0, withheld: 0 };
    await checkAsyncProperty(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), (acts) =>
        withStore(kind, sha256, async (store) => {
          let clew = await openWithWords(store, policy);
          const expected = new Expected();
          const strangers: unknown[] = [];
          for (const [number, each] of [...acts, ...last].entries()) {
            if (each.do === "restart") {
              await clew.close();
              clew = await openOver(store, policy);
              continue;
            }
            // There is nothing to set before the chat has begun.
            if (each.do === "set" && expected.speakers.size === 0) continue;
            note(expected, each);
            const turn = await perform(clew, each, number);
            if (turn === null) continue;
            if ("shown" in turn) strangers.push(turn.shown);
            else {
              if (each.do !== "set" && each.from === "ana") await look(clew, store, turn, expected);
              else strangers.push(await turn.view());
              await turn.complete({ text: "Fine." });
              await clew.index({ finish: true });
            }
            counts[expected.isShown ? "shown" : "withheld"] += 1;
          }
          await clew.close();
          expect(findWords(strangers)).toEqual([]);
        }),
      ),
      { runs: 3, longer: 60 },
    );
    expect(Math.min(counts.shown, counts.withheld)).toBeGreaterThan(0);
  });
});

/** Every chat ends with a turn of Ana's that says nothing about the chat. */
const last: readonly Act[] = [{ do: "begin", from: "ana", group: undefined }];
