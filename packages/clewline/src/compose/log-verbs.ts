/**
 * The verbs that need a log and neither a turn nor a model. Each loads its part of the engine on first use, so that a
 * list of sessions does not wait for the rest.
 */

import type { LaneSelector } from "@clewline/agent/answer-options.js";
import { laneNames } from "@clewline/agent/option-names.js";
import { type LaneRef, parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { mostUnsent, type SearchScope } from "@clewline/core/ports/index.js";
import type { LearnOptions } from "@clewline/engine/answer/learning/learn-history.js";
import { checkFilled, checkKind, checkOptions, checkText, type OptionNames } from "@clewline/engine/check-options.js";
import type { RangeVerb } from "@clewline/engine/commands/change-ranges.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { IndexReport } from "@clewline/engine/read/meaning/index-report.js";
import type { MemoryChoice, MemoryEdits, MemoryVerbs, NewMemory } from "@clewline/engine/read/memories/memory-verbs.js";
import { isObject } from "@clewline/text/json.js";
import { checkOperations } from "./check-memories.js";
import type { Clew, RangeVerbs } from "./clew.js";
import type { ToldOptions } from "./context-report.js";
import type { ImportOptions } from "./import/import-file.js";

type LookingVerb =
  | "context"
  | "log"
  | "trace"
  | "why"
  | "diff"
  | "replay"
  | "replayCall"
  | "recall"
  | "search"
  | "sessions"
  | "lanes";
type KeepingVerb =
  | "unsent"
  | "unanswered"
  | "clear"
  | "settings"
  | "journal"
  | "summaries"
  | "usage"
  | "import"
  | "export"
  | "index"
  | "memory"
  | "erase"
  | "ranges"
  | "doctor";

/** A log that is open, without what answers in it. */
export type OpenLog = Pick<Clew, LookingVerb | KeepingVerb | "close" | "location">;

const recallNames: OptionNames<Parameters<Clew["recall"]>[0]> = {
  ...laneNames,
  pointer: "text",
  offset: "number",
  find: "text",
  lines: "table",
};

type SearchChoice = NonNullable<Parameters<Clew["search"]>[1]>;
const searchNames: OptionNames<SearchChoice> = {
  ...laneNames,
  limit: "count",
  person: "text",
  since: "text",
  until: "text",
  kind: "text",
  archived: "switch",
};

const importNames: OptionNames<ImportOptions> = {
  agents: true,
  format: "text",
  importers: "list",
  onProgress: "function",
};

type IndexChoice = NonNullable<Parameters<Clew["index"]>[0]>;
const indexNames: OptionNames<IndexChoice> = { finish: "switch", onProgress: "function", signal: "signal" };

/** `told` is null where the program that opened the log answers in it. */
export function buildLogVerbs(engine: Engine, told: ToldOptions | null = null): Pick<Clew, LookingVerb | KeepingVerb> {
  return { ...buildLookingVerbs(engine, told), ...buildKeepingVerbs(engine) };
}

function buildLookingVerbs(engine: Engine, told: ToldOptions | null): Pick<Clew, LookingVerb> {
  return {
    context: async (options = {}) => {
      const { reportContext } = await import("./context-report.js");
      return reportContext(engine, options, told, (choice) => findLane(engine, choice));
    },
    log: async (options = {}) => {
      const { limit = 50, ...choice } = checkOptions(options, { ...laneNames, limit: "count" });
      const { readLogPage } = await import("@clewline/engine/read/inspect.js");
      return readLogPage(engine, await findLane(engine, choice), limit);
    },
    trace: async (options = {}) => {
      const { limit = 100, ...choice } = checkOptions(options, { ...laneNames, limit: "count" });
      const { readTrace } = await import("@clewline/engine/read/trace.js");
      return readTrace(engine, await findLane(engine, choice), limit);
    },
    why: async (options = {}) => {
      const { turn, ...choice } = checkOptions(options, { ...laneNames, turn: "text" });
      const { explain, resolveNamedReceipt } = await import("@clewline/engine/read/inspect.js");
      const receipt = await resolveNamedReceipt(
        engine,
        turn === undefined ? await findLane(engine, choice) : null,
        turn ?? null,
      );
      const { explainStanding } = await import("@clewline/engine/read/memories/explain-standing.js");
      const standing = await explainStanding(engine, receipt.standing);
      const { readCallCache } = await import("@clewline/engine/read/call-cache.js");
      const cache = await readCallCache(engine, receipt.ref, receipt.id);
      return { receipt, verdicts: await explain(engine, receipt), standing, cache };
    },
    diff: async (before, after) => {
      const { diff } = await import("@clewline/engine/read/replay.js");
      return diff(engine, checkText("before", before), checkText("after", after));
    },
    replay: async (receipt) => {
      const { replay } = await import("@clewline/engine/read/replay.js");
      return (await replay(engine, checkText("receipt", receipt))).bytes;
    },
    replayCall: async (named) =>
      (await import("@clewline/engine/read/replay.js")).replayCall(engine, checkText("receipt", named)),
    recall: (query) => openPointer(engine, query),
    search: async (question, options = {}) => {
      const { limit = 20, session, lane, ...filter } = checkOptions(options, searchNames);
      const { search } = await import("@clewline/engine/read/search/search.js");
      const scope = await findScope(engine, { session, lane });
      return search(engine, checkText("query", question), { ...filter, scope, limit });
    },
    sessions: async (options = {}) => {
      const { which = "active", begins = false } = checkOptions(options, { which: "text", begins: true });
      const { listSessions, parseSessionChoice } = await import("@clewline/engine/read/sessions/archive.js");
      const listed = await listSessions(engine, parseSessionChoice(which));
      if (begins === false) return listed;
      if (begins !== true) checkKind("begins", begins, "count");
      const { addFirstWords } = await import("@clewline/engine/read/sessions/first-words.js");
      return addFirstWords(engine, listed, begins === true ? listed.length : begins);
    },
    lanes: async (session) =>
      engine.store.lanes({ owner: engine.owner, session: parseSessionKey(checkText("session", session)) }),
  };
}

async function openPointer(engine: Engine, query: Parameters<Clew["recall"]>[0]): ReturnType<Clew["recall"]> {
  const { pointer, offset = 0, find = null, lines = null, ...choice } = checkOptions(query, recallNames);
  const { resolvePointerLane, recall, recallPage } = await import("@clewline/engine/read/recall.js");
  checkText("pointer", pointer);
  const anywhere = choice.session === undefined && choice.lane === undefined;
  const remembered = anywhere ? await openMemory(engine, pointer) : null;
  if (remembered !== null) return remembered;
  const scope = anywhere ? await resolvePointerLane(engine, pointer) : await findLane(engine, choice);
  return recall(engine, scope, { pointer, offset, find, lines, limit: recallPage });
}

function buildKeepingVerbs(engine: Engine): Pick<Clew, KeepingVerb> {
  return {
    unsent: async (options = {}) => {
      const { session, limit = session === undefined ? 10 * mostUnsent : mostUnsent } = checkOptions(options, {
        session: "text",
        limit: "count",
      });
      const { listUnsentReplies } = await import("@clewline/engine/read/unsent.js");
      return listUnsentReplies(engine, session === undefined ? null : parseSessionKey(session), limit);
    },
    unanswered: async () => {
      const { listUnansweredTurns } = await import("@clewline/engine/read/unanswered.js");
      return listUnansweredTurns(engine);
    },
    clear: async (choice = {}) => {
      const { clearLane } = await import("@clewline/engine/growth/compact-lane.js");
      return clearLane(engine, await findLane(engine, checkOptions(choice, laneNames)));
    },
    settings: async (options = {}) => {
      const { session, set } = checkOptions(options, { session: "text", set: "texts" });
      const { changeSettings, readSettings } = await import("@clewline/engine/commands/settings.js");
      const ref = await findSettingsLane(engine, session, set === undefined);
      return set === undefined ? readSettings(engine, ref) : changeSettings(engine, ref, set);
    },
    journal: async (options = {}) => {
      const { session, day } = checkOptions(options, { session: "text", day: "text" });
      const { readJournal } = await import("@clewline/engine/read/journal.js");
      return readJournal(engine, session === undefined ? null : parseSessionKey(session), day);
    },
    summaries: async (session) => {
      const { readSummaries } = await import("@clewline/engine/read/summaries.js");
      return readSummaries(engine, parseSessionKey(checkText("session", session)));
    },
    usage: async (choice = {}) => {
      const { reportUsage } = await import("@clewline/engine/read/usage-report.js");
      return reportUsage(
        engine,
        checkOptions(choice, { session: "text", since: "text", by: "text", advise: "switch" }),
      );
    },
    import: (path, options = {}) => importChecked(engine, path, options),
    export: (options = {}) => {
      const { session } = checkOptions(options, { session: "text" });
      return streamExport(engine, session === undefined ? null : parseSessionKey(session));
    },
    memory: buildMemoryVerbs(engine),
    ranges: buildRangeVerbs(engine),
    index: async (options = {}) => indexLog(engine, checkOptions(options, indexNames)),
    erase: async (choice, options = {}) => eraseChosen(engine, choice, checkOptions(options, { dryRun: "switch" })),
    doctor: async (options = {}) => {
      const { thorough = false, onProgress } = checkOptions(options, { thorough: "switch", onProgress: "function" });
      const { diagnose } = await import("@clewline/engine/transfer/doctor.js");
      return diagnose(engine, thorough, onProgress);
    },
  };
}

async function importChecked(engine: Engine, path: string, options: ImportOptions): ReturnType<Clew["import"]> {
  const { importers = [] } = checkOptions(options, importNames);
  for (const importer of importers) checkText("importers.format", isObject(importer) ? importer.format : importer);
  const { importFile } = await import("./import/import-file.js");
  // An empty path would be the folder that the program runs in.
  return importFile(engine, checkFilled("path", path), options);
}

async function eraseChosen(
  engine: Engine,
  choice: Parameters<Clew["erase"]>[0],
  { dryRun = false }: NonNullable<Parameters<Clew["erase"]>[1]>,
): ReturnType<Clew["erase"]> {
  const { erase } = await import("@clewline/engine/answer/erase/erase.js");
  return erase(engine, checkOptions(choice, { entry: "text", session: "text", person: "text" }), dryRun);
}

function buildRangeVerbs(engine: Engine): RangeVerbs {
  const changing = () => import("@clewline/engine/commands/change-ranges.js");
  const change =
    (verb: RangeVerb) =>
    async (range: string, choice: LaneSelector = {}) => {
      const ref = await findLane(engine, checkOptions(choice, laneNames));
      return (await changing()).changeRanges(engine, ref, verb, checkText("range", range));
    };
  return {
    list: async (choice = {}) =>
      (await changing()).listRanges(engine, await findLane(engine, checkOptions(choice, laneNames))),
    hide: change("hide"),
    show: change("show"),
    pin: change("pin"),
    unpin: change("unpin"),
  };
}

const choiceNames: OptionNames<MemoryChoice> = { person: "text", session: "text", kind: "text", all: "switch" };
const memoryNames: OptionNames<NewMemory> = {
  text: "text",
  kind: "text",
  person: "text",
  session: "text",
  until: true,
};
const editNames: OptionNames<MemoryEdits> = { text: "text", kind: "text", until: true };

const learnNames: OptionNames<LearnOptions> = {
  dryRun: "switch",
  limit: "count",
  session: "text",
  onProgress: "function",
  signal: "signal",
};

function buildMemoryVerbs(engine: Engine): MemoryVerbs {
  const reading = () => import("@clewline/engine/read/memories/memory-requests.js");
  const editing = () => import("@clewline/engine/intake/memories/edit-memories.js");
  const syncing = () => import("@clewline/engine/intake/memories/files/sync-files.js");
  // A memory file edited a moment ago counts too, so the files are read first.
  const taken = async () => (engine.memoryFolder === null ? undefined : (await syncing()).syncBehind(engine));
  const pin = async (name: string, isPinned: boolean) => {
    await taken();
    return (await editing()).pinMemory(engine, checkText("name", name), isPinned);
  };
  return {
    list: async (choice = {}) => {
      const checked = checkOptions(choice, choiceNames);
      await taken();
      return (await reading()).listChosen(engine, checked);
    },
    find: async (question, choice = {}) => {
      const checked = checkOptions(choice, { ...choiceNames, limit: "count" });
      await taken();
      return (await reading()).findChosen(engine, checkText("question", question), checked);
    },
    add: async (memory) => {
      checkText("text", checkOptions(memory, memoryNames).text);
      return (await reading()).addGiven(engine, memory);
    },
    edit: async (name, edits) => {
      const checked = checkOptions(edits, editNames);
      await taken();
      return (await reading()).editNamed(engine, checkText("name", name), checked);
    },
    history: async (name) => {
      const checked = name === undefined ? null : checkText("name", name);
      await taken();
      return (await reading()).listHistory(engine, checked);
    },
    forget: async (name) => {
      await taken();
      return (await editing()).forgetMemory(engine, checkText("name", name));
    },
    pin: async (name) => pin(name, true),
    unpin: async (name) => pin(name, false),
    undo: async (change) => {
      await taken();
      const { undoChange } = await import("@clewline/engine/intake/memories/undo-change.js");
      return undoChange(engine, change === undefined ? null : checkText("change", change));
    },
    ...buildTidyingVerbs(engine, taken),
    sync: async () => (await syncing()).syncMemoryFiles(engine),
    why: async (name) => {
      await taken();
      const { explainMemory } = await import("@clewline/engine/read/memories/explain-memory.js");
      return explainMemory(engine, checkText("name", name));
    },
  };
}

type TidyingVerbs = Pick<MemoryVerbs, "review" | "apply" | "learn" | "rebuild">;

function buildTidyingVerbs(engine: Engine, taken: () => Promise<void>): TidyingVerbs {
  const tidying = () => import("@clewline/engine/read/memories/apply-operations.js");
  return {
    review: async () => {
      await taken();
      return (await tidying()).reviewMemories(engine);
    },
    apply: async (operations) => {
      const checked = checkOperations(operations);
      await taken();
      return (await tidying()).applyOperations(engine, checked);
    },
    learn: async (options = {}) => {
      const { session, ...wish } = checkOptions(options, learnNames);
      await taken();
      const { learnHistory } = await import("@clewline/engine/answer/learning/learn-history.js");
      return learnHistory(engine, { ...wish, session: session === undefined ? null : parseSessionKey(session) });
    },
    rebuild: async (options = {}) => {
      const { rebuildMemories } = await import("@clewline/engine/answer/learning/rebuild-memories.js");
      return rebuildMemories(engine, checkOptions(options, { dryRun: "switch", signal: "signal" }));
    },
  };
}

async function openMemory(engine: Engine, pointer: string): Promise<Awaited<ReturnType<Clew["recall"]>> | null> {
  const { findPointedMemory, writeMemory } = await import("@clewline/engine/read/memories/open-memory.js");
  const found = await findPointedMemory(engine, pointer);
  if (found === null) return null;
  const text = await writeMemory(engine, found.memory);
  return { kind: "page", ref: found.ref, text, next: null, of: text.length };
}

async function indexLog(
  engine: Engine,
  { finish = false, onProgress, signal = new AbortController().signal }: IndexChoice,
): Promise<IndexReport> {
  const { finishIndex, reportIndex } = await import("@clewline/engine/read/meaning/index-report.js");
  if (finish) {
    await engine.learning.asked();
    const { learnAll } = await import("@clewline/engine/answer/learning/learn-all.js");
    await learnAll(engine, signal);
  }
  return finish ? finishIndex(engine, { onProgress, signal }) : reportIndex(engine, signal);
}

async function* streamExport(engine: Engine, session: SessionKey | null): AsyncGenerator<string, void> {
  const { exportLines } = await import("@clewline/engine/transfer/export.js");
  await engine.learning.settled(session);
  yield* exportLines(engine, session === null ? null : [session]);
}

/** Settings are those of a session, which may be new, as for /config; of a log without any, the defaults can be read. */
async function findSettingsLane(engine: Engine, named: string | undefined, isRead: boolean): Promise<LaneRef> {
  const { store, owner } = engine;
  const isEmpty =
    isRead && named === undefined && (await store.sessions(owner, { after: null, limit: 1 })).length === 0;
  if (named === undefined && !isEmpty) return findLane(engine, {});
  const session = parseSessionKey(named ?? "terminal:default");
  return { owner, session, lane: route({ session, topic: null, replyTo: null }, null) };
}

async function findLane(engine: Engine, { session, lane }: LaneSelector): Promise<LaneRef> {
  const { resolveNamedLane } = await import("@clewline/engine/read/inspect.js");
  return resolveNamedLane(engine, session ?? null, lane ?? null);
}

/** A lane belongs to a session: with neither, everything of the owner is searched. */
async function findScope(engine: Engine, { session, lane }: LaneSelector): Promise<SearchScope> {
  if (lane !== undefined) return { kind: "lane", ref: await findLane(engine, { session, lane }) };
  if (session === undefined) return { kind: "owner", owner: engine.owner };
  return { kind: "session", owner: engine.owner, session: parseSessionKey(session) };
}
