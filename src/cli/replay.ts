import type { Command } from "./command.js";
import { withLog } from "./open-log.js";
import { viewNamed } from "./short-turn.js";

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
      const { receipt } = await viewNamed(clew, input.arguments[0] ?? "");
      // The bytes are JSON already, so --json changes nothing; only a terminal gets a line's end after them.
      await screen.bytes(await clew.replay(receipt.id));
      if (screen.columns !== null) screen.line();
      return 0;
    }),
};
