/** People in the folder, programs at the log and reviews, in any order: files and log agree, and nothing is lost. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, openClew } from "clewline";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { checkAsyncProperty } from "./properties.js";

const root = mkdtempSync(join(tmpdir(), "clew-found-together-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const words = fc.constantFrom("bins", "boiler", "dentist", "window", "garden", "wifi", "café", "鍵");
const text = fc.tuple(words, words).map(([a, b]) => `The ${a} is by the ${b}`);
const which = fc.nat(20);
const kinds = fc.constantFrom("fact", "preference", "instruction");

const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), text }),
  fc.record({ do: fc.constant("edit" as const), which, text, kind: kinds }),
  fc.record({ do: fc.constant("forget" as const), which }),
  fc.record({ do: fc.constant("review" as const) }),
  fc.record({ do: fc.constant("undo" as const) }),
  fc.record({ do: fc.constant("hand-edit" as const), which, text }),
  fc.record({ do: fc.constant("hand-late" as const), which, text }),
  fc.record({ do: fc.constant("hand-pin" as const), which }),
  fc.record({ do: fc.constant("hand-delete" as const), which }),
  fc.record({ do: fc.constant("hand-add" as const), which, text }),
  fc.record({ do: fc.constant("sync" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

let made = 0;

test("any order of edits by hand, calls, reviews and undoing leaves files and log alike, and all of it in the history", async () => {
  await checkAsyncProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      made += 1;
      const folder = join(root, String(made));
      const clew = await openClew({ store: "memory", config: false, timeZone: "UTC", memoryFolder: folder });
      mkdirSync(join(folder, "notes"), { recursive: true });
      for (const each of steps) {
        const before = (await clew.memory.history()).length;
        const isChange = await take(clew, folder, each);
        const after = (await clew.memory.history()).length;
        expect(after - before > 0).toBe(isChange);
      }
      await clew.memory.sync();
      await compare(clew, folder);
      await undoAll(clew, folder);
      await clew.close();
      rmSync(folder, { recursive: true });
    }),
    { runs: 25, longer: 1_000 },
  );
});

/** Whether the log has to tell of it. */
async function take(clew: Clew, folder: string, step: Step): Promise<boolean> {
  const memories = await clew.memory.list({ all: true });
  const memory = "which" in step ? memories[step.which % Math.max(1, memories.length)] : undefined;
  const path = join(folder, "notes", `${memory?.name}.md`);
  const isNew = "text" in step && !memories.some((each) => each.text === step.text && each.kind === "fact");
  switch (step.do) {
    case "add":
      await clew.memory.add({ text: step.text });
      return isNew;
    case "edit":
      if (memory === undefined) return false;
      await clew.memory.edit(memory.name, { text: step.text, kind: step.kind });
      return memory.text !== step.text || memory.kind !== step.kind;
    case "forget":
      if (memory === undefined) return false;
      await clew.memory.forget(memory.name);
      return true;
    case "review": {
      const proposals = await clew.memory.review();
      const { changed } = await clew.memory.apply(proposals.map(({ operation }) => operation));
      return changed > 0;
    }
    case "undo":
      return undo(clew);
    case "hand-edit":
      if (memory === undefined) return false;
      writeFileSync(path, readFileSync(path, "utf8").replace(memory.text, step.text));
      return memory.text !== step.text;
    case "hand-late": {
      if (memory === undefined) return false;
      // As an editor saves that had the file open while the log changed.
      const open = readFileSync(path, "utf8");
      await clew.memory.edit(memory.name, { text: `${memory.text}, or not`, kind: "outcome" });
      writeFileSync(path, open.replace(memory.text, step.text));
      const late = (await clew.memory.list({ all: true })).find(({ name }) => name === memory.name);
      // The person's text counts; anything else is as wrong as a change that the log does not tell of.
      return late?.text === step.text;
    }
    case "hand-pin":
      if (memory === undefined || memory.pinned === true) return false;
      writeFileSync(path, readFileSync(path, "utf8").replace("said:", "pinned: yes\nsaid:"));
      return true;
    case "hand-delete":
      if (memory === undefined) return false;
      unlinkSync(path);
      return true;
    case "hand-add":
      writeFileSync(join(folder, "notes", `by hand ${step.which}.md`), step.text);
      return isNew;
    case "sync":
      await clew.memory.sync();
      return false;
    default:
      return step satisfies never;
  }
}

/** False if there is nothing left. */
async function undo(clew: Clew): Promise<boolean> {
  try {
    return (await clew.memory.undo()).length > 0;
  } catch (error) {
    if (error instanceof ClewError && error.code === "memory/unknown") return false;
    throw error;
  }
}

const readNotes = (folder: string) => {
  const notes = join(folder, "notes");
  return new Map(readdirSync(notes).map((name) => [name, readFileSync(join(notes, name), "utf8")]));
};

async function compare(clew: Clew, folder: string): Promise<void> {
  const memories = await clew.memory.list({ all: true });
  const told = memories.map(({ name, kind, text, pinned }) => [`${name}.md`, kind, pinned === true, text]);
  const index = readFileSync(join(folder, "MEMORY.md"), "utf8");
  const files = [...readNotes(folder)];
  const read = files.map(([name, file]) => {
    const kind = /^kind: (\w+)$/m.exec(file)?.[1];
    return [name, kind, /^pinned: yes$/m.test(file), file.trimEnd().split("\n").at(-1)];
  });
  expect(read.sort()).toEqual(told.sort());
  expect(index.match(/^- /gm)?.length ?? 0).toBe(memories.length);
}

/** Each undo gives back the memories that stood before the change, and so their files. */
async function undoAll(clew: Clew, folder: string): Promise<void> {
  const added = await clew.memory.add({ text: "The last one, which nobody else says" });
  const before = readNotes(folder);
  await clew.memory.edit(added.name, { text: "Said otherwise", kind: "event" });
  await clew.memory.undo();
  expect(readNotes(folder)).toEqual(before);
  await clew.memory.forget(added.name);
  await clew.memory.undo();
  expect(readNotes(folder)).toEqual(before);
  for (let left = 200; left > 0 && (await undo(clew)); left -= 1);
  expect(await clew.memory.list({ all: true })).toEqual([]);
  expect([...readNotes(folder)]).toEqual([]);
}
