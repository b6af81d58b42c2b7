/** The verbs of `clew.memory`: what was given becomes addresses, keys and instants here, once. */

import { ClewError } from "@clewline/core/errors.js";
import { parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { type KeptChange, type Memory, type MemoryKind, memoryKinds } from "@clewline/core/log/memories/memory.js";
import { readMemoryKind } from "@clewline/core/memory/memory-kind.js";
import { makeToldIndex } from "@clewline/core/memory/told/told-index.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import type { Engine } from "../../engine.js";
import { addMemory, editMemory, type MemoryToAdd } from "../../intake/memories/edit-memories.js";
import { findHistory, readAllMemories } from "../../intake/memories/find-memory.js";
import { cleanId } from "../../intake/redact/clean-ids.js";
import { listMemories, type WantedMemories } from "./list-memories.js";
import { compareMemories, listScopes } from "./memory-likeness.js";
import type { MemoryChoice, MemoryEdits, NewMemory } from "./memory-verbs.js";
import { rankMemories } from "./rank-memories.js";
import { readEnd } from "./read-end.js";

export async function listChosen(engine: Engine, choice: MemoryChoice): Promise<readonly Memory[]> {
  const wanted = readChoice(engine, choice);
  // Also what was said there a moment ago.
  if (wanted.session !== null) await engine.learning.settled(wanted.session);
  return listMemories(engine, wanted, engine.clock.now());
}

type FindChoice = MemoryChoice & { readonly limit?: number | undefined };

export async function findChosen(engine: Engine, question: string, given: FindChoice): Promise<readonly Memory[]> {
  const { limit = 10, ...choice } = given;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new ClewError("options/bad", `limit is ${JSON.stringify(limit)}`, {
      hint: "Give a whole number of at least 1",
    });
  }
  const wanted = readChoice(engine, choice);
  const now = engine.clock.now();
  const memories = await listMemories(engine, wanted, now);
  const index = makeToldIndex(memories.map((memory) => ({ memory })));
  const likeness = await compareMemories(engine, question, listScopes(index.told), index.told.length);
  const ranked = rankMemories(question, index, { person: wanted.person, people: engine.people, now, likeness });
  return ranked.slice(0, limit).map(({ memory }) => memory);
}

export async function addGiven(engine: Engine, given: NewMemory): Promise<Memory> {
  return addMemory(engine, readNewMemory(engine, given));
}

/** What is wrong with it is thrown, but for its text. */
export function readNewMemory(engine: Engine, { text, kind, until, person, session }: NewMemory): MemoryToAdd {
  const end = until === undefined ? {} : { until: readEnd(until, engine.zone) };
  const reader = { person: readPerson(engine, person), session: readSession(session) };
  return { text, kind: readMemoryKind(kind), ...reader, ...end };
}

export async function editNamed(engine: Engine, name: string, edits: MemoryEdits): Promise<Memory> {
  const { text, kind, until } = edits;
  return editMemory(engine, name, {
    ...(text === undefined ? {} : { text: text }),
    ...(kind === undefined ? {} : { kind: readMemoryKind(kind) }),
    ...(until === undefined ? {} : { until: until === null ? null : readEnd(until, engine.zone) }),
  });
}

export async function listHistory(engine: Engine, name: string | null): Promise<readonly KeptChange[]> {
  const all = await readAllMemories(engine);
  const changes = name === null ? all.flatMap((each) => each.changes) : findHistory(all, name);
  return changes.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function readChoice(engine: Engine, { person, session, kind, all = false }: MemoryChoice): WantedMemories {
  return { person: readPerson(engine, person), session: readSession(session), kind: readKind(kind), all };
}

function readSession(given: string | undefined): SessionKey | null {
  return given === undefined ? null : parseSessionKey(given);
}

/** An address; a name that the owner gave to exactly one is that one's. */
function readPerson(engine: Engine, given: string | undefined): string | null {
  if (given === undefined) return null;
  const { people } = engine;
  const person = cleanId(engine, given);
  if (person.trim() === "" || person.length > mostLetters) {
    throw new ClewError("options/bad", "person is no address", { hint: "Give an address, or a name from people" });
  }
  const named = [...people].filter(([, name]) => normaliseText(name) === normaliseText(person));
  return people.has(person) || named.length !== 1 ? person : (named[0]?.[0] ?? person);
}

const mostLetters = 400;

/** A wish for a kind that there is none of would find nothing, and nobody would know why. */
function readKind(given: unknown): MemoryKind | null {
  if (given === undefined) return null;
  const kind = memoryKinds.find((each) => each === given);
  if (kind !== undefined) return kind;
  throw new ClewError("options/bad", `kind is ${JSON.stringify(given)}`, { hint: `Use ${memoryKinds.join(", ")}` });
}
