/**
 * Erases for good, so that a crash leaves it done or to be gone on with:
 * 1. The log notes what is to be erased.
 * 2. One transaction takes it out of the log, and notes which files are still to go.
 * 3. The files go; the store is swept; the note is taken back.
 * Every step can be done again. Whoever opens the log next goes on from the note.
 */
import { ClewError } from "../../../core/errors.js";
import type { SessionKey } from "../../../core/log/keys.js";
import { nothingErased } from "../../../core/ports/index.js";
import { isObject, type Json, toJson } from "../../../core/text/json.js";
import type { Engine } from "../../engine.js";
import { forgetBases } from "../../growth/call-basis.js";
import { forgetHidden } from "../../growth/lane-ranges.js";
import { noteHeardAmongOthers } from "../../intake/memories/note-heard.js";
import { forgetReadings } from "../keep-reading.js";
import { isHeld } from "../place/queue.js";
import { type ChosenEntries, chooseEntries } from "./choose-entries.js";
import { eraseFiles, type FileWork, planFiles } from "./erase-files.js";
import { type EraseReport, makeReport } from "./erase-report.js";
import { type EraseChoice, type EraseTarget, resolveTarget } from "./erase-request.js";
import { keepNote, makeNoteRef, noteName, readNote } from "./erasing-note.js";
import { type ErasurePlan, planErasure } from "./plan-erasure.js";

export async function erase(engine: Engine, choice: EraseChoice, isDryRun: boolean): Promise<EraseReport> {
  const target = await resolveTarget(engine, choice);
  await engine.learning.finished();
  return engine.learning.withhold(() => (isDryRun ? rehearse(engine, target) : carryOut(engine, target)));
}

async function rehearse(engine: Engine, target: EraseTarget): Promise<EraseReport> {
  const plan = await planErasure(engine, await chooseEntries(engine, target));
  const files = await planFiles(engine, plan);
  const removed = files.paths.length + files.spilled.length;
  return makeReport(engine, { target, plan, files: { removed, left: [] }, isDryRun: true });
}

async function carryOut(engine: Engine, target: EraseTarget): Promise<EraseReport> {
  const chosen = await chooseEntries(engine, target);
  const reopen = [engine.fence.close([...chosen.entries.values()].flatMap((each) => [...each]))];
  try {
    const plan = await planErasure(engine, chosen);
    await refuseRunning(engine, plan.sessions);
    reopen.push(engine.fence.close(plan.erasure.sources));
    const work = await planFiles(engine, plan);
    await keepGroups(engine, chosen);
    // Made before, because it looks at what is there.
    const report = await makeReport(engine, { target, plan, files: { removed: 0, left: [] }, isDryRun: false });
    await keepNote(engine, { stage: "rows", target: toJson(target) });
    await eraseRows(engine, plan, work);
    // Whatever fails from here on, they are gone.
    reopen.length = 0;
    return { ...report, ...(await finish(engine, work)) };
  } catch (error) {
    for (const open of reopen) open();
    throw error;
  }
}

/**
 * Where somebody who is erased spoke beside others, "somebody" stays noted: who reads along there may be the same people, and
 * no one's own memories are told among them.
 */
async function keepGroups(engine: Engine, { person, entries }: ChosenEntries): Promise<void> {
  if (person === null) return;
  const at = engine.clock.now();
  for (const session of entries.keys()) await noteHeardAmongOthers(engine, { session, person: null, at });
}

/** Nothing is done where this fails, and then nothing is left to be gone on with. */
async function eraseRows(engine: Engine, plan: ErasurePlan, work: FileWork): Promise<void> {
  const settings = { [noteName]: { stage: "files", ...(toJson(work) as object) } as Json };
  try {
    await engine.store.erase({ ...plan.erasure, settings: { ref: makeNoteRef(engine), settings } });
  } catch (error) {
    const found = await readNote(engine);
    if (isObject(found) && found.stage === "rows") await keepNote(engine, null);
    throw error;
  }
  forgetAll(engine);
}

async function finish(engine: Engine, work: FileWork): Promise<Pick<EraseReport, "files" | "left">> {
  const { removed, left } = await eraseFiles(engine, work);
  await engine.store.erase({ ...nothingErased, sweep: true });
  await keepNote(engine, null);
  return { files: removed, left };
}

/** Goes on with what a process that is gone has begun. Never fails: whoever opens the log wants something else. */
export async function resumeErasure(engine: Engine): Promise<void> {
  try {
    const found = await readNote(engine);
    if (!isObject(found)) return;
    if (found.stage === "files") await finish(engine, found as unknown as FileWork);
    else await carryOut(engine, found.target as unknown as EraseTarget);
    engine.presence.warn("Something was to be erased when a process ended; it is erased now");
  } catch (error) {
    const isOver = error instanceof ClewError && /^(person|session|pointer)\/unknown$/.test(error.code);
    if (isOver) await keepNote(engine, null);
    else engine.presence.warn(`Something is still to be erased: ${error instanceof Error ? error.message : error}`);
  }
}

/** A turn that is being answered would write again what it was told. */
async function refuseRunning(engine: Engine, sessions: ReadonlySet<SessionKey>): Promise<void> {
  const queued = await engine.store.queued(engine.owner);
  const running = queued.find(({ ref, lease }) => sessions.has(ref.session) && isHeld(engine, lease));
  if (running === undefined) return;
  throw new ClewError("lane/busy", `Nothing is erased: a turn is being answered in ${running.ref.session}`, {
    hint: "Wait until it has ended, or end it with turn.cancel(), and erase again",
  });
}

/** Whatever this process has in memory may be of what is gone. */
function forgetAll({ store, receipts, memories, secrets, meaning, learning }: Engine): void {
  forgetReadings(store);
  forgetBases(store);
  forgetHidden(store);
  for (const cache of [receipts, memories, secrets, learning]) cache.forget();
  meaning?.cache.forget();
}
