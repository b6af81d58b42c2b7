/** Every request through the gateway can be read again byte for byte, and what was erased of it can't. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, openClew } from "clewline";
import type { StandInReply, StandInScript } from "clewline/testing";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { typed } from "../cli-run.js";
import { openDatabase } from "../open-database.js";
import { checkAsyncProperty, timeLimit } from "../properties.js";
import { arbitraryMoves, arbitraryWire, type Move, makeWords, type Said, writeBody } from "./replay-sessions.js";
import { openRoom, type Room } from "./room.js";
import { type Speaker, speakers } from "./speakers.js";

const session = "replayed:1";

/** What went out, and what is to be read again. */
interface Played {
  readonly room: Room;
  readonly sent: readonly string[];
  readonly said: readonly string[];
}

async function play(wire: string, moves: readonly Move[]): Promise<Played> {
  const speaker = speakers.find((each) => each.wire === wire) as Speaker;
  const waiting: StandInReply[] = [];
  let answers = 0;
  const script: StandInScript = () => waiting.shift() ?? { text: `Answer zq${1_000 + answers++}x.` };
  let room = await openRoom(script, { upstream: speaker.upstream, told: 9_000, recall: true });
  let list: readonly Said[] = [];
  const said: string[] = [];
  const ask = async (text: string, stream = false, mode: string | null = null, indent = false) => {
    list = [...list, { by: "user", text }];
    said.push(text);
    const { path, body } = writeBody(speaker, list, stream);
    const response = await fetch(`${room.url}${path}`, {
      method: "POST",
      headers: {
        ...{
          "content-type": "application/json",
          "x-clew-session": session,
          "x-api-key": "k",
          authorization: "Bearer k",
        },
        ...(mode === null ? {} : { "x-clew-mode": mode }),
      },
      body: indent ? JSON.stringify(body, null, 1) : JSON.stringify(body),
    });
    await response.text();
    if (response.ok) list = [...list, { by: "agent", text: `Answer zq${1_000 + answers - 1}x.` }];
  };
  for (const [number, move] of moves.entries()) {
    const text = makeWords(number, "words" in move ? move.words : 3);
    if (move.kind === "say") await ask(text, move.stream);
    else if (move.kind === "edit")
      list = list.map((each, at) =>
        at === move.at % Math.max(1, list.length) && each.by === "user" ? { ...each, text } : each,
      );
    else if (move.kind === "clear") list = [];
    else if (move.kind === "restart") room = await room.restart();
    else {
      if (move.kind === "refused") for (let time = 0; time < move.times; time++) waiting.push(refusal);
      if (move.kind === "recall") waiting.push({ calls: [{ tool: "recall", input: { question: "answer" } }] });
      if (move.kind === "tool") {
        list = [...list, { by: "user", text: "Look." }, { by: "tool", id: `call_${number}`, text }];
        said.push(text);
      }
      await ask(
        `Go on zq${number}y`,
        false,
        move.kind === "mode" ? move.mode : null,
        move.kind === "tool" && move.indent,
      );
    }
  }
  await room.close();
  const sent = room.upstream.requests.map(({ bytes }) => Buffer.from(bytes ?? []).toString("base64"));
  return { room, sent, said };
}

const body = {
  type: "error",
  error: { type: "invalid_request_error", message: "Not so", code: 400, status: "INVALID_ARGUMENT" },
};
const refusal: StandInReply = { error: { status: 400, body } };

