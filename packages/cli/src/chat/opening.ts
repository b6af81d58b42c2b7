import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { LogLine } from "@clewline/engine/read/inspect.js";
import { formatIsoTime } from "../terminal/time-text.js";
import type { LastExchange } from "./event.js";

/** Entries to read: the message and the reply of one turn are rarely further apart. */
const entries = 500;

/** Finds where a chat stopped; null where nothing was said yet. */
export async function findLastExchange(clew: OpenLog, session: string, lane: string): Promise<LastExchange | null> {
  const lanes = await clew.lanes(session);
  if (!lanes.some(({ ref }) => ref.lane === lane)) return null;
  const { lines, turns } = await clew.log({ session, lane, limit: entries });
  const newest = turns.find(({ origin }) => origin === "interactive");
  if (newest === undefined) return null;
  const said = lines.filter(({ kind, turn }) => kind === "said" && turn === newest.id);
  const message = said.find((line) => !isReply(line));
  const reply = said.findLast(isReply);
  return {
    at: formatIsoTime(message?.at ?? newest.began),
    state: newest.state,
    message: message?.words ?? "",
    reply: newest.state === "completed" ? (reply?.words ?? null) : null,
  };
}

function isReply({ role }: LogLine): boolean {
  return role === "agent";
}
