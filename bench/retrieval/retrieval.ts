/** The benches of retrieval, each alone or all together on a folder that has all of the data. */
import { join } from "node:path";
import { describeMachine } from "../machine.js";
import { makeOwnTalks } from "../own-talk/own-talk.js";
import type { Report, Table } from "../report.js";
import { measureEvidence } from "./benches/evidence.js";
import { measureFreshness } from "./benches/freshness.js";
import { measureOwn } from "./benches/own.js";
import { measureRules } from "./benches/rules.js";
import { measureSessions } from "./benches/sessions.js";
import { readBeam } from "./readers/beam.js";
import { readFactLists } from "./readers/fact-lists.js";
import { readLocomo } from "./readers/locomo.js";
import { readRealmem } from "./readers/realmem.js";
import { listRows, type RowOptions } from "./rows/list-rows.js";

const retrievalParts = {
  evidence: async (data: string, options: RowOptions) =>
    measureEvidence(await readLocomo(data), listRows("shown", options)),
  own: async (_data: string, options: RowOptions) => measureOwn(makeOwnTalks(), listRows("shown", options)),
  rules: async (data: string, options: RowOptions) => measureRules(await readBeam(data), listRows("fresh", options)),
  freshness: async (data: string, options: RowOptions) =>
    measureFreshness(await readFactLists(data), listRows("fresh", options)),
  sessions: async (data: string, options: RowOptions) =>
    measureSessions(await readRealmem(data), listRows("ranked", options)),
} satisfies Record<string, (data: string, options: RowOptions) => Promise<readonly Table[]>>;

export type RetrievalPart = keyof typeof retrievalParts;

/** The folder of each part's data, where all of it lies in one. */
const folders: Readonly<Record<RetrievalPart, string>> = {
  evidence: "locomo",
  own: "",
  rules: "beam-100k",
  freshness: "fact-consolidation",
  sessions: "realmem",
};

export async function measureRetrievalPart(part: RetrievalPart, data: string, options: RowOptions): Promise<Report> {
  return { bench: part, machine: describeMachine(), tables: await retrievalParts[part](data, options) };
}

export async function measureRetrieval(data: string, options: RowOptions): Promise<Report> {
  const tables: Table[] = [];
  for (const part of Object.keys(folders) as RetrievalPart[]) {
    tables.push(...(await retrievalParts[part](join(data, folders[part]), options)));
  }
  return { bench: "retrieval", machine: describeMachine(), tables };
}
