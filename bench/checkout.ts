import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewerNode, peersFolder } from "./newer-node.js";

const sqlite = "better-sqlite3";

/** The checkout that this bench belongs to. */
export const ownCheckout = fileURLToPath(new URL("..", import.meta.url));

/** Why a folder is no built checkout; null if it is one. */
export function faultOf(checkout: string): string | null {
  if (!existsSync(join(checkout, "dist/index.js"))) return "it has no dist/index.js: run `npm run build` in it";
  return existsSync(join(checkout, "node_modules")) ? null : "it has no node_modules: run `npm ci` in it";
}

/**
 * Returns a checkout that this Node can load. Its better-sqlite3 was compiled for the Node of `npm ci`; for the newer
 * Node, copies the checkout into a folder whose packages are links, except for the peers' better-sqlite3.
 */
export function placeCheckout(checkout: string, into: string): string {
  if (!isNewerNode()) return resolve(checkout);
  mkdirSync(into, { recursive: true });
  const isOurs = (path: string) => !path.startsWith(join(checkout, "bench/peers"));
  for (const name of ["dist", "src", "bench", "package.json"].filter((each) => existsSync(join(checkout, each))))
    cpSync(join(checkout, name), join(into, name), { recursive: true, filter: isOurs });
  const packages = join(checkout, "node_modules");
  for (const name of packageNames(packages)) {
    const own = name === sqlite ? join(peersFolder, "node_modules", sqlite) : join(packages, name);
    const link = join(into, "node_modules", name);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(resolve(own), link);
  }
  return into;
}

function packageNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name],
    );
}
