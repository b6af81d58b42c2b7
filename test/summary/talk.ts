import type { EntryId } from "@clewline/core/log/keys.js";
import type { SectionName, SummaryItem } from "@clewline/core/log/summary.js";
import { extractItems, type SpokenEntry } from "@clewline/core/summary/extract.js";

/** `entryId("e1")`: tests write ids by hand. */
export function entryId(raw: string): EntryId {
  return raw as EntryId;
}

/** Lines such as "user: text", one entry each, a minute apart. */
export function talk(...lines: readonly string[]): readonly SpokenEntry[] {
  return lines.map((line, index) => {
    const colon = line.indexOf(": ");
    const by = line.slice(0, colon);
    return { id: entryId(`e${index}`), at: index * 60_000, by, kind: "said", text: line.slice(colon + 2) };
  });
}

export function called(id: string, at: number, tool: string, input: unknown): SpokenEntry {
  return { id: entryId(id), at, by: "agent", kind: "called", tool, text: JSON.stringify(input) };
}

export function returned(id: string, at: number, tool: string, text: string, failed: boolean): SpokenEntry {
  return { id: entryId(id), at, by: "agent", kind: "returned", tool, text, failed };
}

/** The items as "section: text", with a star where they are pinned. */
export function shown(items: readonly SummaryItem[]): readonly string[] {
  return items.map(({ section, text, pinned }) => `${section}${pinned ? "*" : ""}: ${text}`);
}

export function found(...lines: readonly string[]): readonly string[] {
  return shown(extractItems(talk(...lines)));
}

let count = 0;

export function item(section: SectionName, text: string, more: Partial<SummaryItem> = {}): SummaryItem {
  count += 1;
  return { section, text, sources: [entryId(`i${count}`)], at: count, by: "user", pinned: false, ...more };
}
