/** A request that left, in the pieces that the log keeps of it. */
import { isUtf8 } from "node:buffer";
import type { EntryId } from "@clewline/core/log/keys.js";
import { packedPiece } from "@clewline/core/receipt/body-pieces.js";
import type { LeftBody, LeftPiece } from "@clewline/engine/answer/bodies/keep-bodies.js";
import { defer } from "@clewline/text/defer.js";
import { isObject } from "@clewline/text/json.js";
import { endsStep, mapInSteps, type Steps } from "@clewline/text/steps.js";
import type { WrittenBody } from "../body/write-body.js";
import type { BoundRequest } from "../bound/bound-request.js";
import type { ShownSources } from "../list/shown-piece.js";
import type { JsonObject } from "../wire/wire.js";
import type { MarkedList } from "./listed-messages.js";

/** A request that was answered. */
export interface AnsweredRequest extends Pick<LeftBody, "isOwn" | "status" | "receipt"> {
  readonly written: WrittenBody;
  /** How its client packed it; null where it left as it is written. */
  readonly packing: string | null;
  /** The entries whose words the objects of a view have. */
  readonly shown: ShownSources;
  /** The messages that lost their reasoning. */
  readonly cut: BoundRequest["cut"];
}

export function* cutBody(
  { written, shown, cut, packing, ...request }: AnsweredRequest & Pick<LeftBody, "view">,
  list: MarkedList,
): Steps<LeftBody> {
  const ownMarks = defer(() => mapMarks(list));
  const sourcesOf = (value: unknown): Pick<LeftPiece, "sources" | "marks"> | null => {
    if (!isObject(value)) return null;
    const object = cut.get(value) ?? value;
    const sources = shown.get(object);
    if (sources !== undefined) return { sources, marks: [] };
    const mark = ownMarks().get(object);
    return mark === undefined ? null : { sources: [], marks: nameMarks(mark) };
  };
  const pieces = yield* listPieces(written, sourcesOf, () => ({ sources: [], marks: list.marks.flatMap(nameMarks) }));
  return { ...request, ...(packing === null ? {} : { packing }), pieces };
}

const nothing = { sources: [] as readonly EntryId[], marks: [] as readonly string[] };

/** A joint goes with the second of the two objects that it joins. Text outside of the list has the words of all messages. */
function* listPieces(
  { pieces, cuts }: WrittenBody,
  sourcesOf: (value: unknown) => Pick<LeftPiece, "sources" | "marks"> | null,
  ofAll: () => Pick<LeftPiece, "sources" | "marks">,
): Steps<readonly LeftPiece[]> {
  const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  const found = yield* mapInSteps(cuts, ({ value }) => sourcesOf(value));
  const others = found.some((each) => each !== null) ? nothing : ofAll();
  const left: LeftPiece[] = [];
  const push = (start: number, end: number, rest: Omit<LeftPiece, "read">) =>
    left.push({ ...rest, read: () => readText(bytes.subarray(start, end)) });
  let last = 0;
  for (const [place, { start, end, value }] of cuts.entries()) {
    const joint = readJoint(bytes, last, start);
    const isJoined = joint !== null;
    if (!isJoined) push(last, start, { value: null, joint: "", ...others });
    const own = found[place] ?? (isObject(value) ? nothing : others);
    push(isJoined ? last : start, end, { value: isObject(value) ? value : null, joint: isJoined ? joint : "", ...own });
    last = end;
    if (endsStep(place)) yield;
  }
  if (last < bytes.length) push(last, bytes.length, { value: null, joint: "", ...others });
  return left;
}

/** Bytes of a comma with spaces. */
const mostJoint = 64;
const comma = 0x2c;

/** A comma with what spaces stand around it; null for anything else. Most clients write the comma alone. */
function readJoint(bytes: Buffer, start: number, end: number): string | null {
  if (end - start === 1 && bytes[start] === comma) return ",";
  if (end - start > mostJoint) return null;
  const joint = bytes.toString("latin1", start, end);
  return /^[\s,]*$/.test(joint) ? joint : null;
}

/** A body that is no text is kept as its bytes. */
function readText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : `${packedPiece}${bytes.toString("base64")}`;
}

/** By the objects that a client wrote: a message of some wires is several of them. */
function mapMarks({ list, marks }: MarkedList): ReadonlyMap<JsonObject, string> {
  return new Map(
    list.flatMap(({ original }, place) => {
      const items = Array.isArray(original.items) ? original.items.filter(isObject) : [];
      return [original, ...items].map((object) => [object, marks[place] ?? ""] as const);
    }),
  );
}

/** Its results may stand in the log before what else it says. */
function nameMarks(mark: string): readonly string[] {
  return [mark, `${mark} results`];
}
