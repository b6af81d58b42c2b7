/** The whole words of summarised turns, as files that the agent's own tools can open. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { layered } from "@clewline/core/policy/presets/layered.js";
import { nameHistories } from "@clewline/core/summary/history-file.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeSpillFolder } from "@clewline/platform/spill-folder.js";
import { type Clew, type ClewOptions, openClew } from "clewline";
import { expect, onTestFinished, test } from "vitest";
import { day, noon, stopClock } from "./acceptance/chat.js";
import { findRuns, makeWords, readFiles } from "./erase/generated-log.js";
import { some } from "./some.js";

const session = "telegram:chat:1";
const window = { tokens: 3_500, reply: 300 };

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), "clew-history-"));
  onTestFinished(() => {
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}

async function open(home: string, options: ClewOptions = {}): Promise<Clew> {
  const files = { store: join(home, "log.db"), spillFolder: join(home, "spilled") };
  const clew = await openClew({ ...files, policy: "layered", config: false, timeZone: "UTC", window, ...options });
  onTestFinished(() => clew.close());
  return clew;
}

interface Round {
  readonly who: string;
  readonly text: string;
  readonly reply: string;
}

/** Turns of three people; the views of the later ones summarise the earlier ones. */
async function talk(
  clew: Clew,
  rounds = 9,
  first = 0,
): Promise<{ readonly said: readonly Round[]; readonly view: string }> {
  const said: Round[] = [];
  let view = "";
  for (let number = first; number < first + rounds; number += 1) {
    const who = ["ada", "ben", "cleo"][number % 3] ?? "ada";
    const text = `We decided on ${makeWords(number, 90)}`;
    const turn = await clew.begin({ session, id: `m${number}`, from: who, text });
    view = JSON.stringify(await turn.view());
    const reply = `Noted ${makeWords(number + 500, 30)}`;
    await turn.complete({ text: reply });
    said.push({ who, text, reply });
  }
  return { said, view };
}

const summaryMark = /<clew-summary [^>]*?file=\\\\?"([^"\\]+)/;

function fileIn(view: string): string {
  return summaryMark.exec(view)?.[1] ?? "";
}

const histories = (home: string) => readdirSync(join(home, "spilled")).filter((name) => name.startsWith("history-"));

/** The words of a history file and of all before it, as an agent would follow them. */
function readChain(file: string): string {
  const text = readFileSync(file, "utf8");
  const before = /^Before: (.+)$/m.exec(text)?.[1];
  return before === undefined ? text : `${readChain(before)}\n${text}`;
}

test("a summary names the file with the whole words of its turns, one file per compaction", async () => {
  const home = makeHome();
  const clew = await open(home);
  const { said, view } = await talk(clew, 20);
  const file = fileIn(view);
  expect(dirname(file)).toBe(join(home, "spilled"));
  const events = (await clew.trace({ session })).filter(({ name }) => name === "context_compaction");
  const summarising = events.filter(({ event }) => (event as { summary?: string }).summary !== undefined);
  expect(histories(home)).toHaveLength(summarising.length);
  expect(summarising.length).toBeGreaterThan(2);
  const chain = readChain(file);
  const shown = said.filter(({ text }) => view.includes(text));
  const left = said.filter(({ text }) => !view.includes(text));
  expect(shown.length).toBeGreaterThan(0);
  for (const { text, reply } of some(left)) {
    expect(chain.split(text)).toHaveLength(2);
    expect(chain.split(reply)).toHaveLength(2);
  }
  const [pointer = ""] = /clew:e\w+/.exec(chain) ?? [];
  expect((await clew.recall({ session, pointer })).text).toContain(said[0]?.text);
});

test("without a spill folder nothing is written, and the summary has its pointer alone", async () => {
  const home = makeHome();
  const { view } = await talk(
    await openClew({ store: join(home, "log.db"), policy: "layered", config: false, window }),
  );
  expect(view).toMatch(/<clew-summary [^>]*open=/);
  expect(fileIn(view)).toBe("");
  expect(readdirSync(home).filter((name) => !name.startsWith("log.db"))).toEqual([]);
});

test("`/compact` writes a history file too", async () => {
  const home = makeHome();
  const clew = await open(home, { window: 60_000 });
  const { said } = await talk(clew, 12);
  expect(existsSync(join(home, "spilled"))).toBe(false);
  expect(await clew.compact({ session })).toMatchObject({ kind: "compacted", degraded: null });
  const [file = ""] = histories(home);
  expect(readFileSync(join(home, "spilled", file), "utf8")).toContain(said[0]?.text);
});

test("a folder that can't be written costs no turn: the receipt says why, and the next file follows the last one", async () => {
  const home = makeHome();
  const clew = await open(home);
  const first = fileIn((await talk(clew)).view);
  const spilled = join(home, "spilled");
  renameSync(spilled, join(home, "away"));
  writeFileSync(spilled, "");
  const failing = await talk(clew, 9, 9);
  expect(fileIn(failing.view)).toBe(first);
  const traced = (await clew.trace({ session })).filter(({ name }) => name === "context_compaction");
  expect(traced.length).toBeGreaterThan(1);
  const receipts: unknown[] = [];
  for await (const line of clew.export())
    receipts.push((JSON.parse(line) as { receipt?: { decisions?: unknown } }).receipt?.decisions);
  expect(receipts).toContainEqual(expect.objectContaining({ history: { failed: "ENOTDIR" } }));
  rmSync(spilled);
  renameSync(join(home, "away"), spilled);
  const again = fileIn((await talk(clew, 9, 18)).view);
  expect(readChain(again)).toContain(`Before: ${first}`);
});

