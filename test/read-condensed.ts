/** Reads condensed texts back, by their looks alone: the test's own reader, which shares nothing with what wrote them. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export function readTables(text: string): Json {
  const lines = text.split("\n");
  const tables: Json[] = [];
  const start = lines[0]?.startsWith("table 1:") ? 0 : 1;
  for (let at = start; at < lines.length; ) {
    const [head = "", , ...shared] = (lines[at] ?? "").split("\t");
    const rows = Number(/: (\d+) rows$/.exec(head)?.[1]);
    const columns = lines[at + 1] === "" ? [] : (lines[at + 1] ?? "").split("\t");
    const own = lines.slice(at + 2, at + 2 + rows).map((line) => {
      const cells = columns.length === 0 ? [] : line.split("\t");
      const pairs = columns.flatMap((column, place) =>
        cells[place] === "" ? [] : [[column, cells[place] ?? ""] as const],
      );
      return build([...shared.map(splitPair), ...pairs]);
    });
    tables.push(own);
    at += 2 + rows;
  }
  return start === 0 ? (tables[0] ?? null) : fill(JSON.parse(lines[0] ?? "null") as Json, tables);
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function readCell(cell: string): Json {
  try {
    return JSON.parse(cell) as Json;
  } catch {
    return cell;
  }
}

function build(pairs: readonly (readonly [string, string])[]): Json {
  const made: Record<string, unknown> = {};
  for (const [path, cell] of pairs) {
    const keys = path.split(".");
    let at = made;
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[keys.at(-1) ?? ""] = readCell(cell);
  }
  return made as Json;
}

function fill(value: Json, tables: readonly Json[]): Json {
  if (typeof value === "string") {
    const number = /^\(table (\d+)\)$/.exec(value)?.[1];
    return number === undefined ? value : (tables[Number(number) - 1] ?? null);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => fill(each, tables));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each as Json, tables)]));
}

/** The lines, with one space where there may have been more. */
export function readRuns(text: string): readonly string[] {
  const lines = text.split("\n");
  const read: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const same = /^(.*) \(×(\d+)\)$/su.exec(line);
    const alike = /^(.*) \(… of (\d+) lines:\)$/su.exec(line);
    if (same !== null) read.push(...new Array<string>(Number(same[2])).fill(same[1] ?? ""));
    else if (alike === null) read.push(line);
    else {
      for (const row of lines.slice(at + 1, at + 1 + Number(alike[2]))) {
        const values = row.split("\t");
        read.push((alike[1] ?? "").replaceAll("…", () => values.shift() ?? ""));
      }
      at += Number(alike[2]);
    }
  }
  return read.map(levelSpaces);
}

export function levelSpaces(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  return indent + line.slice(indent.length).replaceAll(/\s+/g, " ");
}
