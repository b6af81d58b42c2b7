/** A view in the place of a request's list. */
import { escapeText, isFenced } from "../../core/text/fence.js";
import type { Steps } from "../../core/text/steps.js";
import type { FittingView } from "../../core/view/view-result.js";
import { listPieces } from "../list/pieces.js";
import type { ShownPiece, ShownSources } from "../list/shown-piece.js";
import type { MarkedList } from "../turn/listed-messages.js";
import type { ThoughtCheck } from "../turn/traffic.js";
import type { JsonObject, Wire, WireRequest } from "../wire/wire.js";

interface WrittenRequest {
  readonly wire: Wire;
  readonly body: JsonObject;
  readonly request: WireRequest;
  /** Whether it has our tool for recalls, whose results have marks. */
  readonly mayRecall: boolean;
  readonly check: Pick<ThoughtCheck, "isBound"> | null;
}

/**
 * The body that a view becomes. Where it has words of ours, what they mean comes first; for a model that binds its reasoning also where
 * it may recall some, because a later beginning would leave the reasoning of the turn unread. What continues a list that the
 * provider keeps goes out as it came: a view knows only what is new. `shown` takes down whose words its objects have.
 */
export function* writeView(
  { wire, body, request, mayRecall, check }: WrittenRequest,
  view: FittingView,
  sent: MarkedList,
  shown: ShownSources = new Map(),
): Steps<JsonObject> {
  if (request.continues !== null) return body;
  const all = yield* listPieces(view, sent, wire.bound !== undefined);
  const words = readOwnWords(view, request);
  const isOurs =
    (mayRecall && check?.isBound === true) ||
    all.some(
      (piece) => (piece.kind === "written" && !isLegend(piece)) || (piece.kind === "reduced" && !piece.isEscaped),
    );
  // What is shown in full goes out as the client's own, without the marks that the view had for it.
  const pieces = isOurs ? all : all.filter((piece) => !isLegend(piece));
  const legend: readonly ShownPiece[] =
    isOurs && words !== ""
      ? [{ kind: "written", role: "user", isMarked: false, sources: [], contents: [{ type: "text", text: words }] }]
      : [];
  return yield* wire.write(body, sent.list, [...legend, ...pieces], shown);
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
