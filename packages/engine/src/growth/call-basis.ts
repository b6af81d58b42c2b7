/** Keeps the basis of a lane's calls, whenever it changes. */

import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { CallBasis, LaneRecord } from "@clewline/core/log/record.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { encodePolicy } from "@clewline/core/policy/stored-policy.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { hashBlock } from "@clewline/core/view/render/block-pieces.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";

const recordName = "call";

/** Returns the basis of the lane's last call; null before the first call, and for calls of earlier versions. */
export async function findCallBasis(store: LogStore, ref: LaneRef): Promise<CallBasis | null> {
  const [newest] = await store.records(ref, "basis", recordName, 1);
  return newest?.kind === "basis" ? newest.basis : null;
}

/** The basis as a record to write; none if the lane has the same already. Call `keep` after the write. */
export interface BasisChange {
  readonly records: readonly LaneRecord[];
  keep(): void;
}

/** Lanes whose basis is known without looking; others are read once. */
const mostLanes = 256;
const known = new WeakMap<LogStore, Map<string, string>>();

export async function makeBasisChange(
  engine: Engine,
  input: ViewInput<AbortSignal>,
  snapshot: Snapshot,
  view: View,
): Promise<BasisChange> {
  const { ref } = snapshot;
  const basis = describeBasis(engine, input, snapshot, view);
  const text = encodeCanonicalJson(basis);
  const lanes = known.get(engine.store) ?? new Map<string, string>();
  known.set(engine.store, lanes);
  const address = makeLaneAddress(ref);
  const before = lanes.get(address) ?? encodeCanonicalJson(await findCallBasis(engine.store, ref));
  const keep = () => {
    lanes.delete(address);
    lanes.set(address, text);
    for (const oldest of lanes.keys()) if (lanes.size > mostLanes) lanes.delete(oldest);
  };
  if (before === text) return { records: [], keep };
  const at = engine.clock.now();
  const id = engine.fns.hash(encodeCanonicalJson([address, at, basis])).slice(0, 16);
  return { records: [{ kind: "basis", id, name: recordName, at, basis }], keep };
}

/** Lanes may be others from now on. */
export function forgetBases(store: LogStore): void {
  known.delete(store);
}

function describeBasis(
  engine: Engine,
  { asked, budget, model }: ViewInput<AbortSignal>,
  { entries, instructions, pinned, people, zone }: Snapshot,
  { blocks }: View,
): CallBasis {
  const { window, reply } = asked ?? budget;
  // If a file replaces the instructions, it is read again where the folder is known.
  const isShown = instructions.trim() !== "" && pinned?.isBootstrap === undefined;
  const block = isShown ? blocks.find(({ layer }) => layer === "instructions") : undefined;
  const opened = engine.instructions === "" ? 0 : engine.instructions.length + 2;
  return {
    model: model === undefined ? null : { name: model.name, factor: model.facts.factor },
    window,
    reply,
    instructions: block === undefined ? null : (hashBlock(block, engine.fns.hash)[0] ?? null),
    own: isShown ? Math.max(0, instructions.length - opened) : 0,
    policy: describePolicy(engine.policy),
    zone,
    people: pickSpeakers(people, entries),
  };
}

function describePolicy(policy: Policy): Json {
  if (presets[policy.name] === policy) return policy.name;
  const described = encoded.get(policy) ?? encodePolicy(policy);
  encoded.set(policy, described);
  return described;
}

/** A program makes its calls with one policy, and encoding it takes longer than all else here. */
const encoded = new WeakMap<Policy, Json>();

/** Few of all the people that an owner may know speak in one lane. */
function pickSpeakers(people: Snapshot["people"], entries: readonly Entry[]): CallBasis["people"] {
  if (people.size === 0) return {};
  const addresses = new Set(entries.flatMap((entry) => (entry.kind === "said" ? (entry.by.address ?? []) : [])));
  return Object.fromEntries(
    [...addresses].sort().flatMap((each) => (people.has(each) ? [[each, people.get(each) ?? ""]] : [])),
  );
}
