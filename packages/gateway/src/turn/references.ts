/** Some clients name what the provider keeps of its answers in the place of their words: here they get them from the log. */
import { makeLaneAddress } from "@clewline/core/log/keys.js";
import { findNamedItem, type NamedItem } from "@clewline/engine/answer/list/named-item.js";
import type { Engine } from "@clewline/engine/engine.js";
import { mostAlike } from "../who/lane-choice.js";
import type { LaneSearch } from "../who/session.js";
import type { References, Wire, WireMessage, WireRequest } from "../wire/wire.js";
import type { LaneTraffic } from "./traffic.js";

interface ListToFill {
  readonly engine: Engine;
  readonly wire: Wire;
  readonly request: Pick<WireRequest, "list">;
  readonly search: LaneSearch;
  readonly traffic: Pick<LaneTraffic, "isBusy">;
}

export async function fillReferences(given: ListToFill): Promise<readonly WireMessage[]> {
  const { references } = given.wire;
  const { list } = given.request;
  if (references === undefined) return list;
  const whole: WireMessage[] = [];
  for (const message of list) {
    const isWhole = references.list(message).length === 0;
    whole.push(isWhole ? message : await fillOnce(given, references, message));
  }
  return whole;
}

/**
 * A message that is the same object as in the list before resolves to the same, in the same chats. Other chats have
 * other answers. A failed lookup is remembered too, since an answer is in the log before its client has all of it.
 */
const filled = new WeakMap<WireMessage, Map<LaneSearch["family"], WireMessage>>();

async function fillOnce(given: ListToFill, references: References, message: WireMessage): Promise<WireMessage> {
  const { family } = given.search;
  const known = filled.get(message) ?? new Map<string, WireMessage>();
  const before = known.get(family);
  if (before !== undefined) return before;
  await waitForLeft(given);
  const found = new Map<string, NamedItem>();
  for (const name of references.list(message)) {
    const item = await findInSessions(given, name);
    if (item !== null) found.set(name, item);
  }
  const whole = found.size === 0 ? message : references.fill(message, found);
  filled.set(message, known.set(family, whole));
  return whole;
}

/** Waits until the answers of clients that left are stored: such a client may name them at once. */
async function waitForLeft({ search, traffic }: ListToFill): Promise<void> {
  for (let number = 1; number <= mostAlike; number++) await traffic.isBusy(makeLaneAddress(search.candidate(number)));
}

async function findInSessions({ engine, search }: ListToFill, name: string): Promise<NamedItem | null> {
  let before: string | null = null;
  for (let number = 1; number <= mostAlike; number++) {
    const ref = search.candidate(number);
    // Chats that have one name have one session.
    if (ref.session === before) return null;
    before = ref.session;
    const found = await findNamedItem(engine, ref, name);
    if (found !== null) return found;
    if ((await engine.store.read(ref, { limit: 0 })).last === 0) return null;
  }
  return null;
}
