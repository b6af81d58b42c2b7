/** What a call through the gateway writes to the log at once, and what it looks up there. */

import type { Change } from "@clewline/core/ports/index.js";
import { isObject } from "@clewline/text/json.js";
import { expect, test } from "vitest";
import { ask, openRoom, type RoomOptions } from "./room.js";

const headers = { "x-clew-session": "kept:one" };

/** The list of a client that has heard so many answers. */
function listOf(answers: number) {
  const heard = Array.from({ length: answers }, (_, place) => [
    { role: "user" as const, content: `Question ${place}` },
    { role: "assistant" as const, content: "Yes." },
  ]);
  return [...heard.flat(), { role: "user" as const, content: `Question ${answers}` }];
}

function describeRecords({ records = [] }: Change): readonly string[] {
  return records.flatMap((record) => {
    if (record.kind === "body") return ["request"];
    return record.kind === "event" && isObject(record.event) && "receipt" in record.event ? ["account"] : [];
  });
}

async function playCalls(calls: number, watch: (method: "write" | "bySource", given: unknown) => void) {
  const wrap: RoomOptions["wrap"] = (store) => ({
    ...store,
    write(change) {
      watch("write", change);
      return store.write(change);
    },
    bySource(session, message) {
      watch("bySource", message);
      return store.bySource(session, message);
    },
  });
  const room = await openRoom(() => ({ text: "Yes." }), { wrap });
  const client = room.client(headers);
  for (let call = 0; call < calls; call++) await client.messages.create(ask(...listOf(call)));
  await room.close();
}

test("the request that left and the account of its call are in the log, or neither is", async () => {
  const written: (readonly string[])[] = [];
  await playCalls(4, (method, change) => {
    if (method === "write") written.push(describeRecords(change as Change));
  });
  expect(written.filter((kinds) => kinds.length > 0)).toEqual(Array(4).fill(["account", "request"]));
});

test("a list that only grows is known by the lane's end: none of its marks is looked up, however long it is", async () => {
  const looked: unknown[] = [];
  const counts: number[] = [];
  await playCalls(12, (method, mark) => {
    if (method === "bySource") looked.push(mark);
    else if (describeRecords(mark as Change).length > 0) counts.push(looked.splice(0).length);
  });
  expect(counts.slice(2)).toEqual(Array(10).fill(0));
});
