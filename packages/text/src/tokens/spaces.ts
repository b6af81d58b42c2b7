import { findUnitKind } from "./characters.js";
import type { Cursor } from "./cursor.js";
import { kinds } from "./kinds.js";

const spaceCode = 0x20;
const lastAscii = 0x7f;
/** The spaces beyond ASCII of which runs are tokens: the no-break space and the wide one of East Asia. */
const inRuns: ReadonlySet<number> = new Set([0xa0, 0x3000]);

/**
 * Reads white space: up to its last line break if it has one, otherwise all of it. Leaves the last space before other
 * text, because it belongs to what follows.
 */
export function readSpaces(cursor: Cursor): number {
  const start = cursor.at;
  const end = findSpacesEnd(cursor);
  const lines = findLastBreakEnd(cursor.text, start, end);
  if (lines > start) cursor.at = lines;
  else cursor.at = end === cursor.text.length || end === start + 1 ? end : end - 1;
  return estimateSpacesCost(cursor.text, start, cursor.at);
}

function findSpacesEnd({ text, at }: Cursor): number {
  let end = at;
  while (end < text.length && findUnitKind(text, end) <= kinds.lineBreak) end += 1;
  return end;
}

function findLastBreakEnd(text: string, start: number, end: number): number {
  let after = end;
  while (after > start && findUnitKind(text, after - 1) !== kinds.lineBreak) after -= 1;
  return after;
}

/** Runs of one character are single tokens up to a length; each change within a run tends to end a token. */
function estimateSpacesCost(text: string, start: number, end: number): number {
  let cost = 1;
  let changes = 0;
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== text.charCodeAt(at - 1)) changes += 1;
    else cost += code === spaceCode ? 0.009 : code <= lastAscii ? 0.063 : inRuns.has(code) ? 0.2 : 1;
  }
  return cost + Math.max(0, changes - 2) * 0.27;
}
