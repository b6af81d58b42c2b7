import { makeSafeName } from "./safe-name.js";

/** Keys for records without an id: made of what they say, and numbered from the second that says the same. */
export function makeContentKeys(): (...said: readonly (string | number | null)[]) => string {
  const counts = new Map<string, number>();
  return (...said) => {
    const key = makeSafeName(said.map((each) => each ?? "").join(" "));
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? `said:${key}` : `said:${key}:${count}`;
  };
}
