/** What is loaded when. How long it takes is the bench's to say; here it is counted that nothing heavy comes along unasked. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "./cli-program.js";
import { loadedBy } from "./startup/loaded.js";

const folder = mkdtempSync(join(tmpdir(), "clew-startup-"));
const store = join(folder, "clew.db");
/** The library beside the program: both are built, or both are sources. */
const started = program.at(-1) ?? "";
const library = pathToFileURL(
  started.replace(/dist\/cli\/main\.js$/, "dist/index.js").replace(/cli\/src\/main\.ts$/, "clewline/src/index.ts"),
).href;
const loaders = program.slice(0, -1);

beforeAll(async () => {
  const clew = await openClew({ store });
  await clew.observe({ session: "terminal:default", text: "Hello" });
  await clew.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (...words: readonly string[]) => loadedBy([...program, ...words]);
const code = (text: string) => loadedBy([...loaders, "--input-type=module", "-e", text]);
const packages = ["ai", "@photostructure/sqlite", "node:sqlite", "smol-toml", "zod"];
const heavy =
  /^packages\/(?:engine|sqlite|store-kit|agent|importers|mcp|try|redact|text\/src\/tokens|core\/src\/(?:summary|model|conversation))\//;

describe("clew --help and --version", () => {
  test.each([["--help"], ["--version"], ["help"]])("%s loads neither the engine nor a library", (word) => {
    const loaded = command(word);
    expect(loaded).toContain("packages/cli/src/main.ts");
    expect(loaded.filter((name) => packages.includes(name) || heavy.test(name))).toEqual([]);
    expect(loaded.filter((name) => name.startsWith("packages/clewline/src/compose/"))).toEqual([]);
  });
});

describe("clew sessions", () => {
  test("loads the store, and neither what answers nor what checks and summarises", () => {
    const loaded = command("sessions", "--store", store);
    expect(loaded.filter((name) => name.endsWith("/sqlite") || name === "node:sqlite")).toEqual([chooseDriver().name]);
    expect(loaded.filter((name) => ["ai", "smol-toml", "zod"].includes(name))).toEqual([]);
    expect(loaded).not.toContain("packages/clewline/src/compose/clew-verbs.ts");
    expect(loaded.filter((name) => /^packages\/(?:importers|mcp|try|core\/src\/summary)\//.test(name))).toEqual([]);
  });
});

describe("import clewline", () => {
  test("loads neither the engine nor a library", () => {
    const loaded = code(`await import(${JSON.stringify(library)})`);
    expect(loaded).toContain("packages/clewline/src/compose/open.ts");
    expect(loaded.filter((name) => packages.includes(name) || heavy.test(name))).toEqual([]);
  });

  test("a log in memory loads no SQLite, a turn without a model no SDK, and a preset no schema of policies", () => {
    const loaded = code(`
      const { openClew, balanced } = await import(${JSON.stringify(library)});
      const clew = await openClew({ store: "memory", policy: balanced });
      const turn = await clew.begin({ session: "terminal:default", text: "Hello" });
      await turn.view();
      await turn.complete({ text: "Hello, you" });
      await clew.close();`);
    expect(loaded).toContain("packages/clewline/src/compose/clew-verbs.ts");
    expect(
      loaded.filter((name) => ["ai", "@photostructure/sqlite", "node:sqlite", "smol-toml"].includes(name)),
    ).toEqual([]);
    expect(loaded).not.toContain("packages/clewline/src/config/policy-schema.ts");
    expect(loaded).not.toContain("packages/agent/src/models/registry/model-registry.ts");
  });
});
