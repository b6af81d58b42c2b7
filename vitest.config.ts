import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They change the environment, start processes or look at their own one: each has a process of its own. */
const alone = [
  "ai-sdk",
  "stages",
  "brain*",
  "cache-chat",
  "claude-code",
  "cli*",
  "config",
  "faults",
  "gates/tools",
  "guard",
  "many-writers",
  "mcp",
  "overflow-recovery",
  "public-face",
  "read-only",
  "stand-ins*",
  "store-processes",
  "stopped-process",
  "trust",
].map((name) => `test/${name}.test.ts`);

/** The files that take longest. On a clean checkout nobody has measured them yet, and one of them started last would be waited for. */
const longest = [
  "faults",
  "cli",
  "brain-scenarios",
  "many-writers",
  "overflow-recovery",
  "public-face",
  "walls",
  "durable",
  "counters",
  "acceptance/growth-summaries",
  "acceptance/rounds",
  "acceptance/plateau",
  "stored-invariants",
  "acceptance/summarisers",
  "acceptance/growth",
  "invariants/first-quarter",
  "invariants/second-quarter",
  "invariants/third-quarter",
  "invariants/last-quarter",
];

/** Those that are alone come first, so that the others find the process of the one before them still there. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return (project.name === "alone" ? 0 : longest.length + 1) + (place < 0 ? longest.length : place);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^clewline\/testing$/, replacement: source("./src/testing/index.ts") },
      { find: /^clewline\/stores\/(memory|rules|sqlite)$/, replacement: source("./src/compose/stores/$1.ts") },
      { find: /^clewline$/, replacement: source("./src/index.ts") },
    ],
  },
  test: {
    globalSetup: "test/global-setup.ts",
    // A guard against what hangs, and no claim about speed: the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true },
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts", "src/**/*.test.ts"],
          exclude: alone,
          isolate: false,
          setupFiles: "test/tidy-up.ts",
        },
      },
    ],
  },
});
