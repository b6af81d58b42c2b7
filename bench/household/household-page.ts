/** Everything that is measured of households, on one page: by rule, with a model, through the public verbs, in every half. */
import { describeMachine } from "../machine.js";
import type { Report, Table } from "../report.js";
import { measureBlindWordings } from "./blind/blind.js";
import { measureHouseholds, measureLivedHouseholds } from "./household.js";
import { measureHouseholdsByModel } from "./household-models.js";
import type { Half } from "./wordings.js";

export interface PageOptions {
  /** Names of languages; all if empty. */
  readonly only: readonly string[];
  readonly seed: number;
  /** Also through the public verbs, which takes ten times as long. */
  readonly api: boolean;
  readonly say: (what: string) => void;
}

const halves = ["tuned", "fresh", "held"] as const satisfies readonly Half[];

export async function measureHouseholdPage({ only, seed, api, say }: PageOptions): Promise<Report> {
  const tables: Table[] = [];
  const add = (part: string, report: Report) => {
    say(part);
    tables.push(...report.tables.flatMap((table) => placeTable(part, table)));
  };
  add("Everyday sentences, by rule", measureBlindWordings("blind", only));
  add("Everyday sentences that nobody looked at while writing rules, by rule", measureBlindWordings("later", only));
  for (const half of halves) add(`By rule, ${half} wordings`, await measureHouseholds({ only, half, seed }));
  for (const model of ["correct", "hostile"] as const) {
    for (const half of halves)
      add(`With a ${model} model, ${half} wordings`, await measureHouseholdsByModel({ only, half, seed }, model));
  }
  for (const half of api ? halves : [])
    add(`Through the public verbs, ${half} wordings`, await measureLivedHouseholds({ only, half, seed }));
  return { bench: "household", machine: describeMachine(), tables, how: `${how}\n` };
}

/** Figures and targets that are missed. What went wrong is for whoever writes rules, and targets that are met say nothing more. */
function placeTable(part: string, { title, columns, rows }: Table): readonly Table[] {
  if (title.startsWith("What went wrong")) return [];
  if (title !== "Targets") return [{ title: part, columns, rows }];
  const missed = rows.filter((row) => row.at(-1) === false);
  return missed.length === 0 ? [] : [{ title: `${part}: missed`, columns, rows: missed }];
}

const how = `Sixty days of a made-up household of five people and a group, the same for the same seed: 200 facts, 60 changes of mind, 30 temporary
ones, 20 corrections, 20 standing wishes, and 300 messages that tell nothing. \`tuned\` wordings were looked at while the rules were
written, \`fresh\` ones written before their rules and then looked at, \`held\` ones never looked at. Everyday sentences are about all sorts of
things and were counted once before any rule was changed for them. A correct model understands every message; a hostile one answers with
what harm it can. Through the public verbs: after each day, what was told on it is asked for in the chat that told it and in
another one; "stale" are values told as current that hold no more.`;
