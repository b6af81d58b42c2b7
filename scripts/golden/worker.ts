/** One build at work: `worker.ts ROOT play|read` does each job that standard input has, a line of JSON each, and prints its facts. */
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { loadBuild } from "./build.js";
import type { Fact, Job } from "./facts.js";
import { fixWorld } from "./fixed-world.js";
import { play, read } from "./play.js";

const [root = ".", mode = "play"] = process.argv.slice(2);
fixWorld();
const build = await loadBuild(root);

for await (const line of createInterface({ input: process.stdin })) {
  const job: Job = JSON.parse(line);
  const { endsAt, facts } = await (mode === "play" ? play : read)(build, job);
  console.log(JSON.stringify({ endsAt, facts: job.whole === true ? facts : facts.map(shorten) }));
}

/** Ids of entries are drawn, and a build may draw another number of them. */
function shorten(fact: Fact): Fact {
  const said = fact.said.replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "id");
  return { ...fact, said: createHash("sha256").update(said).digest("hex") };
}
