/**
 * V8 waits nine times as long before it optimises a function. Tests run much code a few times each: to optimise all of that took a
 * fifth of a worker's processor time, in threads beside it that the other worker needs. A process that a test starts is over sooner still.
 * Node 22 and newer refuse the option.
 */
export const laterOptimised: readonly string[] =
  Number.parseInt(process.versions.node, 10) < 22 ? ["--interrupt-budget=600000"] : [];
