/**
 * I11, as two runs of the same lane in different worlds: whatever happens outside the scope of a policy, in other lanes,
 * in other sessions, or with another owner of the same file, changes nothing that can be seen from inside.
 */

import { readMemoryTokens } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { ShownEntries } from "@clewline/core/view/view-result.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { arbitraryLog } from "@clewline/store-kit/logs.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksAround } from "./invariants/past.js";
import { houseFor } from "./invariants/walled.js";
import { checkAsyncProperty, isLongerCheck, pickOfTheDay } from "./properties.js";
import { type StoreKind, storeKinds, storesAndPresets, withStore } from "./stores-in-turn.js";
import { type Act, arbitraryActs, plainTurn, texts } from "./walls/acts.js";
import { seenIn, storable } from "./walls/lanes.js";
import { type Place, Side, type Time } from "./walls/side.js";

/** Answers by the prompt alone: some of the older turns, or a summary in words of its own. */
const fastModel: TextModel<AbortSignal> = async ({ text }) => {
  const digits = sha256(text);
  const picked = [...digits.slice(0, 3)].map((digit) => 1 + (Number.parseInt(digit, 16) % 8));
  return text.includes('what="older turns"') ? JSON.stringify(picked) : `## Facts\n- a summary with the mark ${digits}`;
};

const session = "telegram:chat:42";
const home: Place = { session, topic: "1", ids: "a" };

/** Those of the same session are outside only where the scope is the lane. */
function placesOutside(policy: string): readonly (Place & { readonly owner?: string })[] {
  const far = [
    { session: "telegram:chat:7", topic: "1", ids: "a" },
    { session: "terminal:default", ids: "a" },
    { session, topic: "1", ids: "a", owner: "somebody-else" },
  ];
  const near = [
    { session, topic: "2", ids: "b" },
    { session, ids: "c" },
  ];
  return looksAround(presets[policy] ?? balanced) ? far : [...near, ...far];
}

/** In how many places outside something happens before each act inside: all of them in the longer check. */
const placesAtOnce = isLongerCheck ? 5 : 1;

interface World {
  readonly policy: string;
  readonly window: number;
  readonly inside: readonly Act[];
  /** What happens outside before each act inside, in one place after another; where it ends, it begins again. */
  readonly outside: readonly Act[];
}

/** Everything that can be seen from inside. */
async function seenInside(kind: StoreKind, { policy, window, inside, outside }: World): Promise<readonly unknown[]> {
  return withStore(kind, sha256, async (store) => {
    const time: Time = { now: Date.UTC(2026, 0, 5, 9) };
    const options = { policy, window, timeZone: "UTC", instructions: "Be brief.", fastModel };
    const side = await Side.open(store, options, home, time, 0);
    const others: Side[] = [];
    for (const [index, { owner, ...place }] of placesOutside(policy).entries()) {
      const own = owner === undefined ? options : { ...options, owner };
      others.push(await Side.open(store, own, place, time, index + 1));
    }
    let next = 0;
    for (const act of inside) {
      for (let place = 0; place < placesAtOnce; place++, next++) {
        const beside = outside[next % outside.length];
        if (beside !== undefined) await others[next % others.length]?.play(beside, false);
      }
      await side.play(act, true);
    }
    await side.look(texts, "topic:42:1");
    return side.seen;
  });
}

async function expectSame(
  kind: StoreKind,
  world: World,
  ...others: readonly (readonly Act[])[]
): Promise<readonly unknown[]> {
  const alone = await seenInside(kind, { ...world, outside: [] });
  for (const outside of [world.outside, ...others]) {
    const seen = await seenInside(kind, { ...world, outside });
    expect(seen.length).toBe(alone.length);
    expect(seen.length).toBeGreaterThan(0);
    // One by one, so that a failure says where it began.
    for (const [index, each] of seen.entries()) expect(each).toEqual(alone[index]);
  }
  return alone;
}

