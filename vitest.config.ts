import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { laterOptimised } from "./test/later-optimised.js";
import { translateSources } from "./test/native-sources.js";

const sources = fileURLToPath(new URL("./packages", import.meta.url));
const native = await translateSources(sources);

/** Every import of our sources from outside of them: by the name of the package that users see, or of one that they don't. */
const aliasesTo = (folder: string, extension: "js" | "ts") => [
  { find: /^clewline\/testing\/logs$/, replacement: `${folder}/store-kit/src/logs.${extension}` },
  { find: /^clewline\/testing$/, replacement: `${folder}/store-kit/src/index.${extension}` },
  {
    find: /^clewline\/stores\/(memory|rules|sqlite)$/,
    replacement: `${folder}/clewline/src/compose/stores/$1.${extension}`,
  },
  { find: /^clewline$/, replacement: `${folder}/clewline/src/index.${extension}` },
  { find: /^@clewline\/([a-z-]+)\/(.+)\.js$/, replacement: `${folder}/$1/src/$2.${extension}` },
];
const translated = {
  resolve: { alias: aliasesTo(native, "js") },
  server: { deps: { external: [/\/\.native\//] } },
};

/** They put something in the place of a source, or load one twice, for which Vitest has to load the sources itself. */
const replacing = ["test/error-copies.test.ts", "test/stages.test.ts"];

/**
 * Each has a process of its own: they change the folder or the environment beyond what `tidy-up.ts` takes back, start many
 * processes or look at their own one; or they are about large regular expressions, which were seen to run several times as
 * slowly in a process that had run other files. For all others a process is a second of loading what the last one had.
 */
const alone = [
  "claude-code",
  "cli",
  "cli-chat",
  "config",
  "erase-killed",
  "faults",
  "gates/tools",
  "gateway/own-faults",
  "harmless-folder",
  "many-writers",
  "mcp",
  "redact",
  "store-processes",
  "stopped-process",
  "summary/phrases",
  "trust",
].map((name) => `test/${name}.test.ts`);

/** They wait for most of their time, and come first: then the other gates are at work beside them. */
const waiting = [
  "gateway/own-faults",
  "stopped-process",
  "mcp",
  "erase-mended",
  "erase",
  "gateway/log-fails",
  "gateway/serve",
  "gateway/hostile",
  "acceptance/persistence",
  "fencing",
  "loop-faults",
  "turn-endings",
  "ai-sdk",
];

/** The files that take longest. On a clean checkout nobody has measured them yet, and one of them started last would be waited for. */
const longest = [
  "cli",
  "faults",
  "claude-code",
  "many-writers",
  "erase-killed",
  "tasks/enough",
  "walls",
  "counters",
  "gateway/bound-reasoning",
  "gateway/prefix",
  "gateway/fail-open",
  "brain-scenarios",
  "chats",
  "ranges",
  "erase-property",
  "gateway/hard-sessions",
  "calibrated-sessions",
  "memories-held",
  "cache-chat",
];
const first = [...waiting, ...longest];

/** Those that are alone come first, so that the others find the process of the one before them still there. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = first.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return (project.name === "together" ? first.length + 1 : 0) + (place < 0 ? first.length : place);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** A guard against what hangs, and no claim about speed: the machine may be busy. Longer checks try thousands of cases in one test. */
const isLonger = [process.env.CLEW_LONGER, process.env.CLEW_POINTS, process.env.CLEW_LOAD].some(Boolean);
const timeLimit = isLonger ? 14_400_000 : 600_000;

export default defineConfig({
  test: {
    globalSetup: "test/global-setup.ts",
    testTimeout: timeLimit,
    hookTimeout: timeLimit,
    expect: { requireAssertions: true, poll: { interval: 10, timeout: timeLimit } },
    pool: "forks",
    execArgv: [...laterOptimised],
    // More than the check has cores: a tenth of the time they wait for locks, timers and other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        resolve: translated.resolve,
        test: { name: "alone", include: alone, server: translated.server },
      },
      {
        extends: true,
        resolve: { alias: aliasesTo(sources, "ts") },
        test: { name: "replacing", include: replacing },
      },
      {
        extends: true,
        resolve: translated.resolve,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, ...replacing],
          server: translated.server,
          isolate: false,
          setupFiles: "test/tidy-up.ts",
        },
      },
    ],
  },
});
