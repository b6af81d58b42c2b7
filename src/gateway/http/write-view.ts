/** A view in the place of a request's list. */
import { escapeText, isFenced } from "../../core/text/fence.js";
import type { FittingView } from "../../core/view/view-result.js";
import { listPieces } from "../list/pieces.js";
import type { ShownPiece } from "../list/shown-piece.js";
import type { MarkedList } from "../turn/listed-messages.js";
import type { JsonObject, Wire, WireRequest } from "../wire/wire.js";

interface WrittenRequest {
  readonly wire: Wire;
  readonly body: JsonObject;
  readonly request: WireRequest;
}

/**
 * The body that a view becomes. Where it has words of ours, what they mean comes first. What continues a list that the
 * provider keeps goes out as it came: a view knows only what is new.
 */
export function writeView(
  { wire, body, request }: WrittenRequest,
  view: FittingView,
  { list, marks }: MarkedList,
): JsonObject {
  if (request.continues !== null) return body;
  const all = listPieces(view, list, marks);
  const words = readOwnWords(view, request);
  const isOurs = all.some(
    (piece) => (piece.kind === "written" && !isLegend(piece)) || (piece.kind === "reduced" && !piece.isEscaped),
  );
  // What is shown in full goes out as the client's own, without the marks that the view had for it.
  const pieces = isOurs ? all : all.filter((piece) => !isLegend(piece));
  const legend: readonly ShownPiece[] =
    isOurs && words !== ""
      ? [{ kind: "written", role: "user", isMarked: false, contents: [{ type: "text", text: words }] }]
      : [];
  return wire.write(body, list, [...legend, ...pieces]);
}

/** The words on our marks, where a policy has them in the list. */
function isLegend(piece: ShownPiece): boolean {
  if (piece.kind !== "written") return false;
  return piece.contents.every((content) => content.type === "text" && isFenced("marks", content.text));
}

/** The system text of the view without that of the client, which goes out as the client wrote it. */
function readOwnWords({ system }: FittingView, { instructions }: WireRequest): string {
  const given = escapeText(instructions);
  return (system.startsWith(given) ? system.slice(given.length) : "").trim();
}
