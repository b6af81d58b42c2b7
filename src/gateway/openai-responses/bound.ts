/** OpenAI takes sealed reasoning from the organization that it was made for. What it reads of it is its own affair. */
import type { BoundForm, JsonObject } from "../wire/wire.js";
import { groupOutputs, listInput } from "./items.js";

export const responsesBound: BoundForm = {
  isForeign: (writer, reader) => writer.account !== reader.account,
  head: () => [],
  list: ({ input }) => groupOutputs(listInput(input) ?? []).map((items) => ({ items })),
  read: ({ items }) =>
    (items as readonly JsonObject[]).flatMap((item) => {
      const sealed = item.type === "reasoning" ? item.encrypted_content : null;
      return typeof sealed === "string" ? [{ thought: sealed }] : [];
    }),
  drop({ items }, places) {
    let place = -1;
    const kept = (items as readonly JsonObject[]).filter(
      ({ type, encrypted_content: sealed }) =>
        type !== "reasoning" || typeof sealed !== "string" || !places.has(++place),
    );
    // An item behind a dropped one is no longer the item that its provider knows by this name.
    return { items: kept.map(({ id: _id, ...item }) => item) };
  },
  write: (body, list) => ({ ...body, input: list.flatMap(({ items }) => items) }),
};
