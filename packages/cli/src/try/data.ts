/** The result of `clew try` for --json. Figures are tokens as the provider counts them, dollars, or parts of 1. */
import type { PolicyTrial } from "@clewline/try/judge.js";
import type { Trial } from "@clewline/try/try.js";

export function makeTryData(source: string, tried: Trial) {
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
    full: makePolicyData(full),
    client: makePolicyData(tried.client),
    oracle: makePolicyData(tried.oracle),
    policies: policies.map(makePolicyData),
    difference,
    resent,
    unsuited: tried.unsuited,
    unread: tried.bad,
  };
}

function makePolicyData({ name, sent, largest, billed, fromCache, dollars, ...rest }: PolicyTrial) {
  const { kept, tooSmall, compactions, quotes, recalls, last } = rest;
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
    quotes,
    recalls,
    last,
  };
}
