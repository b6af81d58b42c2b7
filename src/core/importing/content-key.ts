import { makeSafeName } from "./safe-name.js";

/** Makes keys for records without an id from their content; repeated content gets a number from the second on. */
export function makeContentKeys(): (...said: readonly (string | number | null)[]) => string {
  const counts = new Map<string, number>();
  return (...said) => {
    const key = makeSafeName(said.map((each) => each ?? "").join(" "));
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? `said:${key}` : `said:${key}:${count}`;
  };
}
