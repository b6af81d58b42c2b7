import { ClewError } from "../core/errors.js";
import type { Command } from "./command.js";
import { withLog } from "./open-log.js";
import { namedTurn } from "./short-turn.js";

export const replay: Command = {
  name: "replay",
  line: "the request of a call, byte for byte",
  usage: "RECEIPT",
  example: "clew replay 0123456789abcdef > request.json",
  least: 1,
  most: 1,
  options: [],
  run: (input) =>
    withLog(input, async (clew) => {
      const { screen } = input;
      const typed = input.arguments[0] ?? "";
      const named = await namedTurn(clew, typed);
      if (named === null) {
        throw new ClewError("receipt/unknown", `There is no receipt or turn ${typed}`, {
          hint: "clew why prints the receipt of a call; clew log the turns",
        });
      }
      // The bytes are JSON already, so --json changes nothing; only a terminal gets a line's end after them.
      screen.bytes(await clew.replay(named));
      if (screen.columns !== null) screen.line();
      return 0;
    }),
};
