import { parseFrontMatter } from "./front-matter.js";

/** One line of the index, and where its text is. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Inside the folder. */
  readonly path: string;
}

/** A name that can be typed and that can't be taken for a path. */
const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}])?$/u;
const longestDescription = 300;

/** A name that was taken, or is none, is told and not used. */
export function readSkills(files: readonly { readonly path: string; readonly text: string }[]): {
  readonly skills: readonly Skill[];
  readonly problems: readonly string[];
} {
  const skills = new Map<string, Skill>();
  const problems: string[] = [];
  for (const { path, text } of files) {
    const { name = nameByPath(path), description, body } = parseFrontMatter(text);
    const taken = skills.get(name);
    if (!namePattern.test(name)) problems.push(`${path} has a name that can't be typed: use letters, digits and -`);
    else if (taken !== undefined) problems.push(`${path} has the name of ${taken.path}, which is used`);
    else skills.set(name, { name, description: writeLine(description ?? findFirstLine(body)), path });
  }
  return { skills: [...skills.values()].sort(byName), problems };
}

/** Sorted by code units, so that the order is the same on every machine. */
function byName({ name: one }: Skill, { name: other }: Skill): number {
  return one < other ? -1 : 1;
}

/** skills/NAME/SKILL.md or skills/NAME.md. */
function nameByPath(path: string): string {
  return path
    .replace(/\/SKILL\.md$/, "")
    .replace(/\.md$/, "")
    .replace(/^.*\//, "");
}

function findFirstLine(body: string): string {
  const lines = body.split("\n").map((line) => line.replace(/^#+\s*/, "").trim());
  return lines.find((line) => line !== "") ?? "";
}

/** A description is one line, whatever the file has. */
function writeLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= longestDescription
    ? line
    : `${line.slice(0, longestDescription - 1).replace(/\p{Surrogate}$/u, "")}…`;
}
