/** Two conversations that are answered at the same time, a step of each in turn, get the bytes that they get one after the other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import { type Recorder, startRecorder } from "./recorder.js";

interface Message {
  readonly role: string;
  readonly content: unknown;
}

interface Talk {
  readonly name: string;
  readonly messages: readonly Message[];
}

interface Case {
  readonly talks: readonly Talk[];
  readonly isOneSession: boolean;
  /** Whether the loop passes at a step, step by step. */
  readonly passes: readonly boolean[];
}

const day = Date.UTC(2026, 10, 19);
/** Small enough for most of a talk to be shown shorter. */
const window = 8_000;

const folder = mkdtempSync(join(tmpdir(), "clew-interleaved-"));
let upstream: Recorder;

beforeAll(async () => {
  upstream = await startRecorder();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Both talks are about the same few things, under the same ids, so that whatever is kept for one fits the other. */
const thing = fc.constantFrom("crates.csv", "pier/north.txt", "src/harbour/tide.ts", "lamps.md", "winch 7");
const words = fc.array(fc.tuple(thing, fc.nat(30)), { minLength: 20, maxLength: 60 });
const result = words.map((all) =>
  all.map(([name, count]) => `${name}: ${count} of ${count + 3} are counted`).join("\n"),
);
const step = fc.record({ name: thing, text: result, says: fc.boolean(), asks: fc.boolean() });

function writeTalk(
  name: string,
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
): Talk {
  const asked = { role: "user", content: `Count everything at the harbour for ${name}.` };
  const messages = steps.flatMap(({ name: path, text, says, asks }, place) => {
    const id = `toolu_${place}`;
    const used = { type: "tool_use", id, name: "read", input: { path } };
    const said = says ? [{ type: "text", text: `Now ${path} for ${name}.` }, used] : [used];
    const turn = [
      { role: "assistant", content: said },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
    ];
    const more = [
      { role: "assistant", content: `There is more in ${path}.` },
      { role: "user", content: `And in ${path}, ${place}?` },
    ];
    return asks ? [...turn, ...more] : turn;
  });
  return { name, messages: [asked, ...messages] };
}

const drawn: fc.Arbitrary<Case> = fc.record({
  talks: fc
    .tuple(fc.array(step, { minLength: 18, maxLength: 30 }), fc.array(step, { minLength: 18, maxLength: 30 }))
    .map((both) => both.map((steps, place) => writeTalk(place === 0 ? "Ida" : "Emil", steps))),
  isOneSession: fc.boolean(),
  passes: fc.array(fc.boolean(), { minLength: 5, maxLength: 50 }),
});

/** A clock of the process by which the loop passes where a case says so: `letLoopPass` looks at nothing else. */
function drivePasses(passes: readonly boolean[]): void {
  let [time, place] = [0, 0];
  vi.spyOn(performance, "now").mockImplementation(() => {
    if (passes[place++ % passes.length] === true) time += 4;
    return time;
  });
}

async function openOver(store: string) {
  const serving = { host: "127.0.0.1", port: 0, keys: [], upstreams: [`anthropic=${upstream.origin}`] };
  const say = () => undefined;
  return openGateway({ store, window, memory: false }, noConfig, { ...serving, say, viewMs: 60_000 });
}

let worlds = 0;

/** What went upstream of each talk's requests, by the talk's name. */
async function playTalks(
  { talks, isOneSession }: Case,
  isTogether: boolean,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const store = join(folder, `world-${++worlds}.db`);
  const from = upstream.bodies.length;
  const play = async (cut: (messages: readonly Message[]) => readonly Message[], together: boolean) => {
    const gateway = await openOver(store);
    const send = async ({ name, messages }: Talk) => {
      const body = { model: "claude-sonnet-5", max_tokens: 500, metadata: { user_id: name }, messages: cut(messages) };
      const session = isOneSession ? "interleaved" : `interleaved-${name}`;
      const headers = { "content-type": "application/json", "x-clew-session": session };
      const response = await fetch(`${gateway.url}/v1/messages`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      expect([response.headers.get("x-clew"), response.status]).toEqual(["viewed", 200]);
      await response.text();
    };
    if (together) await Promise.all(talks.map(send));
    else for (const talk of talks) await send(talk);
    // What is prepared behind the replies is done.
    await gateway.close();
  };
  // Lanes are numbered in the order in which they come.
  await play((messages) => messages.slice(0, 3), false);
  await play((messages) => messages.slice(0, -2), isTogether);
  await play((messages) => messages, isTogether);
  const sent = upstream.bodies.slice(from);
  return new Map(talks.map(({ name }) => [name, sent.filter((body) => body.includes(`"user_id":"${name}"`))]));
}

test("two conversations that are answered in turns, step by step, get the bytes that each gets alone", async () => {
  await checkAsyncProperty(
    fc.asyncProperty(drawn, async (given) => {
      vi.useFakeTimers({ toFake: ["Date"], now: day });
      const alone = await playTalks(given, false);
      drivePasses(given.passes);
      const together = await playTalks(given, true);
      vi.restoreAllMocks();
      expect([...alone.values()].map(({ length }) => length)).toEqual([3, 3]);
      expect([...alone.values()].flat().some((body) => body.includes("clew-"))).toBe(true);
      expect([...together]).toEqual([...alone]);
    }),
    { runs: 4, longer: 40, endOnFailure: true },
  );
});
