/** Reads a lane for a view: no more entries than may fit, and of background turns only those that may be shown. */

import {
  type BackgroundRuns,
  countSkipped,
  isSkipped,
  listReadRuns,
  listSkippedPlaces,
  noRuns,
  type SkippedPlaces,
} from "@clewline/core/log/background-runs.js";
import { type Entry, listTexts } from "@clewline/core/log/entry.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef, Tokens } from "@clewline/core/log/keys.js";
import type { LaneRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { type Budget, computeRoom, countAvailableTokens } from "@clewline/core/policy/budget.js";
import { isStateless, type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import type { LaneState } from "@clewline/core/ports/index.js";
import { hashPolicy } from "@clewline/core/receipt/receipt.js";
import { spareBackgroundTurns } from "@clewline/core/view/past/selected-past.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import type { PureFns } from "@clewline/core/view/snapshot.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import type { Engine } from "../engine.js";
import { pickRanges, rangesRequest } from "../growth/lane-ranges.js";
import { readRuns } from "./background.js";
import { findContents } from "./keep-reading.js";
import { callsRequest } from "./learned-limits.js";
import { makeOvertakenError } from "./list/overtaken.js";
import { listWantedBlobs } from "./wanted-blobs.js";

export interface LaneReading {
  readonly state: LaneState;
  /** The engine's policy with the session's settings applied. */
  readonly policy: Policy;
  readonly skipped: SkippedPlaces;
  /** The hidden and pinned ranges of the lane. */
  readonly ranges: LaneRanges;
  /** The accounts of the lane's newest calls, newest first. */
  readonly calls: readonly LaneRecord[];
  /** If there are more entries than were read, those up to this seq have to leave; otherwise 0. */
  readonly boundary: number;
}

/** The policy of a lane: the engine's, with the session's settings. */
export async function readLanePolicy({ store, policy }: Engine, ref: LaneRef): Promise<Policy> {
  return applySettings(policy, (await store.read(ref, { limit: 0 })).settings);
}

/** Hardly any entry takes fewer tokens, which bounds how many can fit. */
const leastTokensPerEntry: Tokens = 8;

export async function readLaneState(
  engine: Engine,
  ref: LaneRef,
  input: Pick<ViewInput<AbortSignal>, "turn" | "budget" | "tried" | "expectedLast">,
): Promise<LaneReading> {
  const limit = computeEntryLimit(engine.policy, input.budget);
  const runs = (await readRuns(engine.store, ref)) ?? noRuns;
  const own = await readState(engine, ref, input, { limit, runs });
  if (own.last !== (input.expectedLast ?? own.last)) throw makeOvertakenError();
  const [ranges, calls = []] = own.records;
  const whole =
    input.tried === undefined ? own : await readTried(engine, ref, { state: own, tried: input.tried, limit });
  const policy = applySettings(engine.policy, whole.settings);
  const skipped = listSkipped(runs, whole.epoch, policy);
  const state = dropSkipped(whole, skipped, input.turn);
  return {
    state,
    policy,
    skipped,
    ranges: pickRanges(ranges),
    calls,
    boundary: computeLeaveBoundary(state, limit, policy, skipped),
  };
}

/**
 * How many characters of an epoch's key name the policy. The rest names surface and window, so that a larger model
 * starts from the whole lane again.
 */
const policyMark = 16;

/** A surface has reductions of its own: it may see what no other surface does, and compact because of that. */
function nameAudience({ hash }: PureFns, { window }: Budget, surface: string | undefined): string {
  const own = surface === undefined ? "" : `-${hash(surface).slice(0, 8)}`;
  return `${own}-${window}`;
}

/** Reads all that a view needs of its lane in one go. */
function readState(
  engine: Engine,
  ref: LaneRef,
  { turn, budget }: Pick<ViewInput<AbortSignal>, "turn" | "budget">,
  { limit, runs }: { readonly limit: number; readonly runs: BackgroundRuns },
): Promise<LaneState> {
  const policyFor = (settings: LaneState["settings"]) => applySettings(engine.policy, settings);
  const own = nameAudience(engine.fns, budget, turn?.surface);
  const kept = findContents(engine.store, ref);
  return engine.store.read(ref, {
    limit,
    ...(runs.runs.length === 0
      ? {}
      : { without: ({ epoch, settings }) => listSkipped(runs, epoch, policyFor(settings)).ranges }),
    forced: turn?.id ?? null,
    epochKey: (settings) => hashPolicy(policyFor(settings), engine.fns.hash) + own,
    ...(isStateless(engine.policy) ? {} : { isOwnSummary: (name: string) => name.slice(policyMark) === own }),
    records: [rangesRequest, callsRequest],
    replied: turn !== null,
    blobsOf: ({ settings, entries, replied }) => {
      const policy = policyFor(settings);
      const quoted = replied === null ? [] : listTexts(replied.entry);
      const wanted = listWantedBlobs(policy, { turn, room: computeRoom(budget, policy) }, entries, quoted);
      return wanted.filter((blob) => !kept.has(blob));
    },
  });
}

/** Summaries among which that of an epoch is searched. */
const summariesTried = 64;

/** The lane as it would be read with another epoch: more of it than its own leaves, never less. */
async function readTried(
  { store }: Engine,
  ref: LaneRef,
  { state, tried, limit }: { readonly state: LaneState; readonly tried: Epoch; readonly limit: number },
): Promise<LaneState> {
  const whole = await store.read(ref, { limit });
  const named = tried.summary === null ? [] : await store.records(ref, "summary", null, summariesTried);
  const summary = named.find(({ id }) => id === tried.summary?.id);
  const left = findLeaveBoundary(tried.through);
  const behind = whole.entries.filter(({ seq }) => seq > left);
  const held = await store.at(
    ref,
    tried.held.filter((seq) => seq <= left && seq > state.cleared),
  );
  const entries = [...held, ...behind];
  const turns = new Map([...state.turns, ...whole.turns].map((turn) => [turn.id, turn]));
  for (const { turn } of held)
    if (turn !== null && !turns.has(turn)) {
      const found = await store.turn(ref, turn);
      if (found !== null) turns.set(turn, found);
    }
  const shown = new Set(entries.map(({ turn }) => turn));
  return {
    ...state,
    epoch: tried,
    summary: summary?.kind === "summary" ? summary.summary : null,
    candidate: null,
    furthest: null,
    entries,
    turns: [...turns.values()]
      .filter(({ id }) => shown.has(id))
      .sort((a, b) => a.began - b.began || (a.id < b.id ? -1 : 1)),
  };
}

/** As many as may fit; for a policy that looks back so many turns, no more than even long turns have. */
function computeEntryLimit(policy: Policy, budget: Budget): number {
  const { past } = policy;
  if (past.kind === "compacting") return Math.max(256, Math.ceil(countAvailableTokens(budget) / leastTokensPerEntry));
  const fitting = Math.ceil(computeRoom(budget, policy) / leastTokensPerEntry);
  return Math.max(256, Math.min(fitting, past.lookback * entriesPerTurn));
}

/** Agents were seen to make 133 calls in a turn, each with its result. */
const entriesPerTurn = 300;

/**
 * A lane of very short entries may hold more of them than are read. The boundary then moves by a good part at once and
 * stays there, so that it does not slide with every message.
 */
function computeLeaveBoundary(
  { last, epoch, cleared }: LaneState,
  limit: number,
  { compactTo }: Policy,
  { ranges }: SkippedPlaces,
): number {
  const start = Math.max(findLeaveBoundary(epoch.through), cleared);
  if (last - start - countSkipped(ranges, start) <= limit) return 0;
  const [oldest] = listReadRuns(ranges, start, last, Math.floor(limit * compactTo));
  return (oldest?.from ?? last + 1) - 1;
}

/** Without a prefix to keep, all that is not shown is skipped; else what came before the last compaction, or a crowd. */
function listSkipped(runs: BackgroundRuns, { foldedThrough }: Epoch, policy: Policy): SkippedPlaces {
  const most = readPrefix(policy) === "epoch" ? policy.backgroundTurns + spareBackgroundTurns : -1;
  return listSkippedPlaces(runs, foldedThrough, most);
}

/** Drops skipped entries that were read for another reason, or by a store without skipping. Needed ones stay. */
function dropSkipped(state: LaneState, { ranges }: SkippedPlaces, turn: TurnRecord | null): LaneState {
  if (ranges.length === 0) return state;
  const held = new Set(state.epoch.held);
  const isNeeded = ({ seq, turn: own, id }: Entry) =>
    held.has(seq) || (turn !== null && (own === turn.id || turn.messages.includes(id)));
  return { ...state, entries: state.entries.filter((entry) => isNeeded(entry) || !isSkipped(entry.seq, ranges)) };
}
