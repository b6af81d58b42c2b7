/** Secrets that were told once: they are known after a restart, in every place that words come in by, and found in linear time. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { findKnownSecrets, makePrint } from "@clewline/redact/known-secrets.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Lab, openLab, session } from "./acceptance/lab.js";
import { drawFrom } from "./redact/draw.js";
import { seed } from "./seed.js";

const password = "Kro7kus!Mango42";

/** Another process on the same log: it knows only what the log has. */
const open = (store: LogStore): Promise<Lab> => openLab({ window: 8_000, redact: "stored" }, { store });

async function exportLines({ clew }: Lab): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(line);
  return lines;
}

const holding = async (lab: Lab) => (await exportLines(lab)).filter((line) => line.includes(password));

describe("a secret that was told", () => {
  test("is known after a restart, although the write that told it first was refused", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const { clew } = await open(store);
    await clew.observe({ session, id: 1, text: "Hello." });
    await expect(clew.observe({ session, id: 1, text: `My password is ${password}` })).rejects.toMatchObject({
      code: "log/conflict",
    });
    await clew.observe({ session, id: 2, text: `My password is ${password}` });
    const again = await open(store);
    await again.clew.observe({ session, id: 3, text: `Try ${password} now.` });
    expect(await holding(again)).toEqual([]);
  });

  test("is written by its own lane, whatever another lane of the session writes meanwhile", async () => {
    const { engine, ref } = await open(makeMemoryStore({ hash: sha256 }));
    const other = { ...ref, lane: `${ref.lane}2` as typeof ref.lane };
    const own = await engine.secrets.load(ref);
    await engine.secrets.load(other);
    own.tell([password]);
    expect(engine.secrets.prepare(other, 1)).toBeNull();
    const first = engine.secrets.prepare(ref, 1);
    // Not confirmed: the next change of the lane brings it along as well.
    expect(engine.secrets.prepare(ref, 2)?.record.id).toBe(first?.record.id);
    first?.confirm();
    expect(engine.secrets.prepare(ref, 3)).toBeNull();
  });

  test("is known in each lane that it was told in, also where another lane knew it before", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const chat = "telegram:chat:1";
    const { clew } = await open(store);
    await clew.observe({ session: chat, id: 1, topic: 1, text: `My password is ${password}` });
    await clew.observe({ session: chat, id: 2, topic: 2, text: `My password is ${password}` });
    const again = await open(store);
    await again.clew.observe({ session: chat, id: 3, topic: 2, text: `Try ${password} now.` });
    expect(await holding(again)).toEqual([]);
  });

  test("stands neither in open questions nor in a call's instructions", async () => {
    const lab = await open(makeMemoryStore({ hash: sha256 }));
    await lab.clew.observe({ session, id: 1, text: `My password is ${password}` });
    const turn = await lab.clew.begin({ session, id: 2, text: "Log in, please." });
    await turn.view({ instructions: `The picture shows ${password}.` });
    await turn.complete({
      text: "Shall I?",
      asks: [{ expects: "choice", about: `write ${password} down`, options: [`type ${password}`, "wait"] }],
    });
    const lines = await exportLines(lab);
    expect(lines.filter((line) => line.includes(password))).toEqual([]);
    expect(lines.filter((line) => line.includes("The picture shows [redacted: secret]."))).not.toEqual([]);
    expect(lines.filter((line) => line.includes("write [redacted: secret] down"))).not.toEqual([]);
  });

  test("is kept by an import of an export, and the import says so", async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-export-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const from = await openLab({ redact: "derived" });
    await from.clew.observe({ session, id: 1, text: `My password is ${password}` });
    await from.clew.observe({ session, id: 2, text: `Try ${password} now.` });
    await from.clew.observe({ session, id: 3, text: "Hello." });
    const path = join(folder, "export.jsonl");
    writeFileSync(path, `${(await exportLines(from)).join("\n")}\n`);
    const said: string[] = [];
    const hear = ({ message }: Error) => said.push(message);
    process.on("warning", hear);
    onTestFinished(() => void process.off("warning", hear));
    const into = await open(makeMemoryStore({ hash: sha256 }));
    await into.clew.import(path);
    const unwatched = await openLab({ redact: "derived" });
    await unwatched.clew.import(path);
    await new Promise((resolve) => setImmediate(resolve));
    expect(said.filter((message) => message.includes("secrets"))).toEqual([
      expect.stringMatching(/^2 messages of this export may hold secrets.*import the original transcripts/),
    ]);
  });
});

describe("known secrets", () => {
  test("are found with less than one hash for eight characters, however many and long they are", () => {
    const draw = drawFrom(seed);
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
    const secrets = Array.from({ length: 64 }, (_, index) => draw.from(letters, 200 + index));
    const prints = secrets.map((secret, index) => makePrint(secret, `salt ${index}`, sha256));
    let hashes = 0;
    const count = (text: string) => {
      hashes += 1;
      return sha256(text);
    };
    const [first = "", last = ""] = [secrets[0], secrets[63]];
    const words = Array.from({ length: 8_000 }, (_, index) => `w${index} a`).join(" ");
    const text = `${words} ${first} ${"a ".repeat(8_000)}(${last}).`;
    expect(findKnownSecrets(text, prints, count)).toEqual([first, last]);
    expect(hashes).toBeLessThan(text.length / 8);
  });
});
