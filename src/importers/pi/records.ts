import type { Imported } from "../../core/importing/imported.js";
import type { Note } from "../../core/log/entry.js";
import type { HostItem } from "../../core/log/host-message.js";
import type { Line } from "./line.js";

type Place = Pick<Imported, "session" | "lane" | "at">;

export function recordsOf(place: Place, line: Line): readonly Imported[] {
  const { key } = line;
  switch (line.kind) {
    case "given":
      return items(place, key, line.items, line.from === null ? {} : { from: line.from });
    case "answer":
      return [
        ...items(place, key, line.items, { call: key }),
        ...note(place, `${key}#usage`, line.usage === null ? null : { kind: "usage", usage: line.usage }),
        ...note(place, `${key}#ended`, line.ended === null ? null : { kind: "turn-ended", ...line.ended }),
      ];
    case "compacted":
      // The summary was sent to the model as a message.
      return [
        ...note(place, `${key}#compacted`, { kind: "compacted", by: "pi", tokens: line.tokens }),
        ...items(place, key, line.items, {}),
      ];
    case "link":
      return [];
    default:
      return line satisfies never;
  }
}

function items(
  place: Place,
  key: string,
  list: readonly HostItem[],
  origin: { readonly from?: string; readonly call?: string },
): readonly Imported[] {
  return list.map((item, index) => ({ ...place, kind: "item", key: `${key}#${index + 1}`, item, ...origin }));
}

function note(place: Place, key: string, content: Note | null): readonly Imported[] {
  return content === null ? [] : [{ ...place, kind: "note", key, note: content }];
}
