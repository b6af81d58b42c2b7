/** The benches that measure on given data: transcripts, annotated chats, and chats with questions. */
import { chosenSeed } from "../test/seed.js";
import { measureChats } from "./cost/chats.js";
import { measureCost } from "./cost/cost.js";
import { measureEnough } from "./cost/enough.js";
import { measureLookups } from "./cost/lookups.js";
import { measureReasoning } from "./cost/reasoning.js";
import { measureHousehold } from "./household/household.js";
import { measureTelling } from "./household/telling/telling.js";
import { fitLanes } from "./lanes/fit/fit.js";
import { measureLanes } from "./lanes/lanes.js";
import type { Report } from "./report.js";
import { noKeptRows, openKeptRows } from "./retrieval/kept-rows.js";
import { loadLikeness } from "./retrieval/load-likeness.js";
import { measureRetrieval, measureRetrievalPart, type RetrievalPart } from "./retrieval/retrieval.js";
import type { RowOptions } from "./retrieval/rows/list-rows.js";
import { measureTasks } from "./tasks/tasks.js";
import { measureTokens } from "./tokens/tokens.js";

export interface DataOptions {
  readonly data: readonly string[];
  readonly window?: number | undefined;
  readonly fit?: boolean | undefined;
  /** A folder in which the weights of an embedder are installed, for the benches of retrieval. */
  readonly embedder?: string | undefined;
  /** Rows to measure, by parts of their names, for the benches of retrieval; all if empty. */
  readonly only?: readonly string[];
  /** A folder in which the benches of retrieval keep each row that is measured, and look for it first. */
  readonly keep?: string | undefined;
  /** Takes only what is kept there, and measures nothing. */
  readonly join?: boolean | undefined;
  /** Of tasks. */
  readonly seed?: number | undefined;
  /** Of tasks. */
  readonly quick?: boolean | undefined;
  readonly say: (what: string) => void;
}

export const dataBenches = {
  async cost({ data, only = [], say }: DataOptions): Promise<Report> {
    if (data.length === 0) throw new Error("cost needs --data: name transcripts, or folders of them");
    return measureCost({ data, only, say });
  },
  async tasks({
    data,
    only = [],
    seed = chosenSeed(undefined, new Date()),
    quick = false,
    say,
  }: DataOptions): Promise<Report> {
    if (data.length > 0) throw new Error("tasks takes no --data: its tasks are made here");
    return measureTasks({ seed, isQuick: quick, only, say });
  },
  async enough({ data, only = [], say }: DataOptions): Promise<Report> {
    if (data.length === 0) throw new Error("enough needs --data: name transcripts, or folders of them");
    return measureEnough({ data, only, say });
  },
  async chats({ data, window, only = [], say }: DataOptions): Promise<Report> {
    if (data.length === 0) throw new Error("chats needs --data: name a LoCoMo file, or a folder of RealMem files");
    return measureChats({ data, window, only, say });
  },
  async lookups({ data, window = 200_000, say }: DataOptions): Promise<Report> {
    return measureLookups({ path: readOnlyPath(data, "lookups", "a file of labelled turns"), window, say });
  },
  async reasoning({ data, say }: DataOptions): Promise<Report> {
    if (data.length === 0) throw new Error("reasoning needs --data: name transcripts, or folders of them");
    return measureReasoning({ data, say });
  },
  async lanes({ data, fit = false, say }: DataOptions): Promise<Report> {
    const path = readOnlyPath(data, "lanes", "a folder of annotated chats");
    return fit ? fitLanes({ data: path, say }) : measureLanes({ data: path, say });
  },
  async tokens({ data, say }: DataOptions): Promise<Report> {
    if (data.length === 0) throw new Error("tokens needs --data: name transcripts, or folders of them");
    return measureTokens({ data, say });
  },
  evidence: (options: DataOptions) => measurePart("evidence", "a LoCoMo file", options),
  views: (options: DataOptions) => measurePart("views", "a LoCoMo file", options),
  own: (options: DataOptions) => measurePart("own", null, options),
  rules: (options: DataOptions) => measurePart("rules", "a folder of BEAM chats", options),
  sessions: (options: DataOptions) => measurePart("sessions", "a folder of RealMem files", options),
  household: ({ data, only = [], keep, say }: DataOptions) => {
    const path =
      data.length === 0 ? null : readOnlyPath(data, "household", "the folder with beam-100k, realmem and locomo");
    return measureHousehold({ only, data: path, keep, say });
  },
  telling: ({ data, embedder, only = [], say }: DataOptions) =>
    measureTelling({ fillers: readOnlyPath(data, "telling", "a LoCoMo file"), embedder, only, say }),
  async retrieval(options: DataOptions): Promise<Report> {
    const path = readOnlyPath(options.data, "retrieval", "the folder with locomo, beam-100k and realmem");
    return measureRetrieval(path, await readRowOptions(options));
  },
};

/** The project's own talks need no data. */
async function measurePart(part: RetrievalPart, what: string | null, options: DataOptions): Promise<Report> {
  if (what === null && options.data.length > 0) throw new Error(`${part} takes no --data: its talks are made here`);
  const path = what === null ? "" : readOnlyPath(options.data, part, what);
  return measureRetrievalPart(part, path, await readRowOptions(options));
}

async function readRowOptions(options: DataOptions): Promise<RowOptions> {
  const { embedder, only = [], keep, join = false, say } = options;
  if (join && keep === undefined) throw new Error("--join needs --keep: name the folder with the rows");
  const likeness = embedder === undefined ? null : await loadLikeness(embedder, say);
  const kept = keep === undefined ? noKeptRows : openKeptRows(keep, likeness?.embedder.name ?? null, join);
  return { likeness, only, kept, say };
}

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
