/** A view in the place of a request's list. */

import type { FittingView } from "@clewline/core/view/view-result.js";
import { escapeText } from "@clewline/text/fence.js";
import type { Steps } from "@clewline/text/steps.js";
import { listPieces } from "../list/pieces.js";
import type { ShownPiece, ShownSources } from "../list/shown-piece.js";
import type { MarkedList } from "../turn/listed-messages.js";
import type { JsonObject, Wire, WireRequest } from "../wire/wire.js";

interface WrittenRequest {
  readonly wire: Wire;
  readonly body: JsonObject;
  readonly request: WireRequest;
}

/**
 * The body that a view becomes. Our own words come first, on every call of a session or on none: what they explain came with the tool that
 * opens pointers. What continues a list that the provider keeps goes out as it came: a view knows only what is new. `shown` takes down
 * whose words its objects have.
 */
export function* writeView(
  { wire, body, request }: WrittenRequest,
  view: FittingView,
  sent: MarkedList,
  shown: ShownSources = new Map(),
): Steps<JsonObject> {
  if (request.continues !== null) return body;
  const pieces = yield* listPieces(view, sent, wire);
  const text = readOwnWords(view, request);
  const words: readonly ShownPiece[] =
    text === ""
      ? []
      : [{ kind: "written", role: "user", isMarked: false, sources: [], contents: [{ type: "text", text }] }];
  return yield* wire.write(body, sent.list, [...words, ...pieces], shown);
}

/** The system text of the view without that of the client, which goes out as the client wrote it. */
function readOwnWords({ system }: FittingView, { instructions }: WireRequest): string {
  const given = escapeText(instructions);
  return (system.startsWith(given) ? system.slice(given.length) : "").trim();
}
