/** A message behind an import leaves the import in one piece for whoever has the model read it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openAsking, say } from "./batch-room.js";

test("an import costs as many calls after a message as before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-pieces-"));
  const { clew } = await openAsking(() => []);
  try {
    const lines = Array.from({ length: 80 }, (_, place) => {
      const at = new Date(Date.UTC(2025, 0, 5) + place * 86_400_000).toISOString();
      const common = { session: "chat:nora", id: `m${place}`, at };
      const told = { from: "nora", role: "user", text: `My locker on day ${place} is number ${place * 7}.` };
      return JSON.stringify({ ...common, ...(place % 2 === 0 ? told : { role: "assistant", text: "Noted." }) });
    });
    const path = join(folder, "talk.jsonl");
    writeFileSync(path, lines.join("\n"));
    await clew.import(path);
    await clew.index({ finish: true });
    expect(await clew.memory.learn({ dryRun: true })).toMatchObject({ messages: 40, calls: 2 });
    await say(clew, "My piano is a Blüthner.");
    await clew.index({ finish: true });
    expect(await clew.memory.learn({ dryRun: true })).toMatchObject({ messages: 40, calls: 2 });
  } finally {
    await clew.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
