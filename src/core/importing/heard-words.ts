import type { Entry, Text } from "../log/entry.js";
import type { HostItem } from "../log/host-message.js";

/** What was heard of a conversation, so that the same words told from elsewhere can be left out, as often as they were heard. */
export interface HeardWords {
  /** Whether all of it was heard, and was not taken before; then it is taken. */
  take(said: Entry | HostItem): boolean;
}

/** Of several lanes, such as a conversation and its title, only one counts for each word: they tell each other's. */
export function countHeardWords(lanes: readonly (readonly (Entry | HostItem)[])[]): HeardWords {
  const left = new Map<string, number>();
  for (const lane of lanes) {
    const own = new Map<string, number>();
    for (const key of lane.flatMap(listKeys)) own.set(key, (own.get(key) ?? 0) + 1);
    for (const [key, count] of own) left.set(key, Math.max(left.get(key) ?? 0, count));
  }
  return {
    take(said) {
      const keys = listKeys(said);
      if (keys.length === 0 || keys.some((key) => (left.get(key) ?? 0) === 0)) return false;
      for (const key of keys) left.set(key, (left.get(key) ?? 1) - 1);
      return true;
    },
  };
}

/**
 * What it is known by wherever it was heard: a call and its result by the call's id, words by who said them. A model's reasoning is
 * not everywhere told, and counts where there is nothing else. Empty for what nobody said.
 */
function listKeys(said: Entry | HostItem): readonly string[] {
  if (said.kind === "called" || said.kind === "returned") return [`${said.kind} ${said.call}`];
  if (said.kind !== "said") return [];
  const role = "by" in said ? said.by.role : said.role;
  const keys = said.parts.flatMap((part): readonly (readonly [kind: string, key: string])[] => {
    if (part.kind === "file") return [[part.kind, `${role} ${part.mediaType}`]];
    const words = readEnds(part.text);
    return words === "" ? [] : [[part.kind, `${role} ${part.kind} ${words}`]];
  });
  const plain = keys.filter(([kind]) => kind !== "reasoning");
  return (plain.length > 0 ? plain : keys).map(([, key]) => key);
}

/** Characters at both ends of a long text that tell it from others; a row of the log has no more of some. */
const endLength = 200;

function readEnds(text: Text): string {
  const [head, tail] = typeof text === "string" ? [text.trim(), text.trim()] : [text.head.trim(), text.tail.trim()];
  const isShort = typeof text === "string" && head.length <= 2 * endLength;
  return isShort ? head : `${head.slice(0, endLength)} ${tail.slice(-endLength)}`;
}
