import type { MemoryFolder } from "@clewline/core/ports/index.js";

/** More copies of one file than anybody leaves lying around. */
const mostCopies = 1_000;

/** Keeps a person's text beside the file that it stood in, and says so in a line. The same text is kept once. */
export async function setAside(
  folder: MemoryFolder,
  path: string,
  text: string,
  word: "rejected" | "edited" = "rejected",
): Promise<string> {
  for (let copy = 1; copy <= mostCopies; copy += 1) {
    const place = path.replace(/\.md$/iu, `.${word}${copy === 1 ? "" : `-${copy}`}.md`);
    const there = await folder.read(place);
    const isKept = there.kind === "text" && there.text === text;
    if (isKept || (there.kind === "absent" && (await folder.replace(place, null, text))))
      return `What was written in ${path} is kept as ${place}: the log has something newer`;
  }
  throw new Error(`${path} has ${mostCopies} copies that were set aside`);
}
