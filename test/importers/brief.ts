import type { BadRecord, ImportedRecord, Importer, ImportSource } from "@clewline/core/importing/importer.js";

/** Everything that an importer makes of a source. */
export async function readAll(
  importer: Importer,
  source: ImportSource,
  agents: readonly string[] = [],
): Promise<readonly (ImportedRecord | BadRecord)[]> {
  const records: (ImportedRecord | BadRecord)[] = [];
  for await (const record of importer.read(source, { agents, isEnded: false })) records.push(record);
  return records;
}

/** One record as a line: its lane, key and what it says. */
export function brief(record: ImportedRecord | BadRecord): string {
  if (record.kind === "bad") return `bad ${record.line}: ${record.reason}`;
  const start = `${record.lane.replace(/-[0-9a-f]{8}$/, "")} ${record.key}`;
  if (record.kind === "withdrawn") return `${start} withdraws ${record.target}`;
  if (record.kind === "note") return `${start} notes ${record.note.kind}`;
  const { item } = record;
  switch (item.kind) {
    case "said":
      return `${start} ${item.role}: ${item.parts.map((part) => (part.kind === "file" ? part.mediaType : part.text)).join("|")}`;
    case "called":
      return `${start} calls ${item.tool} ${item.input}`;
    case "returned":
      return `${start} returns ${item.call}: ${"text" in item.output ? item.output.text : ""}`;
    default:
      return `${start} ${item.kind}`;
  }
}

/** Only the text of what was said. */
export function textOf(record: ImportedRecord | BadRecord | undefined): string | undefined {
  if (record?.kind !== "item" || record.item.kind !== "said") return undefined;
  const [part] = record.item.parts;
  return part === undefined || part.kind === "file" ? undefined : part.text;
}
