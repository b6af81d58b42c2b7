/** What a view makes of past turns, by examples: lines of what was done, labels of time, conversations and days. */

import type { CalledEntry, Draft, Entry } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import {
  type BlobId,
  type EntryId,
  type Instant,
  parseLaneKey,
  parseOwnerKey,
  parseSessionKey,
  type TurnId,
} from "@clewline/core/log/keys.js";
import { makeAgoFormatter } from "@clewline/core/log/relative-time.js";
import type { TurnOrigin, TurnRecord } from "@clewline/core/log/turn.js";
import { makeBudget } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { selective } from "@clewline/core/policy/presets/selective.js";
import { tiered } from "@clewline/core/policy/presets/tiered.js";
import { assemble } from "@clewline/core/view/assemble.js";
import type { Passage } from "@clewline/core/view/past/passages.js";
import { findActiveThread, splitByAge } from "@clewline/core/view/past/tiers.js";
import type { PureFns, Snapshot } from "@clewline/core/view/snapshot.js";
import { summariseActions } from "@clewline/core/view/units/actions.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import { estimated } from "@clewline/text/tokens/count-tokens.js";
import { describe, expect, it } from "vitest";
import { type FenceTag, parseFence, tagsIn } from "./fence-parser.js";

const fns: PureFns = { hash: fingerprint, calibration: estimated };
const ref = {
  owner: parseOwnerKey("me"),
  session: parseSessionKey("terminal:default"),
  lane: parseLaneKey("root:default"),
};
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Thursday afternoon. */
const now = Date.UTC(2026, 2, 12, 15, 0);

describe("the line of what was done", () => {
  it("is absent where nothing was done", () => {
    expect(summariseActions(entriesOf([{ ago: 0, said: "hello" }]))).toBeNull();
  });

  it("names each tool with the first text that it was given", () => {
    const line = summariseActions([
      called(1, "read", '{"limit":3,"path":"notes.md"}'),
      called(2, "search", '"beds"'),
      called(3, "stop", "{}"),
    ]);
    expect(line).toEqual({ line: "read notes.md; search beds; stop", count: 3, first: 1 });
  });

  it("has only the tool's name where the input is no JSON, or cut", () => {
    const head = '{"path":"no';
    const cut = { kind: "blob", blob: "large" as BlobId, chars: 9_000, tokens: 2_000, head, tail: '"}' } as const;
    const line = summariseActions([called(1, "write", '{"path":'), { ...called(2, "write", ""), input: cut }]);
    expect(line?.line).toBe("write; write");
  });

  it("shows fifteen and says how many more there were", () => {
    const calls = Array.from({ length: 18 }, (_each, index) => called(index + 1, "look", `{"at":"${index + 1}"}`));
    const { line, count } = summariseActions(calls) ?? { line: "", count: 0 };
    expect(line.split("; ")).toHaveLength(16);
    expect(line.endsWith("look 15; +3 more")).toBe(true);
    expect(count).toBe(18);
  });

  it("cuts a long input after eighty characters and holds no secret", () => {
    const long = summariseActions([called(1, "write", JSON.stringify({ text: "x".repeat(500) }))]);
    expect(long?.line).toBe(`write ${"x".repeat(74)}…`);
    const key = `sk-${"proj"}-${"aB3dE5gH7jK9mN1pQ3sT5".repeat(2)}`;
    expect(summariseActions([called(1, "login", JSON.stringify({ key }))])?.line).not.toContain(key.slice(0, 20));
  });
});

describe("answers of past turns", () => {
  const long = `${"a".repeat(600)}${"z".repeat(600)}`;
  const shown = (replyCharacters: number, text: string) => {
    const view = viewOf([{ ago: 5 * minute, said: "ask", answer: text }], {
      ...selective,
      history: { form: "text", replyCharacters },
    });
    const spoken = textsOf(view).find((each) => each.includes(text.slice(0, 5))) ?? "";
    return { spoken, verdict: findVerdict(view.verdicts, 2) };
  };

  it("are whole where the limit is 0", () => {
    const { spoken, verdict } = shown(0, long);
    expect(spoken).toBe(long);
    expect(verdict?.kind).toBe("kept");
  });

  it("are shown by their ends above the limit, and the mark says how much was cut", () => {
    const { spoken, verdict } = shown(300, long);
    const [head, cut, tail] = parseFence(spoken);
    expect(head).toBe(`${"a".repeat(200)}\n`);
    expect(tail).toBe(`\n${"z".repeat(100)}`);
    expect((cut as FenceTag).attributes).toMatchObject({ characters: "900", open: verdict?.pointer });
    expect(verdict).toMatchObject({ kind: "stubbed", rule: "reply.over", limit: "replyCharacters=300" });
  });

  it("are left alone up to the limit", () => {
    expect(shown(1_200, long).spoken).toBe(long);
  });
});

