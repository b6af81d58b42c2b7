/** The same numbers for the same seed, on every machine (mulberry32). */
export interface Random {
  /** 0 to below 1. */
  next(): number;
  /** 0 to below `limit`. */
  pickNumber(limit: number): number;
  pickOne<Item>(items: readonly Item[]): Item;
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pickNumber = (limit: number) => Math.floor(next() * limit);
  const pickOne = <Item>(items: readonly Item[]): Item => {
    const item = items[pickNumber(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  };
  return { next, pickNumber, pickOne };
}

/** Puts words in the place of `{slot}`; the same slot gets the same word in all the texts. */
export function fillSlots(
  texts: readonly string[],
  slots: Readonly<Record<string, readonly string[]>>,
  random: Random,
): readonly string[] {
  const chosen = new Map<string, string>();
  return texts.map((text) =>
    text.replace(/\{(\w+)\}/gu, (_whole, slot: string) => {
      const words = slots[slot];
      if (words === undefined) throw new Error(`There are no words for {${slot}} in ${JSON.stringify(text)}`);
      const word = chosen.get(slot) ?? random.pickOne(words);
      chosen.set(slot, word);
      return word;
    }),
  );
}
