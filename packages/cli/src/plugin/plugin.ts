import { join } from "node:path";
import { findPackageFolder } from "@clewline/platform/version.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import type { CommandDetails } from "../program/command.js";

/** Says where the plugin for Claude Code lies: it is shipped beside the program. */
export const plugin: CommandDetails = {
  example: 'clew plugin    (then: claude --plugin-dir "$(clew plugin)")',
  most: 0,
  options: [],
  run: async ({ screen, json }) => {
    const folder = join(findPackageFolder(), "integrations", "claude-code");
    if (json) screen.data({ folder });
    else screen.line(folder);
    screen.aside("clew: to use it:", `claude --plugin-dir ${quoteShellWord(folder)}`);
    return 0;
  },
};
