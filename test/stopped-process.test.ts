/**
 * Two processes share a lane; one of them is stopped for longer than its lease and goes on, again and again, while the
 * other takes over. `npm run check:faults` stops them at 100 moments, under several clocks.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "@clewline/core/log/entry.js";
import { openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { bundled } from "./child-program.js";
import { run } from "./faults/driver.js";
import { lanesIn } from "./faults/look.js";
import { randomFrom, upTo } from "./faults/random.js";
import type { Told } from "./faults/stopped.js";
import { seed } from "./seed.js";

/** How often one of them is stopped under each pair of clocks. */
const stops = process.env.CLEW_POINTS === undefined ? 2 : 50;
const clocks = [
  ["45 s ahead", 45_000],
  ["3 h behind", -3 * 3_600_000],
] as const;
const folder = mkdtempSync(join(tmpdir(), "clew-stopped-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = await bundled(new URL("./faults/stopped.ts", import.meta.url));

test.each(clocks)(
  `One of two is stopped beyond its lease, the other's clock is %s (seed ${seed})`,
  async (_name, ahead) => {
    const path = join(folder, `${ahead}.db`);
    const random = randomFrom(seed + Math.abs(ahead));
    const seconds = 10 + stops * 10;
    const children = [
      run([program, path, "a", "0", `${seconds}`]),
      run([program, path, "b", `${ahead}`, `${seconds}`]),
    ];
    await stopInTurn(children, random);
    const ran = await Promise.all(children.map(({ ended }) => ended));
    expect(ran.map(({ code, complaint }) => [code, complaint])).toEqual(ran.map(() => [0, ""]));
    const all = ran.map(({ lines }) => lines.map((line) => JSON.parse(line) as Told));
    const still = new Set(all.flat().flatMap(({ what, turn }) => (what === "stood still" ? [turn] : [])));
    const told = all.map((each) => each.filter(({ what }) => what !== "stood still"));
    const [lane] = await lanesIn(path);
    if (lane === undefined) throw new Error("no lane");
    const { entries, turns } = lane;
    const texts = new Map(entries.flatMap((entry) => readText(entry).map((text) => [text, entry] as const)));
    const said = entries.flatMap(readText);
    expect(new Set(said).size, "nothing is there twice").toBe(said.length);
    for (const { what, turn, text } of told.flat()) {
      const entry = texts.get(text);
      // A message whose process stood still while it began is answered in another place, and stays the entry that it is.
      const answers = turns.find(({ id }) => id === turn)?.messages ?? [];
      const place = entry !== undefined && answers.includes(entry.id) ? turn : entry?.turn;
      expect([text, place, entry?.late], text).toEqual(
        what === "refused" ? [text, null, turn] : [text, turn, undefined],
      );
    }
    const owners = new Map(told.flatMap((each, index) => each.map(({ turn }) => [turn, "ab"[index]] as const)));
    const strange = entries.filter(
      ({ turn, kind, ...entry }) =>
        turn !== null &&
        kind !== "noted" &&
        readText({ turn, kind, ...entry } as Entry).some((text) => !text.startsWith(`${owners.get(turn)}-`)),
    );
    expect(strange, "no word of the one in a turn of the other").toEqual([]);
    const completed = new Set(told.flat().flatMap(({ what, turn }) => (what === "completed" ? [turn] : [])));
    expect(turns.map(({ id, state }) => [id, state])).toEqual(
      turns.map(({ id }) => [id, completed.has(id as string) ? "completed" : "failed"]),
    );
    const lost = turns.filter(({ state }) => state === "failed");
    expect(lost.length, "a stopped one loses the lane").toBeGreaterThan(0);
    expect(
      lost.filter(({ id }) => !still.has(id)),
      "and nobody else does",
    ).toEqual([]);
    const clew = await openClew({ store: path });
    expect(await clew.doctor({ thorough: true })).toEqual([]);
    await clew.close();
    const refused = told.flat().filter(({ what }) => what === "refused").length;
    console.log(`${completed.size} answered, ${lost.length} lost by ${stops} stops, ${refused} texts late`);
  },
);

/**
 * Stops whoever has the lane, at random moments, until the other has taken over. A stop that came when the answer was
 * complete, or in the middle of a write that keeps everyone out, does not count.
 */
async function stopInTurn(children: readonly ReturnType<typeof run>[], random: () => number): Promise<void> {
  const haveBegun = Promise.all(children.map((child) => new Promise<void>((begun) => child.reached(4, begun))));
  // One that fails before it begins is told by its exit.
  await Promise.race([haveBegun, ...children.map(({ ended }) => ended)]);
  for (let counted = 0, tried = 0; counted < stops && tried < 10 * stops; tried++) {
    await pause(upTo(random, 200));
    const child = children.find(isAnswering) ?? children[tried % 2];
    const other = children.find((each) => each !== child);
    if (child === undefined || other === undefined) throw new Error("two processes are needed");
    child.process.kill("SIGSTOP");
    await pause(20);
    if (isAnswering(child) && (await hasTakenOver(other))) {
      counted++;
      await pause(upTo(random, 200));
    }
    child.process.kill("SIGCONT");
    await pause(60);
  }
  for (const child of children) child.process.kill("SIGUSR2");
}

/** Whether this process begins another turn within two seconds. */
async function hasTakenOver(child: ReturnType<typeof run>): Promise<boolean> {
  const before = countBegun(child);
  for (let waited = 0; waited < 2_000 && countBegun(child) === before; waited += 20) await pause(20);
  return countBegun(child) > before;
}

/** How many turns it has begun. */
function countBegun({ lines }: ReturnType<typeof run>): number {
  return lines.filter((line) => line.includes('"what":"begun"')).length;
}

/** Whether the last that it told is of a turn that goes on. */
function isAnswering({ lines }: ReturnType<typeof run>): boolean {
  return /"what":"(begun|recorded)"/.test(lines.at(-1) ?? "");
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

function readText(entry: Entry): readonly string[] {
  if (entry.kind === "said") return entry.parts.flatMap((part) => (part.kind === "text" ? [String(part.text)] : []));
  return entry.kind === "returned" && entry.output.kind === "text" ? [String(entry.output.text)] : [];
}
