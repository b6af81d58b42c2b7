import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where `npm run bench:install` puts the peers and the Node that they need. */
export const peersFolder = fileURLToPath(new URL("./peers", import.meta.url));

const newerNode = `${peersFolder}/node_modules/node-${process.platform}-${process.arch}/bin/node`;

export function isNewerNode(): boolean {
  return process.execPath === newerNode;
}

/** Repeats the run on the newer Node and returns its exit code; null if that is missing or already in use. */
export function runOnNewerNode(): number | null {
  if (isNewerNode() || !existsSync(newerNode)) return null;
  const { status } = spawnSync(newerNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  return status ?? 1;
}
