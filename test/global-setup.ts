/** Once per run, before any worker starts: a folder for everything temporary, and the seed of the day. */
import { rmSync } from "node:fs";
import { makeScratchFolder } from "../scripts/scratch-folder.js";
import { chosenSeed } from "./seed.js";

export default function setUp(): () => void {
  const folder = makeScratchFolder("clew-tests");
  // Workers, and the processes that they start, inherit both.
  process.env.TMPDIR = folder;
  process.env.CLEW_SEED = String(chosenSeed(process.env.CLEW_SEED, new Date()));
  console.log(`seed ${process.env.CLEW_SEED} (CLEW_SEED repeats a run, CLEW_SEED=random draws one)`);
  return () => rmSync(folder, { recursive: true, force: true });
}
