/** A map that forgets what was not asked for in a while, so that it never holds much more than its limit. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  /** `bytes` is what the value takes, roughly. */
  set(key: Key, value: Value, bytes: number): void;
  delete(key: Key): void;
  clear(): void;
}

/**
 * Two generations: what is asked for moves to the younger one, and when that is half of the limit, it takes the place of the older
 * one. That gives way piece by piece before, so that about as much is held at any time as at any other.
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
    // What was asked for lately has been so long to be asked for again.
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
      // One that takes all the room would drive out everything else.
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

/** How much both may be, as a multiple of the younger one's share. */
const spare = 1.25;

interface HeldValue<Value> {
  readonly value: Value;
  readonly bytes: number;
}