/** The requests of all turns in the order in which they left; for one that can't be read, the code of its error. */
async function replayAll(clew: Clew): Promise<readonly string[]> {
  const bodies: { readonly at: number; readonly number: number; readonly text: string }[] = [];
  for (const { ref } of await clew.lanes(session)) {
    for (const { id } of (await clew.log({ session, lane: ref.lane, limit: 1_000 })).turns.toReversed()) {
      const { sent } = await clew.replayCall(id);
      for (const { at, bytes } of sent)
        bodies.push({ at, number: bodies.length, text: Buffer.from(bytes).toString("base64") });
    }
  }
  return bodies.sort((a, b) => a.at - b.at || a.number - b.number).map(({ text }) => text);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-replay-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function within<Result>(store: string, work: (clew: Clew) => Promise<Result>): Promise<Result> {
  const clew = await openClew({ store, timeZone: "UTC", config: false });
  try {
    return await work(clew);
  } finally {
    await clew.close();
  }
}

async function copyByExport(file: string): Promise<string> {
  const folder = makeFolder();
  const lines = await within(file, async (clew) => {
    let text = "";
    for await (const line of clew.export()) text += `${line}\n`;
    return text;
  });
  writeFileSync(join(folder, "log.jsonl"), lines);
  const copy = join(folder, "copy.db");
  const report = await within(copy, (clew) => clew.import(join(folder, "log.jsonl")));
  expect(report.unreplayable ?? []).toEqual([]);
  return copy;
}

function vacuum(file: string): void {
  const database = openDatabase(file);
  database.exec("VACUUM");
  database.close();
}

const sorted = (texts: readonly string[]) => [...texts].sort();

test(
  "a request is read again byte for byte: when the log is opened anew, after a vacuum, from an export",
  async () => {
    await checkAsyncProperty(
      fc.asyncProperty(arbitraryWire, arbitraryMoves, async (wire, moves) => {
        const { room, sent } = await play(wire, moves);
        expect(sorted(await within(room.file, replayAll))).toEqual(sorted(sent));
        vacuum(room.file);
        expect(sorted(await within(room.file, replayAll))).toEqual(sorted(sent));
        const copy = await copyByExport(room.file);
        expect(sorted(await within(copy, replayAll))).toEqual(sorted(sent));
        expect(await within(copy, (clew) => clew.doctor({ thorough: true }))).toEqual([]);
      }),
      { runs: 8, longer: 200, endOnFailure: true },
    );
  },
  timeLimit,
);

/** A request as it was before something was erased, and what names it. */
interface Known {
  readonly named: string;
  readonly text: string;
}

async function listKnown(clew: Clew): Promise<readonly Known[]> {
  const known: Known[] = [];
  for (const { ref } of await clew.lanes(session))
    for (const { id } of (await clew.log({ session, lane: ref.lane, limit: 1_000 })).turns)
      for (const { receipt, bytes } of (await clew.replayCall(id)).sent)
        known.push({ named: receipt ?? id, text: Buffer.from(bytes).toString("utf8") });
  return known;
}

/** The requests of a name with its view, or what is said of why they can't be read. */
async function replayNamed(clew: Clew, named: string): Promise<string> {
  try {
    const { view, sent } = await clew.replayCall(named);
    return [view ?? "", ...sent.map(({ bytes }) => Buffer.from(bytes).toString("utf8"))].join("\n");
  } catch (error) {
    return error instanceof ClewError ? error.code : String(error);
  }
}

async function isViewGone(clew: Clew, named: string): Promise<boolean> {
  return clew.replay(named).then(
    () => false,
    (error) => error instanceof ClewError && error.code === "receipt/erased",
  );
}

async function exportAll(clew: Clew): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(line);
  return lines;
}

/** The pointers of the entries that hold a word. */
async function findEntries(clew: Clew, word: string): Promise<readonly string[]> {
  const pointers: string[] = [];
  for (const { ref } of await clew.lanes(session)) {
    const lines = (await exportAll(clew)).map((line) => JSON.parse(line));
    const start = lines.findIndex(
      ({ kind, lane, session: own }) => kind === "lane" && own === session && lane === ref.lane,
    );
    const next = lines.findIndex(({ kind }, place) => place > start && kind === "lane");
    const own = lines.slice(start, next < 0 ? undefined : next);
    const blobs = own.flatMap(({ kind, id, content }) => (kind === "blob" && content.includes(word) ? [id] : []));
    const holds = (entry: unknown) => [word, ...blobs].some((each) => JSON.stringify(entry).includes(each));
    const seqs = new Set(own.flatMap(({ kind, entry }) => (kind === "entry" && holds(entry) ? [entry.seq] : [])));
    const { lines: shown } = await clew.log({ session, lane: ref.lane, limit: 1_000 });
    pointers.push(...shown.flatMap(({ seq, pointer }) => (seqs.has(seq) ? [pointer] : [])));
  }
  return pointers;
}

