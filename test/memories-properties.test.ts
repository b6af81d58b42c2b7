/** Properties of what is remembered: nothing that is done to it is lost, and nobody is told what was said elsewhere. */

import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import type { Clock, LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { type Clew, ClewError, type KeptChange, type Memory } from "clewline";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAsyncProperty } from "./properties.js";
import { some } from "./some.js";

const open = (store: LogStore, timing = {}) =>
  makeClewOverStore(store, { timeZone: "UTC", window: 8_192 }, undefined, timing);

type Verb =
  | { readonly do: "add"; readonly text: string; readonly person?: string; readonly session?: string }
  | { readonly do: "edit"; readonly which: number; readonly text: string }
  | { readonly do: "until"; readonly which: number; readonly until: number | null }
  | { readonly do: "pin" | "unpin" | "forget" | "undo" | "undo twice"; readonly which: number };

const which = fc.nat({ max: 30 });
const shortText = fc.constantFrom(
  "Tea",
  "tea ",
  "Coffee is black",
  "The heron\neats fish",
  "Ключ под горшком",
  "__proto__",
);
const arbitraryVerb: fc.Arbitrary<Verb> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        do: fc.constant("add" as const),
        text: shortText,
        person: fc.constantFrom("ana", "ben c"),
        session: fc.constantFrom("chat:1", "chat:2"),
      },
      { requiredKeys: ["do", "text"] },
    ),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), which, text: shortText }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("until" as const),
      which,
      until: fc.constantFrom(null, 1, 4_102_444_800_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(["pin", "unpin", "forget", "undo", "undo twice"] satisfies readonly Extract<
          Verb,
          { which: number }
        >["do"][]),
      ),
      which,
    }),
  },
);

/** What is current by name, as the bytes that the log has. */
type State = ReadonlyMap<string, string>;

const readState = async (clew: Clew): Promise<State> =>
  new Map((await clew.memory.list({ all: true })).map((memory) => [memory.name, encodeCanonicalJson(memory)]));

/** What is current by the changes alone. */
function fold(changes: readonly KeptChange[]): State {
  const state = new Map<string, string>();
  for (const { name, after } of changes) {
    if (after === null) state.delete(name);
    else state.set(name, encodeCanonicalJson(after));
  }
  return state;
}

const sorted = (state: State) => [...state].sort(([a], [b]) => (a < b ? -1 : 1));

function keep(state: State, memory: Memory): State {
  return new Map([...state, [memory.name, encodeCanonicalJson(memory)]]);
}

/** What there is to be after a verb, by its answer. */
async function apply(clew: Clew, verb: Verb, state: State): Promise<State> {
  const { memory } = clew;
  if (verb.do === "add") {
    const { do: _, ...given } = verb;
    return keep(state, await memory.add(given));
  }
  const name = [...state.keys()][verb.which % Math.max(1, state.size)] ?? "nobody-knows-it";
  switch (verb.do) {
    case "edit":
      return keep(state, await memory.edit(name, { text: verb.text }));
    case "until":
      return keep(state, await memory.edit(name, { until: verb.until }));
    case "pin":
      return keep(state, await memory.pin(name));
    case "unpin":
      return keep(state, await memory.unpin(name));
    case "forget":
      await memory.forget(name);
      return new Map([...state].filter(([each]) => each !== name));
    case "undo": {
      const changes = await memory.history();
      // Half of them name no change: the last one that stands.
      const id =
        verb.which % 2 === 0 ? undefined : changes[Math.floor(verb.which / 2) % Math.max(1, changes.length)]?.id;
      return takeBack(clew, state, id);
    }
    case "undo twice": {
      const [undone] = await memory.undo();
      await memory.undo(undone?.id);
      return state;
    }
    default:
      return verb satisfies never;
  }
}

/** Each memory is as it was before the change that is undone, as the log tells it. */
async function takeBack(clew: Clew, state: State, id: string | undefined): Promise<State> {
  const before = await clew.memory.history();
  const undone = await clew.memory.undo(id);
  const after = new Map(state);
  for (const { undoes } of some(undone)) {
    const at = before.findIndex((change) => change.id === undoes);
    const name = before[at]?.name ?? "";
    const was = fold(before.slice(0, at)).get(name);
    if (was === undefined) after.delete(name);
    else after.set(name, was);
  }
  return after;
}

