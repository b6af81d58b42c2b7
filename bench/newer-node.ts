import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where `npm run bench:install` puts the peers and the Node that they need. */
export const peersFolder = fileURLToPath(new URL("./peers", import.meta.url));

const newerNode = `${peersFolder}/node_modules/node-${process.platform}-${process.arch}/bin/node`;

/** Whether this process runs on the Node that came with the peers. */
export function isNewerNode(): boolean {
  return process.execPath === newerNode;
}

/** Does the whole run again on the newer Node, and returns its exit code; null where it is not installed or runs already. */
export function runOnNewerNode(): number | null {
  if (isNewerNode() || !existsSync(newerNode)) return null;
  const { status } = spawnSync(newerNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  return status ?? 1;
}
