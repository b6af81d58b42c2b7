import { withRewinds } from "../../core/importing/branches.js";
import type { Imported } from "../../core/importing/imported.js";
import { inOrder } from "../../core/importing/imported-order.js";
import type { LaneKey, SessionKey } from "../../core/keys.js";
import { route } from "../../core/route.js";
import type { Line } from "./line.js";
import { branchLines } from "./links.js";
import { sideLanes } from "./side-lanes.js";

/** The records of a session: its main lane, then its subagents' lanes. */
export function recordsOf(session: SessionKey, lines: readonly Line[]): readonly Imported[] {
  const main = route({ session, topic: null, replyTo: null }, null);
  const lanes = sideLanes(lines);
  const lastOfMessage = new Map<string, Line>();
  for (const line of lines) if (line.kind === "assistant") lastOfMessage.set(line.message, line);
  const records = (line: Line, lane: LaneKey) => {
    const isLast = line.kind === "assistant" && lastOfMessage.get(line.message) === line;
    return lineRecords(session, lane, line, isLast);
  };
  const linked = branchLines(
    lines.filter((line) => line.side === null),
    (line) => records(line, main),
  );
  // Nobody goes back in the work of a subagent.
  const aside = lines.flatMap((line) => {
    const lane = lanes.get(line.uuid);
    return lane === undefined ? [] : records(line, lane);
  });
  return inOrder([...withRewinds(linked), ...aside]);
}

function lineRecords(session: SessionKey, lane: LaneKey, line: Line, isLast: boolean): readonly Imported[] {
  const place = { session, lane, at: line.at };
  switch (line.kind) {
    case "user":
      return line.items.map((item, index) => ({ ...place, kind: "item", key: `${line.uuid}#${index + 1}`, item }));
    case "assistant": {
      const items = line.items.map((item, index): Imported => {
        return { ...place, kind: "item", key: `${line.uuid}#${index + 1}`, item, call: line.message };
      });
      return isLast ? [...items, ...usageRecord(place, line)] : items;
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

/** Every line of a message repeats its counters; those of the last one are whole. */
function usageRecord(
  place: Pick<Imported, "session" | "lane" | "at">,
  { message, usage }: Extract<Line, { kind: "assistant" }>,
): readonly Imported[] {
  if (usage === null) return [];
  return [{ ...place, kind: "note", key: `${message}#usage`, note: { kind: "usage", usage } }];
}
