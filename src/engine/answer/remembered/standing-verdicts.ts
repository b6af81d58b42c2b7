import type { StandingMemories, StandingMemory } from "../../../core/log/memories/standing-memory.js";
import { makePointer } from "../../../core/log/pointer.js";
import { makeScopeRef } from "../../../core/memory/memory-scope.js";
import type { StandingVerdict } from "../../../core/view/verdict.js";
import type { Engine } from "../../engine.js";

/** For a receipt, which has no list where nothing stands. */
export function describeStanding(
  engine: Pick<Engine, "owner" | "fns">,
  standing: StandingMemories | undefined,
): { readonly standing?: readonly StandingVerdict[] } {
  const verdicts = listStandingVerdicts(engine, standing);
  return verdicts.length === 0 ? {} : { standing: verdicts };
}

/** The account of what stands in the view. It has no words: a pointer opens them while they are there. */
export function listStandingVerdicts(
  { owner, fns }: Pick<Engine, "owner" | "fns">,
  standing: StandingMemories | undefined,
): readonly StandingVerdict[] {
  if (standing === undefined) return [];
  const { shown, waiting, hidden, limit } = standing;
  const point = ({ place: { scope, seq } }: StandingMemory) =>
    makePointer("e", makeScopeRef(owner, scope), seq, fns.hash);
  return [
    ...shown.map(
      (memory) =>
        ({ pointer: point(memory), kind: "kept", rule: "standing", limit: null, tokens: memory.tokens }) as const,
    ),
    // A fact in view has the verdict of its message.
    ...waiting
      .filter(({ memory: { form } }) => form === "wish")
      .map(({ memory }) => ({ pointer: point(memory), kind: "kept", rule: "said", limit: null, tokens: 0 }) as const),
    ...hidden.map(
      (memory) => ({ pointer: point(memory), kind: "omitted", rule: "no-room", limit, tokens: 0 }) as const,
    ),
  ];
}