const refusals = ["memory/unknown", "memory/changed-since"];

describe("whatever is done to memories", () => {
  test("the log tells what the verbs answered, to other programs too, and an undo gives back every byte", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(fc.array(arbitraryVerb, { minLength: 1, maxLength: 14 }), async (verbs) => {
        const store = makeMemoryStore({ hash: sha256 });
        const clew = await open(store);
        await clew.observe({ session: "chat:1", text: "Hello" });
        let state: State = new Map();
        for (const verb of verbs) {
          const known = state;
          state = await apply(clew, verb, known).catch((error: unknown) => {
            if (error instanceof ClewError && refusals.includes(error.code)) return known;
            throw error;
          });
          expect(sorted(await readState(clew))).toEqual(sorted(state));
        }
        const history = await clew.memory.history();
        expect(sorted(fold(history))).toEqual(sorted(state));
        const other = await open(store);
        expect(sorted(await readState(other))).toEqual(sorted(state));
        expect(await other.memory.history()).toEqual(history);
      }),
      { runs: 40, longer: 2_000 },
    );
  });
});

const people = ["ana", "ben", "eve", null] as const;
type Person = (typeof people)[number];
/** Whose chat it mostly is; the last one is everybody's. */
const sessions = ["chat:ana", "chat:ana-too", "chat:ben", "chat:eve", "chat:nobody", "chat:group"] as const;
const usual: readonly (readonly Person[])[] = [["ana"], ["ana"], ["ben"], ["eve"], [null], people];

const names = fc.constantFrom("Weber", "Brandt", "Okafor");
const statement: fc.Arbitrary<string> = fc.oneof(
  names.map((name) => `My dentist is Dr. ${name}.`),
  names.map((name) => `Our plumber is Mr. ${name}.`),
  fc.constantFrom("French", "German").map((language) => `Please always answer me in ${language}.`),
  fc.constantFrom("nuts", "cats").map((thing) => `I am allergic to ${thing}.`),
  fc.constantFrom("Hello there", "I no longer have a dentist.", "We meet on Friday at 10 in the library."),
);

/** Something that happens, and what happens in its place in the other world if nobody may know. */
interface Happening {
  readonly session: (typeof sessions)[number];
  readonly from: Person;
  readonly how: "observe" | "answer" | "add" | "withdraw";
  readonly text: string;
  readonly instead: { readonly from: Person; readonly how: Happening["how"] | "nothing"; readonly text: string };
}

const how = fc.constantFrom<Happening["how"][]>("observe", "observe", "observe", "answer", "add", "withdraw");
const happening: fc.Arbitrary<Happening> = fc.integer({ min: 0, max: sessions.length - 1 }).chain((place) =>
  fc.record({
    session: fc.constant(sessions[place] ?? "chat:group"),
    from: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...(usual[place] ?? people)) },
      { weight: 1, arbitrary: fc.constantFrom(...people) },
    ),
    how,
    text: statement,
    instead: fc.record({
      from: fc.constantFrom(...people),
      how: fc.oneof(how, fc.constant("nothing" as const)),
      text: statement,
    }),
  }),
);

interface Reader {
  readonly session: string;
  readonly person: Person;
}

const reader: fc.Arbitrary<Reader> = fc.oneof(
  fc.record({ session: fc.constantFrom(...sessions), person: fc.constantFrom(...people) }),
  fc.constantFrom<Reader[]>(
    { session: "chat:ana", person: "ana" },
    { session: "chat:new", person: "ana" },
    { session: "chat:group", person: "ben" },
    { session: "chat:new", person: null },
  ),
);

/** A day on which every event has its own minute and its own ids: what else happened is not seen in either. */
function makeStepClock(): Clock & { step: number } {
  let ids = 0;
  let step = 0;
  const pad = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return {
    get step() {
      return step;
    },
    set step(next) {
      step = next;
      ids = 0;
    },
    now: () => Date.UTC(2026, 2, 4, 9, step),
    monotonic: () => performance.now(),
    id: () => {
      ids += 1;
      return `019cb000-${pad(step, 4)}-7000-8000-${pad(ids, 12)}`;
    },
  };
}

