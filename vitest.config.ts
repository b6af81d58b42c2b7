import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files that take longest. On a clean checkout nobody has measured them yet, and one of them started last would be waited for. */
const longest = ["invariants", "counters", "walls", "faults", "stored-invariants", "durable"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^clewline\/testing$/, replacement: source("./src/testing/index.ts") },
      { find: /^clewline$/, replacement: source("./src/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    globalSetup: "test/global-setup.ts",
    // A guard against what hangs, and no claim about speed: the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true },
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
