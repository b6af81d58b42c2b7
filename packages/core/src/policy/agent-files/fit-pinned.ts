/** Fits an agent's files into their part of the room. */

import type { Tokens } from "../../log/keys.js";
import { skillName } from "../../log/own-tools.js";
import type { Skill } from "./skills.js";

/** A text of the folder, and where it is. */
export interface PinnedFile {
  readonly path: string;
  readonly text: string;
}

/** The room for a text, and how its tokens are counted. */
export interface PinnedRoom {
  readonly tokens: Tokens;
  readonly count: (text: string) => Tokens;
  /** Whether the model has the tool that opens the rest. */
  readonly opens: boolean;
}

/** The text that is shown, and the room that is left. */
export interface Fitted {
  readonly text: string;
  readonly left: Tokens;
  readonly isCut: boolean;
}

/** Part of the room that all pinned texts share: the files, and standing memories. */
const pinnedPart = 0.1;

/** Divides the pinned share of a room between files and memories. The number of memories never moves a file's cut. */
export function sharePinned(room: Tokens, mostStanding: Tokens): { readonly all: Tokens; readonly files: Tokens } {
  const all = Math.floor(room * pinnedPart);
  return { all, files: all - Math.min(mostStanding, Math.floor(all / 2)) };
}

/** The file, or its first lines and how the rest is opened; empty where not even that has room. */
export function fitFile({ path, text }: PinnedFile, { tokens, count, opens }: PinnedRoom): Fitted {
  const whole = count(text);
  if (whole <= tokens) return { text, left: tokens - whole, isCut: false };
  const how = opens ? `; the tool ${skillName} opens all of it: ${JSON.stringify(path)}` : "";
  const notice = `[${path} goes on${how}]`;
  const lines = text.split("\n");
  const cut = (most: number) => [...lines.slice(0, most), notice].join("\n");
  const most = findMost(lines.length, (taken) => count(cut(taken)) <= tokens);
  if (most === null) return { text: "", left: tokens, isCut: true };
  return { text: cut(most), left: tokens - count(cut(most)), isCut: true };
}

const opening = `Skills tell how certain tasks are done here. Before such a task, open its skill with the tool ${skillName}.`;

/** A line for each skill that there is room for, and the number of the others. */
export function fitSkills(skills: readonly Skill[], { tokens, count, opens }: PinnedRoom): Fitted {
  if (skills.length === 0 || !opens) return { text: "", left: tokens, isCut: false };
  const write = (most: number) =>
    [
      opening,
      ...skills
        .slice(0, most)
        .map(({ name, description }) => (description === "" ? `- ${name}` : `- ${name}: ${description}`)),
      ...(most === skills.length ? [] : [`And ${skills.length - most} more: call ${skillName} without a name.`]),
    ].join("\n");
  const most = findMost(skills.length, (taken) => count(write(taken)) <= tokens);
  if (most === null) return { text: "", left: tokens, isCut: true };
  return { text: write(most), left: tokens - count(write(most)), isCut: most < skills.length };
}

/** The largest number up to `limit` that fits, as more never fits where less does not; null if 0 does not. */
function findMost(limit: number, fits: (taken: number) => boolean): number | null {
  if (fits(limit)) return limit;
  let [low, high] = [-1, limit];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low < 0 ? null : low;
}