test(
  "what is erased comes back with no request, and those without it stay as they were",
  async () => {
    await checkAsyncProperty(
      fc.asyncProperty(arbitraryWire, arbitraryMoves, fc.nat(20), async (wire, moves, pick) => {
        const { room, said } = await play(wire, moves);
        const word = /zq\d+[xy]/.exec(said[pick % Math.max(1, said.length)] ?? "")?.[0] ?? "zq0x";
        const known = await within(room.file, listKnown);
        const names = [...new Set(known.map(({ named }) => named))];
        const read = (clew: Clew) => Promise.all(names.map((named) => replayNamed(clew, named)));
        const before = await within(room.file, read);
        const pointers = await within(room.file, (clew) => findEntries(clew, word));
        for (const pointer of pointers)
          await within(room.file, async (clew) => {
            const { search, left } = await clew.erase({ entry: pointer });
            expect([search?.found, left]).toEqual([0, []]);
          });
        // What stands for an erased entry in a view goes with it, whether it has the word or not.
        const gone = await within(room.file, (clew) => Promise.all(names.map((named) => isViewGone(clew, named))));
        const isGone = (text: string, place: number) => gone[place] === true || text.includes(word);
        const expected = before.map((text, at) => (pointers.length > 0 && isGone(text, at) ? "receipt/erased" : text));
        expect(await within(room.file, read)).toEqual(expected);
        const exported = await within(room.file, exportAll);
        expect(exported.filter((line) => pointers.length > 0 && line.includes(word))).toEqual([]);
        const copy = await copyByExport(room.file);
        expect(await within(copy, read)).toEqual(expected);
        expect(await within(room.file, (clew) => clew.doctor({ thorough: true }))).toEqual([]);
      }),
      { runs: 6, longer: 200, endOnFailure: true },
    );
  },
  timeLimit,
);

test("clew replay prints the last request of a call and names the others; --view, --attempt and --json give the rest", async () => {
  const script: StandInScript = ({ number }) => (number === 0 ? refusal : { text: "Yes." });
  const room = await openRoom(script, { told: 4_000 });
  const lines = Array.from({ length: 8 }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: makeWords(at, 90),
  }));
  const body = JSON.stringify({ model: "claude-sonnet-5", max_tokens: 500, messages: lines.slice(0, 7) }, null, 2);
  const headers = { "content-type": "application/json", "x-clew-session": session, "x-api-key": "k" };
  const response = await fetch(`${room.url}/v1/messages`, { method: "POST", headers, body });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Yes.")]);
  await room.close();
  const [view, own] = room.upstream.requests.map(({ bytes }) => Buffer.from(bytes ?? []).toString("utf8"));
  const turn = await within(room.file, async (clew) => (await clew.log({ session })).turns[0]?.id ?? "");
  const [receipt, shown] = await within(room.file, async (clew) => {
    const { sent, view: bytes } = await clew.replayCall(turn);
    expect(sent.map((each) => [each.status, each.own])).toEqual([
      [400, false],
      [200, true],
    ]);
    return [sent[0]?.receipt ?? "", bytes];
  });
  const replay = (...more: readonly string[]) => typed(["replay", receipt, "--store", room.file, ...more]);
  const last = await replay();
  expect([last.out, own]).toEqual([body, body]);
  expect(last.error).toContain("Request 2 of 2, by their status: 1: 400, 2 as its client wrote it: 200");
  expect((await replay("--attempt", "1")).out).toBe(view);
  expect((await replay("--view")).out).toBe(shown);
  const told = JSON.parse((await replay("--json")).out);
  expect([told.view, told.sent.map((each: { readonly body: string }) => each.body)]).toEqual([shown, [view, own]]);
});

test("a log that keeps no secrets keeps no piece of a request that has one", async () => {
  const secret = "sk-ant-api03-Zk3vQ9xLw2pR8tYb5nMd7fGh1jKc4sVa6uXe0oIi-TqWzEr";
  const room = await openRoom([{ text: "Yes." }, { text: "Yes." }], { redact: "stored" });
  const ask = async (system: string) => {
    const body = JSON.stringify({
      model: "claude-sonnet-5",
      max_tokens: 9,
      system,
      messages: [{ role: "user", content: "Hello" }],
    });
    const headers = { "content-type": "application/json", "x-clew-session": session, "x-api-key": "k" };
    await (await fetch(`${room.url}/v1/messages`, { method: "POST", headers, body })).text();
  };
  await ask(`The key is ${secret}`);
  await room.close();
  const [before, exported] = await within(room.file, async (clew) => {
    const turn = (await clew.log({ session })).turns[0]?.id ?? "";
    return [await replayNamed(clew, turn), await exportAll(clew)];
  });
  expect(before).toBe("receipt/erased");
  expect(exported.filter((line) => line.includes(secret))).toEqual([]);
});
