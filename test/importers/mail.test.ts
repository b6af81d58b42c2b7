import { extractHtmlText } from "@clewline/importers/mail/html-text.js";
import { mail } from "@clewline/importers/mail/mail.js";
import { describe, expect, it } from "vitest";
import { brief, readAll, textOf } from "./brief.js";
import { sourceOf } from "./source.js";

describe("a letter", () => {
  it("gives the session of its file, with sender, time and subject", async () => {
    const records = await read("My letter.eml", letter({ "Message-ID": "<a@x>", Subject: "Soil" }, "Which one?"));
    expect(records).toEqual([
      {
        kind: "item",
        session: "email:My-letter.eml",
        lane: "topic:My-letter.eml:a%40x",
        key: "a@x",
        at: Date.UTC(2024, 0, 1, 10),
        item: { kind: "said", role: "user", parts: [{ kind: "text", text: "Subject: Soil\nWhich one?" }] },
        source: { id: "a@x", revision: 0, replyTo: null },
        from: "gardener@example.org",
      },
    ]);
  });

  it.each([
    ["nobody that it names, is of unknown kind", {}, undefined],
    ["the agent alone, is private", { To: "Home <bot@example.org>" }, false],
    ["the agent and others, is of a group", { To: "bot@example.org", Cc: "ben@example.org" }, true],
    ["a list of people, is of a group", { To: "family: bot@example.org, ben@example.org;" }, true],
  ])("to %s", async (_title, headers, group) => {
    const [first] = await read("a.eml", letter({ ...headers }, "hi"), ["bot@example.org"]);
    expect(first).toMatchObject({ kind: "item", group });
  });

  it("is kept when its date can't be read, its id is missing or its words are encoded", async () => {
    const text = letter({ Date: "some day", Subject: "=?utf-8?q?Gr=C3=BCn?=" }, "hi");
    const [first, again] = [await read("a.eml", text), await read("a.eml", text)];
    expect(first).toEqual(again);
    expect(first[0]).toMatchObject({ at: null });
    expect(textOf(first[0])).toBe("Subject: Grün\nhi");
    expect(first[0]).not.toHaveProperty("source");
  });

  it("prefers the text, takes HTML where there is none, and names attachments", async () => {
    const both = multipart("alternative", [
      ["text/plain", "plain words"],
      ["text/html", "<p>rich words</p>"],
    ]);
    expect(textOf((await read("a.eml", both))[0])).toBe("plain words");
    const html = letter({ "Content-Type": "text/html; charset=utf-8" }, "<p>rich &amp; words</p>");
    expect(textOf((await read("a.eml", html))[0])).toBe("rich & words");
    const attached = multipart("mixed", [
      ["text/plain", "see plan"],
      [
        'application/pdf; name="plan.pdf"\nContent-Disposition: attachment; filename="plan.pdf"\nContent-Transfer-Encoding: base64',
        "MTIzNDU=",
      ],
    ]);
    expect(textOf((await read("a.eml", attached))[0])).toBe(
      "see plan\n[attachment plan.pdf, application/pdf, 5 bytes]",
    );
  });

  it("keeps quoted text", async () => {
    const [first] = await read("a.eml", letter({}, "Yes.\n\n> Which one?\n> From the shed"));
    expect(textOf(first)).toBe("Yes.\n\n> Which one?\n> From the shed");
  });
});

