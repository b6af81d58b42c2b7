import type { Command } from "./command.js";
import { context } from "./context.js";
import { demo } from "./demo.js";
import { helpOver } from "./help.js";
import { lanes } from "./lanes.js";
import { log } from "./log.js";
import { recall } from "./recall.js";
import { replay } from "./replay.js";
import { sessions } from "./sessions.js";
import { why } from "./why.js";

const listed: readonly Command[] = [demo, log, context, why, sessions, lanes, recall, replay];

/** Everything that can be typed after `clew`. */
export const commands: readonly Command[] = [...listed, helpOver(listed)];
