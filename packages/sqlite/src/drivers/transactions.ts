import type { SqliteDatabase, SqliteStatement } from "./driver.js";

interface Bounds {
  readonly begin: SqliteStatement;
  readonly commit: SqliteStatement;
  readonly undo: () => void;
}

/**
 * Transactions for a library that has none of its own. `isActive` tells whether SQLite is in one, which it may have ended by
 * itself, for example on a full disk.
 */
export function makeTransactions(
  prepare: (sql: string) => SqliteStatement,
  isActive: () => boolean,
): SqliteDatabase["transaction"] {
  let depth = 0;
  const run = <Result>({ begin, commit, undo }: Bounds, work: () => Result): Result => {
    begin.run();
    depth += 1;
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      if (isActive()) undo();
      throw error;
    } finally {
      depth -= 1;
    }
  };
  let inner: Bounds | undefined;
  return (kind) => {
    const [begin, commit, rollback] = [`BEGIN ${kind}`, "COMMIT", "ROLLBACK"].map(prepare) as [Step, Step, Step];
    const outer = { begin, commit, undo: () => void rollback.run() };
    return (work) => {
      if (depth === 0) return run(outer, work);
      inner ??= prepareInner(prepare);
      return run(inner, work);
    };
  };
}

type Step = SqliteStatement;

function prepareInner(prepare: (sql: string) => SqliteStatement): Bounds {
  const [begin, commit, rollback] = ["SAVEPOINT part", "RELEASE part", "ROLLBACK TO part"].map(prepare) as [
    Step,
    Step,
    Step,
  ];
  const undo = () => {
    rollback.run();
    commit.run();
  };
  return { begin, commit, undo };
}
