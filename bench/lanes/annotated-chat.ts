import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ChatLine } from "@clewline/core/conversation/links/line.js";
import { ClewError } from "@clewline/core/errors.js";

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
const pairHint = `Put each NAME${annotationEnd} beside its NAME${chatEnd}`;
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** All pairs of `X.ascii.txt` and `X.annotation.txt` in a folder, by name. */
export async function readChats(folder: string): Promise<readonly AnnotatedChat[]> {
  const all = await listFolder(folder);
  const names = all.filter((name) => name.endsWith(annotationEnd)).sort();
  const alone = all.find((name) => name.endsWith(chatEnd) && !names.includes(name.replace(chatEnd, annotationEnd)));
  if (alone !== undefined) throw refuse(join(folder, alone), "has no annotation beside it", pairHint);
  return Promise.all(names.map((name) => readChat(join(folder, name.slice(0, -annotationEnd.length)))));
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw refuse(folder, "is no folder that can be read", "Check the path after --data", cause);
  }
}

async function readChat(path: string): Promise<AnnotatedChat> {
  const lines = parseLines(await read(`${path}${chatEnd}`), `${path}${chatEnd}`);
  const links = parseLinks(await read(`${path}${annotationEnd}`), lines.length, `${path}${annotationEnd}`);
  return { name: basename(path), lines, links };
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw refuse(path, "can't be read", pairHint, cause);
  }
}

function refuse(path: string, what: string, hint: string, cause?: unknown): ClewError {
  return new ClewError("import/bad", `${path} ${what}`, cause === undefined ? { hint } : { hint, cause });
}

const saidForm = /^\[([01]\d|2[0-3]):([0-5]\d)\]\s+(?:<([^>]+)>|\*\s+(\S+))\s?(.*)$/u;
const systemForm = /^===/;

/**
 * `[09:56] <name> text`, `[09:56]  * name text` for an action, or `=== text` of the system. The clock has only hours and
 * minutes.
 */
function parseLines(text: string, path: string): readonly (ChatLine | null)[] {
  let [day, last] = [0, 0];
  const lines = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((raw, number) => {
      const [, hours, minutes, speaker, actor, said = ""] = saidForm.exec(raw) ?? [];
      const sender = speaker ?? actor;
      if (sender === undefined) {
        if (systemForm.test(raw)) return null;
        throw refuse(path, `is no chat: line ${number} is ${quote(raw)}`, chatHint);
      }
      const minute = Number(hours) * 60 + Number(minutes);
      // A clock that was set back by an hour does not begin a new day.
      if (minute < last - dayMinutes / 2) day += 1;
      last = minute;
      return { sender, at: (day * dayMinutes + minute) * minuteMs, text: said };
    });
  if (lines.every((line) => line === null)) throw refuse(path, "is no chat: nobody says anything in it", chatHint);
  return lines;
}

const chatHint = "Each line is [HH:MM] <name> text, [HH:MM] * name text, or === and a note of the system";
const linkHint = "Each line is two numbers of lines in the chat, counted from 0, and a dash: 1001 1003 -";

function parseLinks(text: string, count: number, path: string): ReadonlyMap<number, ReadonlySet<number>> {
  const links = new Map<number, Set<number>>();
  for (const raw of text.split(/\r?\n/)) {
    if (raw.trim() === "" || raw.startsWith("#")) continue;
    const [, first, second] = /^\s*(\d+)\s+(\d+)(?:\s+-)?\s*$/.exec(raw) ?? [];
    if (first === undefined) throw refuse(path, `has a line that is no link: ${quote(raw)}`, linkHint);
    const [earlier, later] = [Math.min(Number(first), Number(second)), Math.max(Number(first), Number(second))];
    if (later >= count) {
      throw refuse(path, `names line ${later} of a chat of ${count} lines: ${quote(raw)}`, linkHint);
    }
    const known = links.get(later);
    if (known === undefined) links.set(later, new Set([earlier]));
    else known.add(earlier);
  }
  if (links.size === 0) throw refuse(path, "marks no line of its chat", linkHint);
  return links;
}

function quote(raw: string): string {
  return JSON.stringify(raw.length > 80 ? `${raw.slice(0, 80)}…` : raw);
}
