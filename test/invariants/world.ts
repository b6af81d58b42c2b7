import type { Entry } from "@clewline/core/log/entry.js";
import type { Budget } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { assemble } from "@clewline/core/view/assemble.js";
import type { PureFns, Snapshot } from "@clewline/core/view/snapshot.js";
import type { AssemblyResult, View } from "@clewline/core/view/view.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { applyPolicy, type GeneratedCase } from "../cases/cases.js";

/** One generated case with its views: at its own budget, and on a scale from the least that fits to more than enough. */
export interface World {
  readonly given: GeneratedCase;
  /** The snapshot as it was before anything was assembled from it. */
  readonly untouched: Snapshot;
  readonly budget: Budget;
  readonly result: AssemblyResult;
  /** The least that was said to be enough. */
  readonly least: number;
  /** Budgets that fit, smallest first. */
  readonly scale: readonly Seen[];
  /** All of the above that fit, each request once. */
  readonly seen: readonly Seen[];
}

export interface Seen {
  readonly budget: Budget;
  readonly available: number;
  readonly view: View;
}

/** A property over a world: the sentences that say how it fails. */
export type Check = (world: World) => readonly string[];

const plenty = 1_000_000_000;

export function worldOf(given: GeneratedCase): World {
  const { snapshot, policy, budget } = given;
  const fns = remembering(given.fns);
  const untouched = structuredClone(snapshot);
  deepFreeze(snapshot);
  const at = (available: number) => assemble(snapshot, policy, { window: available, reply: 0 }, fns);
  const result = assemble(snapshot, policy, budget, fns);
  const least = leastThatFits(at);
  const most = tokensOf(at(plenty));
  const parts = [0, 0.4].map((part) => Math.round(least + Math.max(0, most - least) * part));
  const scale = [...parts, plenty].flatMap((available) =>
    seenIn(at(available), { window: available, reply: 0 }, given),
  );
  return {
    given: { ...given, fns },
    untouched,
    budget,
    result,
    least,
    scale,
    seen: distinct([...seenIn(result, budget, given), ...scale]),
  };
}

/** The same case under another policy, at one budget: its own, or the least that fits. */
export function glanceAt(world: World, policy: Policy): World {
  const given = applyPolicy(world.given, policy);
  const { snapshot, budget, fns } = given;
  const first = assemble(snapshot, policy, budget, fns);
  const enough = first.kind === "too-small" ? { window: first.needed, reply: 0 } : budget;
  const result = first.kind === "too-small" ? assemble(snapshot, policy, enough, fns) : first;
  const seen = seenIn(result, enough, given);
  return { given, untouched: snapshot, budget: enough, result, least: 0, scale: [], seen };
}

/** Every entry of the snapshot by its place. */
export function entriesBySeq(snapshot: Snapshot): ReadonlyMap<number, Entry> {
  return new Map(snapshot.entries.map((entry) => [entry.seq, entry]));
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  const inner = value instanceof Map ? [...value.values()] : Object.values(value);
  for (const each of inner) deepFreeze(each);
}

/** A request that fits into less says nothing new where there is more. */
function distinct(seen: readonly Seen[]): readonly Seen[] {
  const tightest = new Map<string, Seen>();
  for (const each of seen) {
    const bytes = each.view.pieces.join("");
    const known = tightest.get(bytes);
    if (known === undefined || known.available > each.available) tightest.set(bytes, each);
  }
  return [...tightest.values()];
}

/** The same kit, counting and hashing each text once. */
function remembering(fns: PureFns): PureFns {
  const known = new Map<string, number>();
  const counter = (text: string) => {
    const tokens = known.get(text) ?? countTokens(text, fns.calibration);
    known.set(text, tokens);
    return tokens;
  };
  const hashes = new Map<string, string>();
  const hash = (text: string) => {
    const digits = hashes.get(text) ?? fns.hash(text);
    hashes.set(text, digits);
    return digits;
  };
  return { hash, calibration: { ...fns.calibration, counter } };
}

function leastThatFits(at: (available: number) => AssemblyResult): number {
  const none = at(1);
  return none.kind === "too-small" ? none.needed : 1;
}

function tokensOf(result: AssemblyResult): number {
  return result.kind === "fits" ? result.view.tokens : plenty;
}

function seenIn(result: AssemblyResult, budget: Budget, { policy, snapshot }: GeneratedCase): readonly Seen[] {
  if (result.kind !== "fits") return [];
  return [{ budget, available: roomOf(budget, policy, snapshot), view: result.view }];
}

/** What a view may take: of the window, of the policy's own limit, and of what a provider took before. */
export function roomOf(budget: Budget, { maxTokens }: Policy, { roomLimit }: Snapshot): number {
  return Math.min(budget.window - budget.reply, maxTokens, roomLimit);
}
