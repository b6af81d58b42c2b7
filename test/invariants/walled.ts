/** A store with the lanes of a generated log in it, read and answered by the engine. */

import type { Draft } from "@clewline/core/log/entry.js";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import { makeBudget } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { assemble } from "@clewline/core/view/assemble.js";
import { decidePast } from "@clewline/engine/answer/decide-past.js";
import { leaseTimes, makeLeaseWatch } from "@clewline/engine/answer/place/lease-watch.js";
import type { Presence } from "@clewline/engine/answer/place/presence.js";
import { learnFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import { readSnapshot } from "@clewline/engine/answer/snapshot.js";
import { makeView } from "@clewline/engine/answer/view.js";
import type { Engine } from "@clewline/engine/engine.js";
import { makeValueRegister } from "@clewline/engine/intake/lane-values.js";
import { makeLogPlace } from "@clewline/engine/intake/log-place.js";
import { makeMemoryLog } from "@clewline/engine/intake/memories/memory-log.js";
import { makeSecretRegister } from "@clewline/engine/intake/secret-register.js";
import { makeReceiptCache } from "@clewline/engine/read/receipts.js";
import { makeSpillFolder } from "@clewline/platform/spill-folder.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import type { GeneratedLane } from "@clewline/store-kit/logs.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { finish } from "@clewline/text/steps.js";
import { estimated } from "@clewline/text/tokens/count-tokens.js";

export function houseFor(
  window: number,
  store: LogStore = makeMemoryStore({ hash: fingerprint }),
  policy: Policy = balanced,
): Engine {
  const presence: Presence = {
    holder: "test",
    times: leaseTimes,
    watch: makeLeaseWatch(leaseTimes),
    stamp: (now) => now,
    isDriven: () => false,
    isGone: () => false,
    isAnswering: () => false,
    inOrder: (_session, work) => work(),
    pause: async () => undefined,
    warn: () => undefined,
  };
  const files = makeSpillFolder({ location: "memory", owner: "me", folder: null });
  return {
    store,
    presence,
    receipts: makeReceiptCache(store),
    clock: { now: () => 0, monotonic: () => 0, id: () => "none" },
    pause: async () => undefined,
    runSteps: async (steps) => finish(steps),
    openedAt: 0,
    fns: { hash: fingerprint, calibration: estimated },
    owner: parseOwnerKey("me"),
    self: new Set(),
    policy,
    fastModel: null,
    fastModelDeadlineMs: 1_000,
    fastModelName: null,
    files,
    place: makeLogPlace(store, parseOwnerKey("me"), files),
    fence: {
      close: () => () => undefined,
      open: () => undefined,
      has: () => false,
      watch: () => ({ isTouched: () => false, end: () => undefined }),
    },
    redact: "derived",
    secrets: makeSecretRegister(store, fingerprint),
    values: makeValueRegister(store),
    memory: true,
    memories: makeMemoryLog(store, parseOwnerKey("me")),
    budget: makeBudget({ window }),
    windowTold: true,
    instructions: "You are a careful assistant.",
    personas: {},
    learning: {
      settled: async () => undefined,
      finished: async () => undefined,
      asked: async () => undefined,
      withhold: (work) => work(),
      forget: () => undefined,
    },
    agentFolder: null,
    memoryFolder: null,
    runtime: null,
    zone: "UTC",
    people: new Map(),
    inferReplies: false,
    models: learnFacts(new Map()),
    meaning: null,
    onCall: null,
  };
}

/** Writes a lane as its turns would have, and answers the last of them, so that it has a receipt and reductions. */
export async function settle(engine: Engine, lane: GeneratedLane): Promise<void> {
  const entries = lane.entries.map(({ seq: _seq, ...draft }) => draft as Draft);
  const blobs = new Map([...lane.blobs].filter(([id]) => !lane.withheld.has(id)));
  await engine.store.write({ ref: lane.ref, entries, blobs });
  for (const turn of lane.turns) await engine.store.write({ ref: lane.ref, turn });
  const last = lane.turns.at(-1);
  if (last?.state === "running") await makeView(engine, { turn: last, budget: engine.budget, tools: [] }, 1, null);
}

/** What the lane's last turn, and the next message, would be sent now. Writes nothing. */
export async function bytesFor(engine: Engine, lane: GeneratedLane): Promise<readonly string[]> {
  const bytes: string[] = [];
  for (const turn of [null, lane.turns.at(-1) ?? null]) {
    const { snapshot, policy } = await readSnapshot(engine, lane.ref, { turn, budget: engine.budget, tools: [] });
    const helping = { fastModel: null, until: 1_000, signal: undefined };
    const decided = await decidePast(engine, { ...snapshot, now: turn?.began ?? 0 }, policy, helping);
    const result = assemble(decided.snapshot, policy, engine.budget, engine.fns);
    bytes.push(result.kind === "fits" ? result.view.pieces.join("") : `needs ${result.needed}`);
  }
  return bytes;
}