describe("how long ago something was", () => {
  it("follows the calendar of the zone and not the hours", () => {
    const late = Date.UTC(2026, 2, 11, 23, 30);
    const early = Date.UTC(2026, 2, 12, 1, 0);
    expect(makeAgoFormatter("UTC", early)(late)).toBe("yesterday");
    expect(makeAgoFormatter("Asia/Kolkata", early)(late)).toBe("earlier today");
    expect(makeAgoFormatter("America/St_Johns", early)(late)).toBe("earlier today");
  });

  it("is just now within thirty minutes, even over midnight", () => {
    const midnight = Date.UTC(2026, 2, 12);
    expect(makeAgoFormatter("UTC", midnight)(midnight - 29 * minute)).toBe("just now");
    expect(makeAgoFormatter("UTC", midnight)(midnight - 30 * minute)).toBe("yesterday");
  });

  it("counts days across a change of the clocks", () => {
    const after = Date.UTC(2026, 2, 29, 10, 0);
    expect(makeAgoFormatter("Europe/Berlin", after)(after - 2 * day)).toBe("2 days ago");
    expect(makeAgoFormatter("Europe/Berlin", after)(after - day)).toBe("yesterday");
  });

  it("is unknown where the date is", () => {
    expect(makeAgoFormatter("UTC", now)(Number.NaN)).toBe("unknown");
    expect(makeAgoFormatter("UTC", now)(9e15)).toBe("unknown");
    expect(makeAgoFormatter("UTC", Number.NaN)(now)).toBe("unknown");
  });
});

describe("conversations and days", () => {
  const at = (...minutesAgo: readonly number[]) =>
    minutesAgo.map((ago): Passage => {
      const began = now - ago * minute;
      return { key: `${ago}`, entries: [], origin: "interactive", at: began, until: began };
    });
  const keys = (passages: readonly Passage[]) => passages.map(({ key }) => key);

  it("three turns ten minutes apart are one conversation", () => {
    expect(keys(findActiveThread(at(25, 15, 5), now, 30))).toEqual(["25", "15", "5"]);
  });

  it("a chain goes on as long as no pause in it is too long, however long it is", () => {
    expect(keys(findActiveThread(at(120, 90, 60, 30), now, 30))).toEqual(["120", "90", "60", "30"]);
    expect(keys(findActiveThread(at(121, 90, 60, 30), now, 30))).toEqual(["90", "60", "30"]);
  });

  it("a pause of 31 minutes begins a new one, and today's words are still there", () => {
    expect(findActiveThread(at(31), now, 30)).toEqual([]);
    const view = viewOf([{ ago: 31 * minute, said: "the beds are dry", answer: "watered" }], tiered);
    expect(nowIn(view)).toMatchObject({ conversation: "new" });
    expect(pastIn(view).map(({ children }) => children.join(""))).toEqual(["the beds are dry", "watered"]);
  });

  it("a pause of 30 minutes goes on with the old one", () => {
    const view = viewOf([{ ago: 30 * minute, said: "the beds are dry", answer: "watered" }], tiered);
    expect(nowIn(view)).toMatchObject({ conversation: "continued" });
  });

  it("older turns fall into the day, the days before and what is older, conversation by conversation", () => {
    const minutes = [...[8 * 24, 3 * 24].map((each) => each * 60), 30 * 60, 30 * 60 - 20, 20 * 60, 19 * 60, 6];
    const tiers = splitByAge(at(...minutes), now, 30, tiered.past);
    expect(keys(tiers.active)).toEqual(["6"]);
    expect(tiers.recent.map(keys)).toEqual([["1200"], ["1140"]]);
    expect(tiers.earlier.map(keys)).toEqual([["4320"], ["1800", "1780"]]);
    expect(keys(tiers.older)).toEqual(["11520"]);
  });

  it("a conversation is as old as its last words, and one that began before the limit stays with them", () => {
    const tiers = splitByAge(at(24 * 60 + 20, 24 * 60 - 5, 6), now, 30, tiered.past);
    expect(tiers.recent.map(keys)).toEqual([["1460", "1435"]]);
    expect(tiers.earlier).toEqual([]);
  });

  it("a conversation that goes on past midnight stays whole, whatever its age", () => {
    const chain = Array.from({ length: 80 }, (_each, index) => (80 - index) * 25);
    expect(splitByAge(at(...chain), now, 30, tiered.past).active).toHaveLength(80);
  });

  it("what nobody asked for never makes a conversation look active", () => {
    const asked = { ago: 3 * hour, said: "the beds are dry", answer: "watered" };
    const quiet = viewOf(
      [asked, { ago: 2 * minute, said: "tick", answer: "all is well", origin: "heartbeat" }],
      tiered,
    );
    expect(nowIn(quiet)).toMatchObject({ conversation: "new" });
    const talking = viewOf([asked, { ago: 2 * minute, said: "and now?", answer: "still wet" }], tiered);
    expect(nowIn(talking)).toMatchObject({ conversation: "continued" });
  });

  it("a message without a readable date reads unknown and is not taken for old", () => {
    const view = viewOf([{ ago: Number.NaN, said: "when was that?" }], tiered);
    expect(pastIn(view)[0]?.attributes).toMatchObject({ at: "unknown", when: "unknown" });
    expect(findVerdict(view.verdicts, 1)?.kind).toBe("kept");
  });

  it("turns of earlier days are told by summaries and no longer shown", () => {
    const told = "We decided to plant 40 tomatoes in bed 7 on 2026-04-01.";
    const view = viewOf(
      [
        { ago: 3 * day, said: told, answer: "Noted." },
        { ago: minute, said: "hello" },
      ],
      tiered,
    );
    expect(findVerdict(view.verdicts, 1)).toMatchObject({ kind: "summarised", rule: "tier", limit: "fullHours=24" });
    expect(textsOf(view).find((text) => text.startsWith("<clew-summary"))).toContain("40 tomatoes");
    expect(pastIn(view)).toHaveLength(1);
  });
});

