/**
 * V8 waits nine times as long before it optimises a function. Tests run much code a few times each: to optimise all of that took a
 * fifth of a worker's processor time, in threads beside it that the other worker needs. A process that a test starts is over sooner still.
 */
export const laterOptimised: readonly string[] = ["--interrupt-budget=600000"];
