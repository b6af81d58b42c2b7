import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** A package as its package.json describes it. */
export interface Package {
  readonly name: string;
  readonly dependencies: readonly string[];
}

/** Every package of the workspace, by the name of its folder. */
export function packagesIn(root: string): ReadonlyMap<string, Package> {
  const folder = join(root, "packages");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, readPackage(join(folder, name, "package.json"), name)]));
}

function readPackage(path: string, folder: string): Package {
  const manifest: unknown = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const {
    name = `@clewline/${folder}`,
    dependencies = {},
    peerDependencies = {},
  } = manifest as {
    readonly name?: string;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
  };
  return { name, dependencies: [...Object.keys(dependencies), ...Object.keys(peerDependencies)] };
}

/** The package of `packages/core/src/log/entry.ts` is core. */
export function packageOf(file: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(file)?.[1];
}

/** Whether a bundle of the workspace leaves the import as it is. */
export function isForeign(id: string): boolean {
  return !id.startsWith(".") && !isAbsolute(id) && !id.startsWith("@clewline/");
}
