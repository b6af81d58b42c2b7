import { dirname } from "node:path";
import { quoteShellWord } from "../core/text/shell-word.js";

/** Keys of a folder's clew.toml that don't count, because they do more than show and the folder is not trusted. */
export interface IgnoredKeys {
  readonly path: string;
  /** E.g. store, servers.anthropic. */
  readonly keys: readonly string[];
  readonly state: "changed" | "unknown";
}

/** Says which keys of which file don't count, and by which command they would. */
export function describeIgnored({ path, keys, state }: IgnoredKeys): {
  readonly text: string;
  readonly command: string;
} {
  const why = state === "changed" ? "it has changed since you trusted it" : "its folder is not trusted";
  const text = `clew: ${keys.join(", ")} in ${path} ignored: ${why}. To let it decide that:`;
  return { text, command: `clew trust ${quoteShellWord(dirname(path))}` };
}
