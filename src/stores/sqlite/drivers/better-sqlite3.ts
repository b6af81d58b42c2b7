import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Library from "better-sqlite3";
import { ClewError } from "../../../core/errors.js";
import { isObject } from "../../../core/text/json.js";
import type { RowValues, SqliteDatabase, SqliteDriver } from "./driver.js";

const library = "better-sqlite3";
/** From this major on it needs Node 22. An older Node does not refuse to load it but ends with a segmentation fault. */
const [firstForNewer, newerNode] = [13, 22];
const installLine = `npm install ${library}@${firstForNewer - 1}`;
const otherWay = "Or use Node 22.16, 24 or newer, which have SQLite in themselves";

/** The package better-sqlite3, for a Node without SQLite; throws `store/no-driver` where it is not installed or does not fit. */
export function loadBetterSqlite3(load = makeLoad(), node = process.versions.node): SqliteDriver {
  const Database = loadLibrary(load, node);
  return {
    name: library,
    open: (path, { timeoutMs, isReadonly = false, isImmutable = false }) => {
      try {
        const file = isImmutable ? readWithoutLog(path) : path;
        return wrapDatabase(new Database(file, { timeout: timeoutMs, readonly: isReadonly || isImmutable }));
      } catch (error) {
        throw isUnbuilt(error) ? makeUnbuiltError(error, node) : error;
      }
    },
  };
}

/** Where the header tells how the file is written and read. */
const [writeVersion, readVersion] = [18, 19];

/**
 * The file in memory, because this library takes no address that would say "immutable". SQLite refuses one with a
 * write-ahead log there, so the copy says that it has none.
 */
function readWithoutLog(path: string): Buffer {
  const bytes = readFileSync(path);
  bytes[writeVersion] = 1;
  bytes[readVersion] = 1;
  return bytes;
}

/** Looks a name up when the program runs: a bundler must not ask for a package that need not be there. */
function makeLoad(): NodeJS.Require {
  // A bundle in the older format of modules does not know where it is.
  return createRequire(import.meta.url ?? join(process.cwd(), "package.json"));
}

function loadLibrary(load: NodeJS.Require, node: string): typeof Library {
  const manifest = readManifest(load, node);
  const version = isObject(manifest) ? String(manifest.version) : "";
  if (Number.parseInt(version, 10) >= firstForNewer && Number.parseInt(node, 10) < newerNode) {
    throw new ClewError("store/no-driver", `${library} ${version} does not run on Node ${node}: ${installLine}`, {
      hint: otherWay,
    });
  }
  return load(library) as typeof Library;
}

function readManifest(load: NodeJS.Require, node: string): unknown {
  try {
    return load(`${library}/package.json`);
  } catch (cause) {
    throw new ClewError(
      "store/no-driver",
      `Node ${node} needs one more package to keep a log in a file: ${installLine}`,
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

function makeUnbuiltError(cause: unknown, node: string): ClewError {
  return new ClewError("store/no-driver", `${library} is not built for Node ${node}: npm rebuild ${library}`, {
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
