import type { ImportSource } from "@clewline/core/importing/importer.js";

/** A file in memory; with members, a folder or archive. */
export function sourceOf(name: string, text: string, members: Record<string, string> = {}): ImportSource {
  return {
    sample: { name, head: text.slice(0, 65_536), members: Object.keys(members) },
    async *lines() {
      const lines = text.split("\n");
      if (lines.at(-1) === "") lines.pop();
      for (const [index, line] of lines.entries()) yield { number: index + 1, text: line.replace(/\r$/, "") };
    },
    async text() {
      return text;
    },
    async member(member) {
      const content = members[member];
      if (content === undefined) throw new Error(`No member ${member}`);
      return content;
    },
  };
}
