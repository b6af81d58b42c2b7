import type { ImportedRecord } from "@clewline/core/importing/importer.js";
import type { Note } from "@clewline/core/log/entry.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { Line } from "./line.js";

type Place = Pick<ImportedRecord, "session" | "lane" | "at">;

export function makeLineRecords(place: Place, line: Line): readonly ImportedRecord[] {
  const { key } = line;
  switch (line.kind) {
    case "given":
      return makeItemRecords(place, key, line.items, line.from === null ? {} : { from: line.from });
    case "answer":
      return [
        ...makeItemRecords(place, key, line.items, { call: key }),
        ...makeNoteRecords(place, `${key}#usage`, line.usage === null ? null : { kind: "usage", usage: line.usage }),
        ...makeNoteRecords(place, `${key}#ended`, line.ended === null ? null : { kind: "turn-ended", ...line.ended }),
      ];
    case "compacted":
      // The summary was sent to the model as a message.
      return [
        ...makeNoteRecords(place, `${key}#compacted`, { kind: "compacted", by: "pi", tokens: line.tokens }),
        ...makeItemRecords(place, key, line.items, {}),
      ];
    case "link":
      return [];
    default:
      return line satisfies never;
  }
}

function makeItemRecords(
  place: Place,
  key: string,
  list: readonly HostItem[],
  origin: { readonly from?: string; readonly call?: string },
): readonly ImportedRecord[] {
  return list.map((item, index) => ({ ...place, kind: "item", key: `${key}#${index + 1}`, item, ...origin }));
}

function makeNoteRecords(place: Place, key: string, content: Note | null): readonly ImportedRecord[] {
  return content === null ? [] : [{ ...place, kind: "note", key, note: content }];
}
