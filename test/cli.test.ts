import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { WriteStream } from "node:tty";
import { commands } from "@clewline/cli/program/commands.js";
import { runProgram } from "@clewline/cli/program/program.js";
import { makeScreen } from "@clewline/cli/terminal/screen.js";
import { measureColumns } from "@clewline/cli/terminal/text.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { program } from "./cli-program.js";
import { objects, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-cli-"));
const folder = mkdtempSync(join(base, "log-"));
const store = join(folder, "clew.db");
const session = "telegram:chat:42";
const insideWords = /\b(ladder|rung|epoch|swap|span)s?\b/i;
let turnId = "";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** A process of its own, which finds the log by where it is. The log and the folders below it belong to one user. */
function clew(words: readonly string[], where = folder): Promise<Ran> {
  const env = { PATH: process.env.PATH, HOME: where.startsWith(folder) ? folder : where, TZ: "UTC" };
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...words], { cwd: where, env }, (fault, out, error) => {
      resolve({ code: typeof fault?.code === "number" ? fault.code : fault === null ? 0 : -1, out, error });
    });
  });
}

/** The same inside this process, in a pipe, with the log named. Every command has a process of its own somewhere below. */
function inside(...words: readonly string[]): Promise<Ran> {
  return typed([...words, "--store", store]);
}

function fresh(): string {
  return mkdtempSync(join(base, "empty-"));
}

