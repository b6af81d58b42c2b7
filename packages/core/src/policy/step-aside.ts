import type { Policy } from "./policy.js";

/** For requests that their provider reduces: nothing more leaves for its price or ahead of need, and room decides alone. */
export function stepAside(policy: Policy): Policy {
  const { clear, "leave-out": leaving, ...reductions } = policy.reductions;
  return {
    ...policy,
    reductions: {
      ...reductions,
      ...(clear === undefined ? {} : { clear: { ...clear, ahead: null } }),
      ...(leaving === undefined
        ? {}
        : { "leave-out": { ...leaving, maxTurns: Number.POSITIVE_INFINITY, messages: null } }),
    },
    maxTokens: Number.POSITIVE_INFINITY,
    summariseAt: 1,
    missCost: Number.POSITIVE_INFINITY,
    outlineOver: Number.POSITIVE_INFINITY,
  };
}
