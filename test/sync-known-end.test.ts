/** What a list and its lane have in common is told by the lane's newest entries; looking its marks up one by one tells the same. */
import { openClew } from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAsyncProperty } from "./properties.js";

type Step =
  | { readonly kind: "grow"; readonly by: number }
  | { readonly kind: "cut"; readonly to: number }
  | { readonly kind: "edit"; readonly at: number }
  | { readonly kind: "back"; readonly by: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("grow" as const), by: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cut" as const), to: fc.nat({ max: 99 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), at: fc.nat({ max: 99 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("back" as const), by: fc.integer({ min: 2, max: 4 }) }) },
);

/** The lists that a host sends, one after the other: never empty, and the last message is a question. */
function* playSteps(steps: readonly Step[]): Generator<readonly string[]> {
  const sent: (readonly string[])[] = [["0"]];
  yield ["0"];
  for (const [number, each] of steps.entries()) {
    const list = sent.at(-1) ?? [];
    const next = pickNext(each, list, sent, number);
    sent.push(next);
    yield next;
  }
}

function pickNext(each: Step, list: readonly string[], sent: readonly (readonly string[])[], number: number) {
  switch (each.kind) {
    case "grow":
      return [...list, ...Array.from({ length: 2 * each.by }, (_, place) => `${number} ${place}`)];
    case "cut":
      return list.slice(0, 1 + 2 * Math.floor((each.to % list.length) / 2));
    case "edit":
      return list.with(each.at % list.length, `changed ${number}`);
    case "back":
      return sent.at(-each.by) ?? list;
    default:
      return each satisfies never;
  }
}

/** Without the notes at the lane's end, every mark is looked up. */
function openLane(isEndKnown: boolean) {
  const store = makeMemoryStore();
  const read: typeof store.read = async (ref, request, forced, key) => {
    const state = await store.read(ref, request, forced, key);
    const isEnd = typeof request !== "number" && request.records?.some(({ kind }) => kind === "secrets") === true;
    if (isEndKnown || !isEnd) return state;
    return { ...state, entries: state.entries.filter(({ kind }) => kind !== "noted") };
  };
  return openClew({ store: { ...store, read }, config: false, memory: false });
}

test("a list that grows, is cut, edited or sent again is stored the same way by the lane's end as by its marks", async () => {
  await checkAsyncProperty(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      await using known = await openLane(true);
      await using unknown = await openLane(false);
      for (const texts of playSteps(steps)) {
        const messages = texts.map((content, place) => {
          return place % 2 === 0 ? ({ role: "user", content } as const) : ({ role: "assistant", content } as const);
        });
        const stored = [];
        for (const clew of [known, unknown]) {
          await clew.sync({ session: "web:lists", messages });
          const parts = (await clew.messages("web:lists")).flatMap((message) => message.parts);
          stored.push(parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));
        }
        expect(stored[0]).toEqual(texts);
        expect(stored[1]).toEqual(texts);
      }
    }),
    { runs: 15, longer: 400 },
  );
});
