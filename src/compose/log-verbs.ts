/**
 * The verbs that need a log and neither a turn nor a model. Each loads its part of the engine when it is first used, so
 * that whoever wants a list of sessions does not wait for the rest.
 */

import type { LaneSelector } from "../agent/answer-options.js";
import { type LaneRef, parseSessionKey, type SessionKey } from "../core/log/keys.js";
import type { SearchScope } from "../core/ports/index.js";
import type { Engine } from "../engine/engine.js";
import type { Clew } from "./clew.js";

type LookingVerb = "context" | "log" | "trace" | "why" | "diff" | "replay" | "recall" | "search" | "sessions" | "lanes";
type KeepingVerb = "clear" | "settings" | "journal" | "usage" | "import" | "export" | "doctor";

/** A log that is open, without what answers in it. */
export type OpenLog = Pick<Clew, LookingVerb | KeepingVerb | "close" | "location">;

export function buildLogVerbs(engine: Engine): Pick<Clew, LookingVerb | KeepingVerb> {
  return { ...buildLookingVerbs(engine), ...buildKeepingVerbs(engine) };
}

function buildLookingVerbs(engine: Engine): Pick<Clew, LookingVerb> {
  return {
    context: async ({ at, ...choice } = {}) => {
      const { makeContextReport, makePastContextReport } = await import("./context-report.js");
      return at === undefined
        ? makeContextReport(engine, await findLane(engine, choice))
        : makePastContextReport(engine, at);
    },
    log: async ({ limit = 50, ...choice } = {}) => {
      const { readLogPage } = await import("../engine/read/inspect.js");
      return readLogPage(engine, await findLane(engine, choice), limit);
    },
    trace: async ({ limit = 100, ...choice } = {}) => {
      const { readTrace } = await import("../engine/read/trace.js");
      return readTrace(engine, await findLane(engine, choice), limit);
    },
    why: async ({ turn, ...choice } = {}) => {
      const { explain, resolveNamedReceipt } = await import("../engine/read/inspect.js");
      const receipt = await resolveNamedReceipt(
        engine,
        turn === undefined ? await findLane(engine, choice) : null,
        turn ?? null,
      );
      return { receipt, verdicts: await explain(engine, receipt) };
    },
    diff: async (before, after) => {
      const { diff } = await import("../engine/read/replay.js");
      return diff(engine, before, after);
    },
    replay: async (receipt) => {
      const { replay } = await import("../engine/read/replay.js");
      return (await replay(engine, receipt)).bytes;
    },
    recall: async ({ pointer, offset = 0, find = null, lines = null, ...choice }) => {
      const { resolvePointerLane, recall, recallPage } = await import("../engine/read/recall.js");
      const anywhere = choice.session === undefined && choice.lane === undefined;
      const scope = anywhere ? await resolvePointerLane(engine, pointer) : await findLane(engine, choice);
      return recall(engine, scope, { pointer, offset, find, lines, limit: recallPage });
    },
    search: async (question, { limit = 20, ...choice } = {}) => {
      const { search } = await import("../engine/read/search.js");
      return search(engine, await findScope(engine, choice), question, limit);
    },
    sessions: async () => {
      const { listAllSessions } = await import("../engine/read/all-sessions.js");
      return listAllSessions(engine);
    },
    lanes: (session) => engine.store.lanes({ owner: engine.owner, session: parseSessionKey(session) }),
  };
}

function buildKeepingVerbs(engine: Engine): Pick<Clew, KeepingVerb> {
  return {
    clear: async (choice = {}) => {
      const { clearLane } = await import("../engine/growth/compact-lane.js");
      return clearLane(engine, await findLane(engine, choice));
    },
    settings: async ({ session, set } = {}) => {
      const { changeSettings, readSettings } = await import("../engine/commands/settings.js");
      const ref = await findLane(engine, { session });
      return set === undefined ? readSettings(engine, ref) : changeSettings(engine, ref, set);
    },
    journal: async ({ session, day } = {}) => {
      const { readJournal } = await import("../engine/read/journal.js");
      return readJournal(engine, session === undefined ? null : parseSessionKey(session), day);
    },
    usage: async (choice = {}) => {
      const { reportUsage } = await import("../engine/read/usage-report.js");
      return reportUsage(engine, choice);
    },
    import: async (path, options) => {
      const { importFile } = await import("./import/import-file.js");
      return importFile(engine, path, options);
    },
    export: ({ session } = {}) => streamExport(engine, session === undefined ? null : parseSessionKey(session)),
    doctor: async ({ thorough = false } = {}) => {
      const { diagnose } = await import("../engine/transfer/doctor.js");
      return diagnose(engine, thorough);
    },
  };
}

async function* streamExport(engine: Engine, session: SessionKey | null): AsyncGenerator<string, void> {
  const { exportLines } = await import("../engine/transfer/export.js");
  yield* exportLines(engine, session);
}

async function findLane(engine: Engine, { session, lane }: LaneSelector): Promise<LaneRef> {
  const { resolveNamedLane } = await import("../engine/read/inspect.js");
  return resolveNamedLane(engine, session ?? null, lane ?? null);
}

/** A lane belongs to a session: with neither, everything of the owner is searched. */
async function findScope(engine: Engine, { session, lane }: LaneSelector): Promise<SearchScope> {
  if (lane !== undefined) return { kind: "lane", ref: await findLane(engine, { session, lane }) };
  if (session === undefined) return { kind: "owner", owner: engine.owner };
  return { kind: "session", owner: engine.owner, session: parseSessionKey(session) };
}
