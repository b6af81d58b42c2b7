/** Recall inside the gateway, on every wire through its provider's own client. */
import { setTimeout as pause } from "node:timers/promises";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { StandInRequest } from "@clewline/store-kit/providers/script.js";
import { describe, expect, test } from "vitest";
import { openRoom, said } from "../room.js";
import { type Line, speakers } from "../speakers.js";

const session = "test:one";
const headers = { "x-clew-session": session };
const user = (text: string): Line => ["user", text];
const agent = (text: string): Line => ["agent", text];
const asking = (question: string) => ({ calls: [{ tool: "recall", input: { question } }] });
/** What each wire calls its list. */
const lists: Readonly<Record<string, string>> = {
  ...{ anthropic: "messages", "openai-chat": "messages", "openai-responses": "input", gemini: "contents" },
};
const talk = [user("The tap in the cellar drips."), agent("Noted."), user("Which tap drips?")];

describe.each(speakers.map((speaker) => [speaker.wire, speaker] as const))(
  "recall inside the gateway, %s",
  (_wire, speaker) => {
    const { upstream } = speaker;

    test("what the model recalls is answered here, and the client gets the answer alone", async () => {
      const replies = [
        { text: "Noted." },
        { ...asking("cellar tap"), text: "Let me look." },
        { text: "That of the cellar." },
        { text: "Gladly." },
      ];
      const room = await openRoom(replies, { upstream, recall: true });
      await speaker.say({ url: room.url, headers, lines: talk.slice(0, 1) });
      expect(await speaker.say({ url: room.url, headers, lines: talk })).toBe("That of the cellar.");
      expect(room.upstream.requests.map(({ outcome }) => outcome)).toEqual(["answered", "answered", "answered"]);
      const sent = JSON.stringify(room.upstream.requests[2]?.body);
      expect(sent).toContain("The tap in the cellar drips.");
      expect(sent).toMatch(/clew:e\w{10}/);
      const lines = [...talk, agent("That of the cellar."), user("Thank you!")];
      expect(await speaker.say({ url: room.url, headers, lines })).toBe("Gladly.");
      expect(room.lines).toEqual([]);
      expect(await said(room, session)).toEqual([
        ...talk.map((line) => line.join(": ")),
        "agent: Let me look.",
        'call recall {"question":"cellar tap"}',
        expect.stringMatching(/^result of recall: clew:e/),
        "agent: That of the cellar.",
        "user: Thank you!",
        "agent: Gladly.",
      ]);
    });

    test("its provider's own client takes a stream with a recall in it for one answer", async () => {
      const replies = [{ ...asking("cellar tap"), text: "Let me look." }, { text: "That of the cellar." }];
      const room = await openRoom(replies, { upstream, recall: true });
      const pieces: string[] = [];
      const heard = (piece: string) => pieces.push(piece);
      const answer = await speaker.say({ url: room.url, headers, lines: talk, heard });
      expect(answer).toMatch(/^Let me look\.\s*That of the cellar\.$/);
      expect(pieces.join("")).toBe(answer);
    });

    test("a call of the client's beside a recall comes once the model has read what it asked for", async () => {
      const both = {
        calls: [
          { tool: "recall", input: { question: "tap" } },
          { tool: "weather", input: {} },
        ],
      };
      const room = await openRoom([both, { text: "Done." }], { upstream, recall: true });
      expect(await speaker.say({ url: room.url, headers, lines: [user("Which tap drips?")] })).toBe("Done.");
      expect(JSON.stringify(room.upstream.requests[1]?.body)).not.toContain("weather");
    });

    test("a model that never stops is told to, and then the client's own request goes out", async () => {
      const script = ({ number }: StandInRequest) => (number < 8 ? asking("tap") : { text: "Plain." });
      const room = await openRoom(script, { upstream, recall: true });
      expect(await speaker.say({ url: room.url, headers, lines: [user("Which tap drips?")] })).toBe("Plain.");
      expect(room.upstream.requests).toHaveLength(9);
      expect(JSON.stringify(room.upstream.requests[8]?.body)).not.toContain("recall");
      expect(JSON.stringify(room.upstream.requests[7]?.body)).toContain("Nothing more can be recalled");
      expect(room.lines.join("\n")).toContain("recalled more than 6 times");
    });

    test.each([
      ["slow", () => pause(700)],
      ["broken", () => Promise.reject(new Error("database disk image is malformed"))],
    ])("an index that is %s keeps no answer from the client", async (_fault, before) => {
      let asked = 0;
      const wrap = (store: LogStore) => {
        const search = async (...given: Parameters<LogStore["search"]>) => {
          asked += 1;
          await before();
          return store.search(...given);
        };
        return Object.assign(Object.create(store) as LogStore, { search });
      };
      const room = await openRoom([asking("cellar tap"), { text: "That of the cellar." }], {
        ...{ upstream, recall: true, wrap },
      });
      expect(await speaker.say({ url: room.url, headers, lines: talk })).toBe("That of the cellar.");
      expect(asked).toBeGreaterThan(0);
    });

    test("the client hears of what all calls wrote, and of what the last one read", async () => {
      const usage = (input: number, output: number) => ({ usage: { input, output } });
      const room = await openRoom(
        [
          { ...asking("tap"), ...usage(1_000, 20) },
          { text: "It drips.", ...usage(1_500, 7) },
        ],
        {
          upstream,
          recall: true,
        },
      );
      const list = [speaker.write(user("Which tap drips?"))];
      const body = { model: "some-model", max_tokens: 500, [lists[speaker.wire] ?? ""]: list };
      const response = await fetch(`${room.url}${speaker.path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      // Whole numbers: ids are made up of figures, too.
      const figures = new Set([...text.matchAll(/\b(?:1500|2500|27)\b/g)].map(([found]) => found));
      expect(figures).toEqual(new Set(["1500", "27"]));
      const clew = await room.log();
      const events = (await clew.trace({ session })).filter(({ name }) => name === "model_usage");
      expect(events).toHaveLength(2);
    });
  },
);
