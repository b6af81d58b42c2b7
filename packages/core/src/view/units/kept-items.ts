/**
 * Caches items of earlier calls of the lane. An entry never changes, so its appearance depends on the renderer, the
 * policy's limits and its surroundings, all of which are in the key.
 */
import { type Entry, listBlobIds } from "../../log/entry.js";
import type { BlobId } from "../../log/keys.js";
import type { Policy } from "../../policy/policy.js";
import type { Renderer } from "../renderer.js";
import type { Item } from "./item.js";

const kept = new WeakMap<Entry, Map<string, Item>>();

/** A lane is viewed in few ways at a time: by policy, window and model. */
const mostLooks = 8;

/** The renderer and the policy that decide how entries are drawn. */
export interface Drawer {
  readonly renderer: Renderer;
  readonly policy: Policy;
}

/** Returns the cached item, or draws it. `look` names what the entry itself does not show; `edit` replaces its text. */
export function keepItem(
  drawer: Drawer,
  [entry, edit]: readonly [Entry, (Entry | undefined)?],
  look: string,
  draw: () => Item,
): Item {
  const { renderer } = drawer;
  const missing =
    joinMissingBlobs(renderer, entry) + (edit === undefined ? "" : `${edit.id} ${joinMissingBlobs(renderer, edit)}`);
  const key = `${makeDrawerKey(drawer)} ${look} ${missing}`;
  const looks = kept.get(entry) ?? new Map<string, Item>();
  const known = looks.get(key);
  if (known !== undefined) return known;
  const item = draw();
  if (looks.size >= mostLooks) looks.clear();
  looks.set(key, item);
  kept.set(entry, looks);
  return item;
}

/** Names everything that these entries' items depend on besides the entries: the drawer, and missing blobs. */
export function describeLook(drawer: Drawer, entries: readonly Entry[]): string {
  let look = makeDrawerKey(drawer);
  for (const entry of entries) look += ` ${joinMissingBlobs(drawer.renderer, entry)}`;
  return look;
}

const drawerKeys = new WeakMap<Drawer, string>();
/** Short names for the keys of drawers. A number is never reused. */
const numbers = new Map<string, string>();
const mostNumbers = 1_000;
let given = 0;

function makeDrawerKey(drawer: Drawer): string {
  const known = drawerKeys.get(drawer);
  if (known !== undefined) return known;
  const { history, spillOver, neverSpill, streamBytes, runningTurn, outlineOver, missCost } = drawer.policy;
  const long = JSON.stringify([
    history.form,
    spillOver,
    neverSpill,
    streamBytes,
    runningTurn,
    outlineOver,
    missCost === Number.POSITIVE_INFINITY,
    drawer.renderer.key,
  ]);
  const key = numbers.get(long) ?? `${++given}`;
  if (numbers.size >= mostNumbers) numbers.clear();
  numbers.set(long, key);
  drawerKeys.set(drawer, key);
  return key;
}

/** The missing blobs of an entry. Most entries have no blobs. */
function joinMissingBlobs(renderer: Renderer, entry: Entry): string {
  const blobs = listBlobs(entry);
  return blobs.length === 0 ? "" : blobs.filter((blob) => renderer.file(blob) === undefined).join(" ");
}

type Blobs = readonly BlobId[];

const blobsIn = new WeakMap<Entry, Blobs>();
const none: Blobs = [];

function listBlobs(entry: Entry): Blobs {
  const known = blobsIn.get(entry);
  if (known !== undefined) return known;
  const found = listBlobIds(entry);
  const blobs = found.length === 0 ? none : found;
  blobsIn.set(entry, blobs);
  return blobs;
}
