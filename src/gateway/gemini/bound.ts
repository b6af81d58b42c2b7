/** Gemini takes the signature of a call from the model and the key that it was made for, wherever it stands. */
import type { BoundForm, JsonObject } from "../wire/wire.js";
import { dropSignature, findName, isSignedPart, listContentParts, signFirst } from "./parts.js";
import { findAsked, replaceContents } from "./read-request.js";

export const geminiBound: BoundForm = {
  isForeign: (writer, reader) => writer.model !== reader.model || writer.account !== reader.account,
  head: () => [],
  list: (body) => findAsked(body).contents as readonly JsonObject[],
  read: (content) =>
    listContentParts(content).flatMap((part) =>
      isSignedPart(part) ? [{ thought: String(part[findName(part, "thoughtSignature")]) }] : [],
    ),
  drop(content, places) {
    let place = -1;
    const parts = listContentParts(content).map((part) =>
      isSignedPart(part) && places.has(++place) ? dropSignature(part) : part,
    );
    return { ...content, parts: signFirst(parts) };
  },
  write: replaceContents,
};
