import { ClewError } from "@clewline/core/errors.js";
import { type EntryId, type Instant, type LaneRef, parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { parsePointer } from "@clewline/core/log/pointer.js";
import type { Engine } from "../../engine.js";
import { resolvePointerLane } from "../../read/recall.js";

/** The target of an erasure: exactly one of these. */
export interface EraseChoice {
  /** A message or another entry, by its pointer: with all its versions. */
  readonly entry?: string | undefined;
  /** A chat, as if it had never been. */
  readonly session?: string | undefined;
  /**
   * A person by their address: their messages, the turns that answered only them, their memories, and chats in which
   * only they spoke.
   */
  readonly person?: string | undefined;
}

/** The target as found in the log. */
export type EraseTarget =
  | { readonly kind: "entry"; readonly ref: LaneRef; readonly id: EntryId }
  | { readonly kind: "session"; readonly session: SessionKey }
  | { readonly kind: "person"; readonly person: string }
  /** Sessions without activity since: they go because the policy says so, and their memories stay. */
  | { readonly kind: "aged"; readonly sessions: readonly SessionKey[]; readonly idleSince: Instant };

export async function resolveTarget(engine: Engine, choice: EraseChoice): Promise<EraseTarget> {
  const given = Object.entries(choice).filter(([, value]) => value !== undefined);
  const [only] = given;
  if (only === undefined || given.length > 1) {
    throw new ClewError("options/bad", "Erase one entry, one session or one person at a time", {
      hint: 'Give { entry: "clew:e…" }, { session: "telegram:chat:42" } or { person: "42" }',
    });
  }
  const named = String(only[1]);
  if (choice.entry !== undefined) return resolveEntry(engine, named);
  if (choice.session !== undefined) return resolveSession(engine, named);
  return { kind: "person", person: findAddress(engine, named) };
}

async function resolveEntry(engine: Engine, pointer: string): Promise<EraseTarget> {
  const ref = await resolvePointerLane(engine, pointer);
  const found = await engine.store.byAddress(ref, parsePointer(pointer).address);
  if (found !== null) return { kind: "entry", ref: found.ref, id: found.entry.id };
  throw new ClewError("pointer/unknown", `Nothing in this log has the pointer ${pointer}`, {
    hint: "Copy it from clew log --json, clew context or clew why, and check --store",
  });
}

async function resolveSession({ store, owner }: Engine, named: string): Promise<EraseTarget> {
  const session = parseSessionKey(named);
  if ((await store.lanes({ owner, session })).length > 0) return { kind: "session", session };
  throw new ClewError("session/unknown", `The log has no session ${named}`, {
    hint: "clew sessions lists them; one that is erased is not among them",
  });
}

/** By the owner's name for a person too, where exactly one has it. */
function findAddress({ people }: Engine, named: string): string {
  const addresses = [...people].flatMap(([address, name]) => (name === named ? [address] : []));
  return !people.has(named) && addresses.length === 1 ? (addresses[0] ?? named) : named;
}
