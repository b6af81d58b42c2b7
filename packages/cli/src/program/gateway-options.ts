/** The options that `clew serve` and `clew run` have in common. */
import { makeUsageError } from "./arguments.js";
import type { Input, Option } from "./command.js";

export const gatewayOptions: readonly Option[] = [
  { name: "no-recall", line: "models get no tool that opens what was left out, and nothing leaves for its price" },
  { name: "observe", line: "requests pass unchanged; clew usage says what views would have saved" },
  { name: "share", value: "N", line: "views for N of a hundred chats; the others are only observed" },
  { name: "policy", value: "NAME", line: "a preset, or a policy of clew.toml" },
];

/** Whether models get the tool, where neither the command nor clew.toml says no. */
export function offersRecall(input: Input, { gatewayRecall = true }: { readonly gatewayRecall?: boolean }): boolean {
  return gatewayRecall && !input.has("no-recall");
}

/** Chats of a hundred whose views are sent. */
export function readShare(input: Input): number {
  const share = input.number("share", 0, 100);
  if (!input.has("observe")) return share ?? 100;
  if (share === undefined) return 0;
  throw makeUsageError("--observe is for all chats, --share for some of them", "Leave out one of the two");
}

/** SIGUSR2 turns views off where they are on, and on where they are off. Returns what undoes that. */
export function followOffSignal({ toggle }: { readonly toggle: () => void }): () => void {
  process.on("SIGUSR2", toggle);
  return () => void process.off("SIGUSR2", toggle);
}
