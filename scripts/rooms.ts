import { posix } from "node:path";
import { type Finding, main } from "./finding.js";
import { type Import, importsOf } from "./imports.js";
import { isTest, sourcesIn } from "./sources.js";

const mostFiles = 25;
/** Arrows between the rooms of a floor at most. */
const mostArrows: Readonly<Record<string, number>> = { core: 45, engine: 20, clewline: 25, cli: 40 };
/** Folders that may contain more files, because these are of one kind: each with their naming rule. */
const oneKind: Readonly<Record<string, RegExp>> = {};

/**
 * Limits the files of a folder and the arrows between rooms. A room is a folder directly in a package or a file
 * directly in it; an arrow is a pair of rooms with any import, types included.
 */
export function checkRooms(root: string, kinds = oneKind): Finding[] {
  const sources = sourcesIn(root, "packages").filter((source) => !isTest(source.name));
  const files = [...sources, ...sourcesIn(root, "bench")].map(({ name }) => name);
  const imports = importsOf(root, sources);
  return [...checkFolders(files, kinds), ...Object.keys(mostArrows).flatMap((floor) => checkFloor(floor, imports))];
}

function checkFolders(files: readonly string[], kinds: typeof oneKind): Finding[] {
  return [...groupBy(files, posix.dirname)].flatMap(([folder, names]) => {
    const rule = kinds[folder];
    if (rule !== undefined) {
      const strangers = names.filter((name) => !rule.test(posix.basename(name)));
      return strangers.map((file) => ({ file, line: 1, message: `is not named as ${rule}, the rule of ${folder}` }));
    }
    if (names.length <= mostFiles) return [];
    return [{ file: folder, line: 1, message: `${names.length} files in one folder, at most ${mostFiles}` }];
  });
}

/** Beyond the limit, reports the arrows with the fewest imports, which are the first to remove. */
function checkFloor(floor: string, imports: readonly Import[]): Finding[] {
  const most = mostArrows[floor] ?? 0;
  const arrows = groupBy(
    imports.filter((each) => isArrow(floor, each)),
    ({ from, target }) => `${nameRoom(from)} -> ${target.kind === "file" ? nameRoom(target.name) : ""}`,
  );
  const thinnest = [...arrows].sort(([, a], [, b]) => a.length - b.length);
  return thinnest.slice(0, Math.max(0, arrows.size - most)).map(([arrow, [first, ...others]]) => ({
    file: first.from,
    line: first.line,
    message: `${arrow}: packages/${floor} has ${arrows.size} arrows between its rooms, at most ${most}; this one has ${others.length + 1} of the imports`,
  }));
}

function isArrow(floor: string, { from, target }: Import): boolean {
  if (target.kind !== "file" || nameRoom(from) === nameRoom(target.name)) return false;
  return [from, target.name].every((name) => name.startsWith(`packages/${floor}/src/`));
}

/** `packages/core/src/log/entry.ts` is in the room log, and `packages/core/src/errors.ts` is one. */
function nameRoom(file: string): string {
  return (file.split("/")[3] ?? "").replace(/\.ts$/, "");
}

function groupBy<Each>(all: readonly Each[], key: (each: Each) => string): Map<string, [Each, ...Each[]]> {
  const groups = new Map<string, [Each, ...Each[]]>();
  for (const each of all) {
    const group = groups.get(key(each));
    if (group === undefined) groups.set(key(each), [each]);
    else group.push(each);
  }
  return groups;
}

await main(import.meta.url, "rooms", checkRooms);
