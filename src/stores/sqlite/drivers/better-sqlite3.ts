import { createRequire } from "node:module";
import { join } from "node:path";
import type Library from "better-sqlite3";
import { ClewError } from "../../../core/errors.js";
import { isObject } from "../../../core/text/json.js";
import type { RowValues, SqliteDatabase, SqliteDriver } from "./driver.js";

const library = "better-sqlite3";
const [nodeMajor = 0] = process.versions.node.split(".").map(Number);
/** From this major on it needs Node 22. An older Node does not refuse to load it but ends with a segmentation fault. */
const [firstForNewer, newerNode] = [13, 22];
const installLine = `npm install ${library}@${nodeMajor < newerNode ? firstForNewer - 1 : firstForNewer}`;
const otherWay = "Or use Node 22.13 or newer, which has SQLite in itself";

/** The package better-sqlite3, for a Node without SQLite; throws `store/no-driver` where it is not installed or does not fit. */
export function loadBetterSqlite3(): SqliteDriver {
  const Database = loadLibrary();
  return {
    name: library,
    open: (path, { timeoutMs, isReadonly = false }) => {
      try {
        return wrapDatabase(new Database(path, { timeout: timeoutMs, readonly: isReadonly }));
      } catch (error) {
        throw isUnbuilt(error) ? makeUnbuiltError(error) : error;
      }
    },
  };
}

function loadLibrary(): typeof Library {
  // A name that is looked up when the program runs: a bundler must not ask for a package that need not be there.
  const load = createRequire(import.meta.url ?? join(process.cwd(), "package.json"));
  const manifest = readManifest(load);
  const version = isObject(manifest) ? String(manifest.version) : "";
  if (Number.parseInt(version, 10) >= firstForNewer && nodeMajor < newerNode) {
    throw new ClewError("store/no-driver", `${library} ${version} does not run on Node ${nodeMajor}: ${installLine}`, {
      hint: otherWay,
    });
  }
  return load(library) as typeof Library;
}

function readManifest(load: NodeJS.Require): unknown {
  try {
    return load(`${library}/package.json`);
  } catch (cause) {
    throw new ClewError(
      "store/no-driver",
      `Node ${process.versions.node} needs one more package to keep a log in a file: ${installLine}`,
      { hint: otherWay, cause },
    );
  }
}

/** The part that is compiled is missing, or was compiled for another Node. It is loaded with the first file. */
function isUnbuilt(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return code === "ERR_DLOPEN_FAILED" || error.message.startsWith("Could not locate the bindings file");
}

function makeUnbuiltError(cause: unknown): ClewError {
  return new ClewError("store/no-driver", `${library} is not built for Node ${nodeMajor}: npm rebuild ${library}`, {
    hint: `With pnpm first: pnpm approve-builds. ${otherWay}`,
    cause,
  });
}

/** Statements are handed out as they are: around each of them a function more would be paid for at every row. */
function wrapDatabase(native: Library.Database): SqliteDatabase {
  const inside = native.transaction((work: () => unknown) => work());
  return {
    get open() {
      return native.open;
    },
    prepare: (sql) => native.prepare<[RowValues?]>(sql),
    prepareValue: (sql) => native.prepare<[RowValues?]>(sql).pluck(),
    exec: (sql) => native.exec(sql),
    pragma: (text) => native.pragma(text, { simple: true }),
    transaction: (kind) => {
      const run = inside[kind];
      return <Result>(work: () => Result) => run(work) as Result;
    },
    close: () => native.close(),
  };
}
