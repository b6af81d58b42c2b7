import type { Policy } from "./policy.js";

/** For programs that keep their own conversations: they tell their models the time themselves. */
export function fitForClients(policy: Policy): Policy {
  return { ...policy, layers: policy.layers.filter((layer) => layer !== "now") };
}
