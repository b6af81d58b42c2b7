/**
 * Agents that others wrote, each unchanged in an empty home, through the gateway to a provider that others wrote too. It installs
 * hundreds of megabytes once and takes minutes, so it is no part of the check. Words after the command choose clients by how their
 * names begin, and --case chooses cases; the page in docs is written where all cases ran. --strict puts our stand-ins in the place of
 * the other provider, which hold every request to the provider's rules.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Case, cases } from "./clients/cases.js";
import type { Client } from "./clients/client.js";
import { findCache, type Installed, installClient } from "./clients/install.js";
import { clients } from "./clients/list.js";
import { type Outcome, type Result, strictCases, writePage } from "./clients/page.js";
import { pluginCases } from "./clients/plugin.js";
import { CannotGoOnError, ClientFailedError, openStage, type StageOptions } from "./clients/stage.js";
import { runProgram } from "./install/run-program.js";
import { makeScratchFolder } from "./scratch-folder.js";

const root = resolve(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { case: { type: "string", multiple: true }, keep: { type: "boolean" }, strict: { type: "boolean" } },
});
const page = join(root, "docs/clients.md");
const base = makeScratchFolder("clew-clients");
process.once("exit", () => values.keep || rmSync(base, { recursive: true, force: true }));

runProgram("npm", ["run", "build", "--", "--if-needed"], {
  folder: root,
  environment: process.env,
  timeoutMs: 300_000,
});
const chosen = clients.filter((client) => isChosen(`${client.name} ${client.wire}`, positionals));
const strict = values.strict === true;
const all = strict ? strictCases : cases;
const tried = all.filter(({ name }) => isChosen(name, values.case ?? []));
const results: Result[] = [];
for (const [index, client] of chosen.entries()) results.push(await tryClient(client, join(base, String(index))));
if (tried.length === all.length) {
  const before = existsSync(page) ? readFileSync(page, "utf8") : "";
  writeFileSync(page, writePage(results, clients, { before, strict }));
}
const outcomes = results.flatMap((result) => (result.kind === "tried" ? result.outcomes : []));
const claude = clients.find(({ name }) => name === "Claude Code");
if (claude !== undefined && chosen.includes(claude) && !strict) outcomes.push(...(await tryPlugin(claude)));
const failed = outcomes.filter(({ fault }) => fault !== null).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed${values.keep ? `; all is in ${base}` : ""}`);
process.exit(failed === 0 ? 0 : 1);

async function tryClient(client: Client, folder: string): Promise<Result> {
  let installed: Installed;
  try {
    installed = installClient(findCache(), client);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`skip  ${client.name}: ${reason}`);
    return { kind: "skipped", client, reason };
  }
  const outcomes: Outcome[] = [];
  for (const each of tried)
    outcomes.push(
      await tryCase(each, { root, client, installed, strict, folder: join(folder, each.name.replaceAll(" ", "-")) }),
    );
  return { kind: "tried", client, outcomes };
}

/** The plugin for Claude Code. */
async function tryPlugin(client: Client): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, { name, run }] of pluginCases.entries()) {
    if (!isChosen(`plugin ${name}`, values.case ?? [])) continue;
    let fault: string | null = null;
    try {
      await run({ root, folder: join(base, `plugin-${index}`), installed: installClient(findCache(), client) });
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    console.log(`${fault === null ? "pass" : "FAIL"}  ${client.name}, plugin: ${name} ${fault ?? ""}`);
    outcomes.push({ case: `plugin ${name}`, fault, note: "" });
  }
  return outcomes;
}

async function tryCase({ name, run, isScarce = false }: Case, options: StageOptions): Promise<Outcome> {
  const started = performance.now();
  const stage = await openStage(options);
  const announce = (outcome: Outcome) => {
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    const words = outcome.fault ?? outcome.note ?? (outcome.isAlike ? "fails without us too" : "not for this client");
    const sign = outcome.fault === null ? "pass" : "FAIL";
    console.log(`${sign}  ${options.client.name}, ${options.client.wire}: ${name} (${seconds} s) ${words}`);
    return outcome;
  };
  try {
    const note = await run(stage);
    return announce({
      case: name,
      fault: null,
      note: note === null ? null : [note, stage.expectLegal(isScarce)].join(" ").trim(),
    });
  } catch (error) {
    if (error instanceof CannotGoOnError) return announce({ case: name, fault: null, note: null });
    if (await failsAlike(run, options, error)) return announce({ case: name, fault: null, note: null, isAlike: true });
    const said = stage.lines().join("\n");
    return announce({ case: name, fault: `${error instanceof Error ? error.message : error}\n${said}`, note: "" });
  } finally {
    await stage.close();
  }
}

/** Whether a client that gave up does the same where no gateway stands between. */
async function failsAlike(run: Case["run"], options: StageOptions, error: unknown): Promise<boolean> {
  if (!strict || !(error instanceof ClientFailedError)) return false;
  const stage = await openStage({ ...options, folder: `${options.folder}-direct`, direct: true });
  try {
    await run(stage);
    return false;
  } catch (direct) {
    return direct instanceof ClientFailedError;
  } finally {
    await stage.close();
  }
}

function isChosen(name: string, words: readonly string[]): boolean {
  return words.length === 0 || words.some((word) => name.toLowerCase().startsWith(word.toLowerCase()));
}
