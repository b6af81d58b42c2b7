import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { StoreFault } from "@clewline/core/ports/index.js";
import type { Engine } from "../engine.js";
import { listFolderFaults } from "../read/agent-folder/folder-faults.js";
import { readLogPage } from "../read/inspect.js";
import { listBodies, readBody } from "../read/pieces/read-bodies.js";
import { replay } from "../read/replay.js";
import { walkSessions } from "../read/sessions/all-sessions.js";

const page = 500;

/** Counts of the views and requests that a thorough look replayed. */
export interface ReplayedViews {
  /** Views that were replayed. */
  readonly replayed: number;
  /** Views that can't be, because something in them was erased. */
  readonly erased: number;
  /** Requests of the gateway that were replayed. */
  readonly requests: number;
  /** Requests that can't be, because something in them was erased or is not kept. */
  readonly erasedRequests: number;
}

/** Finds faults of the log, without writing. A thorough look also replays every view that was handed out. */
export async function diagnose(
  engine: Engine,
  thorough: boolean,
  onProgress?: (views: ReplayedViews) => void,
): Promise<readonly StoreFault[]> {
  const views = { replayed: 0, erased: 0, requests: 0, erasedRequests: 0 };
  const count = (kind: keyof ReplayedViews) => {
    views[kind] += 1;
    onProgress?.({ ...views });
  };
  const { agentFolder } = engine;
  const ofFiles = agentFolder === null ? [] : await listFolderFaults(engine, agentFolder);
  const faults = [...(await engine.store.faults(thorough)), ...ofFiles];
  for await (const { session } of walkSessions(engine)) {
    for (const { ref } of await engine.store.lanes({ owner: engine.owner, session })) {
      faults.push(
        ...(await reportDamage(`The turns of ${ref.session} (${ref.lane})`, () => listTurnFaults(engine, ref))),
      );
      if (!thorough) continue;
      faults.push(
        ...(await reportDamage(`The receipts of ${ref.session} (${ref.lane})`, () =>
          listReplayFaults(engine, ref, count),
        )),
        ...(await reportDamage(`The requests of ${ref.session} (${ref.lane})`, () =>
          listRequestFaults(engine, ref, count),
        )),
      );
    }
  }
  return faults;
}

/** Reports unreadable rows as a fault of the log instead of failing. */
async function reportDamage(what: string, look: () => Promise<readonly StoreFault[]>): Promise<readonly StoreFault[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ClewError) || error.code !== "store/damaged") throw error;
    const hint = error.hint ?? "Restore the file from a backup";
    return [{ what: `${what} cannot all be read: ${error.message}`, hint }];
  }
}

async function listTurnFaults(engine: Engine, ref: LaneRef): Promise<readonly StoreFault[]> {
  const stored = new Map((await engine.store.turns(ref, page)).map((turn) => [turn.id, turn.state]));
  const { turns } = await readLogPage(engine, ref, page);
  const left = turns.filter(({ id, state }) => stored.get(id) !== state).length;
  if (left === 0) return [];
  const what = left === 1 ? "One of the newest turns" : `${left} of the newest turns`;
  return [
    {
      what: `${what} in ${ref.session} (${ref.lane}) ${left === 1 ? "was" : "were"} cut off before the answer`,
      hint: "clew.unanswered() lists such turns and clew.turn(id) goes on with one, or deliver what was asked again; the next turn marks them as failed",
    },
  ];
}

type Count = (kind: keyof ReplayedViews) => void;

async function listReplayFaults(engine: Engine, ref: LaneRef, count: Count): Promise<readonly StoreFault[]> {
  const faults: StoreFault[] = [];
  let after = null as Parameters<Engine["store"]["receipts"]>[1];
  for (;;) {
    const receipts = await engine.store.receipts(ref, after, page);
    for (const { id } of receipts)
      faults.push(
        ...(await tryReplaying(
          () => replay(engine, id),
          "view",
          () => count("replayed"),
          () => count("erased"),
        )),
      );
    after = receipts.at(-1)?.id ?? null;
    if (receipts.length < page) return faults;
  }
}

async function listRequestFaults(engine: Engine, ref: LaneRef, count: Count): Promise<readonly StoreFault[]> {
  const faults: StoreFault[] = [];
  const records = await listBodies(engine, ref, null);
  for (const record of records) {
    const read = () => readBody(engine, ref, record, records);
    faults.push(
      ...(await tryReplaying(
        read,
        "request",
        () => count("requests"),
        () => count("erasedRequests"),
      )),
    );
  }
  return faults;
}

async function tryReplaying(
  read: () => Promise<unknown>,
  what: "view" | "request",
  replayed: () => void,
  erased: () => void,
): Promise<readonly StoreFault[]> {
  try {
    await read();
    replayed();
    return [];
  } catch (error) {
    // An erasure is no fault.
    if (error instanceof ClewError && error.code === "receipt/erased") {
      erased();
      return [];
    }
    const message = error instanceof Error ? error.message : String(error);
    return [{ what: message, hint: `That ${what} can't be replayed; the log itself is not affected` }];
  }
}
