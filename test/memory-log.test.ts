/** What is folded of the log of memories while something else drops it: an erasure, or more chats than are kept. */

import type { Draft } from "@clewline/core/log/entry.js";
import { type EntryId, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import { makeMemoryLog } from "@clewline/engine/intake/memories/memory-log.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { expect, test } from "vitest";

const owner = parseOwnerKey("me");
const session = parseSessionKey("house:chat");
const scope = { kind: "session", session } as const;

function makeNote(person: string): Draft {
  const note = { kind: "heard", person, session } as const;
  return { id: `heard-${person}` as EntryId, kind: "noted", turn: null, step: null, at: 1, arrived: 1, note };
}

test("nothing is missing of what was dropped while the rest was read or written", async () => {
  const store = makeMemoryStore({ hash: sha256 });
  const ref = makeScopeRef(owner, scope);
  const say = async (...people: readonly string[]) =>
    (await store.write({ ref, entries: people.map(makeNote) })).entries;
  let meanwhile: (() => void) | null = null;
  const range: typeof store.range = async (...place) => {
    const found = await store.range(...place);
    meanwhile?.();
    meanwhile = null;
    return found;
  };
  const log = makeMemoryLog({ ...store, range }, owner);
  const heard = (members: ReadonlyMap<string | null, unknown>) => [...members.keys()];
  await say("ana", "ben");
  expect(heard((await log.read(scope)).members)).toEqual(["ana", "ben"]);
  await say("cleo");
  meanwhile = log.forget;
  expect(heard((await log.read(scope)).members)).toEqual(["ana", "ben", "cleo"]);
  const written = await say("dora");
  log.forget();
  expect(heard((await log.keep(scope, written, 3)).members)).toEqual(["ana", "ben", "cleo", "dora"]);
});
