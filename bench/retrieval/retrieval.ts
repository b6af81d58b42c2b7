/** The benches of retrieval, each alone or all together on a folder that has all of the data. */
import { join } from "node:path";
import { describeMachine } from "../machine.js";
import { makeOwnTalks } from "../own-talk/own-talk.js";
import type { Report, Table } from "../report.js";
import { measureEvidence } from "./benches/evidence.js";
import { measureOwn } from "./benches/own.js";
import { measureRules } from "./benches/rules.js";
import { measureSessions } from "./benches/sessions.js";
import { measureViews } from "./benches/views.js";
import { howRetrievalWasMeasured } from "./how.js";
import { readBeam } from "./readers/beam.js";
import { readLocomo } from "./readers/locomo.js";
import { readRealmem } from "./readers/realmem.js";
import type { BenchRows } from "./retriever.js";
import { listRows, type RowKind, type RowOptions } from "./rows/list-rows.js";

type Measure = (rows: BenchRows) => Promise<readonly Table[]>;

/** The rows of a part, and how it is measured on the data at a path. */
interface Part {
  readonly rows: RowKind;
  read(data: string): Promise<Measure>;
}

const retrievalParts = {
  evidence: {
    rows: "shown",
    read: async (data) => {
      const chats = await readLocomo(data);
      return (rows) => measureEvidence(chats, rows);
    },
  },
  views: {
    rows: "viewed",
    read: async (data) => {
      const chats = await readLocomo(data);
      return (rows) => measureViews("Views, LoCoMo 1–4", chats, rows);
    },
  },
  own: {
    rows: "shown",
    read: async () => {
      const talks = makeOwnTalks();
      return (rows) => measureOwn(talks, rows);
    },
  },
  rules: {
    rows: "shown",
    read: async (data) => {
      const chats = await readBeam(data);
      return (rows) => measureRules(chats, rows);
    },
  },
  sessions: {
    rows: "ranked",
    read: async (data) => {
      const chats = await readRealmem(data);
      return (rows) => measureSessions(chats, rows);
    },
  },
} satisfies Record<string, Part>;

export type RetrievalPart = keyof typeof retrievalParts;

/** The folder of each part's data, where all of it lies in one. */
const folders: Readonly<Record<RetrievalPart, string>> = {
  evidence: "locomo",
  views: "locomo",
  own: "",
  rules: "beam-100k",
  sessions: "realmem",
};

export async function measureRetrievalPart(part: RetrievalPart, data: string, options: RowOptions): Promise<Report> {
  const { rows, read } = retrievalParts[part];
  const measure = await read(data);
  const tables = await measure(listRows(rows, options) ?? refuseRows(options));
  return makeReport(part, [...tables, ...makeLeftOutTables(options)]);
}

/** All parts; those that have none of the chosen rows are left out. */
export async function measureRetrieval(data: string, options: RowOptions): Promise<Report> {
  const chosen = (Object.keys(folders) as RetrievalPart[]).flatMap((part) => {
    const rows = listRows(retrievalParts[part].rows, options);
    return rows === null ? [] : [{ part, rows }];
  });
  if (chosen.length === 0) refuseRows(options);
  // A folder that is not there is told before hours have passed.
  const read = await Promise.all(chosen.map(({ part }) => retrievalParts[part].read(join(data, folders[part]))));
  const tables: Table[] = [];
  for (const [index, { part, rows }] of chosen.entries()) {
    options.say(`${part}:`);
    tables.push(...((await read[index]?.(rows)) ?? []));
  }
  return makeReport("retrieval", [...tables, ...makeLeftOutTables(options)]);
}

/** A page that lacks rows says which. */
function makeLeftOutTables({ kept }: RowOptions): readonly Table[] {
  const rows = [...new Set(kept.leftOut)].map((name) => [name]);
  return rows.length === 0
    ? []
    : [{ title: "Left out of at least one table above: not measured", columns: ["row"], rows }];
}

function makeReport(bench: string, tables: readonly Table[]): Report {
  return { bench, machine: describeMachine(), tables, how: howRetrievalWasMeasured };
}

function refuseRows({ only }: RowOptions): never {
  throw new Error(`There is no row with ${only.join(" or ")} in its name`);
}
