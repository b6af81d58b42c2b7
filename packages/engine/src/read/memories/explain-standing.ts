import type { StandingVerdict } from "@clewline/core/view/verdict.js";
import type { Engine } from "../../engine.js";
import { findPointedMemory } from "./open-memory.js";

/** A verdict on a memory that stands in every view of its scope, with the memory. */
export interface ExplainedStanding {
  /** What became of it. */
  readonly verdict: StandingVerdict;
  /** Its name; null if it was forgotten since. */
  readonly name: string | null;
  /** What it says now; null if it was forgotten since. */
  readonly text: string | null;
}

export function explainStanding(
  engine: Engine,
  standing: readonly StandingVerdict[] = [],
): Promise<readonly ExplainedStanding[]> {
  return Promise.all(
    standing.map(async (verdict) => {
      const { memory } = (await findPointedMemory(engine, verdict.pointer)) ?? { memory: null };
      return { verdict, name: memory?.name ?? null, text: memory?.text ?? null };
    }),
  );
}
