/** How much is remembered at most: both limits hold. */
export interface MemoryBounds {
  readonly texts: number;
  /** Of all remembered texts together. */
  readonly characters: number;
}

/**
 * The same function, which does not compute again what it made of a text shortly before. `make` has to depend on nothing
 * but the text, and what it returns must never be changed.
 *
 * Texts live in two generations of half the bounds each: one that is asked for again moves to the younger, and when that is
 * full, the older is dropped. So the texts in use stay, and no text costs more than a look-up or two.
 */
export function rememberByText<Made extends object | string | number | boolean | null>(
  make: (text: string) => Made,
  bounds: MemoryBounds,
): (text: string) => Made {
  const [texts, characters] = [bounds.texts / 2, bounds.characters / 2];
  let young = new Map<string, Made>();
  let old = new Map<string, Made>();
  let held = 0;
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const before = old.get(text);
    const made = before === undefined ? make(text) : before;
    if (text.length > characters) return made;
    if (young.size >= texts || held + text.length > characters) {
      old = young;
      young = new Map();
      held = 0;
    }
    young.set(text, made);
    held += text.length;
    return made;
  };
}
