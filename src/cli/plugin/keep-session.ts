import { existsSync } from "node:fs";
import type { OpenLog } from "../../compose/log-verbs.js";
import type { ExportLine } from "../../core/importing/export-line.js";
import { countHeardWords, type HeardWords } from "../../core/importing/heard-words.js";
import type { ImportedRecord, Importer } from "../../core/importing/importer.js";
import type { Entry } from "../../core/log/entry.js";
import { parseSessionKey, type SessionKey } from "../../core/log/keys.js";
import { isAnewMark } from "../../engine/intake/sync-mark.js";
import { sha256 } from "../../platform/crypto.js";
import type { Input } from "../program/command.js";
import { runWithClew } from "../program/open-log.js";
import type { HookEvent } from "./hook-event.js";

/** The session of the client, as the importer and the gateway name it. */
export function nameSession({ session }: Pick<HookEvent, "session">): SessionKey {
  return parseSessionKey(`claude-code:${encodeURIComponent(session)}`);
}

/** Takes in the transcript, and sums up what there is to sum up. */
export async function keepSession(input: Input, event: HookEvent): Promise<void> {
  const opening = { store: input.text("store"), window: undefined, create: true };
  await runWithClew(
    input,
    async (clew) => {
      const session = await keepTranscript(clew, event);
      if (session !== null) await clew.compact({ session });
    },
    opening,
  );
}

/** Null where there is nothing to take in. What a gateway heard is in the log already, and must not be there twice. */
export async function keepTranscript(
  log: OpenLog,
  event: Pick<HookEvent, "name" | "session" | "transcript">,
): Promise<SessionKey | null> {
  const session = nameSession(event);
  if (!existsSync(event.transcript)) return null;
  const isThrough = await isHeard(log, session);
  // What a running client has just written is on its way to the gateway.
  if (isThrough && event.name !== "SessionEnd") return null;
  const rest = isThrough ? { importers: [await makeRestImporter(await readHeard(log, session))] } : {};
  const { sessions, added } = await log.import(event.transcript, { format, ...rest });
  return sessions.includes(session) && (added > 0 || !isThrough) ? session : null;
}

const format = "claude-code";

/** Whether the session went through a gateway, which names its lanes by topics. */
export async function isHeard(log: OpenLog, session: SessionKey): Promise<boolean> {
  return (await log.lanes(session)).some(({ ref }) => isGateways(ref.lane));
}

function isGateways(lane: string): boolean {
  return lane.startsWith("topic:");
}

/** A list that its client began anew repeats some of the one before, so each counts by itself. */
async function readHeard(log: OpenLog, session: SessionKey): Promise<HeardWords> {
  const lists: Entry[][] = [];
  let isOurs = false;
  for await (const text of log.export({ session })) {
    const line = JSON.parse(text) as ExportLine;
    if (line.kind === "lane") isOurs = isGateways(line.lane);
    if (line.kind === "lane" || (line.kind === "entry" && isAnewMark(line.entry))) lists.push([]);
    if (line.kind === "entry" && isOurs) lists.at(-1)?.push(line.entry);
  }
  return countHeardWords(lists, sha256);
}

/** The rest of a transcript: what the client said and heard while it asked the provider without the gateway. */
async function makeRestImporter(heard: HeardWords): Promise<Importer> {
  const { importers } = await import("../../compose/import/importers.js");
  const whole = importers.find((importer) => importer.format === format) as Importer;
  return {
    ...whole,
    async *read(source, settings) {
      let isTaken = true;
      for await (const record of whole.read(source, settings)) {
        if (record.kind === "item") isTaken = heard.take(record.item) || isOfClient(record);
        // What is noted of a call goes with it.
        if (record.kind === "bad" || record.kind === "withdrawn" || !isTaken) yield record;
      }
    },
  };
}

/** The client's commands, and what it answers to them itself, are nobody's words. */
function isOfClient({ item }: Extract<ImportedRecord, { kind: "item" }>): boolean {
  if (item.kind !== "said") return false;
  return item.parts.every((part) => part.kind === "text" && isCommand(part.text));
}

export function isCommand(words: string): boolean {
  return /^\s*(?:<(?:local-)?command-|Caveat: The messages below|No response requested\.$)/.test(words);
}
