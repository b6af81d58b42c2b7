import type { CommandDetails } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { escapeJsonText } from "../terminal/json-line.js";
import { findNamedView } from "./short-turn.js";

export const replay: CommandDetails = {
  example: "clew replay 0123456789abcdef > request.json",
  least: 1,
  most: 1,
  missing: "clew why prints the receipt of a call; a turn's id from clew log works too",
  options: [],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const { screen } = input;
      const { receipt } = await findNamedView(clew, input.arguments[0] ?? "");
      const json = await clew.replay(receipt.id);
      // The bytes are JSON already, so --json changes nothing. Only a terminal gets them escaped and with a line's end.
      if (screen.columns === null) await screen.bytes(json);
      else screen.line(escapeJsonText(json));
      return 0;
    }),
};
