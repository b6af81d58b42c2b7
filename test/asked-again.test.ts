/** A result that is too long to be shown is cut; what the agent asks for again is shown whole. */

import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { type ModelMessage, type ToolSet, tool } from "ai";
import type { Clew } from "clewline";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const session = "terminal:long";
/** The middle line of each stands in no cut by its ends alone. */
const writeLog = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, line) =>
    line === Math.floor(lines / 2) ? `total of ${name}: 4711.25` : `plain words of ${name} that fill line by line`,
  ).join("\n");

interface Options {
  readonly policy?: "balanced" | "layered";
  readonly window?: number;
}

async function openReader({ policy = "balanced", window = 200_000 }: Options = {}) {
  const store = makeMemoryStore({ hash: sha256 });
  const open = () => makeClewOverStore(store, { policy, window, memory: false });
  let [clew, calls] = [await open(), 0];
  return {
    restart: async () => {
      clew = await open();
    },
    begin: async () => {
      const turn = await clew.begin({ session, text: "Read the log." });
      const view = async () => JSON.stringify(await turn.view());
      await view();
      return {
        view,
        end: () => turn.complete({ text: "Read." }),
        read: async (path: string, output: string, tool = "read") => {
          calls += 1;
          await turn.record({ calls: [{ id: `c${calls}`, tool, input: { path }, output }] });
          return view();
        },
      };
    },
  };
}

const countCuts = (view: string) => view.split("<clew-cut ").length - 1;
const countLines = (view: string, name: string) => view.split(`plain words of ${name}`).length - 1;

describe("a result that is too long", () => {
  it("is cut to its head, lines that tell most, its tail and a pointer", async () => {
    const turn = await (await openReader()).begin();
    const view = await turn.read("a.log", writeLog("a", 4_000));
    expect(countCuts(view)).toBe(1);
    expect(countLines(view, "a")).toBeLessThan(200);
    expect(view).toMatch(/<clew-cut [^>]*open=\\"clew:e\w+\\"[^>]*>[^<]*total of a: 4711\.25[^<]*<\/clew-cut>/);
  });

  it("is shown whole where the same call or another call brings it again, in the same bytes from then on", async () => {
    for (const tool of ["read", "fetch"]) {
      const reader = await openReader();
      const turn = await reader.begin();
      const cut = await turn.read("a.log", writeLog("a", 4_000));
      const whole = await turn.read("a.log", writeLog("a", 4_000), tool);
      expect(countCuts(whole)).toBe(1);
      expect(countLines(whole, "a")).toBe(3_999 + countLines(cut, "a"));
      expect(await turn.read("b.log", "short")).toContain(JSON.stringify(writeLog("a", 4_000)).slice(1, -1));
      await turn.end();
      await reader.restart();
      expect(countLines(await (await reader.begin()).view(), "a")).toBe(countLines(whole, "a"));
    }
  });

  it("is shown whole however many short results came before it and after a restart", async () => {
    const reader = await openReader({ window: 1_000_000 });
    const turn = await reader.begin();
    for (let call = 0; call < 80; call++) await turn.read(`${call}.log`, `short ${call}`);
    await turn.end();
    await reader.restart();
    const later = await reader.begin();
    for (let call = 80; call < 160; call++) await later.read(`${call}.log`, `short ${call}`);
    const cut = await later.read("a.log", writeLog("a", 4_000));
    expect(countLines(cut, "a")).toBeLessThan(200);
    expect(countLines(await later.read("a.log", writeLog("a", 4_000)), "a")).toBeGreaterThan(4_000);
  });

  it("is shown whole in a later turn, where the call brings another text by then", async () => {
    const reader = await openReader();
    const turn = await reader.begin();
    await turn.read("a.log", writeLog("a", 4_000));
    await turn.end();
    const view = await (await reader.begin()).read("a.log", writeLog("a", 4_100));
    expect(countLines(view, "a")).toBeGreaterThan(4_000);
  });

  it("is cut where another one was asked for before", async () => {
    const turn = await (await openReader()).begin();
    await turn.read("a.log", writeLog("a", 4_000));
    expect(countCuts(await turn.read("b.log", writeLog("b", 4_000)))).toBe(2);
  });

  it("is cut again where no window holds it, and under other policies", async () => {
    for (const options of [{ window: 32_000 }, { policy: "layered" }] as const) {
      const turn = await (await openReader(options)).begin();
      await turn.read("a.log", writeLog("a", 8_000));
      const view = await turn.read("a.log", writeLog("a", 8_000));
      expect(countLines(view, "a")).toBeLessThan(400);
    }
  });

  it("keeps no lines in its cut under other policies", async () => {
    const turn = await (await openReader({ policy: "layered" })).begin();
    expect(await turn.read("a.log", writeLog("a", 8_000))).not.toContain("total of a");
  });

  it("is shown whole where the tools of a list open no pointer", async () => {
    const output = { type: "text" as const, value: writeLog("a", 4_000) };
    const about = { toolCallId: "c1", toolName: "read" };
    const messages: ModelMessage[] = [
      { role: "user", content: "Read the log." },
      { role: "assistant", content: [{ type: "tool-call", ...about, input: { path: "a.log" } }] },
      { role: "tool", content: [{ type: "tool-result", ...about, output }] },
    ];
    const read = tool({ inputSchema: z.object({ path: z.string() }), execute: () => "" });
    const count = async (makeTools: (clew: Clew) => ToolSet) => {
      const clew = await makeClewOverStore(makeMemoryStore({ hash: sha256 }), { window: 200_000, memory: false });
      return countLines(JSON.stringify(await clew.sync({ session, messages }, { tools: makeTools(clew) })), "a");
    };
    expect(await count(() => ({ read }))).toBe(3_999);
    expect(await count((clew) => ({ read, ...clew.tools({ session }) }))).toBeLessThan(200);
  });
});
