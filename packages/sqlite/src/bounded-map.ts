/** A map that drops values that were not read for a while, so that it never exceeds its limit by much. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  /** `bytes` is the approximate size of the value. */
  set(key: Key, value: Value, bytes: number): void;
  delete(key: Key): void;
  clear(): void;
}

/**
 * Keeps two generations. A value that is read moves to the younger one. When that holds half of the limit, it replaces
 * the older one. The older one shrinks piece by piece before, so that the total size stays about the same.
 */
export function makeBoundedMap<Key, Value>(mostBytes: number): BoundedMap<Key, Value> {
  const most = mostBytes / 2;
  let young = new Map<Key, HeldValue<Value>>();
  let old = new Map<Key, HeldValue<Value>>();
  let [fresh, aged] = [0, 0];
  const drop = (key: Key) => {
    fresh -= young.get(key)?.bytes ?? 0;
    aged -= old.get(key)?.bytes ?? 0;
    young.delete(key);
    old.delete(key);
  };
  const put = (key: Key, entry: HeldValue<Value>) => {
    drop(key);
    if (fresh + entry.bytes > most) {
      [old, aged] = [young, fresh];
      [young, fresh] = [new Map(), 0];
    }
    young.set(key, entry);
    fresh += entry.bytes;
    // Keys are in the order in which they were put, so the oldest ones go first.
    for (const oldest of old.keys()) {
      if (fresh + aged <= most * spare) break;
      drop(oldest);
    }
  };
  return {
    get: (key) => {
      const found = young.get(key);
      if (found !== undefined) return found.value;
      const before = old.get(key);
      if (before !== undefined) put(key, before);
      return before?.value;
    },
    set: (key, value, bytes) => {
      // A very large value would drive out all others.
      if (bytes <= mostBytes / 8) put(key, { value, bytes });
    },
    delete: drop,
    clear: () => {
      young.clear();
      old.clear();
      [fresh, aged] = [0, 0];
    },
  };
}

/** The most that both generations may hold, as a multiple of the younger one's share. */
const spare = 1.25;

interface HeldValue<Value> {
  readonly value: Value;
  readonly bytes: number;
}
