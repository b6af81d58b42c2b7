import { isObject } from "@clewline/text/json.js";
import type { SqliteDriver } from "./driver.js";
import { makeDriver, type NativeModule } from "./native-driver.js";

/** SQLite as Node brings it along, since 22.16 and 24 with the search that the store needs; null for any other Node. */
export function loadNodeSqlite(): SqliteDriver | null {
  const native = loadQuietly();
  return native === undefined || !canSearch(native) ? null : makeDriver("node:sqlite", native);
}

function canSearch({ DatabaseSync }: NativeModule): boolean {
  const database = new DatabaseSync(":memory:");
  const row = database.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS used").get();
  database.close();
  return isObject(row) && row.used === 1;
}

/** Some versions warn, once, that the module is experimental. That warning is left out, and no other. */
function loadQuietly(): NativeModule | undefined {
  const { emitWarning } = process;
  const emitOthers = (...words: readonly unknown[]): void => {
    const [warning, type] = words;
    if (type === "ExperimentalWarning" && String(warning).startsWith("SQLite is")) return;
    Reflect.apply(emitWarning, process, words);
  };
  process.emitWarning = emitOthers as typeof emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite") as NativeModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
