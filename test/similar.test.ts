import { trackTurns } from "@clewline/agent/active-turns.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import type { Draft } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Embedder, LogStore, SearchScope } from "@clewline/core/ports/index.js";
import { learnFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import type { Engine } from "@clewline/engine/engine.js";
import { indexLane } from "@clewline/engine/read/meaning/index-lane.js";
import { findSimilar, type Similarity } from "@clewline/engine/read/meaning/similar.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import {
  append,
  makeLane,
  makeMessage,
  makeRevision,
  makeWithdrawal,
  me,
} from "@clewline/store-kit/store-contract/sample.js";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { describe, expect, test } from "vitest";

const here = makeLane();
const inLane = { kind: "lane", ref: here } as const;
const minute = 60_000;

async function openEngine(embedder: Embedder<AbortSignal>, store: LogStore = makeMemoryStore({ hash: sha256 })) {
  return makeEngineContext({ timeZone: "UTC", embedder }, store, trackTurns().presence, {
    models: learnFacts(new Map()),
    textModel: () => async () => "",
    embedder: async () => ({ kind: "ready", embedder }),
  });
}

async function index(engine: Engine, ...refs: readonly LaneRef[]): Promise<void> {
  const signal = new AbortController().signal;
  const state = await engine.meaning?.state(signal);
  if (state?.kind !== "ready") throw new Error("no embedder");
  for (const ref of refs) await indexLane(engine, ref, { embedder: state.embedder, signal });
}

const ask = (engine: Engine, question: string, scope: SearchScope = inLane, most = 10): Promise<Similarity> =>
  findSimilar(engine, scope, question, { most, until: engine.clock.now() + minute });

const listBest = (found: Similarity) => (found.kind === "scored" ? found.best.map(({ seq }) => seq) : found);
const by = (address: string, text: string): Draft => ({ ...makeMessage(text), by: { role: "user", address } }) as Draft;

describe("what is like a question", () => {
  test("is found in other words, with how much of the lane is indexed", async () => {
    const engine = await openEngine(makeTinyEmbedder({ sameAs: { vacation: "holiday" } }));
    await append(engine.store, here, makeMessage("our holiday was in Crete"), makeMessage("the printer is broken"));
    await index(engine, here);
    await append(engine.store, here, makeMessage("not indexed yet"));
    const found = await ask(engine, "vacation");
    expect(listBest(found)).toEqual([1, 2]);
    expect(found).toMatchObject({ indexed: 2, of: 3 });
    const { scoreOf } = found as Extract<Similarity, { kind: "scored" }>;
    expect([scoreOf(here, 1) ?? 0, scoreOf(here, 3), scoreOf(makeLane("root:9"), 1)]).toEqual([
      expect.closeTo(0.5, 0),
      null,
      null,
    ]);
    expect(listBest(await ask(engine, "vacation", { ...inLane, before: 1 }))).toEqual([]);
  });

  test("is read on where the last question ended, and what was edited or withdrawn is gone", async () => {
    const engine = await openEngine(makeTinyEmbedder());
    const [first, second] = await append(engine.store, here, makeMessage("red apples"), makeMessage("green apples"));
    await index(engine, here);
    expect(listBest(await ask(engine, "apples"))).toHaveLength(2);
    await append(
      engine.store,
      here,
      makeRevision(first?.id ?? ("" as never), "red pears", { message: "1", revision: 2 }),
      makeWithdrawal(second?.id ?? ("" as never)),
    );
    expect(await ask(engine, "apples")).toMatchObject({ best: [], indexed: 0, of: 1 });
    await index(engine, here);
    expect(await ask(engine, "pears")).toMatchObject({ best: [{ seq: 3 }], indexed: 1, of: 1 });
  });

  test("says nothing of private entries, and of names of those who talk", async () => {
    const seen: string[] = [];
    const engine = await openEngine(makeTinyEmbedder({ onCall: (texts) => void seen.push(...texts) }));
    const hidden: Draft = { ...makeMessage("private plan"), private: "phone" };
    await append(engine.store, here, by("Anna", "Ben, can you cook?"), by("Ben", "Anna's kitchen is small"), hidden);
    await index(engine, here);
    expect(await ask(engine, "What did Anna cook?")).toMatchObject({ indexed: 2, of: 2 });
    expect(seen).toEqual(["kitchen is small", "can you cook?", "What did cook?"]);
  });

  test("is left out after the deadline, without an embedder, and when that fails", async () => {
    let failure: Error | null = new Error("the server is down");
    const engine = await openEngine(
      makeTinyEmbedder({
        onCall: async () => {
          if (failure !== null) throw failure;
          await new Promise((resolve) => setTimeout(resolve, 60));
        },
      }),
    );
    await append(engine.store, here, makeMessage("a"));
    expect(await ask(engine, "a")).toEqual({ kind: "left-out", because: "the server is down" });
    failure = null;
    const until = engine.clock.now() + 10;
    expect(await findSimilar(engine, inLane, "a", { most: 1, until })).toEqual({
      kind: "left-out",
      because: "there was no time left",
    });
    const none: Engine = { ...engine, meaning: null };
    expect(await ask(none, "a")).toEqual({ kind: "none" });
  });

  test("covers a session or all sessions, where that is asked for", async () => {
    const engine = await openEngine(makeTinyEmbedder());
    const refs = [here, makeLane("root:2"), makeLane("root:1", "chat:2")];
    for (const ref of refs) await append(engine.store, ref, makeMessage(`apples of ${ref.lane}`));
    await index(engine, ...refs);
    const count = async (scope: SearchScope) => {
      const found = await ask(engine, "apples", scope);
      return found.kind === "scored" ? [found.best.length, found.indexed] : found.kind;
    };
    expect(await count(inLane)).toEqual([1, 1]);
    expect(await count({ kind: "session", owner: me, session: here.session })).toEqual([2, 2]);
    expect(await count({ kind: "owner", owner: me })).toEqual([3, 3]);
  });
});
