#!/usr/bin/env node
import { defer } from "@clewline/text/defer.js";
import { runProgram } from "./program/program.js";
import { makeScreen } from "./terminal/screen.js";
import { makePrintable } from "./terminal/text.js";

/** Opened on demand: most commands print no remark, and opening the stream takes as long as reading a few files. */
const remarks = defer(() =>
  process.stderr.on("error", () => {
    // There is no other place to report this.
  }),
);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (clew log | head) is no failure.
  if (error.code === "EPIPE") process.exit(0);
  remarks().write(`clew: Cannot write the result: ${makePrintable(error.message)}\n`);
  process.exit(1);
});

process.exitCode = await runProgram(process.argv.slice(2), makeScreen(process.stdout, remarks, process.env));
