import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout that this bench belongs to. */
export const ownCheckout = fileURLToPath(new URL("..", import.meta.url));

/** Why a folder is no built checkout; null if it is one. */
export function faultOf(checkout: string): string | null {
  if (!existsSync(join(checkout, "dist/index.js"))) return "it has no dist/index.js: run `npm run build` in it";
  return existsSync(join(checkout, "node_modules")) ? null : "it has no node_modules: run `npm ci` in it";
}
