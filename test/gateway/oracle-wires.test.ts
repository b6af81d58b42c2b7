/** The property of oracle.test.ts over the other wire formats, which have no marks for a cache that we place. */

import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkAsyncProperty, isLongerCheck } from "../properties.js";
import { type Json, type OracleWire, oracleWires, takeWordsBack } from "./oracle-lists.js";
import { type Recorder, startRecorder } from "./recorder.js";

/** More of them in the longer check. */
const requests = isLongerCheck ? 200 : 50;

let upstream: Recorder;
/** By their windows; those with recall below zero. */
const gateways = new Map<number, { readonly url: string; close(): Promise<void> }>();

beforeAll(async () => {
  upstream = await startRecorder();
  const upstreams = ["openai", "google"].map((name) => `${name}=${upstream.origin}`);
  const serving = { host: "127.0.0.1", port: 0, keys: [], upstreams, say: () => undefined };
  // What costs more than it is worth is reduced even where it fits; here only the room decides.
  const policy = { ...balanced, missCost: Number.POSITIVE_INFINITY };
  for (const window of [200_000, 5_000]) {
    const opening = { store: "memory", window, policy };
    gateways.set(window, await openGateway(opening, noConfig, serving));
    gateways.set(-window, await openGateway(opening, noConfig, { ...serving, recall: true }));
  }
});

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.close();
  await upstream.close();
});

let number = 0;

