import { ClewError } from "@clewline/core/errors.js";
import type { SentBody } from "@clewline/engine/read/pieces/read-bodies.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { escapeJsonText } from "../terminal/screen.js";
import { findNamedTurn, findNamedView } from "./short-turn.js";

export const replay: CommandDetails = {
  example: "clew replay 0123456789abcdef > request.json",
  least: 1,
  most: 1,
  missing: "clew why prints the receipt of a call; a turn's id from clew log works too",
  options: [
    { name: "view", line: "the view, where the gateway sent another request" },
    { name: "attempt", value: "N", line: "the first request of the call, the second, …; the last by default" },
  ],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const typed = input.arguments[0] ?? "";
      const attempt = input.number("attempt", 1);
      const named = input.has("view") ? null : await findNamedTurn(clew, typed);
      const call = named === null ? null : await clew.replayCall(named);
      if (call !== null && call.sent.length > 0) {
        if (input.has("json")) input.screen.data({ ...call, sent: call.sent.map(describe) });
        else await printRequest(input, call.sent, attempt ?? call.sent.length);
        return 0;
      }
      const { receipt } = await findNamedView(clew, typed);
      // The bytes are JSON already, so --json changes nothing.
      await print(input, await clew.replay(receipt.id));
      return 0;
    }),
};

/** A body that is no text is told in base64. */
function describe({ bytes, ...sent }: SentBody): object {
  const text = decode(bytes);
  return text === null ? { ...sent, base64: Buffer.from(bytes).toString("base64") } : { ...sent, body: text };
}

async function printRequest(input: Input, sent: readonly SentBody[], attempt: number): Promise<void> {
  const chosen = sent[attempt - 1];
  if (chosen === undefined)
    throw new ClewError("options/bad", `--attempt ${attempt}: ${sent.length} left for it`, {
      hint: "clew replay with --json prints all of them",
    });
  if (sent.length > 1) {
    const all = sent.map(({ status, own }, place) => `${place + 1}${own ? " as its client wrote it" : ""}: ${status}`);
    input.screen.aside(`Request ${attempt} of ${sent.length}, by their status: ${all.join(", ")}`);
  }
  const { packing } = chosen;
  if (packing !== undefined) input.screen.aside(`It left packed (${packing}); this is what was packed`);
  await print(input, decode(chosen.bytes) ?? chosen.bytes);
}

/** Only a terminal gets the bytes escaped and with a line's end. */
async function print({ screen }: Input, bytes: string | Uint8Array): Promise<void> {
  if (screen.columns === null || typeof bytes !== "string") await screen.bytes(bytes);
  else screen.line(escapeJsonText(bytes));
}

/** Null for what is no text. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
