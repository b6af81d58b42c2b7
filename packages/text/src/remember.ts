/** Limits of a cache; both apply. */
export interface MemoryBounds {
  readonly texts: number;
  /** The characters of all cached texts together. */
  readonly characters: number;
}

/**
 * Caches a function by its text. `make` must depend on nothing but the text, and its results must never be modified.
 *
 * Texts live in two generations of half the bounds each: a text that is requested again moves to the younger one, and
 * when that is full, the older one is dropped. So texts in use stay, and no text costs more than two look-ups.
 */
export function rememberByText<Made extends object | string | number | boolean | null>(
  make: (text: string) => Made,
  bounds: MemoryBounds,
): (text: string) => Made {
  const [texts, characters] = [bounds.texts / 2, bounds.characters / 2];
  let young = new Map<string, Made>();
  let old = new Map<string, Made>();
  let count = 0;
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const before = old.get(text);
    const made = before === undefined ? make(text) : before;
    if (text.length > characters) return made;
    if (young.size >= texts || count + text.length > characters) {
      old = young;
      young = new Map();
      count = 0;
    }
    young.set(text, made);
    count += text.length;
    return made;
  };
}

/**
 * Caches a function by its object, for as long as that lives. `make` must depend on nothing but the object, which never changes, and
 * its results must never be modified.
 */
export function rememberByObject<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const known = new WeakMap<Given, { readonly made: Made }>();
  return (given) => {
    const found = known.get(given);
    if (found !== undefined) return found.made;
    const made = make(given);
    known.set(given, { made });
    return made;
  };
}
