/**
 * Two runs of the same scope in different worlds: what is said outside of it changes nothing that is found inside, by words
 * or by meaning, whoever asks: a search, recall by a question, another program, or a view that looks something up.
 */

import { trackTurns } from "@clewline/agent/active-turns.js";
import { buildLogVerbs } from "@clewline/clewline/compose/log-verbs.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import type { Draft } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore, SearchScope } from "@clewline/core/ports/index.js";
import { learnFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import type { Engine } from "@clewline/engine/engine.js";
import { indexLane } from "@clewline/engine/read/meaning/index-lane.js";
import { findSimilar } from "@clewline/engine/read/meaning/similar.js";
import { recallQuestion } from "@clewline/engine/read/recall-question.js";
import { search } from "@clewline/engine/read/search/search.js";
import { searchMemories } from "@clewline/mcp/recall.js";
import { sha256 } from "@clewline/platform/crypto.js";
import {
  append,
  makeBase,
  makeLane,
  makeRevision,
  makeWithdrawal,
  me,
} from "@clewline/store-kit/store-contract/sample.js";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAsyncProperty } from "./properties.js";
import { storeKinds, withStore } from "./stores-in-turn.js";

const other = parseOwnerKey("somebody-else");
const home = makeLane();
/** By how far they are: another lane, another session, another owner of the same names. */
const places: readonly LaneRef[] = [
  home,
  makeLane("root:2"),
  makeLane("root:1", "chat:2"),
  makeLane("root:1", "chat:1", other),
];

interface Act {
  readonly place: number;
  readonly do: "say" | "edit" | "withdraw" | "index" | "ask";
  readonly by: string;
  readonly text: string;
}

const words = fc.constantFrom("apples", "pears", "Anna", "garden", "Ben's", "car", "holiday", "Crete");
const arbitraryAct: fc.Arbitrary<Act> = fc.record({
  place: fc.integer({ min: 0, max: places.length - 1 }),
  do: fc.constantFrom("say", "say", "say", "edit", "withdraw", "index", "ask"),
  by: fc.constantFrom("Anna", "Ben", "garden"),
  text: fc.array(words, { minLength: 1, maxLength: 4 }).map((each) => each.join(" ")),
});

interface Scene {
  readonly scope: SearchScope;
  /** How many of the places are inside. */
  readonly inside: number;
}

const scenes: readonly Scene[] = [
  { scope: { kind: "lane", ref: home }, inside: 1 },
  { scope: { kind: "session", owner: me, session: home.session }, inside: 2 },
  { scope: { kind: "owner", owner: me }, inside: 3 },
];

async function openEngine(store: LogStore): Promise<Engine> {
  const options = { timeZone: "UTC", people: { a1: "Anna" }, window: 1_024 };
  const engine = await makeEngineContext(options, store, trackTurns().presence, {
    models: learnFacts(new Map()),
    textModel: () => async () => "",
    embedder: async () => ({ kind: "ready", embedder: makeTinyEmbedder({ dimensions: 16 }) }),
  });
  let ids = 0;
  const clock = { now: () => 1_000_000, monotonic: () => 0, id: () => `new-${ids++}` };
  return { ...engine, clock };
}

function say(id: string, by: string, text: string): Draft {
  const speaker = { role: "user", address: by } as const;
  const parts = [{ kind: "text", text }] as const;
  return { ...makeBase({ id }), kind: "said", by: speaker, parts, source: null, replyTo: null };
}

/** Enough to make what is said first leave a view. */
const prelude = Array.from({ length: 14 }, (_, index) =>
  say(
    `first-${index}`,
    "Ben",
    `${index === 0 ? "the pears of Anna grow behind the car" : "nothing"} ${"well ".repeat(60)}`,
  ),
);

/** Everything that answers a question in the scope, and what a view of the lane would be shown for it. */
async function readAll(engine: Engine, { scope, inside }: Scene, question: string): Promise<readonly unknown[]> {
  const { session, lane } = home;
  const reach = [
    { kind: "lane", session, lane } as const,
    { kind: "session", session } as const,
    { kind: "all" } as const,
  ];
  const hits = await search(engine, question, { scope, limit: 8 });
  const ofAnna = await search(engine, question, { scope, limit: 8, person: "Anna", until: "1970-01-01" });
  const { request, lookedUp } = await buildLogVerbs(engine).context({
    session,
    lane,
    message: `${question}?`,
    from: "Ben",
  });
  return [
    { hits, stage: hits.stage, ofAnna },
    await recallQuestion(engine, scope, question, { limit: 500 }),
    await searchMemories(engine, reach[inside - 1] ?? { kind: "all" }, { query: question }),
    { request, lookedUp },
  ];
}

/** What is seen of the scope at each question inside and in the end. */
async function play(store: LogStore, acts: readonly Act[], { scope, inside }: Scene): Promise<readonly unknown[]> {
  const engine = await openEngine(store);
  const { signal } = new AbortController();
  const said = new Map<number, EntryId[]>();
  const edits = new Map<number, number>();
  const seen: unknown[] = [];
  await append(engine.store, home, ...prelude);
  const ask = async (question: string) => {
    const found = await findSimilar(engine, scope, question, { most: 5, until: engine.clock.now() + 60_000 });
    seen.push(
      found,
      places.slice(0, inside).map((ref) => (found.kind === "scored" ? found.scoreOf(ref, 1) : null)),
    );
  };
  const index = async (ref: LaneRef) => {
    const state = await engine.meaning?.state(signal);
    if (state?.kind === "ready") await indexLane(engine, ref, { embedder: state.embedder, signal });
  };
  for (const { place, do: what, by, text } of acts) {
    const ref = places[place] ?? home;
    const known = said.get(place) ?? [];
    const target = known.at(-1);
    const id = `${place}-${known.length}`;
    if (what === "say") {
      said.set(place, [...known, id as EntryId]);
      await append(engine.store, ref, say(id, by, text));
    } else if (what === "ask") {
      if (place < inside) await ask(text);
    } else if (what === "index") {
      await index(ref);
    } else if (target !== undefined) {
      const count = (edits.get(place) ?? 0) + 1;
      edits.set(place, count);
      const revision = { message: `${ref.lane} ${target}`, revision: count };
      await append(engine.store, ref, what === "edit" ? makeRevision(target, text, revision) : makeWithdrawal(target));
    }
  }
  await index(home);
  const question = "where do the pears and apples of Anna grow";
  await ask(question);
  seen.push(...(await readAll(engine, { scope, inside }, question)));
  return seen;
}

test("I11 walled: vectors, names and texts of other lanes, sessions and people never change what is found", async () => {
  let lookedUp = 0;
  const arbitraryWorld = fc.record({
    acts: fc.array(arbitraryAct, { minLength: 8, maxLength: 30 }),
    scene: fc.constantFrom(...scenes),
    kind: fc.constantFrom(...storeKinds),
  });
  const property = fc.asyncProperty(arbitraryWorld, async ({ acts, scene, kind }) => {
    const look = (world: readonly Act[]) => withStore(kind, sha256, (store) => play(store, world, scene));
    const alone = await look(acts.filter(({ place }) => place < scene.inside));
    const beside = await look(acts);
    lookedUp += JSON.stringify(alone).includes("clew-found") ? 1 : 0;
    expect(JSON.stringify(beside)).toBe(JSON.stringify(alone));
  });
  await checkAsyncProperty(property, { runs: 4, longer: 100 });
  expect(lookedUp).toBeGreaterThan(0);
});
