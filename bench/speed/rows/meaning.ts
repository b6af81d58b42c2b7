import { clewFile } from "../../clew/keep-clew.js";
import { generateRound } from "../../generated-round.js";
import { median } from "../../median.js";
import { runTask } from "../../worker/start-worker.js";
import { type Findings, quantile, type SpeedRun, tableOf } from "../findings.js";
import type { MeaningTimes } from "../tasks/search-meaning.js";

const columns = ["search in a lane", "vectors", "CPU ms, median", "p95", "searches"];

/** What comparing by meaning adds to a search by words, beside a scan of as many vectors in memory. */
export async function measureMeaning(run: SpeedRun): Promise<Findings> {
  const { sizes, questions: count, rounds } = run.plan.meaning;
  const questions = Array.from({ length: count }, (_, index) =>
    generateRound(index * 11)
      .message.split(" ")
      .slice(0, 6)
      .join(" "),
  );
  const found: MeaningTimes[] = [];
  for (const messages of sizes) {
    run.say(`meaning: ${messages} messages`);
    const folder = run.makeFolder();
    await runTask(folder, "fillLog", { subject: run.clew, folder, messages });
    const place = { checkout: run.clew.folder, path: clewFile(folder) };
    found.push(await runTask(folder, "searchMeaning", { ...place, questions, rounds }));
  }
  const indexing = tableOf(
    "CPU of storing a vector, the embedder's own left out",
    ["vectors", "ms each"],
    found.map(({ vectors, indexMs }) => [vectors, indexMs]),
  );
  return {
    targets: [],
    tables: [tableOf("Searches by meaning, 384 dimensions", columns, found.flatMap(listTimes)), indexing],
  };
}

function listTimes({ vectors, byWords, byMeaning, bareScan }: MeaningTimes) {
  return (
    [
      ["by words", byWords],
      ["by words and meaning", byMeaning],
      ["a scan of as many vectors", bareScan],
    ] as const
  ).map(([name, times]) => [name, vectors, median(times), quantile(times, 0.95), times.length]);
}
