import type { LinkWeights, SignWeights } from "@clewline/core/conversation/links/signs.js";
import type { Tables } from "./examples.js";
import type { FittedWeights } from "./train.js";

/** As the tables of the product, rounded to hundredths; a row of zeros is left out. */
export function makeTables({ answer, start }: Tables, fitted: FittedWeights): LinkWeights {
  return {
    conversation: groupBySign(answer.names(), fitted.conversation),
    start: Object.fromEntries(
      start
        .names()
        .map((sign, column) => [sign, round(fitted.start[column] ?? 0)] as const)
        .sort(compareNames),
    ),
    line: groupBySign(answer.names(), fitted.line),
  };
}

function groupBySign(names: readonly string[], weights: Float64Array): SignWeights {
  const rows = new Map<string, Record<string, number>>();
  for (const [column, name] of names.entries()) {
    const weight = round(weights[column] ?? 0);
    if (weight === 0) continue;
    const cut = name.indexOf("|");
    const sign = name.slice(cut + 1);
    rows.set(sign, { ...rows.get(sign), [name.slice(0, cut)]: weight });
  }
  return Object.fromEntries([...rows].sort(compareNames));
}

function round(weight: number): number {
  return Math.round(weight * 100) / 100 || 0;
}

/** "between 5" before "between 13". */
function compareNames([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one.localeCompare(other, "en", { numeric: true });
}

/** The source of one of the product's tables, a row on a line; still to be formatted. */
export function renderTable(name: keyof LinkWeights, table: LinkWeights[keyof LinkWeights]): string {
  const rows = Object.entries<number | Readonly<Partial<Record<string, number>>>>(table).map(
    ([sign, row]) => `  ${JSON.stringify(sign)}: ${renderRow(row)},\n`,
  );
  return `/** Written by \`npm run bench lanes -- --fit\`; see fitted-weights.ts. */
import type { LinkWeights } from "./weights.js";

export const ${name}Weights: LinkWeights["${name}"] = {
${rows.join("")}};
`;
}

function renderRow(row: number | Readonly<Partial<Record<string, number>>>): string {
  if (typeof row === "number") return String(row);
  const cells = Object.entries(row).map(([relation, weight]) => `${relation}: ${weight}`);
  return `{ ${cells.join(", ")} }`;
}
