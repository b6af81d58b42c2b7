/** Two runs of the same scope in different worlds: what is said outside of it changes nothing that is like a question. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { trackTurns } from "../src/agent/active-turns.js";
import { makeEngineContext } from "../src/compose/options.js";
import type { EntryId, LaneRef } from "../src/core/log/keys.js";
import { parseOwnerKey } from "../src/core/log/keys.js";
import type { LogStore, SearchScope } from "../src/core/ports/index.js";
import type { Engine } from "../src/engine/engine.js";
import { indexLane } from "../src/engine/read/meaning/index-lane.js";
import { findSimilar } from "../src/engine/read/meaning/similar.js";
import { sha256 } from "../src/platform/crypto.js";
import { append, makeBase, makeLane, makeRevision, makeWithdrawal, me } from "../src/testing/store-contract/sample.js";
import { makeTinyEmbedder } from "../src/testing/tiny-embedder.js";
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
  const options = { timeZone: "UTC", people: { a1: "Anna" } };
  return makeEngineContext(options, store, trackTurns().presence, {
    models: new Map(),
    textModel: () => async () => "",
    embedder: async () => ({ kind: "ready", embedder: makeTinyEmbedder({ dimensions: 16 }) }),
  });
}

/** What is seen of the scope at each question inside and in the end. */
async function play(store: LogStore, acts: readonly Act[], { scope, inside }: Scene): Promise<readonly unknown[]> {
  const engine = await openEngine(store);
  const { signal } = new AbortController();
  const said = new Map<number, EntryId[]>();
  const edits = new Map<number, number>();
  const seen: unknown[] = [];
  const ask = async (question: string) => {
    const found = await findSimilar(engine, scope, question, { most: 5, until: engine.clock.now() + 60_000 });
    seen.push(
      found,
      places.slice(0, inside).map((ref) => (found.kind === "scored" ? found.scoreOf(ref, 1) : null)),
    );
  };
  for (const { place, do: what, by, text } of acts) {
    const ref = places[place] ?? home;
    const known = said.get(place) ?? [];
    const target = known.at(-1);
    const parts = [{ kind: "text", text }] as const;
    const id = `${place}-${known.length}`;
    if (what === "say") {
      said.set(place, [...known, id as EntryId]);
      const speaker = { role: "user", address: by } as const;
      await append(engine.store, ref, {
        ...makeBase({ id }),
        kind: "said",
        by: speaker,
        parts,
        source: null,
        replyTo: null,
      });
    } else if (what === "ask") {
      if (place < inside) await ask(text);
    } else if (what === "index") {
      const state = await engine.meaning?.state(signal);
      if (state?.kind === "ready") await indexLane(engine, ref, { embedder: state.embedder, signal });
    } else if (target !== undefined) {
      const count = (edits.get(place) ?? 0) + 1;
      edits.set(place, count);
      const revision = { message: `${ref.lane} ${target}`, revision: count };
      await append(engine.store, ref, what === "edit" ? makeRevision(target, text, revision) : makeWithdrawal(target));
    }
  }
  await ask("apples in the garden of Anna");
  return seen;
}

test("Vectors, names and texts of other lanes, sessions and people never change what is like a question", async () => {
  const arbitraryWorld = fc.record({
    acts: fc.array(arbitraryAct, { minLength: 8, maxLength: 40 }),
    scene: fc.constantFrom(...scenes),
    kind: fc.constantFrom(...storeKinds),
  });
  const property = fc.asyncProperty(arbitraryWorld, async ({ acts, scene, kind }) => {
    const look = (world: readonly Act[]) => withStore(kind, sha256, (store) => play(store, world, scene));
    const alone = await look(acts.filter(({ place }) => place < scene.inside));
    const beside = await look(acts);
    expect(JSON.stringify(beside)).toBe(JSON.stringify(alone));
  });
  await checkAsyncProperty(property, { runs: 8, longer: 100 });
});
