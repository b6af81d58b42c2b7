/** A generated log with files beside it, to be moved, copied and erased. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { type Clew, openClew } from "clewline";
import fc from "fast-check";

export interface Happening {
  readonly chat: number;
  readonly person: number;
  readonly about: "fact" | "talk";
  readonly tool: boolean;
}

export const arbitraryHappenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.record({
    chat: fc.nat({ max: 2 }),
    person: fc.nat({ max: 1 }),
    about: fc.constantFrom("fact" as const, "talk" as const),
    tool: fc.boolean(),
  }),
  { minLength: 3, maxLength: 6 },
);

export interface Said {
  readonly chat: string;
  readonly person: string;
  readonly text: string;
  readonly others: readonly string[];
}

const letters = "bdfgklmnprst";

/** Words that no other message has. */
export function makeWords(number: number, count: number): string {
  return Array.from({ length: count }, (_, place) => {
    let rest = number * 10_000 + place + 60 ** 4;
    let word = "";
    for (; rest > 0; rest = Math.floor(rest / 60)) word += `${letters[rest % 12]}${"aeiou"[Math.floor(rest / 12) % 5]}`;
    return word;
  }).join(" ");
}

export function openHome(home: string, log = "log.db", spillFolder = join(home, "spilled")): Promise<Clew> {
  return openClew({
    store: join(home, log),
    config: false,
    timeZone: "UTC",
    memoryFolder: join(home, "memories"),
    spillFolder,
    embedder: makeTinyEmbedder({}),
    policy: { ...balanced, spillOver: 1_000, preview: 400 },
  });
}

export async function fillLog(clew: Clew, happenings: readonly Happening[], first = 0): Promise<readonly Said[]> {
  const said: Said[] = [];
  for (const [index, { chat, person: who, about, tool }] of happenings.entries()) {
    const number = first + index;
    const session = `telegram:chat:${chat}`;
    const person = chat === 2 || who === 0 ? "ada" : "ben";
    const text = about === "fact" ? `My dentist is ${makeWords(number, 8)}.` : makeWords(number, 12);
    const reply = `Reply ${makeWords(number + 500, 8)}`;
    const result = makeWords(number + 1_000, 400);
    const turn = await clew.begin({ session, id: `m${number}`, from: person, text });
    await turn.view({ window: 3_000 });
    if (tool || index === 0)
      await turn.record({ calls: [{ id: `c${number}`, tool: "look", input: {}, output: result }] });
    await turn.view({ window: 3_000 });
    await turn.complete({ text: reply });
    said.push({ chat: session, person, text, others: [reply, result] });
  }
  await clew.index({ finish: true });
  return said;
}

export type Target = "entry" | "session" | "person";

/** What to erase for a target, and the texts that then are nowhere. */
export async function chooseFrom(clew: Clew, said: readonly Said[], target: Target) {
  const one = said[0] as Said;
  const isGone = (each: Said) =>
    target === "entry" ? each === one : target === "session" ? each.chat === one.chat : each.person === one.person;
  const texts = said.filter(isGone).flatMap((each) => (target === "entry" ? [each.text] : [each.text, ...each.others]));
  const { lines } = await clew.log({ session: one.chat, limit: 1_000 });
  const entry = lines.find(({ words }) => words.startsWith(one.text.slice(0, 40)))?.pointer ?? "";
  const choice = { entry: { entry }, session: { session: one.chat }, person: { person: one.person } }[target];
  return { choice, texts };
}

/** Every file in a folder, by path, with its bytes. Links are not followed. */
export function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  if (!existsSync(folder)) return files;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && statSync(path).isFile()) files.set(path, readFileSync(path));
  }
  return files;
}

/** The files that have a run of five words of these texts. */
export function findRuns(files: ReadonlyMap<string, Buffer>, texts: readonly string[]): readonly string[] {
  const runs = texts.flatMap((text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    return words.slice(4).map((_, place) => words.slice(place, place + 5).join(" "));
  });
  // Long texts are in whole pages: every tenth run is enough to find them.
  const sought = runs.filter((_, index) => runs.length < 500 || index % 10 === 0);
  return [...files].flatMap(([path, bytes]) => (sought.some((run) => bytes.includes(run)) ? [path] : []));
}
