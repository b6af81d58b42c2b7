/** A map that forgets what was not asked for in a while, so that it never holds much more than its limit. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  /** `bytes` is what the value takes, roughly. */
  set(key: Key, value: Value, bytes: number): void;
  delete(key: Key): void;
  clear(): void;
}

/** Two generations: what is asked for moves to the younger one; when that is half of the limit, the older one goes. */
export function makeBoundedMap<Key, Value>(mostBytes: number): BoundedMap<Key, Value> {
  let young = new Map<Key, HeldValue<Value>>();
  let old = new Map<Key, HeldValue<Value>>();
  let held = 0;
  const put = (key: Key, entry: HeldValue<Value>) => {
    if (held + entry.bytes > mostBytes / 2) {
      old = young;
      young = new Map();
      held = 0;
    }
    young.set(key, entry);
    held += entry.bytes;
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
    delete: (key) => {
      young.delete(key);
      old.delete(key);
    },
    clear: () => {
      young.clear();
      old.clear();
      held = 0;
    },
  };
}

interface HeldValue<Value> {
  readonly value: Value;
  readonly bytes: number;
}
