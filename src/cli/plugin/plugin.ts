import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { quoteShellWord } from "../../core/text/shell-word.js";
import type { CommandDetails } from "../program/command.js";

/** Says where the plugin for Claude Code lies: it is shipped beside the program. */
export const plugin: CommandDetails = {
  example: 'clew plugin    (then: claude --plugin-dir "$(clew plugin)")',
  most: 0,
  options: [],
  run: async ({ screen, json }) => {
    const root = dirname(createRequire(import.meta.url).resolve("clewline/package.json"));
    const folder = join(root, "integrations", "claude-code");
    if (json) screen.data({ folder });
    else screen.line(folder);
    screen.aside("clew: to use it:", `claude --plugin-dir ${quoteShellWord(folder)}`);
    return 0;
  },
};
