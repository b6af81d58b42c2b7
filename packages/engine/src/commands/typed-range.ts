/** Entries as a person names them: by their places in the lane, or by pointers. */
import { ClewError } from "@clewline/core/errors.js";
import type { SeqRange } from "@clewline/core/log/background-runs.js";
import { isSameLane, type LaneRef } from "@clewline/core/log/keys.js";
import { parsePointer } from "@clewline/core/log/pointer.js";
import type { Engine } from "../engine.js";

/** `20-70`, `20`, `clew:e…`, or two pointers with `-` or `..` between them. */
export async function readTypedRange(engine: Engine, ref: LaneRef, typed: string): Promise<SeqRange> {
  const [from = "", to = from, ...more] = typed.split(/\.\.|-|–/).map((part) => part.trim());
  if (more.length > 0) throw makeRangeError(typed);
  return checkRange(engine, ref, {
    from: await readPlace(engine, ref, from),
    to: await readPlace(engine, ref, to),
  });
}

/** Whether the input names entries, and is not a text. */
export function isTypedRange(typed: string): boolean {
  return /^(?:#?\d+|clew:[es]\w+)(?:\s*(?:-|–|\.\.)\s*(?:#?\d+|clew:[es]\w+))?$/i.test(typed.trim());
}

/** Null for an open end: the beginning, or the end of the lane. */
export async function readTypedEnds(
  engine: Engine,
  ref: LaneRef,
  { from, to }: { readonly from: string | number | undefined; readonly to: string | number | undefined },
): Promise<SeqRange> {
  const { last } = await engine.store.read(ref, { limit: 0 });
  return checkRange(engine, ref, {
    from: from === undefined ? 1 : await readPlace(engine, ref, `${from}`),
    to: to === undefined ? last : await readPlace(engine, ref, `${to}`),
  });
}

async function readPlace(engine: Engine, ref: LaneRef, typed: string): Promise<number> {
  const [, place] = /^#?(\d{1,9})$/.exec(typed.trim()) ?? [];
  if (place !== undefined) return Number(place);
  if (!/^clew:/i.test(typed.trim())) throw makeRangeError(typed);
  const found = await engine.store.byAddress(ref, parsePointer(typed).address);
  if (found !== null && isSameLane(found.ref, ref)) return found.entry.seq;
  throw new ClewError("pointer/unknown", `Nothing in ${ref.lane} has the pointer ${typed.trim().slice(0, 40)}`, {
    hint: "Copy it from clew log --json, clew context or clew why of the same lane",
  });
}

async function checkRange({ store }: Engine, ref: LaneRef, range: SeqRange): Promise<SeqRange> {
  const { last } = await store.read(ref, { limit: 0 });
  if (range.from >= 1 && range.from <= range.to && range.to <= last) return range;
  throw new ClewError("options/bad", `There are no entries ${range.from} to ${range.to} in ${ref.lane}`, {
    hint: last === 0 ? "Nothing was said there yet" : `It has the entries 1 to ${last}; clew log lists them`,
  });
}

function makeRangeError(typed: string): ClewError {
  return new ClewError("options/bad", `Not a range of entries: ${JSON.stringify(typed.slice(0, 60))}`, {
    hint: "Write 20-70, or a pointer such as clew:e0123456789; clew log has the numbers",
  });
}
