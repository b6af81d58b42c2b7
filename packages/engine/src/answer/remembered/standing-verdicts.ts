import type { StandingMemories } from "@clewline/core/log/memories/standing-memory.js";
import type { StandingVerdict } from "@clewline/core/view/verdict.js";

/** For a receipt, which has no list where nothing stands. */
export function describeStanding(standing: StandingMemories | undefined): {
  readonly standing?: readonly StandingVerdict[];
} {
  const verdicts = listStandingVerdicts(standing);
  return verdicts.length === 0 ? {} : { standing: verdicts };
}

/** The account of what stands in the view. It has no words: a pointer opens them while they are there. */
export function listStandingVerdicts(standing: StandingMemories | undefined): readonly StandingVerdict[] {
  if (standing === undefined) return [];
  const { shown, waiting, hidden, limit } = standing;
  const told = new Set(shown.map(({ name }) => name));
  // A fact in view has the verdict of its message.
  const wishes = waiting.filter(({ memory: { form, name } }) => form === "wish" && !told.has(name));
  return [
    ...shown.map(({ pointer, tokens }) => ({ pointer, kind: "kept", rule: "standing", limit: null, tokens }) as const),
    ...wishes.map(
      ({ memory: { pointer } }) => ({ pointer, kind: "kept", rule: "said", limit: null, tokens: 0 }) as const,
    ),
    ...hidden.map((pointer) => ({ pointer, kind: "omitted", rule: "no-room", limit, tokens: 0 }) as const),
  ];
}
