#!/usr/bin/env node
import { runProgram } from "./program.js";
import { screenOf } from "./screen.js";

// A reader that has seen enough (clew log | head) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), screenOf(process.stdout, process.stderr, process.env));