/** Chats are private until somebody else speaks. */
const address = (from: Person) => ({ group: false, ...(from === null ? {} : { from }) });
const speaker = (person: Person) => (person === null ? {} : { person });

/** Lives through what happened, then reads by every way on which memories are told. */
async function live(
  happened: readonly Happening[],
  isChanged: (each: Happening) => boolean,
  { session, person }: Reader,
) {
  const clock = makeStepClock();
  const clew = await open(makeMemoryStore({ hash: sha256 }), { clock });
  for (const [step, each] of happened.entries()) {
    clock.step = step + 1;
    await happen(clew, { id: step, session: each.session, ...(isChanged(each) ? each.instead : each) });
    await clew.index({ finish: true });
  }
  clock.step = 1_000;
  const question = "Who is my dentist, who is our plumber, when do we meet, and what am I allergic to?";
  const turn = await clew.begin({ session, text: question, ...address(person) });
  const view = await turn.view();
  const own = { session, ...speaker(person), all: true };
  const here = [view.kind === "fits" ? [view.system, view.messages] : view, await clew.memory.list(own)];
  const found = [await clew.memory.find(question, own), await clew.memory.list({ session, all: true })];
  const alone = person === null ? [] : await clew.memory.list({ person, all: true });
  const asked = person === null ? [] : await clew.memory.find(question, { person });
  await clew.close();
  return { here: JSON.stringify([here, found]), anywhere: JSON.stringify([alone, asked]) };
}

interface Happens extends Pick<Happening, "session" | "from" | "text"> {
  readonly id: number;
  readonly how: Happening["how"] | "nothing";
}

async function happen(clew: Clew, { id, session, from, how: way, text }: Happens): Promise<void> {
  if (way === "observe") await clew.observe({ session, id, text, ...address(from) });
  if (way === "add") await clew.memory.add({ session, text, ...speaker(from) });
  if (way === "withdraw") {
    await clew.observe({ session, id, text, ...address(from) });
    await clew.edit({ session, id, deleted: true });
  }
  if (way !== "answer") return;
  const turn = await clew.begin({ session, id, text, ...address(from) });
  await turn.view();
  await turn.complete({ text: "Fine." });
}

/** What is never told to the reader there: where nobody else speaks, it is what was said where the reader never spoke; else what was said elsewhere. */
function listOutside(happened: readonly Happening[], { session, person }: Reader) {
  const isAlone = person !== null && happened.every((each) => each.session !== session || isSilent(each, person));
  const own = new Set<string>([session, ...happened.filter(({ from }) => from === person).map((each) => each.session)]);
  return {
    strange: (each: Happening) => !own.has(each.session),
    elsewhere: (each: Happening) => (isAlone ? !own.has(each.session) : each.session !== session),
  };
}

/** Whether nobody but this person is heard by it: what a program adds in nobody's name is not said by anybody. */
function isSilent({ from, how: way }: Happening, person: Person): boolean {
  return from === person || (from === null && way === "add");
}

describe("whoever is told memories, in whatever chat,", () => {
  test("is told the same whatever was said outside of the reach", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(fc.array(happening, { minLength: 2, maxLength: 9 }), reader, async (given, who) => {
        // Where the reader speaks is within the reach of the reader: the other world has it in the same chats.
        const happened = given.map((each): Happening => {
          const from = each.instead.from === who.person ? each.from : each.instead.from;
          return { ...each, instead: { ...each.instead, from } };
        });
        const { strange, elsewhere } = listOutside(happened, who);
        const world = await live(happened, () => false, who);
        expect(await live(happened, strange, who)).toEqual(world);
        const isSame = happened.every((each) => strange(each) === elsewhere(each));
        const here = isSame ? world.here : (await live(happened, elsewhere, who)).here;
        expect(here).toBe(world.here);
      }),
      { runs: 25, longer: 1_000 },
    );
  });
});
