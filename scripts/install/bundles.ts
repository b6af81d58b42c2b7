import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProgramRun, runProgram } from "./run-program.js";
import type { Tools } from "./tools.js";

const buildMs = 900_000;
const runMs = 300_000;

const program = `import { openClew } from "clewline";
async function main() {
  const clew = await openClew({ store: "bundled.db" });
  await clew.observe({ session: "terminal:default", text: "Hello" });
  await clew.close();
  console.log("written");
}
main();
`;

/** A bundle in each format of modules, without a setting, run where there are no packages. */
export function tryBundle(tools: Tools, installed: string, away: string): string {
  const environment = { ...process.env, PATH: tools.path(24) };
  writeFileSync(join(installed, "bundled.mjs"), program);
  for (const [format, name] of [
    ["esm", "bundle.mjs"],
    ["cjs", "bundle.cjs"],
  ] as const) {
    const place = join(away, format);
    mkdirSync(place, { recursive: true });
    const words = [
      "bundled.mjs",
      "--bundle",
      "--platform=node",
      `--format=${format}`,
      `--outfile=${join(place, name)}`,
    ];
    runProgram(tools.node(24), [tools.bundler, ...words], { folder: installed, environment, timeoutMs: buildMs });
    const { stdout, stderr } = runProgram(tools.node(24), [name], { folder: place, environment, timeoutMs: runMs });
    if (stdout.trim() !== "written" || stderr !== "") throw new Error(`the ${format} bundle said: ${stdout}${stderr}`);
  }
  return "esm and cjs, run by Node 24";
}

const route = `import { openClew } from "clewline";
export const dynamic = "force-dynamic";
export async function GET() {
  const clew = await openClew({ store: "./web.db" });
  await clew.observe({ session: "terminal:default", text: "Hello" });
  const { length } = await clew.sessions();
  await clew.close();
  return Response.json({ length });
}
`;
const layout = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;
const page = `export default function Page() {
  return <p>Hello</p>;
}
`;

/** A small Next.js site with one route that keeps a log, without a setting, by both of its bundlers. */
export function tryNextBuild(tools: Tools, folder: string, tarball: string): string {
  const files = { "app/layout.jsx": layout, "app/page.jsx": page, "app/api/chat/route.js": route };
  mkdirSync(join(folder, "app/api/chat"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "web", private: true }));
  const environment = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    PATH: `${tools.path(24)}:${process.env.PATH}`,
  };
  const run: ProgramRun = { folder, environment, timeoutMs: buildMs };
  const [command, ...before] = tools.manager("npm", 24);
  const packages = [tarball, "next@16", "react@19", "react-dom@19"];
  runProgram(command, [...before, "install", "--no-audit", "--no-fund", ...packages], run);
  const next = join(folder, "node_modules/next/dist/bin/next");
  const seconds = [[], ["--webpack"]].map((bundler) => {
    rmSync(join(folder, ".next"), { recursive: true, force: true });
    return Math.round(runProgram(tools.node(24), [next, "build", ...bundler], run).seconds);
  });
  return `Turbopack in ${seconds[0]} s, webpack in ${seconds[1]} s`;
}

/** The contract of stores and drivers over Node's own SQLite, in this checkout. */
export function tryContract(tools: Tools, root: string, node: 22 | 24): string {
  const tests = ["sqlite-drivers", "stores", "older-files", "store-processes"].map((name) => `test/${name}.test.ts`);
  const environment = { ...process.env, PATH: `${tools.path(node)}:${process.env.PATH}` };
  const words = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--no-color", ...tests];
  const { stdout } = runProgram(tools.node(node), words, { folder: root, environment, timeoutMs: buildMs });
  return /Tests\s+(.+)/.exec(stdout)?.[1] ?? "passed";
}
