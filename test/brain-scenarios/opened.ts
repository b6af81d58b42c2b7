/** A Clew opened as its user would: a model by its name, the key in the environment, the address in clew.toml. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, type ClewOptions, openClew } from "clewline";
import { onTestFinished, vi } from "vitest";
import type { Brain, Script, Started } from "./brain.js";

export const session = "terminal:scenario";

export interface Opened {
  readonly clew: Clew;
  readonly adapter: Started;
}

/** Starts the brain, and opens a log for it. */
export async function opened(adapter: Brain, script: Script, options: ClewOptions = {}): Promise<Opened> {
  const started = await startedFor(adapter, script);
  return { adapter: started, clew: await openFor([started], { model: started.model, ...options }) };
}

export async function startedFor(adapter: Brain, script: Script): Promise<Started> {
  const started = await adapter.start(script);
  onTestFinished(started.close);
  return started;
}

/** A log on a machine where all of these run. */
export async function openFor(registry: readonly Started[], options: ClewOptions): Promise<Clew> {
  const servers = registry.flatMap((each) => Object.entries(each.servers));
  const config = join(newFolder(), "clew.toml");
  writeFileSync(config, ["[servers]", ...servers.map(([name, url]) => `${name} = ${JSON.stringify(url)}`)].join("\n"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  for (const [name, value] of registry.flatMap(({ env }) => Object.entries(env))) vi.stubEnv(name, value);
  vi.stubEnv("CLEW_CONFIG", config);
  const clew = await openClew({ store: "memory", timeZone: "UTC", instructions: "Be brief.", ...options });
  onTestFinished(clew.close);
  return clew;
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-scenario-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One call of a model, as the trace has it. */
interface CallUsage {
  readonly role: string;
  readonly model: string | null;
  readonly outcome: string;
  readonly spent: Readonly<Record<"fresh" | "read" | "written" | "writtenLong" | "output", number>> | null;
}

interface Line {
  readonly record?: { readonly name?: string; readonly event?: unknown };
  readonly entry?: { readonly kind: string };
}

async function linesIn(clew: Clew): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const line of clew.export()) lines.push(JSON.parse(line) as Line);
  return lines;
}

/** The events of a name, oldest first, as the export tells them. */
async function eventsIn<Event>(clew: Clew, name: string): Promise<readonly Event[]> {
  const records = (await linesIn(clew)).flatMap(({ record }) => record ?? []);
  return records.flatMap((record) => (record.name === name ? [record.event as Event] : []));
}

/** What was said, called and returned, as the log keeps it. */
export async function entriesIn(clew: Clew): Promise<readonly string[]> {
  const entries = (await linesIn(clew)).flatMap(({ entry }) => entry ?? []);
  return entries.flatMap((entry) => (entry.kind === "noted" ? [] : [JSON.stringify(entry)]));
}

export function traceOf(clew: Clew): Promise<readonly CallUsage[]> {
  return eventsIn(clew, "model_usage");
}

export async function outcomesIn(clew: Clew): Promise<readonly string[]> {
  return (await traceOf(clew)).map(({ outcome }) => outcome);
}

export function limitsIn(clew: Clew): Promise<readonly { readonly model: string; readonly limit: number }[]> {
  return eventsIn(clew, "model_limit");
}

/** Turns without a model, so that there is something to leave out. */
export async function filled(clew: Clew, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const turn = await clew.begin({ session, text });
    await turn.complete({ text: "Noted." });
  }
}

/** A stream to its end: by then the turn has ended too. */
export async function told(result: { readonly textStream: AsyncIterable<string> }): Promise<string> {
  let text = "";
  for await (const word of result.textStream) text += word;
  return text;
}
