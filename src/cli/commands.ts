import { bench } from "./bench.js";
import { chat } from "./chat.js";
import type { Command } from "./command.js";
import { compact } from "./compact.js";
import { config } from "./config.js";
import { context } from "./context.js";
import { demo } from "./demo.js";
import { diff } from "./diff.js";
import { doctor } from "./doctor.js";
import { exportLog } from "./export.js";
import { helpOver } from "./help.js";
import { importFiles } from "./import.js";
import { journal } from "./journal.js";
import { lanes } from "./lanes.js";
import { log } from "./log.js";
import { mcp } from "./mcp.js";
import { recall } from "./recall.js";
import { replay } from "./replay.js";
import { search } from "./search.js";
import { sessions } from "./sessions.js";
import { tryPolicies } from "./try.js";
import { usage } from "./usage.js";
import { why } from "./why.js";

const reading: readonly Command[] = [log, search, recall, sessions, lanes, journal, usage];
const changing: readonly Command[] = [compact, config];
const views: readonly Command[] = [context, why, diff, replay];
const listed: readonly Command[] = [
  importFiles,
  demo,
  tryPolicies,
  chat,
  ...views,
  ...changing,
  ...reading,
  exportLog,
  mcp,
  doctor,
  bench,
];

/** Everything that can be typed after `clew`. */
export const commands: readonly Command[] = [...listed, helpOver(listed)];
