import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadConfig } from "@clewline/clewline/config/config.js";
import { checkConfig } from "@clewline/clewline/config/config-check.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { readSetting } from "@clewline/core/policy/settings.js";
import { type Setting, settings } from "@clewline/core/policy/settings-table.js";
import { balanced, type ClewOptions, openClew } from "clewline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseBlocks } from "../scripts/docs-blocks.js";
import { objects, typed } from "./cli-run.js";
import { some } from "./some.js";

const session = "terminal:default";
const start = process.cwd();
const variables = ["STORE", "CONFIG", "POLICY", "WINDOW", "MODEL", "FAST_MODEL"]
  .map((name) => `CLEW_${name}`)
  .concat(["XDG_CONFIG_HOME", "XDG_DATA_HOME"]);
let home = "";
let folder = "";

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "clew-config-")));
  home = join(base, "home");
  folder = join(base, "project", "inner");
  for (const each of [home, folder]) mkdirSync(each, { recursive: true });
  vi.stubEnv("HOME", home);
  for (const name of variables) vi.stubEnv(name, undefined);
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
  vi.unstubAllEnvs();
  rmSync(dirname(home), { recursive: true });
});

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const here = (text: string) => write(join(folder, "clew.toml"), text);

/** The same, by somebody who has trusted the folder with it. */
async function trusted(text: string): Promise<string> {
  const file = here(text);
  expect((await typed(["trust", folder])).code).toBe(0);
  return file;
}

/** What a program gets: the receipt of a first call, and the settings of its chat. */
async function opened(options: ClewOptions = {}) {
  const clew = await openClew({ store: "memory", ...options });
  try {
    const turn = await clew.begin({ session, text: "Hello" });
    const view = await turn.view();
    if (view.kind !== "fits") throw new Error("too small");
    const states = await clew.settings({ session });
    const value = (name: string) => states.find((state) => state.name === name)?.value;
    return { policy: view.receipt.policy.name, window: view.receipt.window, value };
  } finally {
    await clew.close();
  }
}

/** Of `balanced`; a log that names no zone has the machine's. */
const defaultOf = (setting: Setting) =>
  setting.kind === "zone" ? Intl.DateTimeFormat().resolvedOptions().timeZone : readSetting(balanced, setting);