/** A long talk: enough turns to choose from, enough words to leave the view, and questions that look them up. */
const talk: readonly Act[] = [
  plainTurn("the roses in bed three get water at seven", "noted: roses, bed three, seven"),
  plainTurn("the pump behind the shed feeds bed three and bed four", "noted: pump, shed"),
  ...Array.from({ length: 7 }, (_, index) =>
    plainTurn(`how is bed ${index}?`, "dry ".repeat(150), { outputs: ["dry ".repeat(index * 100)] }),
  ),
  plainTurn("shall we water?", "Shall I?", { asks: [{ expects: "yes-no", about: "water the roses" }] }),
  plainTurn("yes", "done", { pause: 5_000 }),
  plainTurn("when do the roses in bed three get water?", "at seven"),
  plainTurn("which pump feeds the beds behind the shed?", "the one behind the shed"),
  plainTurn("anything else?", "Two things.", {
    asks: [
      { expects: "yes-no", about: "start the pump" },
      { expects: "yes-no", about: "order a pump" },
    ],
  }),
  plainTurn("yes", "Which one?", { pause: 5_000 }),
  plainTurn("when do the roses in bed three get water?", "at seven", { pause: 26 * 3_600_000 }),
];

/** The same words, more often and with other answers; questions left open; and all that can be done to messages. */
const beside: readonly Act[] = [
  plainTurn("when do the roses in bed three get water?", "the roses in bed three get water at nine"),
  plainTurn("which pump feeds the beds behind the shed?", "the pump feeds the beds behind the shed", {
    outputs: ["the roses in bed three get water ".repeat(40)],
    asks: [
      { expects: "yes-no", about: "water the roses" },
      { expects: "yes-no", about: "start the pump" },
    ],
  }),
  plainTurn("roses, bed three, water", "private roses", { surface: "web", private: true }),
  plainTurn("water the roses in bed three", "the roses in bed three have water", { origin: "heartbeat" }),
  plainTurn("the roses", "no roses", { ending: "fail" }),
  { do: "observe", pause: 0, text: "the pump behind the shed feeds bed three and bed four" },
  { do: "edit", pause: 0, back: 1, text: "the roses in bed three get water at noon" },
  { do: "delete", pause: 0, back: 3 },
  { do: "command", pause: 0, text: "/compact" },
];

interface Chat {
  readonly policy: string;
  readonly phone: readonly Act[];
  /** Before which of the phone's acts the web does what. */
  readonly web: ReadonlyMap<number, Act>;
}

/** What the phone sees of a chat in which the web has private turns; with the bytes of all its turns, or of these. */
async function seenByPhone(
  kind: StoreKind,
  { policy, phone: acts, web: secrets }: Chat,
  compared: readonly number[] = [...acts.keys()],
): Promise<readonly unknown[]> {
  return withStore(kind, sha256, async (store) => {
    const time: Time = { now: Date.UTC(2026, 0, 5, 9) };
    const options = { policy, window: 2_048, timeZone: "UTC", instructions: "Be brief.", fastModel };
    const phone = await Side.open(store, options, home, time, 0);
    const web = await Side.open(store, options, { ...home, ids: "p" }, time, 1);
    for (const [index, act] of acts.entries()) {
      const secret = secrets.get(index);
      if (secret !== undefined) await web.play(secret, false);
      await phone.play(act.do === "turn" ? { ...act, surface: "phone" } : act, true, compared.includes(index));
    }
    return phone.seen;
  });
}

function privately(said: string, answer: string, asks: Extract<Act, { do: "turn" }>["asks"] = []): Act {
  return plainTurn(said, answer, { surface: "web", private: true, outputs: [answer], asks });
}

const secret = privately("a secret of mine", "it is kept");
const sameWords = privately("when do the roses in bed three get water?", "the roses get water ".repeat(60));
const asking = privately("a secret of mine", "Shall I?", [{ expects: "yes-no", about: "tell nobody of the roses" }]);

