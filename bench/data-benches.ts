/** The benches that measure on given data: transcripts and annotated chats. */
import { fitLanes } from "./lanes/fit/fit.js";
import { measureLanes } from "./lanes/lanes.js";
import { rehearseFiles } from "./rehearse/rehearse-files.js";
import type { Report } from "./report.js";
import { measureTokens } from "./tokens/tokens.js";

export interface DataOptions {
  readonly data: readonly string[];
  readonly window?: number | undefined;
  readonly fit?: boolean | undefined;
  readonly say: (what: string) => void;
}

export const dataBenches = {
  async rehearse({ data, window = 60_000, say }: DataOptions): Promise<Report> {
    if (!Number.isInteger(window) || window < 256) throw new Error("--window takes a whole number of at least 256");
    let files = 0;
    const path = readOnlyPath(data, "rehearse", "a transcript or a folder");
    const report = await rehearseFiles({
      data: path,
      window,
      say: (what) => {
        files += 1;
        say(what);
      },
    });
    if (files === 0) throw new Error(`There is no file in ${path}: check the path after --data`);
    return report;
  },
  async lanes({ data, fit = false, say }: DataOptions): Promise<Report> {
    const path = readOnlyPath(data, "lanes", "a folder of annotated chats");
    return fit ? fitLanes({ data: path, say }) : measureLanes({ data: path, say });
  },
  async tokens({ data, say }: DataOptions): Promise<Report> {
    if (data.length === 0) throw new Error("tokens needs --data: name transcripts, or folders of them");
    return measureTokens({ data, say });
  },
};

export function isDataBench(name: string): name is keyof typeof dataBenches {
  return Object.hasOwn(dataBenches, name);
}

export function measureData(name: keyof typeof dataBenches, options: DataOptions): Promise<Report> {
  return dataBenches[name](options);
}

function readOnlyPath(data: readonly string[], bench: string, what: string): string {
  const [path, more] = data;
  if (path === undefined) throw new Error(`${bench} needs --data: name ${what}`);
  if (more !== undefined) throw new Error(`${bench} takes --data once: name ${what}`);
  return path;
}