describe("which clew.toml", () => {
  test("without any, all is at its default", async () => {
    const { policy, window, value } = await opened();
    expect([policy, window]).toEqual(["balanced", 32_768]);
    for (const setting of some(settings)) expect(value(setting.name)).toEqual(defaultOf(setting));
  });

  test("one in a folder above the working directory is found, and the nearest one counts alone", async () => {
    write(join(folder, "..", "clew.toml"), 'policy = "rolling"\nwindow = 9000\n');
    expect(await opened()).toMatchObject({ policy: "rolling", window: 9_000 });
    here('policy = "layered"\n');
    expect(await opened()).toMatchObject({ policy: "layered", window: 32_768 });
  });

  test("the user's config folder is the last place, at home or where XDG_CONFIG_HOME says", async () => {
    write(join(home, ".config", "clew", "clew.toml"), 'policy = "rolling"\n');
    expect((await opened()).policy).toBe("rolling");
    const other = write(join(home, "other", "clew", "clew.toml"), 'policy = "laned"\n');
    vi.stubEnv("XDG_CONFIG_HOME", dirname(dirname(other)));
    expect((await opened()).policy).toBe("laned");
    here("");
    expect((await opened()).policy).toBe("balanced");
  });

  test("CLEW_CONFIG names one for both, --config one for a command", async () => {
    here('policy = "layered"\n');
    write(join(folder, "other.toml"), 'policy = "rolling"\nstore = "./named.db"\n');
    vi.stubEnv("CLEW_CONFIG", "other.toml");
    expect((await opened()).policy).toBe("rolling");
    const named = write(join(home, "third.toml"), 'store = "third.db"\n');
    const [status] = objects((await typed(["--json", "--config", named])).out);
    expect(status).toMatchObject({ store: join(home, "third.db"), because: "store in clew.toml", config: named });
    const [byVariable] = objects((await typed(["--json"])).out);
    expect(byVariable).toMatchObject({ store: join(folder, "named.db"), config: join(folder, "other.toml") });
  });

  test("library and command line open the same log by it, and say which file is in force", async () => {
    const file = await trusted('store = "./bot.db"\n[policies.mine]\nextends = "rolling"\nclear_keep = 9\n');
    vi.stubEnv("CLEW_POLICY", "mine");
    const clew = await openClew();
    const turn = await clew.begin({ session, text: "Hello" });
    await turn.view();
    await turn.complete({ text: "Hello" });
    await clew.close();
    expect(clew.location).toBe(join(folder, "bot.db"));
    // The name on the last receipt is enough, as for a preset.
    vi.stubEnv("CLEW_POLICY", undefined);
    const { code, out } = await typed(["config"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^clear_keep +9 +none here$/m);
    expect(out.replaceAll(/\s+/g, " ")).toContain(`In force: ${file} (clew.toml in this folder).`);
    expect((await typed(["compact"])).code).toBe(0);
    expect(objects((await typed(["config", "use_selection", "yes", "--json"])).out)).toMatchObject([
      { name: "select", value: true, default: false, changed: true },
    ]);
  });
});

describe("what wins", () => {
  test("code over environment over file", async () => {
    here('policy = "layered"\nwindow = 9000\nstore = "file.db"\n');
    vi.stubEnv("CLEW_POLICY", "rolling");
    vi.stubEnv("CLEW_WINDOW", "10_000");
    vi.stubEnv("CLEW_STORE", "variable.db");
    expect(await opened()).toMatchObject({ policy: "rolling", window: 10_000 });
    expect(await opened({ policy: "tiered", window: 12_000 })).toMatchObject({ policy: "tiered", window: 12_000 });
    const [status] = objects((await typed(["--json"])).out);
    expect(status).toMatchObject({ store: join(folder, "variable.db"), because: "CLEW_STORE" });
  });

  test("settings of [conversation] hold for whatever policy is named, and not for one that is handed over", async () => {
    here('[conversation]\nlookback_count = 40\ncompact_hours = 0.5\nclear_at = 1\nselection_model = "fast"\n');
    expect((await opened()).value("lookback")).toBe(40);
    const named = await opened({ policy: "layered" });
    expect([named.value("lookback"), named.value("compact_hours"), named.value("clear_at")]).toEqual([40, 0.5, 1]);
    expect((await opened({ policy: balanced })).value("lookback")).toBe("off");
  });

  test("a window with its reply, and a time zone, come from the file too", async () => {
    here('window = { tokens = 9000, reply = 1000 }\ntime_zone = "Asia/Tokyo"\n');
    const clew = await openClew({ store: "memory" });
    const turn = await clew.begin({ session, text: "Hello", at: "2026-03-01T12:00:00Z" });
    const view = await turn.view();
    const { window, reply } = await clew.context({ session });
    await clew.close();
    expect([window, reply]).toEqual([9_000, 1_000]);
    expect(JSON.stringify(view.kind === "fits" ? view.messages : [])).toContain("Asia/Tokyo");
  });
});

test("an agent_folder that is not there is said in one line, and the log opens", async () => {
  await trusted('store = "./bot.db"\nagent_folder = "gone"\n');
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const clew = await openClew();
  await clew.close();
  const lines = said.mock.calls.flat().filter((line) => String(line).includes("agent_folder"));
  said.mockRestore();
  expect(lines).toEqual([
    expect.stringMatching(
      /^clew: agent_folder in clew\.toml names no folder, so the agent has no files of its own: .*gone\n$/,
    ),
  ]);
});

describe("a setting that has no effect under the policy in use", () => {
  const why = "lookback has no effect under balanced: it is for policies that make every view anew";

  test("is kept, and said once when the file is read", async () => {
    here("[conversation]\nlookback_count = 40\nfull_hours = 12\nclear_keep = 3\n");
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const values = await opened();
    const lines = said.mock.calls.flat().filter((line) => String(line).includes("no effect"));
    expect((await opened({ policy: "tiered" })).value("full_hours")).toBe(12);
    const later = said.mock.calls.flat().filter((line) => String(line).includes("under tiered"));
    said.mockRestore();
    expect(["lookback", "full_hours", "clear_keep"].map(values.value)).toEqual([40, 12, 3]);
    expect(lines).toEqual([
      "clew: clear_keep, lookback, full_hours in clew.toml have no effect under balanced; clew config clear_keep says why.\n",
    ]);
    expect(later).toEqual([
      "clew: clear_keep in clew.toml has no effect under tiered; clew config clear_keep says why.\n",
    ]);
  });

  test("says why on the command line and in a chat, and takes effect as soon as it can", async () => {
    await trusted('store = "./bot.db"\n');
    const clew = await openClew();
    const turn = await clew.begin({ session, text: "Hello" });
    await turn.complete({ text: "Hello" });
    const answer = await clew.command({ session, text: "/config lookback_count 12" });
    expect(answer).toContain(`${why}, such as selective and tiered. The value is kept for when it has.`);
    expect(await clew.command({ session, text: "/config" })).toContain(
      "\nlookback: 12 (default off) (no effect here)\n",
    );
    expect(await clew.command({ session, text: "/config clear_at 1" })).not.toContain("no effect");
    expect(await clew.command({ session, text: "/config clear_keep 2" })).toContain("clear_keep has no effect under");
    expect(await clew.command({ session, text: "/config clear_at 0.5" })).not.toContain("no effect");
    expect(await clew.command({ session, text: "/config clear_keep" })).not.toContain("no effect");
    await clew.close();
    const { out } = await typed(["config", "lookback_count"]);
    expect(out.replaceAll(/\s+/g, " ")).toContain(`${why}, such as selective and tiered.`);
    expect(objects((await typed(["config", "lookback", "--json"])).out)).toMatchObject([
      { name: "lookback", value: 12, changed: true, noEffect: expect.stringContaining(why) },
    ]);
    expect(objects((await typed(["config", "clear_keep", "--json"])).out)).toMatchObject([
      { name: "clear_keep", value: 2, noEffect: null },
    ]);
  });

  test("is called by the name of the policy's field as well, but not by both names at once", async () => {
    here('policy = "selective"\n[conversation]\nlookback = 40\nmax_turns = 9\n[policies.mine]\nmax_turns = 7\n');
    const { value } = await opened();
    expect([value("lookback"), value("max_turns")]).toEqual([40, 9]);
    expect((await opened({ policy: "mine" })).value("max_turns")).toBe(9);
    const file = here("[conversation]\nlookback = 40\nlookback_count = 9\n");
    await expect(openClew({ store: "memory" })).rejects.toMatchObject({
      code: "config/bad",
      message: `lookback and lookback_count are the same setting ([conversation] in ${file})`,
      hint: "Keep one of them",
    });
    here("[conversation]\nlookback = 0\n");
    await expect(openClew({ store: "memory" })).rejects.toMatchObject({
      message: expect.stringMatching(/^lookback can't be 0/),
      hint: 'Give a whole number from 1 to 100,000, or "off"',
    });
  });
});

describe("models", () => {
  const read = () => loadConfig(undefined, process.env, folder);

  test("are named in the file and, before it, in the environment", async () => {
    expect(await read()).toMatchObject({ servers: {}, models: new Map() });
    await trusted(
      'model = "ollama:qwen3"\nfast_model = "ollama:qwen3:1b"\n[servers]\nollama = "http://192.0.2.7:11434/"\n',
    );
    expect(await read()).toMatchObject({
      model: "ollama:qwen3",
      fastModel: "ollama:qwen3:1b",
      servers: { ollama: "http://192.0.2.7:11434" },
    });
    vi.stubEnv("CLEW_MODEL", "openai:gpt-5");
    vi.stubEnv("CLEW_FAST_MODEL", "openai:gpt-5-nano");
    expect(await read()).toMatchObject({ model: "openai:gpt-5", fastModel: "openai:gpt-5-nano" });
  });

  test("facts of the file go over the table, field by field", async () => {
    here(`
      [models."claude-sonnet-5"]
      input = 7
      long_write = 3
      [models.house]
      window = 8192
      ttl_ms = 60000
      least_prefix = 0
    `);
    const { models } = await read();
    expect(findModelFacts("anthropic:claude-sonnet-5", models)).toMatchObject({ input: 7, output: 10, longWrite: 3 });
    expect(findModelFacts("vllm:house", models)).toMatchObject({
      window: 8_192,
      ttlMs: 60_000,
      leastPrefix: 0,
      input: 0,
    });
  });
});

describe("policies of one's own", () => {
  test("extend a preset or each other, and are on the receipt by their name", async () => {
    here(`
      policy = "night"
      [policies.night]
      extends = "house"
      agent_max_context_turns = 8
      [policies.house]
      extends = "rolling"
      agent_max_context_tokens = 20_000
      past_result_characters = "off"
      never_clear = ["read_plan"]
      [policies.plain]
    `);
    const night = await opened();
    expect(night.policy).toBe("night");
    const figures = ["max_turns", "max_tokens", "cap_over", "never_clear"];
    expect(figures.map(night.value)).toEqual([8, 20_000, "off", ["read_plan"]]);
    expect(night.value("spill_over")).toBe("off");
    expect((await opened({ policy: "house" })).value("max_turns")).toBe(20);
    const plain = await opened({ policy: "plain" });
    for (const setting of some(settings)) expect(plain.value(setting.name)).toEqual(defaultOf(setting));
  });

  test("an unknown name is answered with the nearest and all that there are", async () => {
    here('[policies.mine]\nextends = "balanced"\n');
    await expect(openClew({ store: "memory", policy: "mnie" })).rejects.toMatchObject({
      code: "policy/bad",
      message: 'There is no policy named "mnie"',
      hint: expect.stringMatching(/^Did you mean mine\? Use one of: balanced, .*layered; in clew.toml: mine$/),
    });
  });
});

describe("a clew.toml that is wrong is refused with file, key and what may stand there", () => {
  test.each([
    [
      "an unknown setting",
      "[conversation]\nlookback_cuont = 4",
      /"lookback_cuont" here \(\[conversation\] in/,
      /mean lookback_count\?/,
    ],
    ["an unknown key", 'polcy = "rolling"', /"polcy" here \(FILE\)/, /mean policy\?/],
    ["a setting at the top", "clear_keep = 4", /"clear_keep" here \(FILE\)/, /below \[conversation\]/],
    [
      "a value out of range",
      "[conversation]\nlookback_count = 0",
      /^lookback_count can't be 0/,
      /^Give a whole number from 1 to 100,000, or "off"$/,
    ],
    [
      "a fraction of a whole number",
      "[policies.a]\nclear_keep = 1.5",
      /^clear_keep can't be 1.5 \(\[policies.a\] in/,
      /whole number from 0 to 1,000$/,
    ],
    [
      "a word for a switch",
      '[conversation]\nuse_selection = "yes"',
      /^use_selection can't be "yes"/,
      /^Give true or false$/,
    ],
    ["a text for a list", '[conversation]\nnever_clear = "a"', /^never_clear can't be "a"/, /^Give a list of names/],
    ["an empty name in a list", '[conversation]\nnever_clear = [""]', /can't be ""/, /^Give a list of names/],
    ["off where no limit is", '[conversation]\nclear_keep = "off"', /can't be "off"/, /to 1,000$/],
    [
      "another selection model",
      '[conversation]\nselection_model = "large"',
      /^selection_model can't be "large"/,
      /^Give "fast"$/,
    ],
    ["a small window", "window = 12", /^window can't be 12/, /at least 256/],
    ["a reply without room", "window = { tokens = 300, reply = 300 }", /^window can't be/, /reply smaller/],
    ["a zone that is none", 'time_zone = "Mars/Base"', /^time_zone can't be "Mars/, /IANA/],
    ["a log in memory", 'store = "memory"', /^store can't be "memory"/, /path of a file/],
    ["a policy that is none", 'policy = "roling"', /^policy can't be "roling" \(FILE\)/, /mean rolling\?/],
    [
      "an unknown base",
      '[policies.a]\nextends = "b"\n[policies.bb]',
      /^extends can't be "b" \(\[policies.a\]/,
      /in clew.toml: bb$/,
    ],
    [
      "a circle",
      '[policies.a]\nextends = "b"\n[policies.b]\nextends = "a"',
      /circle: a extends b extends a/,
      /a preset$/,
    ],
    ["a policy that extends itself", '[policies.a]\nextends = "a"', /circle: a extends a/, /a preset$/],
    ["a preset's name", "[policies.rolling]", /^rolling is the name of a preset/, /extends = "rolling"/],
    ["a name with spaces", '[policies."a b"]', /can't be named "a b"/, /begins with a letter/],
    ["a policy that is no table", "policies.a = 3", /^a can't be 3/, /^Give a table/],
    ["a model without a name", 'model = ""', /^model can't be ""/, /"anthropic:claude-sonnet-5" or/],
    ["an embedder that nobody knows", 'embedder = "potato"', /^embedder can't be "potato"/, /"minilm", "ollama:NAME"/],
    ["a fast model that is a number", "fast_model = 3", /^fast_model can't be 3/, /e\.g\. "anthropic:/],
    ["an unknown server", '[servers]\nolama = "http://x"', /"olama" here \(\[servers\] in/, /mean ollama\?/],
    ["a server of nobody", '[servers]\nhouse = "http://x"', /"house" here/, /^There are anthropic, openai, .*vllm$/],
    [
      "a server without an address",
      '[servers]\nvllm = "here"',
      /^vllm can't be "here"/,
      /^Give an address, e\.g\. "http/,
    ],
    [
      "an unknown fact",
      '[models."a:b"]\ncurrency = 3',
      /"currency" here \(\[models\."a:b"\] in/,
      /^There are window, input/,
    ],
    [
      "a price below nothing",
      "[models.a]\ninput = -1",
      /^input can't be -1 \(\[models\.a\] in/,
      /^Give a price, e\.g\. 3$/,
    ],
    [
      "a small window of a model",
      "[models.a]\nwindow = 12",
      /^window can't be 12/,
      /^Give a whole number of at least 256$/,
    ],
    ["a model that is no table", "models.a = 3", /^a can't be 3/, /^Give a table of facts/],
    ["unreadable TOML", 'policy = "rolling"\nwindow == 3', /FILE is not valid TOML: line 2, column 9: /, /line/],
  ])("%s", async (_what, text, message, hint) => {
    const file = here(text);
    const fault = await openClew({ store: "memory" }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({ name: "ClewError", code: "config/bad", hint: expect.stringMatching(hint) });
    expect(String((fault as Error).message).replace(file, "FILE")).toMatch(message);
    expect((fault as Error).message).toContain(file);
  });

  test("on the command line with status 2 and without a stack", async () => {
    const file = here("[conversation]\nclear_kep = 4\n");
    const { code, out, error } = await typed(["context"]);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(`There is no setting "clear_kep" here ([conversation] in ${file}) [config/bad]`);
    expect(error).toContain("Did you mean clear_keep?");
    expect(error).not.toContain("    at ");
  });

  test("a file that was named and is not there, and variables that make no sense", async () => {
    const { code, error } = await typed(["context", "--config", "nowhere.toml"]);
    expect(code).toBe(2);
    expect(error).toMatch(/nowhere\.toml can't be read \[config\/bad\]\n.*--config/);
    vi.stubEnv("CLEW_WINDOW", "many");
    await expect(openClew({ store: "memory" })).rejects.toMatchObject({
      code: "config/bad",
      message: expect.stringMatching(/CLEW_WINDOW/),
    });
    vi.stubEnv("CLEW_WINDOW", undefined);
    vi.stubEnv("CLEW_MODEL", "gpt five");
    await expect(openClew({ store: "memory" })).rejects.toMatchObject({
      code: "config/bad",
      message: 'CLEW_MODEL can\'t be "gpt five"',
    });
    vi.stubEnv("CLEW_MODEL", undefined);
    vi.stubEnv("CLEW_POLICY", "layred");
    await expect(openClew({ store: "memory" })).rejects.toMatchObject({
      code: "config/bad",
      hint: expect.stringMatching(/mean layered\?/),
    });
  });
});

describe("the files that the page of configuration shows", () => {
  const page = readFileSync(new URL("../docs/configuration.md", import.meta.url), "utf8");
  const files = parseBlocks("docs/configuration.md", page).filter(({ language }) => language === "toml");

  test("are valid", () => {
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const { code, line } of some(files))
      expect(Object.keys(checkConfig(code, `line ${line}`))).toContain("policy");
  });

  test("have no setting without effect under the policy that they choose", async () => {
    for (const { code, line } of some(files)) {
      here(code);
      expect((await typed(["config", "--store", "memory"])).error, `line ${line}`).not.toContain("no effect");
    }
  });
});
