import { resolve } from "node:path";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import { makeUsageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { escapeJsonText } from "../terminal/screen.js";
import { formatCount, formatSize, makePrintable } from "../terminal/text.js";
import { writeIntoFile } from "./export-file.js";

/** Characters to collect before a write. */
const pageLength = 65_536;

export const exportLog: CommandDetails = {
  example: "clew export --out backup.jsonl",
  most: 1,
  options: [
    { name: "session", value: "KEY", line: "the same as SESSION" },
    { name: "out", value: "FILE", line: "the file to write, readable by you alone; standard output by default" },
    { name: "force", line: "overwrites that file" },
  ],
  run: (input) => {
    const out = input.text("out");
    if (out === undefined && input.screen.columns !== null) {
      throw makeUsageError("An export is too much for a screen", "Write clew export --out FILE, or clew export > FILE");
    }
    return runWithLog(input, async (clew) => {
      const { session } = readLaneChoice(input, input.arguments[0]);
      if (session !== undefined) await checkSession(input, clew, session);
      const sums =
        out === undefined
          ? await writeExport(clew, session, (text) => input.screen.bytes(text))
          : await writeIntoFile(out, { store: clew.location, force: input.has("force") }, (write) =>
              writeExport(clew, session, write),
            );
      report(input, sums, out);
      return 0;
    });
  },
};

interface Sums {
  readonly sessions: number;
  readonly lanes: number;
  readonly entries: number;
  readonly receipts: number;
  readonly bytes: number;
}

async function writeExport(
  clew: OpenLog,
  session: string | undefined,
  write: (text: string) => Promise<void>,
): Promise<Sums> {
  const many = { lane: 0, entry: 0, receipt: 0 };
  const sessions = new Set<string>();
  let [page, bytes] = ["", 0];
  const flush = async () => {
    await write(page);
    bytes += Buffer.byteLength(page);
    page = "";
  };
  for await (const line of clew.export({ session })) {
    const { kind, session: named } = JSON.parse(line) as { kind?: string; session?: string };
    if (kind === "lane" || kind === "entry" || kind === "receipt") many[kind] += 1;
    if (kind === "lane" && named !== undefined) sessions.add(named);
    // The same JSON, with nothing in it that a terminal acts on: somebody may look at the pipe.
    page += `${escapeJsonText(line)}\n`;
    if (page.length >= pageLength) await flush();
  }
  await flush();
  return { sessions: sessions.size, lanes: many.lane, entries: many.entry, receipts: many.receipt, bytes };
}

/** Reports beside the result, which may be in the pipe. */
function report({ screen, json }: Input, sums: Sums, out: string | undefined): void {
  if (json && out !== undefined) {
    screen.data({ out: resolve(out), ...sums });
    return;
  }
  const parts = [
    formatCount(sums.sessions, "session", "sessions"),
    formatCount(sums.lanes, "lane", "lanes"),
    formatCount(sums.entries, "entry", "entries"),
    formatCount(sums.receipts, "view", "views"),
  ];
  const where = out === undefined ? "" : ` to ${makePrintable(out)}`;
  screen.aside(`clew: exported ${parts.join(", ")}: ${formatSize(sums.bytes)}${where}`);
  if (out !== undefined) screen.aside("clew: to take it back:", `clew import ${quoteShellWord(out)} --store NEW.db`);
}
