import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { ClewError } from "@clewline/core/errors.js";

/** A turn's id begins with its time, so its end tells turns apart. */
export function shortenTurn(id: string): string {
  return id.slice(-8);
}

/** The full id for what was typed: a turn or a receipt, whole or in part; null if it is neither. */
export async function findNamedTurn(clew: OpenLog, typed: string): Promise<string | null> {
  const raw = typed.trim().toLowerCase();
  if (!/^[0-9a-f][0-9a-f-]{3,35}$/.test(raw)) return null;
  if (await isKnown(clew, raw)) return raw;
  for (const { session } of await clew.sessions({ which: "all" })) {
    for (const { ref } of await clew.lanes(session)) {
      const { turns } = await clew.log({ session, lane: ref.lane, limit: 1_000 });
      const found = turns.filter(({ id }) => id.endsWith(raw) || id.startsWith(raw));
      if (found.length > 1)
        throw makeAmbiguousError(
          typed,
          found.map(({ id }) => shortenTurn(id)),
        );
      if (found[0] !== undefined) return found[0].id;
    }
  }
  return null;
}

/** The last view of the named turn or receipt, with its verdicts. */
export async function findNamedView(clew: OpenLog, typed: string): ReturnType<OpenLog["why"]> {
  const named = await findNamedTurn(clew, typed);
  if (named !== null) return readView(clew, named);
  throw new ClewError("receipt/unknown", `There is no turn or receipt ${typed}`, {
    hint: "clew log shows the turns; clew why prints the receipt of a call",
  });
}

/** A turn may have no view. */
export async function readView(clew: OpenLog, turn: string): ReturnType<OpenLog["why"]> {
  try {
    return await clew.why({ turn });
  } catch (error) {
    if (!(error instanceof ClewError) || error.code !== "receipt/unknown") throw error;
    throw new ClewError("receipt/unknown", `No view was made in turn ${shortenTurn(turn)}`, {
      hint: "clew log shows the turns; clew context shows the next view",
      cause: error,
    });
  }
}

async function isKnown(clew: OpenLog, id: string): Promise<boolean> {
  try {
    await clew.why({ turn: id });
    return true;
  } catch (error) {
    if (error instanceof ClewError && error.code === "receipt/unknown") return false;
    throw error;
  }
}

function makeAmbiguousError(typed: string, ids: readonly string[]): ClewError {
  return new ClewError("turn/unknown", `${typed} could be ${ids.length} turns`, {
    hint: `Write more of it, e.g. ${ids.slice(0, 3).join(", ")}`,
  });
}
