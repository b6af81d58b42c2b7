/** Numbers that look random and are the same in every run, so that no key has to stand in the repository. */
export interface Draw {
  below(limit: number): number;
  of<T>(list: readonly T[]): T;
  from(alphabet: string, length: number): string;
}

export const digits = "0123456789";
export const lower = "abcdefghijklmnopqrstuvwxyz";
export const upper = lower.toUpperCase();
export const alphanumeric = `${lower}${upper}${digits}`;
export const hex = "0123456789abcdef";
export const base64 = `${alphanumeric}+/`;
export const urlSafe = `${alphanumeric}_-`;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    of: (list) => list[below(list.length)]!,
    from: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(""),
  };
}
