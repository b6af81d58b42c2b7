import type { Steps } from "@clewline/text/steps.js";
import { type ReadBody, readJsonBody } from "./read-body.js";
import { countAlike } from "./scan-json.js";

/** How long passed data is held without a follow-up, in ms. */
export const heldMs = 15 * 60_000;

/**
 * Returns a function to call whenever something is held. A while later `drop` releases what is old, even if no more
 * requests come. It runs again as long as it returns that something is left.
 */
export function makeExpiry(drop: () => boolean): () => void {
  let isWatched = false;
  const watch = () => {
    if (isWatched) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      if (drop()) watch();
    }, heldMs).unref();
  };
  return watch;
}

/** The bodies that came last, so that the next ones are read from where they differ. */
export interface KnownBodies {
  /** Null for what is no JSON object. Only bodies of the same caller are compared. */
  read(caller: string, bytes: Buffer): Steps<ReadBody | null>;
}

/** Conversations that are held, bytes of them all, and bytes of one. */
const [mostBodies, mostBytes, mostOfOne] = [128, 32 * 1024 * 1024, 8 * 1024 * 1024];

interface HeldBody {
  readonly caller: string;
  readonly body: ReadBody;
  readonly at: number;
}

/** `now` tells the time in ms. */
export function keepBodies(now: () => number): KnownBodies {
  // The oldest first.
  let held: readonly HeldBody[] = [];
  const watch = makeExpiry(() => {
    held = keepNewest(held, now());
    return held.length > 0;
  });
  return {
    *read(caller, bytes) {
      const at = now();
      const before = findNearest(
        held.filter((each) => each.caller === caller),
        bytes,
      );
      const body = yield* readJsonBody(bytes, before?.body ?? null);
      if (body === null) return null;
      const others = held.filter((each) => each !== before || !hasMost(body, each.body));
      held = keepNewest(bytes.length > mostOfOne ? others : [...others, { caller, body, at }], at);
      watch();
      return body;
    },
  };
}

/** The one that has the most of its beginning in common. */
function findNearest(held: readonly HeldBody[], bytes: Buffer): HeldBody | null {
  let [nearest, most]: [HeldBody | null, number] = [null, 0];
  for (const each of held.toReversed()) {
    // Most others differ in the first byte that would have to be alike.
    const alike = each.body.bytes[most] === bytes[most] ? countAlike(each.body.bytes, bytes) : 0;
    if (alike > most) [nearest, most] = [each, alike];
  }
  return nearest;
}

/** Objects at the end of a list that a client may change before it sends it again. */
const mostChanged = 8;

/** Whether it is the same conversation, and not another with the same tools. */
function hasMost(body: ReadBody, before: ReadBody): boolean {
  let changed = 0;
  for (const { name, items } of before.fields) {
    const now = body.fields.find((field) => field.name === name)?.items ?? [];
    for (const [place, { value }] of (items ?? []).entries()) if (now[place]?.value !== value) changed += 1;
  }
  return changed <= mostChanged;
}

function keepNewest(held: readonly HeldBody[], at: number): readonly HeldBody[] {
  const kept: HeldBody[] = [];
  let bytes = 0;
  for (const each of held.slice(-mostBodies).toReversed()) {
    bytes += each.body.bytes.length;
    if (bytes > mostBytes || at - each.at > heldMs) break;
    kept.unshift(each);
  }
  return kept;
}
