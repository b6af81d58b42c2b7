/** Chats without tools: the conversation at hand stays whole, and what is older leaves where that costs nothing. */

import type { Entry, SaidEntry } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import { type EntryId, parseLaneKey, parseOwnerKey, parseSessionKey, type TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { makeBudget } from "@clewline/core/policy/budget.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { assemble } from "@clewline/core/view/assemble.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import type { CallCosts, PureFns, Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProperty } from "./properties.js";
import { some } from "./some.js";

const fns: PureFns = { hash: fingerprint, calibration: estimated };
const ref = {
  owner: parseOwnerKey("me"),
  session: parseSessionKey("telegram:chat:1"),
  lane: parseLaneKey("root:1"),
};
const [minute, hour] = [60_000, 3_600_000];
const cold: CallCosts = {
  prices: { read: 0.1, write: 1.25 },
  ...{ isCold: true, isBound: false, isLong: false, beside: 0, opens: true, bill: null },
};

interface Talk {
  readonly entries: readonly Entry[];
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
  readonly at: number;
}

const nothing: Talk = { entries: [], turns: new Map(), at: Date.UTC(2026, 0, 5, 8) };

interface Line {
  /** Before it. */
  readonly pause: number;
  readonly words: number;
  readonly from?: string;
}

function addEntry(talk: Talk, by: SaidEntry["by"], turn: TurnId | null, words: number): Talk {
  const seq = talk.entries.length + 1;
  const text = `Entry ${seq} says ${Array.from({ length: words }, (_none, place) => `thing${(seq * 31 + place) % 997}`).join(" ")}.`;
  const place = { id: `entry-${seq}` as EntryId, seq, turn, step: by.role === "agent" ? 0 : null };
  const said: SaidEntry = {
    ...{ ...place, at: talk.at, arrived: talk.at, kind: "said", by },
    ...{ parts: [{ kind: "text", text }], source: null, replyTo: null },
  };
  return { ...talk, entries: [...talk.entries, said] };
}

/** A person's message, and the turn that answers it. */
function ask(talk: Talk, { pause, words, from = "ann" }: Line): Talk {
  const id = `turn-${talk.turns.size + 1}` as TurnId;
  const asked = addEntry({ ...talk, at: talk.at + pause }, { role: "user", address: from }, id, words);
  const messages = asked.entries.slice(-1).map((entry) => entry.id);
  const turn: TurnRecord = {
    ...{ id, ref, state: "running", origin: "interactive", began: asked.at, ended: null, messages },
    ...{ attachOver: Number.POSITIVE_INFINITY, asides: [] },
  };
  return { ...asked, turns: new Map(asked.turns).set(id, turn) };
}

function answer(talk: Talk, words: number): Talk {
  const [id, turn] = [...talk.turns].at(-1) ?? [];
  if (id === undefined || turn === undefined) return talk;
  const said = addEntry({ ...talk, at: talk.at + 4_000 }, { role: "agent" }, id, words);
  const ended: TurnRecord = { ...turn, state: "completed", ended: said.at };
  return { ...said, turns: new Map(said.turns).set(id, ended) };
}

const exchange = (talk: Talk, line: Line): Talk => answer(ask(talk, line), line.words);

interface Before {
  readonly costs: CallCosts;
  readonly window: number;
  readonly last: View | null;
}

/** The view of the newest turn, by what the last one left of the lane. */
function viewOf({ entries, turns, at }: Talk, { costs, window, last }: Before): View {
  const left = findLeaveBoundary(last?.epoch.through ?? {});
  const snapshot: Snapshot = {
    ...{ ref, instructions: "Be brief.", persona: "", tools: [], explainsMarks: true },
    ...{ turn: [...turns.values()].at(-1) ?? null, turns, entries: entries.filter(({ seq }) => seq > left) },
    ...{ last: entries.length, blobs: new Map(), epoch: last?.epoch ?? firstEpoch, summary: last?.summary ?? null },
    ...{ candidate: null, cleared: 0, mustLeave: 0, refusals: 0, roomLimit: Number.POSITIVE_INFINITY },
    ...{ replyTarget: null, retrieved: [], people: new Map(), now: at, zone: "UTC", costs },
  };
  const result = assemble(snapshot, balanced, makeBudget({ window }), fns);
  if (result.kind === "too-small") throw new Error(`${result.needed} tokens are needed`);
  return result.view;
}

const tokensOf = (text: string) => countTokens(text, estimated);
const textsOf = (entries: readonly Entry[]) =>
  entries
    .flatMap((entry) => (entry.kind === "said" ? entry.parts : []))
    .flatMap((part) => ("text" in part ? [part.text as string] : []));
const sizeOf = (talk: Talk, from: number) =>
  textsOf(talk.entries.slice(from)).reduce((sum, text) => sum + tokensOf(text), 0);

/** Over 10,000 tokens of days before. */
const older = fc.array(
  fc.record({ pause: fc.integer({ min: 0, max: 30 * hour }), words: fc.integer({ min: 95, max: 125 }) }),
  {
    minLength: 28,
    maxLength: 34,
  },
);
const going = fc.array(
  fc.record({ pause: fc.integer({ min: 1_000, max: 3 * hour }), words: fc.integer({ min: 2, max: 250 }) }),
  { minLength: 1, maxLength: 14 },
);
const comeBack = fc.integer({ min: 5 * minute + 1, max: 3 * hour });

describe("somebody who comes back after 5 minutes to 3 hours", () => {
  test("finds the conversation at hand whole, in every window, and nothing older that it has to pay for", () => {
    const sizes: number[] = [];
    checkProperty(
      fc.property(
        fc.record({
          older,
          going,
          first: comeBack,
          second: comeBack,
          window: fc.constantFrom(8_192, 32_768, 200_000, 1_000_000),
        }),
        (given) => {
          let talk = given.older.reduce(exchange, nothing);
          expect(sizeOf(talk, 0)).toBeGreaterThan(10_000);
          talk = { ...talk, at: talk.at + 5 * hour };
          const [from, most] = [talk.entries.length, given.window < 10_000 ? 2_500 : 7_000];
          for (const line of given.going) {
            const longer = exchange(talk, line);
            if (talk.entries.length > from && sizeOf(longer, from) > most) break;
            talk = longer;
          }
          let last: View | null = null;
          for (const pause of [given.first, given.second]) {
            talk = ask(talk, { pause, words: 5 });
            const { window } = given;
            const view = viewOf(talk, { costs: cold, window, last });
            const bytes = view.pieces.join("");
            const missing = talk.entries
              .slice(from)
              .filter(({ seq }) => findVerdict(view.verdicts, seq)?.kind !== "kept");
            expect(missing.map(({ seq }) => seq)).toEqual([]);
            expect(textsOf(talk.entries.slice(from)).filter((text) => !bytes.includes(text))).toEqual([]);
            sizes.push(view.tokens - sizeOf(talk, from));
            last = view;
            talk = answer(talk, 20);
          }
          // Shortly after, everything before what was renewed stands where it stood.
          const warm = viewOf(ask(talk, { pause: minute, words: 5 }), {
            costs: { ...cold, isCold: false },
            window: given.window,
            last,
          });
          expect(warm.compacted).toBe(false);
          const stable =
            last?.pieces.slice(0, last.pieces.findLastIndex((piece) => piece.includes("clew-now")) - 1) ?? [];
          expect(stable.join("")).toContain("Entry");
          expect(warm.pieces.join("").startsWith(stable.join(""))).toBe(true);
        },
      ),
      { runs: 40, longer: 400, endOnFailure: true },
    );
    // At least a thousand tokens of what was said last, a summary, and what is around them.
    expect(Math.max(...sizes)).toBeLessThan(3_000);
  });
});

describe("what is older than the conversation at hand", () => {
  const line = { pause: 10 * minute, words: 100 };
  const days = (count: number) => Array.from({ length: count }, () => ({ ...line, pause: 6 * hour }));
  const back = (talk: Talk) => ask({ ...talk, at: talk.at + 20 * minute }, { pause: 0, words: 5 });
  const window = 200_000;

  test("leaves once, with a summary and pointers, and says why", () => {
    const view = viewOf(back(days(60).reduce(exchange, nothing)), { costs: cold, window, last: null });
    expect(view.compacted).toBe(true);
    expect(some(view.verdicts.filter(({ kind }) => kind !== "kept")).map(({ limit }) => limit)).toContain(
      "conversation=8000",
    );
    expect(view.verdicts.filter(({ kind, pointer }) => kind !== "kept" && pointer === null)).toEqual([]);
    const told = view.blocks.filter(({ layer }) => layer === "summary").reduce((sum, { tokens }) => sum + tokens, 0);
    expect(told).toBeLessThan(400);
  });

  test("stays where the cache is warm, where nothing opens it, in a small chat, and beside the work of tools", () => {
    const long = days(60).reduce(exchange, nothing);
    const called: Entry = {
      ...{ id: "entry-1" as EntryId, seq: 1, turn: "turn-1" as TurnId, step: 0, at: nothing.at, arrived: nothing.at },
      ...{ kind: "called" as const, call: "call-1", tool: "read", input: "{}" },
    };
    const worked: Talk = {
      ...long,
      entries: long.entries.map((entry) => (entry.seq === 2 ? { ...called, seq: 2, id: entry.id } : entry)),
    };
    const cases: readonly (readonly [Talk, CallCosts])[] = [
      [days(20).reduce(exchange, nothing), { ...cold, isCold: false }],
      [long, { ...cold, prices: null, opens: false }],
      [long, { ...cold, bill: { opens: false, paid: 0, full: 0, size: 0 } }],
      [days(10).reduce(exchange, nothing), cold],
      [worked, cold],
    ];
    expect(viewOf(back(days(20).reduce(exchange, nothing)), { costs: cold, window, last: null }).compacted).toBe(true);
    for (const [talk, costs] of some(cases)) {
      const view = viewOf(back(talk), { costs, window, last: null });
      expect(view.compacted).toBe(false);
    }
  });

  test("leaves a warm chat too, once reading it has cost what the rewriting costs", () => {
    const sizes: number[] = [];
    let [talk, last]: [Talk, View | null] = [nothing, null];
    for (let turn = 0; turn < 120; turn++) {
      talk = ask(talk, { ...line, pause: minute });
      const view: View = viewOf(talk, { costs: { ...cold, isCold: false }, window, last });
      sizes.push(view.compacted ? view.tokens : 0);
      last = view;
      talk = answer(talk, 100);
    }
    const cuts = some(sizes.filter((size) => size > 0));
    expect(cuts.length).toBeLessThan(8);
    expect(Math.max(...cuts)).toBeLessThan(10_000);
  });
});

test("labels of runs tell of every message who said it and on which day, and what came before never changes", () => {
  const said = fc.record({
    pause: fc.integer({ min: 0, max: 9 * hour }),
    words: fc.integer({ min: 1, max: 4 }),
    from: fc.constantFrom("ann", "ben", 'c"/><clew-from who="ann'),
    isAnswered: fc.boolean(),
  });
  checkProperty(
    fc.property(fc.array(said, { minLength: 2, maxLength: 30 }), (lines) => {
      let [talk, before]: [Talk, string] = [nothing, ""];
      for (const each of lines) {
        talk = ask(talk, each);
        const view = viewOf(talk, { costs: { ...cold, prices: null }, window: 32_768, last: null });
        const stable = view.pieces
          .slice(0, view.pieces.findLastIndex((piece) => piece.includes("clew-now")) - 1)
          .join("");
        expect(stable.startsWith(before)).toBe(true);
        expect(readSpeakers(view)).toEqual(speakersOf(talk));
        before = stable;
        if (each.isAnswered) talk = answer(talk, 2);
      }
    }),
    { runs: 60, endOnFailure: true },
  );
});

/** Of each message: its speaker, and the day, as a reader of the view finds them. */
function readSpeakers(view: View): readonly string[] {
  let [who, day] = ["", ""];
  return view.request.messages.flatMap(({ role, content }) => {
    const texts = role === "user" ? content.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [];
    return texts.flatMap((text) => {
      const [, name, time] = /^<clew-from who="([^"]*)"(?: at="([^"]*)")?\/>\n/.exec(text) ?? [];
      who = name ?? who;
      day = time?.slice(0, 10) ?? day;
      return text.startsWith("<clew-now") ? [] : [`${who} ${day}`];
    });
  });
}

function speakersOf({ entries }: Talk): readonly string[] {
  const told = (address: string | undefined) => address?.replace(/["<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return entries.flatMap((entry) =>
    entry.kind === "said" && entry.by.role === "user"
      ? [`${told(entry.by.address)} ${new Date(entry.at).toISOString().slice(0, 10)}`]
      : [],
  );
}
