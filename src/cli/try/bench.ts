import { writeFile } from "node:fs/promises";
import type { Report } from "../../bench/report.js";
import { ClewError } from "../../core/errors.js";
import { usageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import type { Screen } from "../terminal/screen.js";
import { aligned, printable } from "../terminal/text.js";

const rehearsalWindow = 60_000;

export const bench: CommandDetails = {
  example: "clew bench rehearse --data transcripts --window 60000",
  most: 1,
  least: 1,
  heeds: ["window"],
  options: [
    {
      name: "data",
      value: "PATH",
      many: true,
      line: "rehearse, tokens: a transcript or a folder (tokens takes several); lanes: annotated chats",
    },
    { name: "out", value: "FILE", line: "also as Markdown into a file" },
  ],
  run: async (input) => {
    const [name = ""] = input.arguments;
    if (!Object.hasOwn(benches, name)) {
      throw usageError(`There is no bench ${JSON.stringify(name)}`, `Use one of: ${Object.keys(benches).join(", ")}`);
    }
    // Nothing of it is needed for anything else.
    const { reportData, reportMarkdown } = await import("../../bench/report.js");
    const report = await benches[name as keyof typeof benches](input);
    const out = input.text("out");
    if (out !== undefined) await writeFile(out, reportMarkdown(report));
    if (input.json) input.screen.data(reportData(report));
    else await print(input.screen, report);
    return 0;
  },
};

const benches = {
  async rehearse(input: Input): Promise<Report> {
    const data = onlyOne(input, "rehearse", "Name a transcript or a folder");
    const window = input.number("window", 256) ?? rehearsalWindow;
    const { rehearseFiles } = await import("../../bench/rehearse-files.js");
    let files = 0;
    const say = saying(input.screen);
    const report = await rehearseFiles({
      data,
      window,
      say: (what) => {
        files += 1;
        say(what);
      },
    });
    if (files > 0) return report;
    throw new ClewError("import/bad", `There is no file in ${data}`, { hint: "Check the path after --data" });
  },
  async lanes(input: Input): Promise<Report> {
    const data = onlyOne(input, "lanes", "Name a folder of annotated chats");
    const { lanes } = await import("../../bench/lanes.js");
    return lanes({ data, say: saying(input.screen) });
  },
  async tokens(input: Input): Promise<Report> {
    const data = input.texts("data");
    if (data.length === 0) throw usageError("clew bench tokens needs --data", "Name transcripts, or folders of them");
    const { tokens } = await import("../../bench/tokens.js");
    return tokens({ data, say: saying(input.screen) });
  },
};

function onlyOne(input: Input, name: string, hint: string): string {
  const [data, more] = input.texts("data");
  if (data === undefined) throw usageError(`clew bench ${name} needs --data`, hint);
  if (more !== undefined) throw usageError(`clew bench ${name} takes --data once`, hint);
  return data;
}

function saying(screen: Screen): (what: string) => void {
  return (what) => screen.aside(`clew: ${printable(what)}`);
}

async function print(screen: Screen, { tables }: Report): Promise<void> {
  const { shownCell } = await import("../../bench/report.js");
  for (const [index, { title, columns, rows }] of tables.entries()) {
    if (index > 0) screen.line();
    screen.line(screen.paint("bold", title));
    const numbers = columns.flatMap((_column, place) => (typeof rows[0]?.[place] === "number" ? [place] : []));
    const cells = rows.map((row) => row.map((cell) => printable(shownCell(cell))));
    for (const line of aligned([[...columns], ...cells], numbers)) screen.line(line);
  }
}
