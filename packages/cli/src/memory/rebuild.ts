import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatNumber } from "../terminal/text.js";
import type { MemoryVerb } from "./read-verbs.js";

/** Brings memories of an older version to today's rules. */
export const rebuildVerb: MemoryVerb = {
  name: "rebuild",
  usage: "",
  line: "reads the messages of memories that an older version made once more; --dry-run counts what would change",
  most: 0,
  heeds: ["dry-run"],
  run: async (input, clew) => {
    const { screen } = input;
    const dryRun = input.has("dry-run");
    const report = await clew.memory.rebuild({ dryRun });
    if (input.json) return screen.data(report);
    const { read, changed, ended, added } = report;
    const counts = `${formatNumber(changed)} changed, ${formatNumber(ended)} ended and ${formatNumber(added)} added`;
    printSentence(screen, `Of ${formatNumber(read)} memories made by rules: ${counts}${dryRun ? " if rebuilt" : ""}.`);
    if (changed + ended + added === 0) return;
    const [what, verb] = dryRun ? ["To do it:", "rebuild"] : ["To see each:", "history"];
    printSentenceAndCommand(screen, what, buildCommand(input, "memory", verb));
  },
};