beforeAll(async () => {
  // The user who made the log is the one whose processes find it.
  vi.stubEnv("HOME", folder);
  vi.stubEnv("XDG_DATA_HOME", undefined);
  const log = await openClew({ store, window: 2_048, instructions: "Be brief." });
  const other = await log.begin({ session: "terminal:default", text: "An older chat" });
  await other.complete({ text: "Noted", usage: { inputTokens: 12 } });
  await other.sent([1]);
  const asked = await log.begin({ session: "terminal:default", text: "Is it?" });
  await asked.view();
  await asked.cancel();
  await log.observe({ session, id: "t1", from: 7, topic: 3, text: "in a topic" });
  for (let day = 1; day <= 12; day++) {
    const turn = await log.begin({
      session,
      id: day,
      // Nothing that would be looked up.
      text: day === 2 ? "The key lies under the blue pot" : "And now?",
    });
    await turn.view();
    const output = Array.from({ length: 12 }, (_value, line) => `reading ${line} of day ${day}: ${line * day} units`);
    await turn.record({ calls: [{ id: `c${day}`, tool: "meter", input: { day }, output: output.join("\n") }] });
    await turn.view();
    await turn.complete({ text: `All is well on day ${day}` });
  }
  await log.observe({ session, id: 99, text: "an evil \u001b[31mcolour\u001b[0m" });
  turnId = (await log.why({ session, lane: "root:42" })).receipt.turn;
  await log.close();
  vi.unstubAllEnvs();
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("the command line", () => {
  test("bare clew shows where things stand and three next commands", async () => {
    const { code, out } = await clew([]);
    expect(code).toBe(0);
    expect(out).toContain(store);
    expect(out).toContain(session);
    expect(out.match(/^ {2}clew \w+/gm)).toHaveLength(3);
  });

  test("bare clew without a log makes none and still says what to do", async () => {
    const empty = fresh();
    const { code, out } = await clew([], empty);
    expect([code, readdirSync(empty)]).toEqual([0, []]);
    expect(out).toContain("clew demo");
  });

  test.each(["log", "context", "why", "recall clew:e0123456789"])(
    "a missing log is reported and not made: %s",
    async (words) => {
      const empty = fresh();
      const { code, out, error } = await clew(words.split(" "), empty);
      expect([code, out, readdirSync(empty)]).toEqual([1, "", []]);
      expect(error).toMatch(/no log yet.*\[store\/unavailable\]\n.*clew --store FILE, or set CLEW_STORE\..*clew demo/);
    },
  );

  test("a named log that is missing is not made either, and the path is to be checked", async () => {
    const { code, error } = await clew(["log", "--store", "sub/other.db"]);
    expect([code, existsSync(join(folder, "sub"))]).toEqual([1, false]);
    expect(error).toMatch(/Check the path after --store\. In this folder: clew\.db\n/);
  });

  test("a missing log names three databases that lie here", async () => {
    const other = fresh();
    for (const name of ["d.db", "b.db", "a.db", "c.db", "e.txt"]) writeFileSync(join(other, name), "");
    const [log, bare] = await Promise.all([clew(["log"], other), clew([], other)]);
    expect(log.error).toContain("In this folder: a.db, b.db, c.db. ");
    expect(bare.out).toMatch(/a\.db,\s+b\.db,\s+c\.db\n/);
  });

  test("a file that is no log is reported in a sentence", async () => {
    writeFileSync(join(folder, "letter.txt"), "Dear customer, this is no database at all.".repeat(50));
    const { code, error } = await clew(["log", "--store", "letter.txt"]);
    expect(code).toBe(1);
    expect(error).toContain("[store/damaged]");
    expect(error).not.toMatch(/^\s+at /m);
  });

  test.each([
    [["contxt"], /no command "contxt".*\n.*clew context/],
    [["log", "--limt", "3"], /no option --limt.*\n.*--limit/],
    [["log", "--limit", "many"], /--limit is "many"/],
    [["log", "--limit"], /--limit needs a value/],
    [["log", "--json=yes"], /--json takes no value/],
    [["log", "a:b", "c:d"], /no use for "c:d"/],
    [["recall"], /needs POINTER/],
    [["import"], /needs FILE/],
    [["search"], /needs QUERY/],
    [["diff", "a", "b", "c"], /no use for "c"/],
    [["context", "--window", "12"], /--window is "12"/],
    [["help", "contexts"], /Did you mean clew help context/],
  ])("wrong usage is one clear sentence and exit 2: %j", async (words, sentence) => {
    const { code, out, error } = await typed(words);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(sentence);
    expect(error).not.toMatch(/^\s+at /m);
  });

  test.each([
    [["log", "nonsense"], "session/bad-key"],
    [["context", "telegram:chat:9"], "session/unknown"],
    [["lanes", "telegram:chat:9"], "session/unknown"],
    [["why", "--lane", "root:9"], "lane/bad-key"],
    [["recall", "clew:e0000000000"], "pointer/unknown"],
    [["recall", "nonsense"], "pointer/unknown"],
    [["replay", "0123456789abcdef"], "receipt/unknown"],
  ])("a failure is reported with its code and exit 1: %j", async (words, reported) => {
    const { code, out, error } = await inside(...words);
    expect([code, out]).toEqual([1, ""]);
    expect(error).toContain(`[${reported}]`);
    expect(error).not.toMatch(/^\s+at /m);
  });

  test("a process ends with these codes, and keeps its channels apart", async () => {
    const [wrong, failed, lanes] = await Promise.all([
      clew(["contxt"]),
      clew(["recall", "clew:e0000000000"]),
      clew(["lanes", "terminal:default"]),
    ]);
    expect([wrong.code, wrong.out, failed.code, failed.out]).toEqual([2, "", 1, ""]);
    expect(failed.error).toContain("[pointer/unknown]");
    expect([lanes.code, lanes.error]).toEqual([0, ""]);
    expect(lanes.out).toContain("root:default");
  });
});

describe("colour", () => {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY, columns: 80 }) as unknown as WriteStream;
  const painted = (isTTY: boolean, env: NodeJS.ProcessEnv) =>
    makeScreen(stream(isTTY), () => stream(isTTY), env).paint("green", "kept");

  test("is there in a terminal, and not in a pipe, under NO_COLOR or on a dumb terminal", () => {
    expect(painted(true, {})).toBe("\u001b[32mkept\u001b[39m");
    expect(painted(false, {})).toBe("kept");
    expect(painted(true, { NO_COLOR: "1" })).toBe("kept");
    expect(painted(true, { TERM: "dumb" })).toBe("kept");
  });
});

