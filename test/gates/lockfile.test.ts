import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { lockfileGate } from "../../scripts/lockfile.js";
import { plant, shown } from "./planted.js";

// Put together here, so that this file does not hold what it plants.
const path = (...parts: string[]) => ["", ...parts].join("/");
const registry = ["registry", "example", "org"].join(".");
const found = (files: Record<string, string>) => shown(lockfileGate(plant(files)));

test("a lockfile with integrity only and a readme with relative paths are clean", () => {
  expect(
    found({
      "package-lock.json": '{\n  "version": "1.0.0",\n  "integrity": "sha512-x"\n}\n',
      "README.md": "See docs/work/notes.md, ~/work/ and https://example.com/home/page/.\n",
    }),
  ).toEqual([]);
});

test.each(["package-lock.json", "bench/peers/package-lock.json"])("a resolved address is named: %s", (file) => {
  const line = `  "resolved": "${["https:", "", registry, "a.tgz"].join("/")}"`;
  expect(found({ [file]: `{\n${line}\n}\n` })).toEqual([`${file}:2 resolved address in the lockfile`]);
});

test("an optional package that is not locked is named", () => {
  const packages = {
    "node_modules/tool": { optionalDependencies: { "tool-linux": "1.0.0", "tool-windows": "1.0.0" } },
    "node_modules/tool-linux": {},
  };
  expect(found({ "package-lock.json": JSON.stringify({ packages }, null, 2) })).toEqual([
    "package-lock.json:3 tool-windows is not locked: npm ci would refuse",
  ]);
});

test.each([path("root", "x"), path("home", "ada", "x"), path("work", "x"), path("Users", "ada", "x")])(
  "an absolute path is named: %s",
  (place) => {
    const folder = place.slice(0, -1);
    expect(found({ "packages/core/src/a.ts": `\nconst home = "${place}";\n` })).toEqual([
      `packages/core/src/a.ts:2 absolute path of a machine: ${folder}`,
    ]);
  },
);

test("a registry host is named", () => {
  expect(found({ "docs/install.md": `npm ci --registry https://${registry}/\n` })).toEqual([
    "docs/install.md:1 names a registry host",
  ]);
  expect(found({ ".npmrc": `fund=false\n${["registry", "//x/"].join("=")}\n` })).toEqual([
    ".npmrc:2 names a registry host",
  ]);
});

test("what git ignores is not looked at, what is new is", () => {
  const root = plant({ ".gitignore": "dist\n", "dist/a.js": path("root", "x"), "new.md": path("root", "x") });
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  expect(shown(lockfileGate(root))).toEqual([`new.md:1 absolute path of a machine: ${path("root", "")}`]);
});

test("bytes that are not text are not looked at", () => {
  expect(found({ "image.bin": `\0${path("root", "x")}` })).toEqual([]);
});
