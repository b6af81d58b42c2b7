/** The bot that the guide shows, with the real grammY, against a Bot API on this machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { type TelegramStandIn, telegramStandIn } from "../examples/support/telegram-stand-in.js";
import { makeBotProgram } from "./bots/program.js";
import { run } from "./faults/driver.js";

const folder = mkdtempSync(join(tmpdir(), "clew-group-bot-"));
const program = await makeBotProgram();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("One slow answer keeps nobody waiting; duplicates, a refused send and a kill leave one answer to each question", async () => {
  const group = await telegramStandIn();
  const first = run([program, group.apiRoot], folder);
  const slow = await group.post({ topic: 7, from: 101, text: "@garden_bot slow?" });
  const other = await group.post({ topic: 9, from: 102, text: "@garden_bot quick?" });
  await group.answered(other);
  expect(textsTo(group, slow)).toEqual([]);
  // The same lane waits for its turn, and the others go on.
  const behind = await group.post({ topic: 7, from: 102, text: "@garden_bot behind?" });
  await group.repeat(other);
  const long = await group.post({ topic: 11, from: 101, text: "@garden_bot a long one" });
  await group.answered(long);
  await group.answered(await group.post({ topic: 9, from: 101, text: "@garden_bot again?" }));
  const isRefused = group.refuse();
  const refused = await group.post({ topic: 9, from: 101, text: "@garden_bot refused?" });
  await isRefused;
  await group.answered(await group.post({ topic: 11, from: 101, text: "@garden_bot still there?" }));
  first.process.kill("SIGKILL");
  await first.ended;
  expect(textsTo(group, refused)).toEqual([]);

  const second = run([program, group.apiRoot, "released"], folder);
  for (const asked of [slow, behind, refused]) await group.answered(asked);
  await group.repeat(slow);
  await group.repeat(behind);
  const last = await group.post({ topic: 7, from: 101, text: "@garden_bot the last?" });
  await group.answered(last);
  second.process.kill("SIGKILL");
  expect((await second.ended).complaint).toBe("");
  group.close();

  for (const asked of [slow, other, behind, refused]) expect(textsTo(group, asked)).toHaveLength(1);
  expect(textsTo(group, slow)).toEqual(["An answer to @garden_bot slow?"]);
  const parts = textsTo(group, long);
  expect(parts.every((part) => part.length <= 4_096 && /^word .*(?:word|🪴)$/su.test(part))).toBe(true);
  expect(parts.join(" ")).toBe("word 🪴 ".repeat(1_500).trim());
  const clew = await openClew({ store: join(folder, "clew.db") });
  // Whoever is killed between a send and its note does not know that it was sent.
  const unsent = (await clew.unsent()).filter(({ answers }) => answers.at(-1) !== String(last));
  expect([unsent, await clew.unanswered(), await clew.doctor({ thorough: true })]).toEqual([[], [], []]);
  await clew.close();
});

function textsTo({ sent }: TelegramStandIn, question: number): readonly string[] {
  return sent.filter(({ replyTo }) => replyTo === question).map(({ text }) => text);
}
