/** Which memories a client is told that may see one thread alone. */

import { trackTurns } from "@clewline/agent/active-turns.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { findMemoryLines, forgetWithin } from "@clewline/mcp/memories.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { openClew } from "clewline";
import { expect, test } from "vitest";

test("a thread of another chat is another thread, though it has the same name", async () => {
  const store = makeMemoryStore({ hash: sha256 });
  const clew = await openClew({ store, timeZone: "UTC", config: false });
  await clew.observe({ session: "telegram:ana", from: "ana", group: false, id: "1", text: "My dentist is Dr. Weber." });
  await clew.observe({ session: "signal:ana", from: "ana", group: false, id: "1", text: "My lawyer is Mrs. Hahn." });
  await clew.index({ finish: true });
  const engine = await makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);
  const lane = parseLaneKey("root:ana");
  const reach = { kind: "lane", session: parseSessionKey("telegram:ana"), lane } as const;
  const ask = (question: string) => findMemoryLines(engine, reach, question, {});
  expect(await ask("Who is my dentist?")).toEqual([expect.stringMatching(/My dentist is Dr\. Weber\.$/)]);
  expect(await ask("Who is my lawyer?")).toEqual([]);
  expect(JSON.stringify(await forgetWithin(engine, reach, "My lawyer is Mrs. Hahn."))).toContain(
    "Nothing that is remembered here has these words",
  );
  expect(await clew.memory.find("lawyer")).toHaveLength(1);
  await clew.close();
});