describe("a narrow terminal", () => {
  const narrow = async (...words: string[]) => {
    const [out, error] = [new PassThrough(), new PassThrough()].map((stream) =>
      Object.assign(stream, { isTTY: true, columns: 60 }),
    );
    const code = await runProgram(
      words,
      makeScreen(out as never, () => error as never, { NO_COLOR: "1" }),
    );
    return { code, out: String(out?.read() ?? ""), error: String(error?.read() ?? "") };
  };
  /** A command to copy is never broken. */
  const isCommand = (line: string) => /^ *clew \w+ .*--store \S+/.test(line);
  const tooWide = (text: string) => text.split("\n").filter((line) => measureColumns(line) > 60 && !isCommand(line));

  const shown = ["help", "help import", "log", "context", "why", "why day", "sessions", "lanes", "search day", "diff"];
  test.each([...shown, "context --at TURN"])("has no line that it would break itself: clew %s", async (words) => {
    const typed = words.replace("TURN", turnId).split(" ");
    const { code, out } = await narrow(...typed, "--store", store);
    expect([code, tooWide(out)]).toEqual([0, []]);
  });

  test("gets failures and hints between words, and 20 entries of a log", async () => {
    const failed = await narrow("recall", "nonsense", "--store", store);
    expect(failed.error).toMatch(/\nclew: A pointer looks like clew:e0123456789; copy it from\n {6}the view/);
    const { out } = await narrow("log", "--store", store);
    expect(out.match(/^ +#\d+ /gm)).toHaveLength(20);
  });
});

describe("help", () => {
  test("clew --version prints the package's version", async () => {
    const { version } = createRequire(import.meta.url)("../package.json") as { version: string };
    expect((await clew(["--version"])).out).toBe(`${version}\n`);
  });

  test("the list of commands fits 80 columns", async () => {
    const { code, out } = await clew(["help"]);
    expect(code).toBe(0);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test.for(commands.map(({ name }) => name))("clew %s --help has an example", async (name, { expect }) => {
    const { out } = await typed(name === "help" ? ["help", name] : [name, "--help"]);
    expect(out).toMatch(new RegExp(`Example\n {2}clew ${name}`));
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

describe("on a log", () => {
  test("sessions and lanes are lists, newest first", async () => {
    const [sessions, lanes] = await Promise.all([clew(["sessions", "--json"]), inside("lanes", "--json")]);
    expect(objects(sessions.out).map((each) => each.session)).toEqual([session, "terminal:default"]);
    expect(objects(lanes.out).map((each) => each.lane)).toEqual(["root:42", "topic:42:3"]);
  });

  test("the log is named on the error channel when it lies elsewhere, and not when it was given or is here", async () => {
    const [here, given, below] = await Promise.all([
      clew(["context"]),
      clew(["context", "--store", store]),
      clew(["context"], mkdtempSync(join(folder, "below-"))),
    ]);
    expect(below.error).toBe(`clew: the log is ${store} (clew.db in a folder above)\n`);
    expect([here.error, given.error]).toEqual(["", ""]);
    // A command to type next names the log that was named.
    const plain = [here, given, below].map(({ out }) => out.replaceAll(/ --store \S+/g, "").replaceAll(/\s+/g, " "));
    expect(new Set(plain).size).toBe(1);
  });

  test("log shows turns with ids that why takes, and no control characters", async () => {
    const { out } = await clew(["log", "--limit", "8"]);
    const id = turnId.slice(-8);
    expect(out).toMatch(new RegExp(`^turn ${id} {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}completed$`, "m"));
    expect(out).toContain("agent: All is well on day 12");
    expect(out).toContain("�[31mcolour");
    expect(out).not.toContain("\u001b");
    const why = await clew(["why", id, "--json"]);
    expect(objects(why.out)[0]?.turn).toBe(turnId);
  });

  test("log as data has one object per entry, as many as asked for", async () => {
    const lines = objects((await inside("log", "--limit", "8", "--json")).out);
    expect(lines).toHaveLength(8);
    expect(lines.at(-2)).toMatchObject({ session, lane: "root:42", kind: "said", state: "completed", turn: turnId });
  });

  test("context adds up, in the picture and as data", async () => {
    const [{ out }, data] = await Promise.all([inside("context"), inside("context", "--json")]);
    const rows = out.split("\n").flatMap((line) => {
      const match = /^ {2}([a-z ]+?) +([\d,]+) +([\d.]+) %/.exec(line);
      return match === null
        ? []
        : [{ name: match[1], tokens: Number(match[2]?.replaceAll(",", "")), percent: Number(match[3]) }];
    });
    const parts = rows.filter(({ name }) => name !== "window");
    expect(rows.at(-1)).toEqual({ name: "window", tokens: 2_048, percent: 100 });
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(2_048);
    expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 5);
    expect(out.split("\n").filter((line) => !line.includes("clew:") && line.length > 80)).toEqual([]);
    expect(out).toMatch(/told by the summary because the room was 90 % full/);
    const report = objects(data.out)[0] as { window: number; reply: number; free: number; tokens: number };
    expect(report.reply + report.free + report.tokens).toBe(report.window);
  });

  test("context takes another window, and prints the view as text", async () => {
    const [wide, text] = await Promise.all([inside("context", "--window", "65,536"), inside("context", "--text")]);
    expect(wide.out).toMatch(/window +65,536 +100.0 %/);
    expect(text.out).toContain("All is well on day 12");
    // The message itself has left; the summary and what is known tell what it said.
    expect(text.out.split("blue pot")).toHaveLength(3);
    expect(text.out.indexOf("blue pot")).toBeLessThan(text.out.indexOf("</clew-summary>"));
  });

  test("why tells what became of every entry, in a user's words", async () => {
    const [{ out }, all] = await Promise.all([inside("why"), inside("why", "--all")]);
    expect(out).toMatch(/tokens of a window of 2,048/);
    expect(out).toMatch(/◐ #1–\d+ +– +told by the summary because the room was 90 % full\n +clew:s\w{10}/);
    expect(all.out).toMatch(/◐ #\d+ +\d+ {2}cleared because the room was 90 % full: old result\n +clew:e\w{10}/);
    expect(all.out).not.toMatch(insideWords);
    expect(all.out.length).toBeGreaterThan(out.length);
  });

  test("what is only noted for the log is not counted and not listed, unless all is asked for", async () => {
    const [context, why, all, log, whole, text] = await Promise.all([
      inside("context", "terminal:default"),
      inside("why", "--session", "terminal:default"),
      inside("why", "--session", "terminal:default", "--all"),
      inside("log", "terminal:default"),
      inside("log", "terminal:default", "--all"),
      inside("why", "inputTokens", "--session", "terminal:default"),
    ]);
    expect(context.out).toContain(" %): 4 entries in full, 0 shortened, 0 left out");
    expect(why.out).toContain("3 entries in full, 0 shortened, 0 left out");
    expect(why.out).not.toContain("for the log only");
    expect(all.out).toMatch(/· #3 +– +nothing to show: a note for the log only\n +usage\n/);
    expect(log.out).toMatch(/Not listed: 2 notes for the log only/);
    expect(log.out).not.toMatch(/^ +#\d+ .*(usage|sent)$/m);
    expect(whole.out).toMatch(/^ +#3 .* usage$/m);
    expect(text.code).toBe(1);
  });

  test("why finds a text in every lane and says what became of it", async () => {
    const [{ out }, data, none, both] = await Promise.all([
      inside("why", "blue pot"),
      inside("why", "day 12", "--json"),
      inside("why", "a green elephant"),
      inside("why", "o", "--json", "--session", session),
    ]);
    expect(out).toMatch(
      /: 1 entry holds "blue pot"\n\n {2}◐ root:42 #5: told by the summary because .*\n {4}clew:e\w{10} {2}The key/,
    );
    expect(objects(data.out).map((each) => each.verdict)).toEqual([null, "kept"]);
    expect(new Set(objects(both.out).flatMap((each) => each.lane ?? []))).toEqual(new Set(["root:42", "topic:42:3"]));
    expect(none.error).toContain(`no entry of ${session} holds`);
    expect([none.code, none.out]).toEqual([1, ""]);
    expect(none.error).toMatch(/--session KEY looks in another chat; in all of them: clew search 'a green elephant'/);
  });

  test("why explains the chat that is named, as the argument or as an option", async () => {
    const [named, chosen, text] = await Promise.all([
      inside("why", "terminal:default"),
      inside("why", "--session", "terminal:default"),
      inside("why", "terminal:default", "--session", session),
    ]);
    expect([named.code, named.out]).toEqual([0, chosen.out]);
    expect(named.out).toMatch(/^terminal:default, lane /);
    expect(text.error).toContain(`no entry of ${session} holds "terminal:default"`);
  });

  test("recall opens a pointer from any lane, with find and in pages", async () => {
    const [match] = objects((await inside("why", "blue pot", "--json")).out);
    const pointer = String(match?.pointer);
    const [whole, found, none, elsewhere] = await Promise.all([
      clew(["recall", pointer]),
      inside("recall", pointer, "--find", "KEY", "--json"),
      inside("recall", pointer, "--find", "elephant"),
      inside("recall", pointer, "--session", "terminal:default"),
    ]);
    expect(whole.out).toBe("The key lies under the blue pot\n");
    expect(objects(found.out)[0]).toMatchObject({ pointer, lane: "root:42", next: null });
    expect([none.code, none.out, elsewhere.code]).toEqual([1, "", 1]);
  });

  test("replay gives the bytes of a call, by receipt and by turn", async () => {
    const [why] = objects((await inside("why", "--json")).out);
    const [byReceipt, byTurn] = await Promise.all([clew(["replay", String(why?.receipt)]), inside("replay", turnId)]);
    const request = JSON.parse(byReceipt.out) as { messages: unknown[] };
    expect(request.messages.length).toBeGreaterThan(1);
    expect(byReceipt.out.endsWith("}")).toBe(true);
    expect(byTurn.out).toBe(byReceipt.out);
  });
});

describe("clew demo", () => {
  test("measures three columns, reaches the letter, shows what holds in another chat, and leaves but a log to keep, which why explains", async () => {
    const [empty, keeping] = [fresh(), fresh()];
    const [{ code, out }, data] = await Promise.all([
      clew(["demo", "--keep", "demo.db"], keeping),
      clew(["demo", "--json"], empty),
    ]);
    expect([code, data.code, readdirSync(empty)]).toEqual([0, 0, []]);
    // A log that is kept is marked as the user's own, with the key in the data folder.
    const key = [".local", "share", "clew", "owner.json"].map((_name, at, names) => join(...names.slice(0, at + 1)));
    expect(readdirSync(keeping, { recursive: true }).sort()).toEqual([...key, "demo.db"]);
    expect(out).toMatch(/fits a window of [\d,]+ +no +yes +yes\n/);
    expect(out).toMatch(/the letter's answer +shown +gone +shown\n/);
    expect(out).toMatch(/#\d+(–\d+)? +looked up for this message/);
    expect(out).toMatch(
      /\nThen: .*\n {2}● day 21: Its battery is low\. .*\n(.*\n)?In other words than the question's, /,
    );
    expect(out).toMatch(
      /\nIn another chat .*\n {2}● day 4, a wish, .*\n {2}● day 23: .* 31 now\.\n {2}● day 9: .* 14\. Said before: the newer holds\.\n/,
    );
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(out).not.toMatch(insideWords);
    expect(out).not.toContain("\u001b");
    const [result] = objects(data.out) as unknown as { columns: { tokens: number }[] }[];
    const [kept] = objects((await clew(["lanes", "demo:month", "--json", "--store", "demo.db"], keeping)).out);
    expect(result).toMatchObject({ entries: kept?.entries, compactions: kept?.compactions });
    const tokens = result?.columns.map((column) => column.tokens.toLocaleString("en-US")).join(" +");
    expect(out).toMatch(new RegExp(`tokens of this call +${tokens}\n`));
    expect(out).toContain("npx clew why --store demo.db");
    const [why, again] = await Promise.all([
      clew(["why", "heating firm", "--store", "demo.db"], keeping),
      clew(["demo", "--keep", "demo.db"], keeping),
    ]);
    expect(why.out).toMatch(/#\d+.*looked up for this message/);
    expect(again).toMatchObject({ code: 2, out: "" });
    const [log, diff, search] = await Promise.all(
      [["log"], ["diff"], ["search", "boiler"]].map((words) => clew([...words, "--store", "demo.db"], keeping)),
    );
    expect(log?.out.trimEnd().split("\n").at(-1)).toMatch(/ 21:00 {2}agent: Your contract number is HC-20417-B/);
    expect(new Set(log?.out.match(/\d{4}-\d{2}(?=-\d{2} )/g))).toEqual(new Set(["2026-03"]));
    expect(diff?.out).toMatch(/told by the summary → looked up for this message/);
    expect(search?.out).toMatch(/dripping(.|\n)*look after your boiler(.|\n)*vinegar, boil/);
  });
});
