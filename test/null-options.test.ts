/** Whoever writes no types gives null where an option is meant: one sentence with a code, never a fault of the runtime. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, openClew } from "clewline";
import { expect, onTestFinished, test } from "vitest";
import { typed } from "./cli-run.js";
import { some } from "./some.js";

const session = "terminal:default";
type Verbs = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

async function refusal(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return null;
}

test("options of verbs, and the window of openClew", async () => {
  const given: unknown = { store: "memory", window: null };
  await expect(openClew(given as object)).rejects.toMatchObject({ code: "budget/bad", message: "The window is null" });
  const clew = await openClew({ store: "memory", config: false });
  const turn = (await clew.begin({ session, text: "Hello" })) as unknown as Verbs;
  const verbs = clew as unknown as Verbs;
  const message = { session, text: "x", messages: [] };
  const alone = [
    "context",
    "log",
    "trace",
    "why",
    "recall",
    "search",
    "lanes",
    "clear",
    "settings",
    "journal",
    "usage",
  ];
  const more = ["import", "doctor", "begin", "stream", "generate", "model", "middleware", "sync", "turn", "observe"];
  const cases: readonly (readonly [name: string, () => unknown])[] = [
    ...[...alone, ...more, "edit", "command", "compact"].map((name) => [name, () => verbs[name]?.(null)] as const),
    ...["stream", "generate", "sync"].map((name) => [name, () => verbs[name]?.(message, null)] as const),
    ["settings", () => verbs.settings?.({ set: null })],
    ["recall", () => verbs.recall?.({ pointer: null })],
    ["model", () => verbs.model?.({ name: null })],
    ...["view", "record", "aiSdk", "stream", "generate"].map((name) => [name, () => turn[name]?.(null)] as const),
  ];
  for (const [name, work] of some(cases)) {
    const error = await refusal(work);
    expect([name, ClewError.isInstance(error), String(error)]).toEqual([name, true, String(error)]);
  }
  await clew.close();
});

test("two names of one setting at once", async () => {
  const clew: Clew = await openClew({ store: "memory", config: false });
  await (await clew.begin({ session, text: "Hello" })).complete({ text: "Hi" });
  const set = { max_turns: "5", agent_max_context_turns: "9" };
  await expect(clew.settings({ session, set })).rejects.toMatchObject({
    code: "setting/bad",
    message: "max_turns and agent_max_context_turns are the same setting",
  });
  expect((await clew.settings({ session })).filter(({ changed }) => changed)).toEqual([]);
  await clew.close();
});

test("doctor on a file that has gone meanwhile", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-gone-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clew = await openClew({ store: join(folder, "a.db"), config: false });
  for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `a.db${end}`), { force: true });
  await expect(clew.doctor()).rejects.toMatchObject({ name: "ClewError", code: "store/unavailable" });
  await clew.close();
});

test("a demo that fails leaves no file behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-demo-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keep = join(folder, "demo.db");
  const { code, error } = await typed(["demo", "--keep", keep, "--window", "300"]);
  expect([code, error.includes("[")]).toEqual([1, true]);
  expect(["", "-wal", "-shm"].filter((end) => existsSync(keep + end))).toEqual([]);
});
