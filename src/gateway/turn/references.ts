/** Some clients name what the provider keeps of its answers in the place of their words: here they get them from the log. */
import { findNamedItem, type NamedItem } from "../../engine/answer/list/named-item.js";
import type { Engine } from "../../engine/engine.js";
import { mostAlike } from "../who/lane-choice.js";
import type { LaneSearch } from "../who/session.js";
import type { Wire, WireMessage } from "../wire/wire.js";

export async function fillReferences(
  engine: Engine,
  { references }: Wire,
  search: LaneSearch,
  list: readonly WireMessage[],
): Promise<readonly WireMessage[]> {
  if (references === undefined) return list;
  const whole: WireMessage[] = [];
  for (const message of list) {
    const names = filled.has(message) ? [] : references.list(message);
    const found = new Map<string, NamedItem>();
    for (const name of names) {
      const item = await findInSessions(engine, search, name);
      if (item !== null) found.set(name, item);
    }
    // What is not known yet may be so for the next request.
    if (found.size > 0 && found.size === names.length) filled.set(message, references.fill(message, found));
    whole.push(filled.get(message) ?? (found.size === 0 ? message : references.fill(message, found)));
  }
  return whole;
}

/** A message that is the same object as in the list before stands for the same. */
const filled = new WeakMap<WireMessage, WireMessage>();

async function findInSessions(engine: Engine, { candidate }: LaneSearch, name: string): Promise<NamedItem | null> {
  let before: string | null = null;
  for (let number = 1; number <= mostAlike; number++) {
    const ref = candidate(number);
    // Chats that have one name have one session.
    if (ref.session === before) return null;
    before = ref.session;
    const found = await findNamedItem(engine, ref, name);
    if (found !== null) return found;
    if ((await engine.store.read(ref, { limit: 0 })).last === 0) return null;
  }
  return null;
}
