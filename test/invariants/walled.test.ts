import { presets } from "@clewline/core/policy/presets/presets.js";
import { arbitraryLog } from "@clewline/store-kit/logs.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import { looksAround } from "./past.js";
import { bytesFor, houseFor, settle } from "./walled.js";

describe("the invariants of a view", () => {
  it("I11 walled: what happens in another lane, or beside a session, changes no byte of a view", async () => {
    let walls = 0;
    await checkAsyncProperty(
      fc.asyncProperty(
        arbitraryLog({ events: 5, longTurns: false }),
        fc.constantFrom(1_024, 8_192),
        fc.constantFrom(...Object.values(presets)),
        async (log, window, policy) => {
          const [lane, ...others] = log.lanes;
          if (lane === undefined) throw new Error("A log without lanes");
          const engine = houseFor(window, undefined, policy);
          await settle(engine, lane);
          const alone = await bytesFor(engine, lane);
          // A view of the whole session looks into its other lanes.
          const outside = others.filter(({ ref }) => !looksAround(policy) || ref.session !== lane.ref.session);
          for (const other of outside) await settle(engine, other);
          walls += outside.length;
          expect(await bytesFor(engine, lane)).toEqual(alone);
        },
      ),
      { runs: 40, longer: 400 },
    );
    expect(walls).toBeGreaterThan(10);
  });
});
