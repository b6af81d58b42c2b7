/**
 * Erases for good, so that a crash leaves it done or to be gone on with:
 * 1. The log notes what is to be erased.
 * 2. One transaction takes it out of the log, and notes which files are still to go.
 * 3. The files go; the store is swept; the note is taken back.
 * Every step can be repeated. The next process that opens the log goes on from the note.
 */
import { ClewError } from "@clewline/core/errors.js";
import type { SessionKey } from "@clewline/core/log/keys.js";
import { nothingErased } from "@clewline/core/ports/index.js";
import { readSought, type SoughtPhrases } from "@clewline/core/receipt/erase/sought-phrases.js";
import { isObject, isSameJson, type Json, toJson } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";
import { forgetBases } from "../../growth/call-basis.js";
import { forgetHidden } from "../../growth/lane-ranges.js";
import { apartFromErasing } from "../../intake/apart-from-erasing.js";
import type { Watch } from "../../intake/fenced-store.js";
import { noteHeardAmongOthers } from "../../intake/memories/note-heard.js";
import { findIdleSince, makeIdleCursor } from "../../read/sessions/archive.js";
import { forgetBodies } from "../bodies/keep-bodies.js";
import { forgetReadings } from "../keep-reading.js";
import { isHeld } from "../place/queue.js";
import { type ChosenEntries, chooseEntries } from "./choose-entries.js";
import {
  aloneWithFiles,
  eraseFiles,
  type FilesDone,
  type FileWork,
  noFileWork,
  planFiles,
  rewriteDays,
  takeOverFiles,
} from "./erase-files.js";
import { type EraseReport, makeReport } from "./erase-report.js";
import { type EraseChoice, type EraseTarget, resolveTarget } from "./erase-request.js";
import { keepNotes, makeNoteRef, noteName, owedName, readNotes } from "./erasing-note.js";
import { type ErasurePlan, planErasure } from "./plan-erasure.js";
import { searchFiles } from "./search-bytes.js";

export async function erase(engine: Engine, choice: EraseChoice, isDryRun: boolean): Promise<EraseReport> {
  const target = await resolveTarget(engine, choice);
  await engine.learning.finished();
  return engine.learning.withhold(() => (isDryRun ? rehearse(engine, target) : carryOut(engine, target)));
}

/** The newest of the sessions that the policy's retention gives up, so many at once. Returns how many went. */
export async function eraseAged(engine: Engine): Promise<number> {
  const idleSince = engine.policy.retention?.erases === true ? findIdleSince(engine) : null;
  if (idleSince === null) return 0;
  const page = { after: makeIdleCursor(idleSince), limit: mostAged };
  const sessions = (await engine.store.sessions(engine.owner, page)).map(({ session }) => session);
  if (sessions.length === 0) return 0;
  await engine.learning.finished();
  const target: EraseTarget = { kind: "aged", sessions, idleSince };
  return (await engine.learning.withhold(() => carryOut(engine, target))).sessions;
}

const mostAged = 50;

async function rehearse(engine: Engine, target: EraseTarget): Promise<EraseReport> {
  const chosen = await chooseEntries(engine, target);
  const plan = await planErasure(engine, chosen);
  const { count, left } = await planFiles(engine, plan);
  return makeReport(engine, { target, chosen, plan, files: { removed: count, left }, isDryRun: true });
}

/** A try is repeated only after a write into its chats while it was planned: so many in a row are a fault. */
const mostTries = 50;

/** Plans again if something was written meanwhile that the plan does not know. */
async function carryOut(engine: Engine, target: EraseTarget): Promise<EraseReport> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const reopen: (() => void)[] = [];
    try {
      const report = await tryOut(engine, target, reopen);
      if (report !== null) return report;
    } finally {
      for (const open of reopen) open();
    }
  }
  throw new ClewError("lane/busy", "Nothing is erased: something is written there without a pause", {
    hint: "Erase again in a moment",
  });
}

/** `reopen` gets what to call if nothing is erased after all. Null if something was written meanwhile. */
async function tryOut(engine: Engine, target: EraseTarget, reopen: (() => void)[]): Promise<EraseReport | null> {
  const watch = engine.fence.watch();
  try {
    const chosen = await chooseEntries(engine, target);
    reopen.push(engine.fence.close([...chosen.entries.values()].flatMap((each) => [...each])));
    const plan = await planErasure(engine, chosen);
    await refuseRunning(engine, plan.sessions);
    reopen.push(engine.fence.close(plan.erasure.sources));
    const { work, left } = await planFiles(engine, plan);
    await keepGroups(engine, chosen);
    // Made before the erasure, because it counts the entries that exist.
    const report = await makeReport(engine, { target, chosen, plan, files: { removed: 0, left }, isDryRun: false });
    const files = await aloneWithFiles(engine, async () => {
      await takeOverFiles(engine);
      await keepNotes(engine, { [noteName]: { stage: "rows", target: toJson(target) } });
      if (!(await eraseRows(engine, plan, { work, watch }))) return null;
      // The rows are gone now, whatever fails from here on.
      reopen.length = 0;
      return eraseFiles(engine, work);
    });
    if (files === null) return null;
    await finish(engine, work, files);
    const done = { ...report, files: files.removed, left: [...new Set([...left, ...files.left])] };
    return target.kind === "aged" ? done : { ...done, ...(await look(engine, plan.sought, done.left)) };
  } finally {
    watch.end();
  }
}

/** The report says how far the erasure reached. */
async function look(engine: Engine, sought: SoughtPhrases, left: readonly string[]) {
  const { search, holding } = await searchFiles(engine, sought, left);
  return { search, left: [...left, ...holding.map((file) => `${file}: some of it is still there`)] };
}

