import { addWithdrawals } from "@clewline/core/importing/branches.js";
import type { ImportedRecord } from "@clewline/core/importing/importer.js";
import { orderImported } from "@clewline/core/importing/order-imported.js";
import { makeSafeName } from "@clewline/core/importing/safe-name.js";
import { type LaneKey, parseLaneKey, type SessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import type { Line } from "./line.js";
import { makeBranchLines } from "./links.js";

/** The records of a session: its main lane, then its subagents' lanes. */
export function makeSessionRecords(
  session: SessionKey,
  lines: readonly Line[],
  isEnded: boolean,
): readonly ImportedRecord[] {
  const main = route({ session, topic: null, replyTo: null }, null);
  const lanes = mapSideLanes(lines);
  const counted = findCountedLines(lines, isEnded, (line) => lanes.get(line.uuid) ?? main);
  const records = (line: Line, lane: LaneKey) => makeLineRecords(session, lane, line, counted.has(line.uuid));
  const linked = makeBranchLines(
    lines.filter((line) => line.side === null),
    (line) => records(line, main),
  );
  // A subagent's work has no abandoned branches.
  const aside = lines.flatMap((line) => {
    const lane = lanes.get(line.uuid);
    return lane === undefined ? [] : records(line, lane);
  });
  return orderImported([...addWithdrawals(linked), ...aside]);
}

/**
 * The last line of every finished message: the provider said so, its lane continued with another message, or the file has ended. A result
 * ends no message, because the lines of parallel calls stand between their results.
 */
function findCountedLines(
  lines: readonly Line[],
  isEnded: boolean,
  laneOf: (line: Line) => LaneKey,
): ReadonlySet<string> {
  const messages = new Map<string, { last: string; isFinished: boolean }>();
  const open = new Map<LaneKey, string>();
  for (const line of lines) {
    const isPrompt = line.kind === "user" && line.isPrompt;
    if (line.kind !== "assistant" && !isPrompt) continue;
    const lane = laneOf(line);
    const message = line.kind === "assistant" ? line.message : "";
    const before = messages.get(open.get(lane) ?? "");
    if (before !== undefined && open.get(lane) !== message) before.isFinished = true;
    open.set(lane, message);
    if (line.kind !== "assistant") continue;
    const known = messages.get(message) ?? { last: line.uuid, isFinished: false };
    messages.set(message, Object.assign(known, { last: line.uuid, isFinished: known.isFinished || line.isLast }));
  }
  return new Set([...messages.values()].filter((each) => isEnded || each.isFinished).map(({ last }) => last));
}

function makeLineRecords(
  session: SessionKey,
  lane: LaneKey,
  line: Line,
  isCounted: boolean,
): readonly ImportedRecord[] {
  const place = { session, lane, at: line.at };
  switch (line.kind) {
    case "user":
      return line.items.map((item, index) => {
        const summary = line.isSummary ? { isSummary: true as const } : {};
        return { ...place, kind: "item", key: `${line.uuid}#${index + 1}`, item, ...summary };
      });
    case "assistant": {
      const items = line.items.map((item, index): ImportedRecord => {
        return { ...place, kind: "item", key: `${line.uuid}#${index + 1}`, item, call: line.message };
      });
      return isCounted ? [...items, ...makeUsageRecord(place, line)] : items;
    }
    case "compacted": {
      const note = { kind: "compacted", by: "claude-code", tokens: line.tokens } as const;
      return [{ ...place, kind: "note", key: `${line.uuid}#1`, note }];
    }
    case "link":
      return [];
    default:
      return line satisfies never;
  }
}

/** Every line of a message repeats its counters; only those of the last line are complete. */
function makeUsageRecord(
  place: Pick<ImportedRecord, "session" | "lane" | "at">,
  { message, usage }: Extract<Line, { kind: "assistant" }>,
): readonly ImportedRecord[] {
  if (usage === null) return [];
  return [{ ...place, kind: "note", key: `${message}#usage`, note: { kind: "usage", usage } }];
}

/** The lane of every subagent's line: that of its agent, or of the line where its chain begins. */
function mapSideLanes(lines: readonly Line[]): ReadonlyMap<string, LaneKey> {
  const side = new Map(lines.filter((line) => line.side !== null).map((line) => [line.uuid, line]));
  const names = new Map<string, string>();
  for (const line of side.values()) {
    const chain = listChain(line, side, names);
    const first = chain.at(-1) ?? line;
    const name = first.side?.agent ?? names.get(first.parent ?? "") ?? first.uuid;
    for (const each of chain) names.set(each.uuid, each.side?.agent ?? name);
  }
  return new Map([...names].map(([uuid, name]) => [uuid, parseLaneKey(`child:${makeSafeName(name)}`)]));
}

/** The line and its ancestors, up to the first whose name is known or that begins a chain. */
function listChain(line: Line, side: ReadonlyMap<string, Line>, names: ReadonlyMap<string, string>): readonly Line[] {
  const chain = new Set<Line>();
  let current: Line | undefined = line;
  while (current !== undefined && !chain.has(current) && !names.has(current.uuid)) {
    chain.add(current);
    current = current.side?.agent != null || current.parent === null ? undefined : side.get(current.parent);
  }
  return [...chain];
}
