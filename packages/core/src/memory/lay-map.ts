/**
 * A map with other values for some keys. The large part that hardly changes is shared with the map before, which stays as it was:
 * a memory more among ten thousand costs no copy of all. It lists its entries as a copy would.
 */
export function layMap<Key, Value>(
  before: ReadonlyMap<Key, Value>,
  changed: ReadonlyMap<Key, Value | null>,
): ReadonlyMap<Key, Value> {
  const [base, top] = before instanceof LaidMap ? [before.base, before.top] : [before, new Map<Key, Value>()];
  const isShort = (top.size + changed.size) ** 2 <= base.size;
  // A key that goes, and may come back, has another place.
  if (!isShort || [...changed.values()].includes(null)) return copy(before, changed);
  const laid = new Map(top);
  for (const [key, value] of changed) laid.set(key, value as Value);
  return new LaidMap(base, laid);
}

function copy<Key, Value>(before: ReadonlyMap<Key, Value>, changed: ReadonlyMap<Key, Value | null>): Map<Key, Value> {
  const after = new Map(before);
  for (const [key, value] of changed) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return after;
}

class LaidMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly size: number;

  constructor(
    readonly base: ReadonlyMap<Key, Value>,
    readonly top: ReadonlyMap<Key, Value>,
  ) {
    this.size = base.size + [...top.keys()].filter((key) => !base.has(key)).length;
  }

  get(key: Key): Value | undefined {
    return this.top.has(key) ? this.top.get(key) : this.base.get(key);
  }

  has(key: Key): boolean {
    return this.top.has(key) || this.base.has(key);
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const [key, value] of this.base) yield [key, this.top.has(key) ? (this.top.get(key) as Value) : value];
    for (const [key, value] of this.top) if (!this.base.has(key)) yield [key, value];
  }

  *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(use: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) use(value, key, this);
  }
}
