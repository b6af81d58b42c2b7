import { writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { RecallResult } from "@clewline/engine/read/recall.js";
import type { RecalledFile } from "@clewline/engine/read/recall-files.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { wrapText } from "../terminal/screen.js";
import { makePrintable } from "../terminal/text.js";

export const recall: CommandDetails = {
  example: 'clew recall clew:e0123456789 --find "contract"',
  least: 1,
  most: 1,
  options: [
    {
      name: "find",
      value: "TEXT",
      line: "only the lines that hold this text; * stands for anything, | between alternatives, ^ and $ for a line's ends",
    },
    { name: "lines", value: "A-B", line: "only these lines of the entry, e.g. 10-40, 10- or 10" },
    { name: "offset", value: "N", line: "where to continue; every page names it" },
    { name: "out", value: "FILE", line: "write the entry's image or file there; further ones get a number" },
    { name: "session", value: "KEY", line: "the chat; all are searched by default" },
  ],
  run: (input) => {
    const offset = input.number("offset", 0) ?? 0;
    const lines = parseLineRange(input);
    const out = input.text("out");
    return runWithLog(input, (clew) =>
      out === undefined ? open(input, clew, offset, lines) : writeFiles(input, clew, out),
    );
  },
};

interface Lines {
  readonly from: number;
  readonly to: number;
}

function parseLineRange(input: Input): Lines | undefined {
  const typed = input.text("lines");
  if (typed === undefined) return undefined;
  const [, first = "", open, last] = /^(\d{1,9})(?:([-–])(\d{1,9})?)?$/.exec(typed) ?? [];
  const from = Number(first);
  const to = last !== undefined ? Number(last) : open === undefined ? from : Number.MAX_SAFE_INTEGER;
  if (from < 1 || to < from) {
    throw makeUsageError(
      `--lines is ${JSON.stringify(typed)}`,
      "Give the first and the last line, from 1: --lines 10-40",
    );
  }
  if (input.arguments[0]?.startsWith("clew:s")) {
    throw makeUsageError(
      "This pointer lists entries, which have lines of their own",
      "Open one of the list with --lines",
    );
  }
  return { from, to };
}

/** The bytes are for a file: on a screen they would be noise. */
function describeFiles(files: readonly RecalledFile[] | undefined) {
  return files === undefined ? {} : { files: files.map(({ mediaType, name }) => ({ mediaType, name: name ?? null })) };
}

/** Reads page after page, because files stand behind the text. */
async function writeFiles(input: Input, clew: OpenLog, out: string): Promise<number> {
  const { screen } = input;
  const pointer = input.arguments[0] ?? "";
  let [offset, count]: [number | null, number] = [0, 0];
  while (offset !== null) {
    const page: RecallResult = await clew.recall({ ...readLaneChoice(input), pointer, offset });
    if (page.kind === "nothing") {
      screen.aside(`clew: ${makePrintable(page.text)}`);
      return 1;
    }
    for (const { data, mediaType } of page.files ?? []) {
      const path = count === 0 ? out : numberPath(out, count + 1);
      await writeFile(path, Buffer.from(data, "base64"), { mode: 0o600 });
      screen.line(`${makePrintable(path)}  ${makePrintable(mediaType)}`);
      count += 1;
    }
    offset = page.next;
  }
  if (count === 0) screen.aside("clew: this entry has no image or file; leave out --out to read its text");
  return count === 0 ? 1 : 0;
}

function numberPath(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-${number}${ext}`);
}

async function open(input: Input, clew: OpenLog, offset: number, lines: Lines | undefined): Promise<number> {
  const { screen } = input;
  const pointer = input.arguments[0] ?? "";
  const find = input.text("find");
  const part = { ...(find === undefined ? {} : { find }), ...(lines === undefined ? {} : { lines }) };
  const page = await clew.recall({ ...readLaneChoice(input), pointer, offset, ...part });
  if (page.kind === "nothing") {
    screen.aside(`clew: ${makePrintable(page.text)}`);
    return 1;
  }
  if (page.text === "" && lines !== undefined) {
    screen.aside(`clew: line ${input.text("lines")} of this entry is empty`);
    return 1;
  }
  const { ref, text, next, of } = page;
  if (input.json) {
    screen.data({ pointer, session: ref.session, lane: ref.lane, text, next, of, ...describeFiles(page.files) });
    return 0;
  }
  screen.line(wrapText(makePrintable(text), screen.columns ?? Number.POSITIVE_INFINITY));
  if (page.files !== undefined)
    screen.aside("clew: write its image or file with:", rebuildCommand("recall", input, "--out", "FILE"));
  if (next !== null) screen.aside("clew: there is more:", rebuildCommand("recall", input, "--offset", String(next)));
  return 0;
}
