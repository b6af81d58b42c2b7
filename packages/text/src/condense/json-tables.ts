/** JSON with its lists of alike objects as tables: the keys once, a row for each object. Every value stays, in its order. */
import { isObject, type Json } from "../json.js";

/** Fewer objects are no list worth a table. */
const leastRows = 3;
/** So many of a table's cells have a value. */
const leastFilled = 0.5;
const placeholder = "(table ";
/** Characters that no key has in a head of columns or a path. */
const oddKey = /[.\s"=]|^$|^__proto__$/;

/** Null where nothing in it is a table. */
export function writeTables(value: Json, text: string): string | null {
  if (text.includes(placeholder)) return null;
  const tables: string[] = [];
  const around = takeTables(value, tables);
  if (tables.length === 0) return null;
  return [...(typeof around === "string" ? [] : [JSON.stringify(around)]), ...tables].join("\n");
}

/** The value with a name in the place of each table. */
function takeTables(value: Json, tables: string[]): Json {
  if (typeof value !== "object" || value === null) return value;
  if (!isList(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, takeTables(inner, tables)]));
  const table = writeTable(value, tables.length + 1);
  if (table === null) return value.map((inner) => takeTables(inner, tables));
  tables.push(table);
  return `${placeholder}${tables.length})`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

type Row = ReadonlyMap<string, string>;

/** A head that says what all rows share, the columns, and a line for each object. An empty cell is a key that is not there. */
function writeTable(list: readonly Json[], number: number): string | null {
  if (list.length < leastRows || !list.every((each) => isObject(each) && hasPlainKeys(each as Json))) return null;
  const rows = list.map((each) => readRow(each));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const filled = rows.reduce((sum, row) => sum + row.size, 0);
  if (columns.length === 0 || filled < leastFilled * columns.length * rows.length) return null;
  const [first] = rows;
  const isShared = (column: string) => first?.has(column) && rows.every((row) => row.get(column) === first.get(column));
  const own = columns.filter((column) => !isShared(column));
  const shared = columns.filter(isShared).map((column) => `${column}=${first?.get(column)}`);
  const head = [`table ${number}: ${rows.length} rows`, ...(shared.length === 0 ? [] : ["all with", ...shared])];
  const lines = rows.map((row) => own.map((column) => row.get(column) ?? "").join("\t"));
  return [head.join("\t"), own.join("\t"), ...lines].join("\n");
}

function hasPlainKeys(value: Json): boolean {
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, inner]) => !oddKey.test(key) && hasPlainKeys(inner as Json));
}

/** Cells by their paths; objects within it have a column for each of their keys. */
function readRow(value: Json): Row {
  const cells = new Map<string, string>();
  const add = (each: Json, path: string): void => {
    const members = isObject(each) ? Object.entries(each) : [];
    if (members.length === 0) cells.set(path, writeCell(each));
    for (const [key, inner] of members) add(inner as Json, path === "" ? key : `${path}.${key}`);
  };
  add(value, "");
  return cells;
}

/** A text as it is, unless it would read as another value. */
function writeCell(value: Json): string {
  return typeof value === "string" && plain.test(value) && !otherwise.test(value) ? value : JSON.stringify(value);
}

const plain = /^[^\s"{[](?:[^\t\n\r]*\S)?$/u;
const otherwise = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
