/**
 * One of several processes on one log: `append.ts PATH NAME COUNT`. Writes to two lanes in turn, for each round a
 * message of its own and one that every process delivers, and prints a line for each write that was acknowledged.
 */
import { createHash } from "node:crypto";
import type { Draft } from "@clewline/core/log/entry.js";
import { type EntryId, parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";

const [path = "", name = "", count = "0"] = process.argv.slice(2);
const store = openSqliteStore({ path, hash: (text) => createHash("sha256").update(text).digest("hex") });

for (let round = 0; round < Number(count); round++) {
  const lane = parseLaneKey(round % 2 === 0 ? "root:even" : "root:odd");
  const ref = { owner: parseOwnerKey("me"), session: parseSessionKey("chat:1"), lane };
  const { entries: written } = await store.write({ ref, entries: [said(`${name}-${round}`), said(`shared-${round}`)] });
  process.stdout.write(`${lane} ${written[0]?.seq} ${name}-${round}\n`);
}
await store.close();

function said(message: string): Draft {
  const base = { id: `${name} ${message}` as EntryId, turn: null, step: null, at: 1, arrived: process.pid };
  const parts = [{ kind: "text", text: message }] as const;
  return { ...base, kind: "said", by: { role: "user" }, parts, source: { message, revision: 0 }, replyTo: null };
}
