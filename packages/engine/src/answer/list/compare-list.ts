import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import {
  findListPlace,
  isMark,
  keepStanding,
  type LaneMarks,
  openMarks,
  readAfter,
  readLaneEnd,
} from "./stored-prefix.js";

/** The result of comparing a list with its lane. */
export interface ListComparison {
  /** Whether the lane holds a list at all. */
  readonly isNew: boolean;
  /** How many of its messages the lane has. */
  readonly stored: number;
  /** Entries of the lane after these, oldest first, without notes and late answers; null for more than a turn. */
  readonly beyond: readonly Entry[] | null;
  /** Its marks, as far as they were looked up. */
  readonly look: LaneMarks;
}

/** More than this after the common part is another conversation. */
const mostBeyond = 200;

/** Reads only: nothing is stored or withdrawn. */
export async function compareList(engine: Engine, ref: LaneRef, marks: readonly string[]): Promise<ListComparison> {
  const look = openMarks(engine, ref, await readLaneEnd(engine, ref));
  const { last } = look.end;
  if (last === 0) return { isNew: true, stored: 0, beyond: [], look };
  const { stored, start } = await findListPlace(look, marks, true);
  if (last - start > mostBeyond) return { isNew: false, stored, beyond: null, look };
  const standing = await keepStanding(engine, ref, await readAfter(engine, ref, start, last));
  const said = standing.filter(({ kind, late }) => {
    return late === undefined && (kind === "said" || kind === "called" || kind === "returned");
  });
  return { isNew: false, stored, beyond: standing.some(isMark) ? said : [], look };
}
