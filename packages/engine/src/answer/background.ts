/** Keeps in mind where a lane's background turns are, so that no view has to read past them. */

import {
  addBackgroundTurn,
  type BackgroundRuns,
  backgroundEvent,
  noRuns,
  readBackgroundRuns,
} from "@clewline/core/log/background-runs.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { isBackgroundTurn, type TurnRecord } from "@clewline/core/log/turn.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { toJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { makeEventRecord } from "../growth/compaction.js";

/** In a log of an earlier version nothing was noted; as much of it is looked through, once. */
const mostLookedThrough = 2_000;
/** Views show at least so many, whatever a session's setting was when the turn ended. */
const leastKept = 3;

/** Notes a background turn that has ended. If that fails, or never happens, the turn is read like any other. */
export async function noteBackgroundTurn(engine: Engine, turn: TurnRecord): Promise<void> {
  if (!isBackgroundTurn(turn)) return;
  const { ref } = turn;
  const before = await readRuns(engine.store, ref);
  const { settings, entries, turns } = await engine.store.read(ref, {
    limit: before === null ? mostLookedThrough : 0,
    forced: turn.id,
  });
  const kept = Math.max(leastKept, applySettings(engine.policy, settings).backgroundTurns);
  const earlier = before === null ? turns.filter(({ id, ended }) => id !== turn.id && ended !== null) : [];
  const after = [...earlier.toSorted((a, b) => a.began - b.began), turn].reduce(
    (runs, each) => addBackgroundTurn(runs, each, listSeqs(entries, each), kept),
    before ?? noRuns,
  );
  const at = engine.clock.now();
  const place = { ref, epoch: { key: "", number: 0 } };
  await engine.store.write({
    ref,
    records: [makeEventRecord(engine, place, { name: backgroundEvent, at, event: toJson(after) })],
  });
}

export async function readRuns(store: LogStore, ref: LaneRef): Promise<BackgroundRuns | null> {
  const [newest] = await store.records(ref, "event", backgroundEvent, 1);
  return newest?.kind === "event" ? readBackgroundRuns(newest.event) : null;
}

function listSeqs(entries: readonly Entry[], { id, messages }: TurnRecord): readonly number[] {
  return entries.flatMap((entry) => (entry.turn === id || messages.includes(entry.id) ? [entry.seq] : []));
}
