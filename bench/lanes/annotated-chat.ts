import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ChatLine } from "../../src/core/conversation/links/line.js";
import { ClewError } from "../../src/core/errors.js";

/** A chat in which people have marked which line answers which. */
export interface AnnotatedChat {
  readonly name: string;
  /** By number; null for a line of the system, such as a join. */
  readonly lines: readonly (ChatLine | null)[];
  /** The lines that each marked line answers, by number; itself if it begins a conversation. */
  readonly links: ReadonlyMap<number, ReadonlySet<number>>;
}

const annotationEnd = ".annotation.txt";
const chatEnd = ".ascii.txt";
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** All pairs of `X.ascii.txt` and `X.annotation.txt` in a folder, by name. */
export async function readChats(folder: string): Promise<readonly AnnotatedChat[]> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith(annotationEnd)).sort();
  return Promise.all(names.map((name) => readChat(join(folder, name.slice(0, -annotationEnd.length)))));
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw new ClewError("import/bad", `${folder} is no folder that can be read`, {
      hint: "Check the path after --data",
      cause,
    });
  }
}

async function readChat(path: string): Promise<AnnotatedChat> {
  const lines = parseLines(await read(`${path}${chatEnd}`));
  const links = parseLinks(await read(`${path}${annotationEnd}`), lines.length, path);
  return { name: basename(path), lines, links };
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new ClewError("import/bad", `${path} can't be read`, {
      hint: `Put each NAME${annotationEnd} beside its NAME${chatEnd}`,
      cause,
    });
  }
}

/** `[09:56] <name> text`, or `[09:56]  * name text` for an action. The clock has only hours and minutes. */
function parseLines(text: string): readonly (ChatLine | null)[] {
  let [day, last] = [0, 0];
  return text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((raw) => {
      const [, hours, minutes, speaker, actor, said = ""] =
        /^\[(\d\d):(\d\d)\]\s+(?:<([^>]*)>|\*\s+(\S+))\s?(.*)$/u.exec(raw) ?? [];
      const sender = speaker ?? actor;
      if (sender === undefined) return null;
      const minute = Number(hours) * 60 + Number(minutes);
      // A clock that was set back by an hour does not begin a new day.
      if (minute < last - dayMinutes / 2) day += 1;
      last = minute;
      return { sender, at: (day * dayMinutes + minute) * minuteMs, text: said };
    });
}

function parseLinks(text: string, count: number, path: string): ReadonlyMap<number, ReadonlySet<number>> {
  const links = new Map<number, Set<number>>();
  for (const raw of text.split("\n")) {
    if (raw.trim() === "" || raw.startsWith("#")) continue;
    const [first = Number.NaN, second = Number.NaN] = raw.split(/\s+/).map(Number);
    const [earlier, later] = [Math.min(first, second), Math.max(first, second)];
    if (!(earlier >= 0 && later < count)) {
      throw new ClewError("import/bad", `${path}${annotationEnd} has a line that is no link: ${JSON.stringify(raw)}`, {
        hint: "Each line is two numbers of lines in the chat, counted from 0",
      });
    }
    const known = links.get(later);
    if (known === undefined) links.set(later, new Set([earlier]));
    else known.add(earlier);
  }
  return links;
}
