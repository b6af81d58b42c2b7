/** The files of one run, in a folder that only this user can read. */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPrefix, noteProcesses, sweepOnce } from "./abandoned.js";
import { type ListedTool, makeToolConfiguration } from "./tools.js";

/** Clean-ups to run if this process exits during a call. */
const waiting = new Set<() => void>();
let listens = false;

/** Returns the function that removes the clean-up again. */
export function registerCleanup(clean: () => void): () => void {
  if (!listens) process.on("exit", cleanAll);
  listens = true;
  waiting.add(clean);
  return () => waiting.delete(clean);
}

function cleanAll(): void {
  for (const clean of waiting) clean();
}

export interface Workspace {
  /** Empty, so that the command finds no instructions, hooks or settings there. */
  readonly folder: string;
  /** The folder that contains `folder` and the files. */
  readonly root: string;
  readonly systemFile: string;
  readonly toolsFile: string | null;
  /** May be called again. */
  remove(): Promise<void>;
}

export async function createWorkspace(system: string, tools: readonly ListedTool[]): Promise<Workspace> {
  sweepOnce();
  const root = await mkdtemp(join(tmpdir(), folderPrefix));
  const removed = registerCleanup(() => rmSync(root, { recursive: true, force: true }));
  const remove = async () => {
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
    removed();
  };
  try {
    noteProcesses(root, null);
    const folder = join(root, "empty");
    await mkdir(folder);
    const systemFile = join(root, "system.txt");
    await writeFile(systemFile, system);
    return { folder, root, systemFile, toolsFile: tools.length === 0 ? null : await writeTools(root, tools), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeTools(root: string, tools: readonly ListedTool[]): Promise<string> {
  const [list, configuration] = [join(root, "tools.json"), join(root, "mcp.json")];
  await writeFile(list, JSON.stringify(tools));
  await writeFile(configuration, JSON.stringify(makeToolConfiguration(list)));
  return configuration;
}