/** What the upstream got for this request. */
async function send(window: number, path: string, body: unknown) {
  const response = await fetch(`${gateways.get(window)?.url}${path}`, {
    method: "POST",
    headers: { "x-clew-session": `oracle:${++number}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { clew: response.headers.get("x-clew"), got: upstream.bodies.at(-1) ?? "" };
}

describe.each(oracleWires.map((wire) => [wire.wire, wire] as const))("%s", (_name, wire) => {
  const body = fc
    .tuple(wire.fixed, wire.head, fc.array(wire.turn, { maxLength: 6 }), wire.asked)
    .map(([fixed, head, turns, asked]) => ({ [wire.list]: [...head, ...turns.flat(), asked], ...fixed }));

  test(`of ${requests} generated requests that fit, none differs in anything`, async () => {
    await checkAsyncProperty(
      fc.asyncProperty(body, async (asked) => {
        const { got, clew } = await send(200_000, wire.path, asked);
        expect(clew).toBe("viewed");
        expect(got).toBe(JSON.stringify(asked));
      }),
      { runs: requests },
    );
  });

  test("of generated requests to a gateway with recall, none differs in anything but one tool and our words", async () => {
    const variants = fc.constantFrom("as it is", "without tools", "without a choice");
    await checkAsyncProperty(
      fc.asyncProperty(body, variants, fc.boolean(), async (given, variant, isLong) => {
        const { tools: _tools, ...bare } = given as Readonly<Record<string, unknown>>;
        const kept = variant === "without tools" ? bare : given;
        const list = isLong ? [...tellLong(wire), ...(given[wire.list] as readonly Json[])] : given[wire.list];
        const asked = { ...kept, [wire.list]: list, ...(variant === "without a choice" ? wire.noChoice : {}) };
        const { got, clew } = await send(isLong ? -5_000 : -200_000, wire.path, asked);
        expect(clew).toBe("viewed");
        const { undone, count } = takeRecallBack(JSON.parse(got) as Json, "tools" in asked);
        expect(count).toBe(variant === "without a choice" ? 0 : 1);
        const shown = (undone as Readonly<Record<string, unknown>>)[wire.list] as readonly unknown[];
        const words = takeWordsBack(shown, list as readonly unknown[]);
        expect(words.place >= 0).toBe(count === 1);
        expect(isLong ? [] : words.missing).toEqual([]);
        const [own, wanted] = isLong ? [[], []] : [words.got, words.asked];
        expect(JSON.stringify({ ...undone, [wire.list]: own })).toBe(JSON.stringify({ ...asked, [wire.list]: wanted }));
        expect(got.length < JSON.stringify(asked).length).toBe(isLong);
      }),
      { runs: requests },
    );
  });

  test("of requests that don't fit, all but the list is as it was, and everything in it is the client's or says that it is ours", async () => {
    const long = fc.tuple(fc.integer({ min: 300, max: 600 }), wire.turn);
    await checkAsyncProperty(
      fc.asyncProperty(
        wire.fixed,
        fc.array(long, { minLength: 12, maxLength: 20 }),
        wire.asked,
        async (fixed, turns, last) => {
          const list = [...turns.flatMap(([length, turn]) => [...tellStory(wire, length), ...turn]), last];
          const asked = { [wire.list]: list, ...fixed };
          const { got, clew } = await send(5_000, wire.path, asked);
          expect(clew).toBe("viewed");
          const { [wire.list]: shown, ...rest } = JSON.parse(got) as Readonly<Record<string, unknown>>;
          expect(JSON.stringify(rest)).toBe(JSON.stringify(fixed));
          const known = new Set(wire.atoms(list).map((atom) => JSON.stringify(atom)));
          const strange = wire.atoms(shown as readonly Json[]).map((atom) => JSON.stringify(atom));
          expect(strange.filter((atom) => !known.has(atom) && !atom.includes("clew-"))).toEqual([]);
          expect(findUnpaired(wire, shown as readonly Json[])).toEqual([]);
          expect(got.length).toBeLessThan(JSON.stringify(asked).length);
        },
      ),
      { runs: 12, longer: 40 },
    );
  });
});

test.each([
  ["Gemini's contents", "/v1beta/models/gemini-3-flash:countTokens", (list: readonly Json[]) => ({ contents: list })],
  [
    "Gemini's whole request",
    "/v1beta/models/gemini-3-flash:countTokens",
    (list: readonly Json[]) => ({ generateContentRequest: { model: "models/gemini-3-flash", contents: list } }),
  ],
  ["an input", "/v1/responses/input_tokens", (list: readonly Json[]) => ({ model: "gpt-5", input: list })],
])("where tokens of %s are counted, the view's are", async (_what, path, wrap) => {
  const wire = oracleWires.find((each) => path.startsWith(each.path.split(":")[0] ?? "")) as OracleWire;
  const list = [...tellLong(wire), wire.say("user", "How many?")];
  const { got, clew } = await send(5_000, path, wrap(list));
  expect(clew).toBe("viewed");
  expect(got.length).toBeLessThan(JSON.stringify(wrap(list)).length / 2);
  expect(got).toContain("How many?");
});

function tellLong(wire: OracleWire): readonly Json[] {
  return Array.from({ length: 12 }, () => tellStory(wire, 500)).flat();
}

/** A body without the tool that a gateway with recall adds, and how often it was there. */
function takeRecallBack(got: Json, hadTools: boolean): { readonly undone: Json; readonly count: number } {
  let count = 0;
  const drop = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    return value.flatMap((tool: Json) => {
      const { name } = (tool.function ?? tool) as Json;
      if (name === "recall") {
        count += 1;
        return [];
      }
      return [Object.fromEntries(Object.entries(tool).map(([field, inner]) => [field, drop(inner)]))];
    });
  };
  const { tools, ...rest } = got;
  const undone = { ...got, tools: drop(tools) };
  return { undone: hadTools ? undone : rest, count };
}

function tellStory(wire: OracleWire, length: number): readonly Json[] {
  return [wire.say("user", `Long: ${"story ".repeat(length)}`), wire.say("agent", "Read.")];
}

/** Calls without a result after them, and results without a call before them. */
function findUnpaired(wire: OracleWire, list: readonly Json[]): readonly unknown[] {
  const open: unknown[] = [];
  const stray: unknown[] = [];
  for (const { kind, id } of wire.steps(list)) {
    const place = open.indexOf(id);
    if (kind === "call") open.push(id);
    else if (place >= 0) open.splice(place, 1);
    else stray.push(id);
  }
  return [...open, ...stray];
}
