import type { Clew, LaneChoice } from "../compose/clew.js";
import { ClewError } from "../core/errors.js";
import type { Command, Input } from "./command.js";
import { choiceOf, withLog } from "./open-log.js";
import { count, printable } from "./text.js";

export const recall: Command = {
  name: "recall",
  line: "opens a pointer: an entry, or a list of entries",
  usage: "POINTER",
  example: 'clew recall clew:e0123456789 --find "contract"',
  least: 1,
  most: 1,
  options: [
    { name: "find", value: "TEXT", line: "only the lines of the entry that hold this text" },
    { name: "offset", value: "N", line: "where to go on; every page says it" },
    { name: "session", value: "KEY", line: "the chat; all are searched unless told" },
  ],
  run: (input) => {
    const offset = input.number("offset", 0) ?? 0;
    return withLog(input, (clew) => open(input, clew, offset));
  },
};

async function open(input: Input, clew: Clew, offset: number): Promise<number> {
  const { screen } = input;
  const pointer = input.arguments[0] ?? "";
  const choice = await laneWith(clew, pointer, choiceOf(input));
  const find = input.text("find");
  const page = await clew.recall({ ...choice, pointer, offset, ...(find === undefined ? {} : { find }) });
  if (page.kind === "nothing") {
    screen.aside(`clew: ${page.text}`);
    return 1;
  }
  const { text, next, of } = page;
  if (input.json) {
    screen.line(JSON.stringify({ pointer, ...choice, text, next, of }));
    return 0;
  }
  screen.line(printable(text));
  if (next !== null) {
    const rest = find === undefined ? "" : ` --find ${JSON.stringify(find)}`;
    screen.aside(`clew: there is more: clew recall ${pointer}${rest} --offset ${next}`);
  }
  return 0;
}

/** A pointer opens only in its own lane; the owner of the log need not know which that is. */
async function laneWith(clew: Clew, pointer: string, named: LaneChoice): Promise<LaneChoice> {
  const sessions = named.session === undefined ? (await clew.sessions()).map((each) => each.session) : [named.session];
  let looked = 0;
  for (const session of sessions) {
    for (const { ref } of await clew.lanes(session)) {
      if (named.lane !== undefined && named.lane !== ref.lane) continue;
      looked += 1;
      const choice = { session, lane: ref.lane };
      const page = await clew.recall({ ...choice, pointer });
      if (page.kind === "page") return choice;
    }
  }
  throw new ClewError("pointer/unknown", `Nothing has the pointer ${pointer} in ${count(looked)} lanes`, {
    hint: "Copy it from clew log --json, clew context or clew why, and check --store",
  });
}