describe("a mailbox", () => {
  it("is split at its dividers only, and quoted ones are as they were", async () => {
    const records = await readMailbox([
      letter({ "Message-ID": "<a@x>" }, "one\n\nFrom there we went on.\n>From here\n>>From twice\nFrom 2024 at 10:00"),
      letter({ "Message-ID": "<b@x>" }, "two"),
    ]);
    expect(records.map(textOf)).toEqual([
      "one\n\nFrom there we went on.\nFrom here\n>From twice\nFrom 2024 at 10:00",
      "two",
    ]);
  });

  it("puts letters into threads, whatever order they come in", async () => {
    const records = await readMailbox([
      letter({ "Message-ID": "<d@x>", "In-Reply-To": "<b@x>", Date: time(4) }, "d, to b by its reply mark"),
      letter({ "Message-ID": "<a@x>", Date: time(1) }, "a"),
      letter({ "Message-ID": "<b@x>", References: "<a@x>", "In-Reply-To": "<a@x>", Date: time(2) }, "b"),
      letter({ "Message-ID": "<c@x>", References: "<a@x>\n <b@x>", Date: time(3) }, "c"),
      letter({ "Message-ID": "<e@x>", "In-Reply-To": "<gone@x>", Date: time(5) }, "e, to one that is not here"),
      letter({ "Message-ID": "<f@x>", References: "<gone@x> <e@x>", Date: time(6) }, "f"),
    ]);
    expect(records.map(brief)).toEqual([
      "topic:inbox.mbox:a%40x a@x user: a",
      "topic:inbox.mbox:a%40x b@x user: b",
      "topic:inbox.mbox:a%40x c@x user: c",
      "topic:inbox.mbox:a%40x d@x user: d, to b by its reply mark",
      "topic:inbox.mbox:e%40x e@x user: e, to one that is not here",
      "topic:inbox.mbox:gone%40x f@x user: f",
    ]);
    expect(records[2]).toMatchObject({ source: { replyTo: "b@x" } });
  });

  it("survives letters that answer each other in a circle and ids without an end", async () => {
    const long = `${"ü".repeat(3_000)}@x`;
    const records = await readMailbox([
      letter({ "Message-ID": "<a@x>", "In-Reply-To": "<b@x>" }, "a"),
      letter({ "Message-ID": "<b@x>", "In-Reply-To": "<a@x>" }, "b"),
      letter({ "Message-ID": `<${long}>` }, "c"),
    ]);
    expect(records.map(textOf)).toEqual(["a", "b", "c"]);
  });

  it("shows the subject where a thread begins and where it changes", async () => {
    const thread = { References: "<a@x>" };
    const records = await readMailbox([
      letter({ "Message-ID": "<a@x>", Subject: "Soil", Date: time(1) }, "a"),
      letter({ "Message-ID": "<b@x>", Subject: "Re: Soil", Date: time(2), ...thread }, "b"),
      letter({ "Message-ID": "<c@x>", Subject: "Sand (was: Soil)", Date: time(3), ...thread }, "c"),
      letter({ "Message-ID": "<d@x>", Subject: "AW: RE: Sand (was: Soil)", Date: time(4), ...thread }, "d"),
    ]);
    expect(records.map(textOf)).toEqual(["Subject: Soil\na", "b", "Subject: Sand (was: Soil)\nc", "d"]);
  });

  it("knows the agent by its address", async () => {
    const [first] = await readMailbox(
      [letter({ "Message-ID": "<a@x>", From: "Bot <BOT@example.org>" }, "hi")],
      ["Bot@Example.org"],
    );
    expect(first).toMatchObject({ item: { role: "agent" }, call: "a@x", source: { id: "a@x" } });
  });

  it("skips a letter that it has, and reports one that reuses an id or is none", async () => {
    const records = await readMailbox([
      letter({ "Message-ID": "<a@x>" }, "one"),
      letter({ "Message-ID": "<a@x>" }, "one"),
      letter({ "Message-ID": "<a@x>" }, "two"),
      "\nno headers here",
      letter({ "Message-ID": "<b@x>" }, "three"),
    ]);
    expect(records.map(brief)).toEqual([
      expect.stringMatching(/^bad \d+: the letter has no headers$/),
      "topic:inbox.mbox:a%40x a@x user: one",
      expect.stringMatching(/^bad \d+: the letter repeats the id of line 2$/),
      "topic:inbox.mbox:b%40x b@x user: three",
    ]);
  });
});

describe("HTML as text", () => {
  it("has its lines and words, without scripts, styles and comments", () => {
    const html = `<html><head><title>t</title><style>p{}</style></head><body><!-- <p>no</p> --><SCRIPT>if (1<2) {}</Script>
      <p>One&nbsp;&lt;two&gt; &#8364; &#x20AC; &unknown;</p><div>three<br>four</div>
      <ul><li>five</li><li>six</li></ul><a href="https://example.org?a=1&amp;b=2">here</a></body>`;
    expect(extractHtmlText(html)).toBe(
      "One <two> € € &unknown;\n\nthree\nfour\n\n- five\n- six\nhere (https://example.org?a=1&b=2)",
    );
  });

  it("ends soon where nothing is closed", () => {
    expect(extractHtmlText(`a<script>${"<script <a <!-- ".repeat(20_000)}`)).toBe("a");
    expect(extractHtmlText("<".repeat(100_000)).length).toBe(100_000);
  });
});

async function read(name: string, text: string, agents: readonly string[] = []) {
  const source = sourceOf(name, text);
  expect(mail.recognises(source.sample)).toBe(true);
  return readAll(mail, source, agents);
}

function readMailbox(letters: readonly string[], agents: readonly string[] = []) {
  const text = letters.map((each) => `From gardener@example.org Mon Jan  1 10:00:00 2024\n${each}\n\n`).join("");
  return read("inbox.mbox", text, agents);
}

function letter(headers: Record<string, string>, body: string): string {
  const all = { From: "The gardener <Gardener@Example.org>", Date: "Mon, 1 Jan 2024 10:00:00 +0000", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join("\n")}\n\n${body}`;
}

function multipart(kind: string, parts: readonly (readonly [type: string, body: string])[]): string {
  const body = parts.map(([type, text]) => `--edge\nContent-Type: ${type}\n\n${text}\n`).join("");
  return letter({ "MIME-Version": "1.0", "Content-Type": `multipart/${kind}; boundary=edge` }, `${body}--edge--`);
}

function time(hour: number): string {
  return `Mon, 1 Jan 2024 0${hour}:00:00 +0000`;
}
