/** A process of its own for one version: prints what each kind of text costs it, in CPU ms. Called with a file of texts and the version's module. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { readCpuMs } from "../cpu.js";
import { median } from "../median.js";
import type { Text } from "./costs.js";

const rounds = 3;
const [file = "", version = ""] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(file, "utf8")) as readonly Text[];
const { redactSecrets } = (await import(pathToFileURL(version).href)) as { redactSecrets: (text: string) => string };

/** A text is never the same twice, because answers are remembered. */
function measureRound(of: readonly Text[], round: number): number {
  const start = readCpuMs();
  for (const { text } of of) redactSecrets(`${text}\n${of.length}-${round}`);
  return readCpuMs() - start;
}

const costs = [...new Set(texts.map(({ kind }) => kind))].map((kind) => {
  const of = texts.filter((each) => each.kind === kind);
  return [kind, median(Array.from({ length: rounds }, (_, round) => measureRound(of, round)))];
});
process.stdout.write(JSON.stringify(Object.fromEntries(costs)));
