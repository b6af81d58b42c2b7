/** The command line tells times as clew.toml says, not as the machine happens to be set. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";

const session = "notes:garden";
/** On the second of May in Auckland, still on the first anywhere west of Japan. */
const said = "2026-05-01T15:30:00Z";
let base = "";
let store = "";
let named: readonly string[] = [];

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "clew-zone-")));
  store = join(base, "clew.db");
  const config = join(base, "zone.toml");
  writeFileSync(config, 'time_zone = "Pacific/Auckland"\n');
  const clew = await openClew({ store, config: false, model: "offline" });
  const turn = await clew.begin({ session, from: "ann", text: "My ladder is behind the shed.", at: said });
  await turn.view();
  await turn.complete({ text: "Noted." });
  await clew.observe({ session, from: "ben", text: "The hose leaks.", at: said });
  await clew.index({ finish: true });
  await clew.close();
  named = ["--store", store, "--config", config];
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

async function print(...words: readonly string[]): Promise<string> {
  return (await typed([...words, ...named])).out;
}

describe("the zone of clew.toml", () => {
  test("is that of every list of people's messages", async () => {
    for (const words of [["log"], ["search", "ladder"], ["memory", "list"]])
      expect(await print(...words), words.join(" ")).toContain("2026-05-02 03:30");
    expect(await print("log")).toMatch(/no turn {2}2026-05-02\n.* 03:30 {2}ben/);
  });

  test("is that of every call", async () => {
    const clew = await openClew({ store, config: false, timeZone: "Pacific/Auckland" });
    const { receipt } = await clew.why({ session });
    await clew.close();
    const format = new Intl.DateTimeFormat("en-CA", {
      timeZone: "Pacific/Auckland",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    const time = format.format(receipt.at);
    for (const words of [["why"], ["context"], ["context", "--at", receipt.turn]])
      expect(await print(...words), words.join(" ")).toMatch(new RegExp(`\\d{4}-\\d\\d-\\d\\d ${time}\\n`));
  });

  test("begins the day of the journal", async () => {
    const { error } = await typed(["journal", ...named]);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Auckland" }).format(Date.now());
    expect(error).toContain(`nothing was summarised on ${today}`);
  });

  test("is not that of data, which stays in UTC", async () => {
    expect(objects(await print("log", "--json"))[0]).toMatchObject({ at: "2026-05-01T15:30:00.000Z" });
  });

  test("goes with its command: the next one without it tells the machine's time", async () => {
    writeFileSync(join(base, "plain.toml"), "");
    const { out } = await typed(["search", "ladder", "--store", store, "--config", join(base, "plain.toml")]);
    const here = new Date(said);
    const digits = (value: number) => String(value).padStart(2, "0");
    expect(out).toContain(` ${digits(here.getHours())}:${digits(here.getMinutes())}  clew:`);
  });
});
