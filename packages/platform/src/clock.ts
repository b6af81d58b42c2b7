import type { Clock } from "@clewline/core/ports/index.js";
import { loadCrypto } from "./crypto.js";

/** The system's clock, or one by another time of day. Its ids are UUIDv7 and sort in the order in which this process made them. */
export function makeSystemClock(readTime: () => number = Date.now): Clock {
  let last = 0;
  let counter = 0;
  const draw = makeRandomSource();
  return {
    now: () => readTime(),
    monotonic: () => performance.now(),
    id() {
      const now = Math.max(readTime(), last);
      counter = now === last ? counter + 1 : 0;
      // The counter has 12 bits; when it overflows, the id takes the next millisecond.
      const [time, count] = counter > 0xfff ? [now + 1, 0] : [now, counter];
      last = time;
      counter = count;
      return makeUuid(time, count, draw());
    },
  };
}

const [bytesOfId, idsAtOnce] = [8, 128];

/** Random bytes for one id after another, fetched for many at a time: to ask the system costs more than the bytes. */
function makeRandomSource(): () => Buffer {
  let [pool, used] = [Buffer.alloc(0), 0];
  return () => {
    if (used === pool.length) [pool, used] = [loadCrypto().randomBytes(bytesOfId * idsAtOnce), 0];
    used += bytesOfId;
    return pool.subarray(used - bytesOfId, used);
  };
}

function makeUuid(time: number, count: number, random: Buffer): string {
  const stamp = time.toString(16).padStart(12, "0");
  const variant = (0x80 | ((random[0] ?? 0) & 0x3f)).toString(16);
  const tail = random.subarray(1).toString("hex");
  const version = `7${count.toString(16).padStart(3, "0")}`;
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${version}-${variant}${tail.slice(0, 2)}-${tail.slice(2)}`;
}
