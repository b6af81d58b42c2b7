/** Compares each request of a lane with the one before, as both left the gateway, and the client's lists beside them. */
import { differsInClock } from "@clewline/core/model/prefix/clock.js";
import type { PrefixChange, SentPrefix } from "@clewline/core/model/prefix/sent-prefix.js";
import { readDiagnosis } from "@clewline/core/model/prefix/sent-prefix.js";
import { comparePrefixes, type PrefixPart } from "@clewline/core/receipt/view-parts.js";
import { sha256 } from "@clewline/platform/crypto.js";
import type { Steps } from "@clewline/text/steps.js";
import { isRecallTool } from "../recall/recall-tool.js";
import type { JsonObject, ReplyReader, Wire } from "../wire/wire.js";
import { type BodyPart, listBodyParts, readMessages } from "./body-parts.js";

/** A request as it left, and the list that its client sent. */
interface SentShape {
  readonly parts: readonly BodyPart[];
  readonly own: readonly BodyPart[];
}

/** The requests that were answered last, by their lanes. */
export interface LastShapes {
  read(address: string): SentShape | null;
  keep(address: string, shape: SentShape): void;
}

export interface WatchedPrefix {
  readonly wire: Pick<Wire, "name">;
  readonly address: string;
  readonly last: LastShapes;
  /** The client's key, where it has one. */
  readonly key: string | null;
}

/** The body that goes out, and the client's list for it. */
export interface SentBody {
  readonly body: JsonObject;
  readonly list: readonly { readonly original: JsonObject }[];
}

/** Compares an answered call, for its account. */
export type PrefixTeller = (headers: Headers, reader: Pick<ReplyReader, "told">) => Steps<SentPrefix>;

/** Compares only once the answer is there, so that no request waits for it. */
export function watchPrefix({ wire, address, last, key }: WatchedPrefix, sent: SentBody): PrefixTeller {
  return function* (headers, { told }) {
    const shape: SentShape = {
      parts: yield* listBodyParts(wire, sent.body),
      own: yield* readMessages(sent.list.map(({ original }) => original)),
    };
    const before = last.read(address);
    last.keep(address, shape);
    yield;
    const marks = placeMarks(shape.parts);
    const account = nameAccount(headers, key);
    return {
      before: null,
      match: before === null ? null : matchShapes(before, shape),
      ...(account === null ? {} : { account }),
      isEdited: told.edits.length > 0,
      hasLostMarks: before !== null && hasLost(placeMarks(before.parts), marks),
      diagnosis: readDiagnosis(told.diagnosis),
    };
  };
}

/** The provider's own name identifies the account; a key may be renewed for the same account. */
function nameAccount(headers: Headers, key: string | null): string | null {
  const told = headers.get("anthropic-organization-id") ?? headers.get("openai-organization");
  if (told !== null) return `o${sha256(`account ${told}`).slice(0, 12)}`;
  return key === null ? null : `k${sha256(`account ${key}`).slice(0, 12)}`;
}

/** The places of the marks among all blocks. */
function placeMarks(parts: readonly BodyPart[]): readonly number[] {
  let start = 0;
  return parts.flatMap(({ blocks, marks }) => {
    const placed = marks.map((block) => start + block);
    start += blocks;
    return placed;
  });
}

/** Blocks before a mark in which a provider looks for what it has. */
const lookback = 20;

/** Whether no mark is near enough behind one of those before. */
function hasLost(before: readonly number[], now: readonly number[]): boolean {
  const isNear = (there: number) => now.some((place) => place >= there && place - there < lookback);
  return before.length > 0 && !before.some(isNear);
}

function matchShapes(before: SentShape, shape: SentShape): NonNullable<SentPrefix["match"]> {
  const { split, shared, again } = compare(before.parts, shape.parts);
  return { shared, again, change: split === null ? null : describeSplit(before, shape, split) };
}

function compare(before: readonly PrefixPart[], after: readonly PrefixPart[]) {
  return comparePrefixes(
    before.map(({ key }) => key),
    after,
  );
}

function describeSplit(before: SentShape, shape: SentShape, split: number): PrefixChange {
  const [old, now] = [before.parts[split], shape.parts[split]];
  const part = now === undefined || (old !== undefined && order[old.area] < order[now.area]) ? old : now;
  const block =
    part === undefined ? "the end of the request" : namePart(part === now ? shape.parts : before.parts, split);
  const plain = { block, because: null };
  switch (part?.area) {
    case "tools": {
      const isOurs = [old, now].some((each) => isRecallTool(/\((.*)\)$/.exec(each?.name ?? "")?.[1]));
      if (isOurs) return { ...plain, cause: "tools", by: "clew" };
      return { ...plain, cause: isReordered(before.parts, shape.parts, split) ? "reordered" : "tools" };
    }
    case "system": {
      if (isReordered(before.parts, shape.parts, split)) return { ...plain, cause: "reordered" };
      const isClock = differsInClock(old?.text ?? "", now?.text ?? "");
      return { ...plain, cause: isClock ? "clock" : "instructions" };
    }
    case "setting":
      return { ...plain, cause: "setting" };
    default:
      return describeMessages(before, shape, block);
  }
}

const order: Readonly<Record<BodyPart["area"], number>> = { tools: 0, system: 1, setting: 2, messages: 3 };

/** Messages by their number, from 1. */
function namePart(parts: readonly BodyPart[], place: number): string {
  const part = parts[place];
  if (part?.area !== "messages") return part?.name ?? "the end of the list";
  const first = parts.findIndex(({ area }) => area === "messages");
  return `message ${place - first + 1} (${part.name})`;
}

/** The client's own list shows whether the client or Clew changed what had been sent. */
function describeMessages(before: SentShape, shape: SentShape, block: string): PrefixChange {
  const { split } = compare(before.own, shape.own);
  if (split === null) return { cause: "rewritten", by: "clew", block, because: null };
  const own = namePart(shape.own[split] === undefined ? before.own : shape.own, split);
  if (isReordered(before.own, shape.own, split)) return { cause: "reordered", block: own, because: null };
  const kept = new Set(shape.own.map(({ key }) => key));
  const left = before.own.filter(({ key }) => kept.has(key)).length;
  const isCompacted = shape.own.length < before.own.length && left * 2 < before.own.length;
  const cause = isCompacted ? "client compaction" : "edited";
  return { cause, block: own, because: isCompacted ? `${before.own.length} messages, now ${shape.own.length}` : null };
}

/** Whether it says the same in another order: the blocks of its area, or the fields of one block. */
function isReordered(before: readonly BodyPart[], after: readonly BodyPart[], split: number): boolean {
  const [old, now] = [before[split], after[split]];
  if (old === undefined || now === undefined || old.area !== now.area) return false;
  if (old.size === now.size && old.sum === now.sum) return true;
  const list = (parts: readonly BodyPart[]) => parts.flatMap(({ area, key }) => (area === now.area ? [key] : []));
  return now.area === "tools" && list(before).sort().join() === list(after).sort().join();
}