describe.each(storesAndPresets)(
  "what is private to one surface, on $kind with the policy $policy",
  ({ kind, policy }) => {
    it("I11 walled: in other words changes no byte for another one", async () => {
      const places = [3, 8, 12, 16];
      const [some, others] = [secret, sameWords].map((act) => new Map(places.map((place) => [place, act])));
      const seen = await seenByPhone(kind, { policy, phone: talk, web: some ?? new Map() });
      const other = await seenByPhone(kind, { policy, phone: talk, web: others ?? new Map() });
      expect(other.length).toBe(seen.length);
      expect(other.length).toBeGreaterThan(talk.length - 1);
      for (const [index, each] of other.entries()) expect(each).toEqual(seen[index]);
    });

    let talkAlone: Promise<readonly unknown[]> | undefined;
    const seenAlone = (phone: readonly Act[]) => {
      if (!phone.every((act, index) => act === talk[index]))
        return seenByPhone(kind, { policy, phone, web: new Map() }, [phone.length - 1]);
      // Of all that begins as the talk does, the talk itself is run once.
      talkAlone ??= seenByPhone(kind, { policy, phone: talk, web: new Map() });
      return talkAlone;
    };

    // Places in the log are part of pointers, so it is the last turn that must not know of what came before it.
    it.each([
      ["a question", talk, sameWords],
      ["an answer to what it was asked", talk.slice(0, 11), asking],
      ["a message that points at what was said", [...talk.slice(0, 11), plainTurn("do that", "done")], secret],
    ] as const)("I11 walled: is not in the way of %s of another one", async (_what, phone, act) => {
      const last = phone.length - 1;
      const alone = await seenAlone(phone);
      const seen = await seenByPhone(kind, { policy, phone, web: new Map([[last, act]]) }, [last]);
      expect(bytesOfTurn(seen, last)).toEqual(bytesOfTurn(alone, last));
    });
  },
);

/** What this turn was shown and asked, and what was decided for it. Before the first of them stand the prompts. */
function bytesOfTurn(seen: readonly unknown[], turn: number): unknown {
  const comparable = (key: string, value: unknown) => {
    if (key === "receipt") return (value as Receipt).decisions;
    // Places count what is private too. They stand beside the bytes, for the host alone.
    return key === "shown" ? (value as readonly ShownEntries[]).map(({ entries }) => entries) : value;
  };
  return JSON.parse(JSON.stringify(seen[turn + 1], comparable));
}

describe.each(storesAndPresets)(
  "from inside a scope nothing shows what is outside, on $kind with the policy $policy",
  ({ kind, policy }) => {
    it("I11 walled: other worlds around the same talk, in the same words", async () => {
      const world = { policy, window: 2_048, inside: talk, outside: beside };
      const seen = JSON.stringify(await expectSame(kind, world, beside.toReversed()));
      // The talk did ask for what is outside of its view, and was understood.
      expect(seen).toContain('"because":"question"');
      expect(seen).toContain('"kind":"ask"');
      expect(seen.includes("<clew-found>")).toBe(readMemoryTokens(presets[policy] ?? balanced) !== null);
      expect(seen.includes('"stage":"triage"')).toBe(policy === "selective");
    });
  },
);

// Each of them has its turn within a few days.
describe.each(pickOfTheDay(storesAndPresets, 2))(
  "from inside a scope nothing shows what is outside, on $kind with the policy $policy",
  ({ kind, policy }) => {
    it("I11 walled: whatever happens, inside and outside", async () => {
      await checkAsyncProperty(
        fc.asyncProperty(
          arbitraryActs(4, 12),
          arbitraryActs(1, 9),
          arbitraryActs(1, 9),
          fc.constantFrom(1_024, 4_096),
          async (inside, outside, other, window) => {
            await expectSame(kind, { policy, window, inside, outside }, other);
          },
        ),
        { runs: 1, longer: 20, fixed: [{ seed: 20261116, path: "1" }] },
      );
    });
  },
);

describe.each(storeKinds)("from inside a lane nothing shows what is outside, on %s", (kind) => {
  it("I11 walled: generated lanes, with generated lanes beside them", async () => {
    const log = arbitraryLog({ events: 5, longTurns: false });
    // Only lanes of the same session are among them, and a view of the whole session may look at those.
    const policies = fc.constantFrom(...Object.values(presets).filter((each) => !looksAround(each)));
    let beside = 0;
    await checkAsyncProperty(
      fc.asyncProperty(log, log, fc.constantFrom(1_024, 8_192), policies, async (first, second, window, policy) => {
        const [lane, ...others] = first.lanes.map(storable);
        if (lane === undefined) throw new Error("A log without lanes");
        const seen: unknown[] = [];
        for (const around of [[], others, second.lanes.slice(1).map(storable)]) {
          seen.push(await withStore(kind, sha256, (store) => seenIn(houseFor(window, store, policy), lane, around)));
        }
        beside += others.length + second.lanes.length - 1;
        expect(seen[1]).toEqual(seen[0]);
        expect(seen[2]).toEqual(seen[0]);
      }),
      { runs: 3, longer: 80 },
    );
    expect(beside).toBeGreaterThan(0);
  });
});
