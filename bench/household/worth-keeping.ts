/** Whether what rules keep of people's chats is worth keeping: a sample, labelled by hand. The texts stay outside of the repository. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import { makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { makeRandom } from "../own-talk/seeded-random.js";
import { checkAtLeast, type Table, verdictColumns } from "../report.js";
import type { Chat } from "../retrieval/chat.js";
import { readLocomo } from "../retrieval/readers/locomo.js";
import { readRealmem } from "../retrieval/readers/realmem.js";
import { learnByRule } from "./learn-by-rule.js";

const [seed, size, aim] = [1123, 50, 55];

/** Messages of RealMem are said to an agent, those of LoCoMo to another person. */
export async function measureWorth(data: string, out: string | undefined): Promise<readonly Table[]> {
  const drawn = [
    ...draw("realmem", keepAll(await readRealmem(join(data, "realmem")), 1)),
    ...draw("locomo", keepAll(await readLocomo(join(data, "locomo", "locomo10_audit_fixed.json")), 2)),
  ];
  if (out !== undefined) writeFileSync(out, drawn.map(({ id, text }) => `${id}\t${text}\n`).join(""));
  const labels = readLabels();
  const labelled = drawn.filter(({ id }) => labels[id] !== undefined);
  const rows = ["realmem", "locomo"].map((name) => {
    const own = labelled.filter(({ id }) => id.startsWith(name));
    return [name, own.length, own.filter(({ id }) => labels[id] === true).length] as const;
  });
  const worth = labelled.filter(({ id }) => labels[id] === true).length;
  const judged = checkAtLeast("percent worth keeping of the labelled", (100 * worth) / labelled.length, aim);
  return [
    { title: "What rules keep of real chats, by a sample", columns: ["chats", "labelled", "worth keeping"], rows },
    { title: "Worth keeping: targets", columns: verdictColumns, rows: labelled.length === 0 ? [] : [judged] },
  ];
}

interface Kept {
  readonly id: string;
  readonly text: string;
}

function keepAll(chats: readonly Chat[], least: 1 | 2): readonly Kept[] {
  return chats.flatMap(({ messages }, chat) => {
    const people = messages.filter(({ role }) => role === "person");
    const index = makeMemoryIndex();
    const memories = people.reduce<LaneMemories>(
      (known, { by, text, at }, place) =>
        learnByRule(known, { id: `e${place}`, text, at, person: by, session: `chat:${chat}` }, { least, index }),
      noMemories,
    );
    return [...memories.memories.values()].map(({ text, sources }, index) => ({
      id: `${chat} ${sources[0]?.entry ?? ""} ${index}`,
      text,
    }));
  });
}

function draw(name: string, kept: readonly Kept[]): readonly Kept[] {
  const random = makeRandom(seed);
  const rest = [...kept];
  return Array.from({ length: Math.min(size, rest.length) }, () => {
    const [{ id, text }] = rest.splice(random.pickNumber(rest.length), 1) as [Kept];
    return { id: `${name} ${id}`, text };
  });
}

function readLabels(): Readonly<Record<string, boolean>> {
  return JSON.parse(readFileSync(fileURLToPath(new URL("./worth-keeping.json", import.meta.url)), "utf8"));
}
