/**
 * The verbs that need a log and neither a turn nor a model. Each loads its part of the engine when it is first used, so
 * that whoever wants a list of sessions does not wait for the rest.
 */

import type { LaneSelector } from "../agent/answer-options.js";
import { type LaneRef, parseSessionKey, type SessionKey } from "../core/log/keys.js";
import type { Scope } from "../core/ports/index.js";
import type { Engine } from "../engine/engine.js";
import type { Clew } from "./clew.js";

type LookingVerb = "context" | "log" | "trace" | "why" | "diff" | "replay" | "recall" | "search" | "sessions" | "lanes";
type KeepingVerb = "clear" | "settings" | "journal" | "usage" | "import" | "export" | "doctor";

/** A log that is open, without what answers in it. */
export type OpenLog = Pick<Clew, LookingVerb | KeepingVerb | "close" | "location">;

export function buildLogVerbs(house: Engine): Pick<Clew, LookingVerb | KeepingVerb> {
  return { ...buildLookingVerbs(house), ...buildKeepingVerbs(house) };
}

function buildLookingVerbs(house: Engine): Pick<Clew, LookingVerb> {
  return {
    context: async ({ at, ...choice } = {}) => {
      const { makeContextReport, makePastContextReport } = await import("./context-report.js");
      return at === undefined
        ? makeContextReport(house, await findLane(house, choice))
        : makePastContextReport(house, at);
    },
    log: async ({ limit = 50, ...choice } = {}) => {
      const { readLogPage } = await import("../engine/read/inspect.js");
      return readLogPage(house, await findLane(house, choice), limit);
    },
    trace: async ({ limit = 100, ...choice } = {}) => {
      const { readTrace } = await import("../engine/read/trace.js");
      return readTrace(house, await findLane(house, choice), limit);
    },
    why: async ({ turn, ...choice } = {}) => {
      const { explain, resolveNamedReceipt } = await import("../engine/read/inspect.js");
      const receipt = await resolveNamedReceipt(
        house,
        turn === undefined ? await findLane(house, choice) : null,
        turn ?? null,
      );
      return { receipt, verdicts: await explain(house, receipt) };
    },
    diff: async (before, after) => {
      const { diff } = await import("../engine/read/replay.js");
      return diff(house, before, after);
    },
    replay: async (receipt) => {
      const { replay } = await import("../engine/read/replay.js");
      return (await replay(house, receipt)).bytes;
    },
    recall: async ({ pointer, offset = 0, find = null, lines = null, ...choice }) => {
      const { resolvePointerLane, recall, recallPage } = await import("../engine/read/recall.js");
      const anywhere = choice.session === undefined && choice.lane === undefined;
      const scope = anywhere ? await resolvePointerLane(house, pointer) : await findLane(house, choice);
      return recall(house, scope, { pointer, offset, find, lines, limit: recallPage });
    },
    search: async (question, { limit = 20, ...choice } = {}) => {
      const { search } = await import("../engine/read/search.js");
      return search(house, await findScope(house, choice), question, limit);
    },
    sessions: async () => {
      const { listAllSessions } = await import("../engine/read/each-session.js");
      return listAllSessions(house);
    },
    lanes: (session) => house.store.lanes({ owner: house.owner, session: parseSessionKey(session) }),
  };
}

function buildKeepingVerbs(house: Engine): Pick<Clew, KeepingVerb> {
  return {
    clear: async (choice = {}) => {
      const { clearLane } = await import("../engine/growth/compact-lane.js");
      return clearLane(house, await findLane(house, choice));
    },
    settings: async ({ session, set } = {}) => {
      const { changeSettings, readSettings } = await import("../engine/commands/settings.js");
      const ref = await findLane(house, { session });
      return set === undefined ? readSettings(house, ref) : changeSettings(house, ref, set);
    },
    journal: async ({ session, day } = {}) => {
      const { readJournal } = await import("../engine/read/journal.js");
      return readJournal(house, session === undefined ? null : parseSessionKey(session), day);
    },
    usage: async (choice = {}) => {
      const { reportUsage } = await import("../engine/read/usage-report.js");
      return reportUsage(house, choice);
    },
    import: async (path, options) => {
      const { importFile } = await import("./import/import-file.js");
      return importFile(house, path, options);
    },
    export: ({ session } = {}) => streamExport(house, session === undefined ? null : parseSessionKey(session)),
    doctor: async ({ thorough = false } = {}) => {
      const { diagnose } = await import("../engine/transfer/doctor.js");
      return diagnose(house, thorough);
    },
  };
}

async function* streamExport(house: Engine, session: SessionKey | null): AsyncGenerator<string, void> {
  const { exportLines } = await import("../engine/transfer/export.js");
  yield* exportLines(house, session);
}

async function findLane(house: Engine, { session, lane }: LaneSelector): Promise<LaneRef> {
  const { resolveNamedLane } = await import("../engine/read/inspect.js");
  return resolveNamedLane(house, session ?? null, lane ?? null);
}

/** A lane belongs to a session: with neither, everything of the owner is searched. */
async function findScope(house: Engine, { session, lane }: LaneSelector): Promise<Scope> {
  if (lane !== undefined) return { kind: "lane", ref: await findLane(house, { session, lane }) };
  if (session === undefined) return { kind: "owner", owner: house.owner };
  return { kind: "session", owner: house.owner, session: parseSessionKey(session) };
}