interface Exchange {
  readonly ago: number;
  readonly said: string;
  readonly answer?: string;
  readonly origin?: TurnOrigin;
}

/** The view for a message that comes now, after these exchanges. */
function viewOf(exchanges: readonly Exchange[], policy: Policy): View {
  const past = exchanges.map((each, index): TurnRecord => turnOf(index, now - each.ago, each.origin ?? "interactive"));
  const own = turnOf(exchanges.length, now, "interactive");
  const entries = entriesOf([...exchanges, { ago: 0, said: "what now?" }]);
  const messages = entries.filter(({ turn }) => turn === own.id).map(({ id }) => id);
  const turn: TurnRecord = { ...own, state: "running", ended: null, messages };
  const snapshot: Snapshot = {
    ref,
    instructions: "Be brief.",
    persona: "",
    tools: [],
    turn,
    turns: new Map([...past, turn].map((each) => [each.id, each])),
    entries,
    last: entries.length,
    blobs: new Map(),
    epoch: firstEpoch,
    summary: null,
    candidate: null,
    cleared: 0,
    mustLeave: 0,
    refusals: 0,
    roomLimit: Number.POSITIVE_INFINITY,
    replyTarget: null,
    retrieved: [],
    people: new Map(),
    now,
    zone: "UTC",
  };
  const result = assemble(snapshot, policy, makeBudget({ window: 32_768 }), fns);
  if (result.kind === "too-small") throw new Error(`needs ${result.needed}`);
  return result.view;
}

function turnOf(index: number, began: Instant, origin: TurnOrigin): TurnRecord {
  const id = `turn-${index}` as TurnId;
  return { id, ref, state: "completed", origin, began, ended: began, messages: [], attachOver: 16_384, asides: [] };
}

function entriesOf(exchanges: readonly Exchange[]): readonly Entry[] {
  const drafts = exchanges.flatMap(({ ago, said, answer }, index): readonly Draft[] => {
    const base = { turn: `turn-${index}` as TurnId, at: now - ago, arrived: now, source: null, replyTo: null };
    const words = (role: "user" | "agent", text: string, step: number | null): Draft => ({
      ...base,
      id: `${role}-${index}` as EntryId,
      kind: "said",
      step,
      by: { role },
      parts: [{ kind: "text", text }],
    });
    return [words("user", said, null), ...(answer === undefined ? [] : [words("agent", answer, 0)])];
  });
  return drafts.map((draft, index) => ({ ...draft, seq: index + 1 }) as Entry);
}

function called(seq: number, tool: string, input: string): CalledEntry {
  const base = { id: `call-${seq}` as EntryId, turn: null, step: null, at: now, arrived: now };
  return { ...base, kind: "called", seq, call: `call-${seq}`, tool, input };
}

function textsOf({ request }: View): readonly string[] {
  return request.messages.flatMap(({ content }) =>
    content.flatMap((each) => (each.type === "text" ? [each.text] : [])),
  );
}

function pastIn(view: View): readonly FenceTag[] {
  return textsOf(view).flatMap((text) => tagsIn(parseFence(text)).filter(({ name }) => name === "past"));
}

function nowIn(view: View): FenceTag["attributes"] | undefined {
  return textsOf(view)
    .flatMap((text) => tagsIn(parseFence(text)))
    .find(({ name }) => name === "now")?.attributes;
}