/**
 * Where an erased person spoke beside others, the group keeps the note of an unnamed member. The same readers may still
 * be there, and a person's own memories must not be shown among them.
 */
async function keepGroups(engine: Engine, { person, entries }: ChosenEntries): Promise<void> {
  if (person === null) return;
  const at = engine.clock.now();
  for (const session of entries.keys()) await noteHeardAmongOthers(engine, { session, person: null, at });
}

interface PlannedWork {
  readonly work: FileWork;
  /** Since before it was planned. */
  readonly watch: Watch;
}

/** False if the plan is outdated. Nothing is done where this fails, and then nothing is left to be gone on with. */
async function eraseRows(engine: Engine, plan: ErasurePlan, { work, watch }: PlannedWork): Promise<boolean> {
  const sought = plan.sought.print(engine.clock.id(), engine.fns.hash);
  const settings = { [noteName]: makeFilesStage(work, sought) };
  let isDone = false;
  try {
    await apartFromErasing(engine, async () => {
      if (watch.isTouched(plan.sessions, plan.erasure.sources)) return;
      await engine.store.erase({ ...plan.erasure, settings: { ref: makeNoteRef(engine), settings } });
      forgetAll(engine);
      isDone = true;
    });
  } finally {
    const { erasing: found } = isDone ? { erasing: null } : await readNotes(engine);
    if (isObject(found) && found.stage === "rows") await keepNotes(engine, { [noteName]: null });
  }
  return isDone;
}

function makeFilesStage(work: FileWork, sought: Json = null): Json {
  return { stage: "files", ...(toJson(work) as object), sought } as Json;
}

/** The note stays until the store is swept, without its words: they must not outlast the entries that they name. */
async function finish(engine: Engine, work: FileWork, done: FilesDone): Promise<void> {
  await rewriteDays(engine, work);
  const owed = await addOwed(engine, done.owed);
  const settings = { [noteName]: makeFilesStage(noFileWork), [owedName]: owed };
  await engine.store.erase({ ...nothingErased, settings: { ref: makeNoteRef(engine), settings }, sweep: true });
  await keepNotes(engine, { [noteName]: null });
}

/** Opening the log has tried the work that is owed; it stays noted if that could not be done. */
async function addOwed(engine: Engine, owed: FileWork): Promise<Json> {
  const before = readWork((await readNotes(engine))[owedName]);
  const join = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
  return toOwed({
    notes: join(before.notes, owed.notes),
    paths: join(before.paths, owed.paths),
    days: join(before.days, owed.days),
    spilled: [...before.spilled, ...owed.spilled],
    histories: [...before.histories, ...owed.histories],
  });
}

/** Null if nothing is owed. */
function toOwed(work: FileWork): Json {
  return Object.values(work).every((each) => each.length === 0) ? null : toJson(work);
}

function readWork(found: Json): FileWork {
  return isObject(found) ? { ...noFileWork, ...(found as Partial<FileWork>) } : noFileWork;
}

/** Goes on with the erasure of a process that is gone. Never fails, because the caller only wants to open the log. */
export async function resumeErasure(engine: Engine): Promise<void> {
  try {
    const { erasing: found, [owedName]: owed } = await readNotes(engine);
    if (owed !== null) await payOwed(engine, readWork(owed));
    if (!isObject(found)) return;
    const isInFiles = found.stage === "files";
    const { left } = isInFiles
      ? await goOn(engine, found as { sought?: Json })
      : await carryOut(engine, found.target as unknown as EraseTarget);
    const but = left.length === 0 ? "" : `, but for what these files still have: ${left.join("; ")}`;
    engine.presence.warn(`Something was to be erased when a process ended; it is erased now${but}`);
  } catch (error) {
    const isOver = error instanceof ClewError && /^(person|session|pointer)\/unknown$/.test(error.code);
    if (isOver) await keepNotes(engine, { [noteName]: null });
    else engine.presence.warn(`Something is still to be erased: ${error instanceof Error ? error.message : error}`);
  }
}

async function payOwed(engine: Engine, work: FileWork): Promise<void> {
  const done = await aloneWithFiles(engine, () => eraseFiles(engine, work));
  await rewriteDays(engine, work);
  // Unless all of it is still owed.
  if (!isSameJson(toOwed(done.owed), toJson(work))) await keepNotes(engine, { [owedName]: toOwed(done.owed) });
}

async function goOn(engine: Engine, found: { readonly sought?: Json }): Promise<{ readonly left: readonly string[] }> {
  const work = readWork(found as Json);
  const done = await aloneWithFiles(engine, () => eraseFiles(engine, work));
  await finish(engine, work, done);
  const sought = readSought(found.sought, engine.fns.hash);
  return sought.size === 0 ? done : look(engine, sought, done.left);
}

/** A running turn would write again words that its view has shown. */
async function refuseRunning(engine: Engine, sessions: ReadonlySet<SessionKey>): Promise<void> {
  const queued = await engine.store.queued(engine.owner);
  const running = queued.find(({ ref, lease }) => sessions.has(ref.session) && isHeld(engine, lease));
  if (running === undefined) return;
  throw new ClewError("lane/busy", `Nothing is erased: a turn is being answered in ${running.ref.session}`, {
    hint: "Wait until it has ended, or end it with turn.cancel(), and erase again",
  });
}

/** Clears every cache of this process that may hold erased words. */
function forgetAll({ store, receipts, memories, secrets, values, meaning, learning }: Engine): void {
  forgetReadings(store);
  forgetBodies(store);
  forgetBases(store);
  forgetHidden(store);
  for (const cache of [receipts, memories, secrets, values, learning]) cache.forget();
  meaning?.cache.forget();
}
