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
  add("Everyday sentences of changes and corrections, by rule", measureBlindWordings("third", only));
  for (const half of halves) add(`By rule, ${half} wordings`, await measureHouseholds({ only, half, seed }));
  for (const model of ["correct", "careless", "hostile"] as const) {
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
written, \`fresh\` ones written before their rules and then looked at. Of the \`held\` ones only the counts were looked at, with two exceptions: those
of Spanish (5 memories of nothing) once told that a rule was missing there, and those of French were read to mend them (86, 87 and 85 of 90
facts with seeds 1 to 3, and one stale value through the public verbs, before), so that these two halves have been used.

Everyday sentences are about all sorts of things. The first were counted before any rule was changed for them (en 56, de 44, es 50.7, fr 46.7,
ru 52, zh 52 percent), and then changed for. The second were first counted at en 53.3, de 52, es 54.7, fr 58.7, ru 50.7, zh 53.3 percent, with 8 to 11
outdated values told as current in each language; English, German and Chinese ones were looked at since, the others not. The third, of changes and
corrections above all, were first counted at en 51.3, de 38.5, es 41, fr 41, ru 46.2, zh 53.9 percent, with 9, 12, 9, 11, 11 and 9 outdated values;
English and German ones were looked at since. Whoever wrote them knew the rules.
One rule was narrowed by the counts of the held Russian wordings, unread: that row says less than the others. "Besides" are things told later that leave the earlier ones.

A correct model understands every message; a hostile one answers with
what harm it can. Through the public verbs: after each day, what was told on it is asked for in the chat that told it and in
another one; "stale" are values told as current that hold no more.`;
