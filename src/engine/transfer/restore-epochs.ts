import type { Epoch } from "../../core/log/epoch.js";
import type { LaneRef } from "../../core/log/keys.js";
import type { Engine } from "../engine.js";

/** How a lane comes to stand where it stood: receipts lead through its epochs, and some were moved on without one. */
export interface EpochRestorer {
  /** Where the lane stood in the end. Of two views that compacted at once, only one moved it on. */
  expect(epoch: Epoch): void;
  /** All but the last step to the epoch of a receipt; what is left of it belongs into the receipt's change. */
  upTo(epoch: Epoch): Promise<{ readonly epoch?: Epoch }>;
  /** Goes where no receipt led. */
  finish(): Promise<void>;
}

export function makeEpochRestorer(engine: Engine, ref: LaneRef): EpochRestorer {
  const finals = new Map<string, Epoch>();
  const numbers = new Map<string, number>();
  const numberOf = async (key: string) => numbers.get(key) ?? (await engine.store.read(ref, 0, null, key)).epoch.number;
  /** A store takes one number after the other. */
  const step = async (epoch: Epoch, to: number) => {
    for (let number = (await numberOf(epoch.key)) + 1; number <= to; number++) {
      await engine.store.write({ ref, epoch: { ...epoch, number } });
    }
  };
  return {
    expect(epoch) {
      finals.set(epoch.key, epoch);
    },
    async upTo(receipted) {
      const { key, number } = receipted;
      const final = finals.get(key);
      const epoch = final?.number === number ? final : receipted;
      await step(epoch, number - 1);
      const there = await numberOf(key);
      numbers.set(key, Math.max(there, number));
      return there < number ? { epoch } : {};
    },
    async finish() {
      for (const epoch of finals.values()) await step(epoch, epoch.number);
    },
  };
}
