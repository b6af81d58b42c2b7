/** Once per run, before any worker starts: a folder for everything temporary, a home in it, and the seed of the day. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeScratchFolder } from "../scripts/scratch-folder.js";
import { chosenSeed } from "./seed.js";

export default function setUp(): () => void {
  const folder = makeScratchFolder("clew-tests");
  // Workers, and the processes that they start, inherit them.
  process.env.TMPDIR = folder;
  // The user's own folders name the logs that are theirs, and have their settings: those of tests are others, whatever a test unsets.
  process.env.HOME = join(folder, "home");
  process.env.XDG_DATA_HOME = join(process.env.HOME, "data");
  process.env.XDG_CONFIG_HOME = join(process.env.HOME, "config");
  mkdirSync(process.env.HOME);
  process.env.CLEW_SEED = String(chosenSeed(process.env.CLEW_SEED, new Date()));
  console.log(`seed ${process.env.CLEW_SEED} (CLEW_SEED repeats a run, CLEW_SEED=random draws one)`);
  return () => rmSync(folder, { recursive: true, force: true });
}