test.each(["entry", "person", "session"] as const)(
  "after erasing by %s no word of it is in a history file, and the others' words stay",
  async (by) => {
    const home = makeHome();
    const clew = await open(home);
    const { said, view } = await talk(clew);
    const gone = said.filter(({ who }, index) => by === "session" || (by === "person" ? who === "ada" : index === 0));
    const words = gone.flatMap(({ text, reply }) => (by === "entry" ? [text] : [text, reply]));
    const { lines } = await clew.log({ session, limit: 1_000 });
    const entry = lines.find((line) => said[0]?.text.startsWith(line.words.slice(0, 60)))?.pointer ?? "";
    const choice = { entry: { entry }, person: { person: "ada" }, session: { session } }[by];
    const file = fileIn(view);
    expect(readChain(file)).toContain(words[0]);
    const planned = await clew.erase(choice, { dryRun: true });
    const report = await clew.erase(choice);
    expect(report.files).toBe(planned.files);
    expect(report.files).toBeGreaterThan(0);
    expect(report).toMatchObject({ left: [], search: { found: 0 } });
    expect(findRuns(readFiles(home), words)).toEqual([]);
    const kept = by === "session" ? [] : said.filter((each) => !gone.includes(each) && !view.includes(each.text));
    expect(kept.map(({ text }) => readChain(file).includes(text))).toEqual(kept.map(() => true));
    expect(kept.length > 0).toBe(by !== "session");
  },
);

test("a file whose summary never came into the log goes with its session", async () => {
  const home = makeHome();
  const clew = await open(home);
  await talk(clew);
  const location = join(home, "log.db");
  const folder = makeSpillFolder({ location, owner: "me", folder: join(home, "spilled") });
  const name = `${nameHistories(parseSessionKey(session), sha256)}0123456789abcdef`;
  const words = makeWords(9_000, 20);
  await folder.replace(join(home, "spilled", `${name}.txt`), words);
  expect(findRuns(readFiles(home), [words])).toHaveLength(1);
  await clew.erase({ session });
  expect(histories(home)).toEqual([]);
});

test("erasing in a moved log rewrites its file; in a copy it leaves the original's, and says so", async () => {
  const [home, other] = [makeHome(), makeHome()];
  const clew = await open(home);
  const { said } = await talk(clew);
  await clew.close();
  const words = said.filter(({ who }) => who === "ada").map(({ text }) => text);
  const copied = join(other, "copied");
  cpSync(home, copied, { recursive: true });
  const moved = join(other, "moved");
  renameSync(home, moved);
  mkdirSync(home);
  const before = readFiles(join(copied, "spilled"));
  const inMoved = await open(moved);
  expect(await inMoved.erase({ person: "ada" })).toMatchObject({ left: [], search: { found: 0 } });
  expect(findRuns(readFiles(moved), words)).toEqual([]);
  expect(readFiles(join(copied, "spilled"))).toEqual(before);
  cpSync(join(copied, "log.db"), join(copied, "second.db"));
  const second = await open(copied, { store: join(copied, "second.db") });
  const report = await second.erase({ person: "ada" });
  expect(report.left).toContainEqual(expect.stringMatching(/history-.*log\.db has it too/));
  expect(findRuns(readFiles(join(copied, "spilled")), words)).not.toEqual([]);
});

test.each(["stored", "derived"] as const)(
  "a secret is in no history file where it is redacted when %s",
  async (redact) => {
    const home = makeHome();
    const clew = await open(home, { redact });
    const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    const turn = await clew.begin({
      session,
      id: "key",
      from: "ada",
      text: `We decided that the key is ${secret} for now.`,
    });
    await turn.view();
    await turn.complete({ text: `Noted the key ${secret}.` });
    const { view } = await talk(clew);
    const chain = readChain(fileIn(view));
    expect(chain).toContain("We decided that the key is");
    expect(chain).not.toContain(secret);
  },
);

test("retention takes the history files of the sessions that it erases", async () => {
  stopClock();
  const home = makeHome();
  const clew = await open(home);
  const { said } = await talk(clew);
  expect(histories(home)).not.toEqual([]);
  await clew.close();
  stopClock(noon + 2 * day);
  const later = await open(home, { policy: { ...layered, retention: { days: 1, erases: true } } });
  const turn = await later.begin({ session: "telegram:chat:2", id: "x", from: "ben", text: "Is it still there?" });
  await turn.complete({ text: "No." });
  await later.close();
  expect(histories(home)).toEqual([]);
  expect(
    findRuns(
      readFiles(home),
      said.map(({ text }) => text),
    ),
  ).toEqual([]);
});
