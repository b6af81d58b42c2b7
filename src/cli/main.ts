#!/usr/bin/env node
import { runProgram } from "./program.js";
import { screenOf } from "./screen.js";
import { printable } from "./text.js";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (clew log | head) is no failure.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`clew: Cannot write the result: ${printable(error.message)}\n`);
  process.exit(1);
});
process.stderr.on("error", () => {
  // Where remarks can't be written, nobody can be told so.
});

process.exitCode = await runProgram(process.argv.slice(2), screenOf(process.stdout, process.stderr, process.env));
