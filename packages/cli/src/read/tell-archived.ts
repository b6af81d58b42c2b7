import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { Input } from "../program/command.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { formatCount } from "../terminal/text.js";

/** Says beside an answer that archived sessions are not in it. */
export async function tellArchived(input: Input, clew: OpenLog, command: string): Promise<void> {
  const { length } = await clew.sessions({ which: "archived" });
  if (length === 0) return;
  const many = formatCount(length, "archived session is", "archived sessions are");
  input.screen.aside(`clew: ${many} not in it:`, rebuildCommand(command, input, "--archived"));
}
