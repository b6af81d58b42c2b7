import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";

/** Restores a lane's epochs: receipts lead through most of them, and some were moved without a receipt. */
export interface EpochRestorer {
  /** Names the lane's final epoch. Of two views that compacted at once, only one moved it. */
  expect(epoch: Epoch): void;
  /** Takes all but the last step to a receipt's epoch, and returns that last one for the receipt's change. */
  upTo(epoch: Epoch): Promise<{ readonly epoch?: Epoch }>;
  /** Takes the steps that no receipt led to. */
  finish(): Promise<void>;
}

export function makeEpochRestorer(engine: Engine, ref: LaneRef): EpochRestorer {
  const finals = new Map<string, Epoch>();
  const numbers = new Map<string, number>();
  const numberOf = async (key: string) => numbers.get(key) ?? (await engine.store.read(ref, 0, null, key)).epoch.number;
  /** A store accepts one number after the other. */
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
