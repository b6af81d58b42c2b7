/** The result of `clew try` for --json. Figures are tokens as the provider counts them, dollars, or parts of 1. */
import type { Tried, TriedPolicy } from "../../try/try.js";

export function tryData(source: string, tried: Tried) {
  const { format, lanes, calls, from, to, models, facts, window, fit, paid, full, policies, difference, resent } =
    tried;
  return {
    source,
    format,
    lanes,
    calls,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    models,
    prices: {
      family: facts.family === "" ? null : facts.family,
      input: facts.input,
      output: facts.output,
      as: facts.as,
    },
    window,
    estimate: fit,
    paid,
    full: policyData(full),
    policies: policies.map(policyData),
    difference,
    resent,
    unread: tried.bad,
  };
}

function policyData({ name, sent, largest, billed, fromCache, dollars, ...rest }: TriedPolicy) {
  const { kept, tooSmall, compactions, last, sampled } = rest;
  return {
    policy: name,
    sent,
    largest,
    billed,
    fromCache,
    dollars,
    prefixKept: kept,
    tooSmall,
    compactions,
    last,
    sampled,
  };
}
