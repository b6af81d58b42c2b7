import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ownCheckout } from "../checkout.js";
import { median } from "../median.js";
import { useScratchFolder } from "../scratch.js";

export interface Text {
  readonly kind: string;
  readonly text: string;
}

/** CPU ms for a kB. */
export interface Cost {
  readonly kind: string;
  readonly now: number;
  readonly past: number | null;
  readonly ratio: number | null;
}

const rounds = 3;
const program = fileURLToPath(new URL(`./cost-of${extname(import.meta.url)}`, import.meta.url));

/** Of each kind of text, and of all texts together: in a new process each time, in turns, so that no version goes first and what else the machine does concerns both. */
export function compareCosts(texts: readonly Text[], before: string | undefined): Promise<readonly Cost[]> {
  return useScratchFolder(async (folder) => {
    const file = join(folder, "texts.json");
    writeFileSync(file, JSON.stringify(texts));
    const times = Array.from({ length: rounds }, () => ({
      now: measureVersion(file, ownCheckout),
      past: before === undefined ? null : measureVersion(file, resolve(before)),
    }));
    return ["all", ...new Set(texts.map(({ kind }) => kind))].sort().map((kind) => {
      const characters = texts.reduce((sum, each) => sum + (isOf(each.kind, kind) ? each.text.length : 0), 0);
      const read = (costs: Costs) => (1_000 * sumOf(costs, kind)) / characters;
      const now = median(times.map((time) => read(time.now)));
      const past = median(times.flatMap((time) => (time.past === null ? [] : [read(time.past)])));
      return { kind, now, past: before === undefined ? null : past, ratio: before === undefined ? null : now / past };
    });
  });
}

type Costs = Readonly<Record<string, number>>;

function isOf(kind: string, wanted: string): boolean {
  return wanted === "all" || kind === wanted;
}

function sumOf(costs: Costs, wanted: string): number {
  return Object.entries(costs).reduce((sum, [kind, ms]) => sum + (isOf(kind, wanted) ? ms : 0), 0);
}

function measureVersion(file: string, checkout: string): Costs {
  const places = ["packages/redact/src", "src/core/text/redact"].map((folder) =>
    join(checkout, folder, "redact-secrets.ts"),
  );
  const version = places.find((path) => existsSync(path)) ?? "";
  const answer = execFileSync(process.execPath, [...process.execArgv, program, file, version], { encoding: "utf8" });
  return JSON.parse(answer) as Costs;
}
