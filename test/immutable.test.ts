import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { type BlobId, parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { type Clew, ClewError, openClew } from "clewline";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "./properties.js";

/** One thing that a host may do. Numbers are taken modulo what there is, so that a shrunken sequence still means something. */
type Verb =
  | { readonly do: "begin" | "observe" | "edit"; readonly message: Message }
  | { readonly do: "delete"; readonly id: number; readonly session: number }
  | {
      readonly do: "record";
      readonly turn: number;
      readonly text: string;
      readonly call: number;
      readonly waits: boolean;
    }
  | { readonly do: "complete" | "fail" | "cancel"; readonly turn: number; readonly text: string }
  | { readonly do: "view" | "again"; readonly turn: number; readonly window: number }
  | { readonly do: "sent"; readonly turn: number; readonly id: number }
  | { readonly do: "sync"; readonly keep: number; readonly text: string }
  | { readonly do: "recall"; readonly session: number; readonly pick: number }
  | { readonly do: "context" | "why" | "log"; readonly session: number }
  | { readonly do: "reopen" };

interface Message {
  readonly session: number;
  readonly id: number;
  readonly text: string;
  readonly topic: number | null;
  readonly replyTo: number | null;
  readonly editedAt: number;
}

const sessions = ["telegram:chat:42", "telegram:chat:7"] as const;
const synced = "terminal:synced";
const some = fc.nat({ max: 7 });
const perhaps = fc.option(some, { nil: null, freq: 2 });
const text = fc.oneof(
  { arbitrary: fc.constantFrom("hello", "</clew-user>", "", "\u0000\uD800", "敏捷的棕色狐狸"), weight: 8 },
  { arbitrary: fc.constantFrom("long ".repeat(500), "x".repeat(70_000)), weight: 1 },
);
const session = fc.nat({ max: sessions.length - 1 });
const message: fc.Arbitrary<Message> = fc.record({
  session,
  id: some,
  text,
  topic: perhaps,
  replyTo: perhaps,
  editedAt: fc.nat({ max: 3 }),
});
const windows = fc.constantFrom(1_024, 4_096, 32_768);
const verb: fc.Arbitrary<Verb> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constantFrom("begin", "observe", "edit"), message }), weight: 8 },
  { arbitrary: fc.record({ do: fc.constant("delete"), id: some, session }), weight: 1 },
  {
    arbitrary: fc.record({ do: fc.constant("record"), turn: some, text, call: some, waits: fc.boolean() }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constantFrom("complete", "fail", "cancel"), turn: some, text }), weight: 3 },
  { arbitrary: fc.record({ do: fc.constantFrom("view", "again"), turn: some, window: windows }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant("sent"), turn: some, id: some }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant("sync"), keep: some, text }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant("recall"), session, pick: some }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom("context", "why", "log"), session }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant("reopen") }), weight: 1 },
);

/** What a host holds: the open log and the turns that it got from it. */
interface Host {
  clew: Clew;
  store: LogStore;
  readonly turns: string[];
  messages: { role: "user" | "assistant"; content: string }[];
  reopen(): Promise<void>;
}

describe("the log behind the public verbs", () => {
  for (const kind of ["memory", "sqlite"] as const) {
    it(`I13 immutable: no verb changes or removes an entry (${kind})`, async () => {
      await checkAsyncProperty(
        fc.asyncProperty(fc.array(verb, { minLength: 5, maxLength: 30 }), async (verbs) => {
          const folder = mkdtempSync(join(tmpdir(), "clew-"));
          const host = await hostOn(kind, join(folder, "clew.db"));
          try {
            await stays(host, verbs);
          } finally {
            await host.clew.close();
            rmSync(folder, { recursive: true });
          }
        }),
        { runs: 12, longer: 100 },
      );
    });
  }

  it("is the one that openClew opens", async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-"));
    const path = join(folder, "clew.db");
    const clew = await openClew({ store: path, window: 8_192 });
    await clew.observe({ session: sessions[0], text: "hello" });
    await clew.close();
    const store = openSqliteStore({ path, hash: sha256 });
    expect((await entriesOf(store)).size).toBe(1);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});

/** After every verb all earlier entries of all lanes are what they were, byte for byte, and places have no gaps. */
async function stays(host: Host, verbs: readonly Verb[]): Promise<void> {
  let before = await entriesOf(host.store);
  for (const each of verbs) {
    try {
      await act(host, each);
    } catch (error) {
      if (!(error instanceof ClewError) && (error as Error).name !== "TimeoutError") throw error;
    }
    const after = await entriesOf(host.store);
    for (const [lane, entries] of before) {
      expect(after.get(lane)?.slice(0, entries.length), `${each.do} in ${lane}`).toEqual(entries);
    }
    for (const [lane, entries] of after) {
      const seqs = entries.map((entry) => (JSON.parse(entry) as { seq: number }).seq);
      expect(seqs, `places in ${lane} after ${each.do}`).toEqual(seqs.map((_seq, index) => index + 1));
    }
    before = after;
  }
}

async function hostOn(kind: "memory" | "sqlite", path: string): Promise<Host> {
  const open = async () => {
    const store = kind === "memory" ? makeMemoryStore({ hash: sha256 }) : openSqliteStore({ path, hash: sha256 });
    return { store, clew: await makeClewOverStore(store, { window: 4_096, timeZone: "UTC" }) };
  };
  const host: Host = {
    ...(await open()),
    turns: [],
    messages: [],
    async reopen() {
      if (kind === "memory") return;
      await host.clew.close();
      Object.assign(host, await open());
    },
  };
  return host;
}

/** Every entry of every lane with the text of its blobs, as JSON. */
async function entriesOf(store: LogStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const owner = parseOwnerKey("me");
  const found = new Map<string, readonly string[]>();
  for (const { session: key } of await store.sessions(owner, { after: null, limit: 1_000 })) {
    for (const { ref } of await store.lanes({ owner, session: key })) {
      const entries = (await store.range(ref, 1, 1_000)).map((entry) => JSON.stringify(entry));
      const named = [...entries.join("").matchAll(/"blob":"(\w+)"/g)].map(([, id]) => id as BlobId);
      const blobs = await store.blobs(ref, named);
      found.set(
        `${ref.session} ${ref.lane}`,
        entries.map((entry) => entry.replace(/"blob":"(\w+)"/g, (_all, id: BlobId) => `"bytes":"${blobs.get(id)}"`)),
      );
    }
  }
  return found;
}

async function act(host: Host, verb: Verb): Promise<void> {
  const { clew } = host;
  switch (verb.do) {
    case "begin":
      host.turns.push((await clew.begin(incoming(verb.message), busy(verb.message.id))).id);
      return;
    case "observe":
      await clew.observe(incoming(verb.message));
      return;
    case "edit":
      await clew.edit({ ...incoming(verb.message), editedAt: verb.message.editedAt * 1_000 });
      return;
    case "delete":
      await clew.edit({ session: sessionAt(verb.session), id: verb.id, deleted: true });
      return;
    case "record": {
      const output = verb.waits ? {} : { output: verb.text };
      const call = { id: `call-${verb.call}`, tool: "look", input: { at: verb.call }, ...output };
      return (await turnAt(host, verb.turn)).record({ text: verb.text, calls: [call] });
    }
    case "complete":
      return (await turnAt(host, verb.turn)).complete({ text: verb.text });
    case "fail":
      return (await turnAt(host, verb.turn)).fail(new Error(verb.text));
    case "cancel":
      return (await turnAt(host, verb.turn)).cancel(verb.text);
    case "view":
    case "again": {
      const turn = await turnAt(host, verb.turn);
      const options = { window: verb.window, signal: AbortSignal.timeout(5) };
      await turn.view(options);
      if (verb.do === "again") await turn.view(options);
      return;
    }
    case "sent":
      return (await turnAt(host, verb.turn)).sent(verb.id);
    case "sync": {
      const kept = host.messages.slice(0, host.messages.length - (verb.keep % 3));
      const role = kept.at(-1)?.role === "user" && verb.keep > 3 ? "assistant" : "user";
      host.messages = [...kept, { role, content: verb.text }];
      await clew.sync({ session: synced, messages: host.messages });
      return;
    }
    case "recall": {
      const { lines } = await clew.log({ session: sessionAt(verb.session) });
      await clew.recall({
        session: sessionAt(verb.session),
        pointer: lines[verb.pick % Math.max(1, lines.length)]?.pointer ?? "clew:e0123456789",
      });
      return;
    }
    case "context":
    case "why":
    case "log":
      await clew[verb.do]({ session: sessionAt(verb.session) });
      return;
    case "reopen":
      return host.reopen();
    default:
      verb satisfies never;
  }
}

/** Nobody ends a turn while this test waits for it. */
function busy(id: number | null): Parameters<Clew["begin"]>[1] {
  const whenBusy = (["queue", "merge", "refuse"] as const)[(id ?? 0) % 3] ?? "queue";
  return { whenBusy, signal: AbortSignal.timeout(5) };
}

function incoming({ session: place, id, text: said, topic, replyTo }: Message) {
  return {
    session: sessionAt(place),
    id,
    text: said,
    ...(topic === null ? {} : { topic: topic % 2 }),
    ...(replyTo === null ? {} : { replyTo }),
  };
}

function sessionAt(place: number): string {
  return sessions[place % sessions.length] ?? sessions[0];
}

async function turnAt({ clew, turns }: Host, place: number) {
  return clew.turn(turns[place % Math.max(1, turns.length)] ?? "none");
}
